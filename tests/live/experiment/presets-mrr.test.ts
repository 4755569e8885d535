// Protects the matrix of multi-range read on private servers: bound by the disk it saves pages and time, in memory it does not matter.

import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { parseConnectionUrl } from '../../../src/core/connection/url'
import type { ExperimentDocument } from '../../../src/core/experiment/model'
import type { PresetOffer } from '../../../src/core/experiment/presets/model'
import { sandboxAvailability } from '../../../src/sandbox/index'
import { comparisonOf, nameOf, offered, runOffer } from './presets'
import { type TestService, testService } from './service'

const root = join(import.meta.dirname, '../../..')
const kinds = await sandboxAvailability({ appFolder: root, cacheFolder: root })
const here = (['mysql', 'mariadb'] as const).filter((product) =>
  kinds.some((kind) => kind.product === product && kind.available),
)
test.runIf(here.length === 0)('no server program is here', ({ skip }) => skip())

/** Two years of orders: 19,931 rows all over a table that is larger than the small pool. */
const range =
  "SELECT SUM(o_totalprice), COUNT(*) FROM orders FORCE INDEX (i_o_orderdate) WHERE o_orderdate >= '1993-08-01' AND o_orderdate < '1995-08-01'"
const limits = { warmupRounds: 1, budgetMs: 240_000, runTimeoutMs: 60_000 }

describe.each(here)('%s', (product) => {
  let service: TestService
  afterEach(() => service.close())

  async function matrix(url: string, pairs: number): Promise<{ offer: PresetOffer; document: ExperimentDocument }> {
    service = testService()
    const connectionId = await service.open(parseConnectionUrl(url).target, '')
    await service.client.call('samples.open', { name: 'mrr-tpch-q10', connectionId, consent: true })
    const offer = await offered(service, connectionId, 'mrr', range)
    expect(offer).toMatchObject({ available: true, scratch: false })
    expect(new Set(offer.variants.map(({ cell }) => cell?.row))).toEqual(
      new Set(['MRR off', 'MRR by cost', 'MRR forced']),
    )
    const document = await runOffer(service, connectionId, offer, { ...limits, minPairs: pairs, maxPairs: pairs })
    const shown = document.comparisons.map(({ variant, clocks, workRatio }) => [
      offer.variants.find(({ name }) => name === variant)?.label,
      clocks.serverWall?.ratio ?? clocks.client?.ratio,
      workRatio['pagesRead'],
    ])
    console.info(url, document.verdict.text, shown)
    expect(document.stoppedBecause).not.toBe('failed')
    expect(document.comparisons.every(({ sameResult }) => sameResult === 'same')).toBe(true)
    return { offer, document }
  }

  test('bound by the disk, sorted reads need a fifth of the pages and of the time at most', {
    timeout: 400_000,
  }, async () => {
    const { offer, document } = await matrix(`sandbox:${product}?pool=8M&direct=1`, 3)
    expect(document.environment).toContainEqual({ name: 'innodb_buffer_pool_size', value: '8388608' })
    expect(document.environment).toContainEqual({ name: 'innodb_flush_method', value: 'O_DIRECT' })
    for (const label of ['MRR forced, 256 KiB', 'MRR forced, 4 MiB']) {
      const found = comparisonOf(document, nameOf(offer, label))
      expect(found.workRatio['pagesRead']).toBeLessThanOrEqual(0.2)
      expect((found.clocks.serverWall ?? found.clocks.client)?.ratio).toBeLessThanOrEqual(0.2)
      expect(found.verdict).toBe('faster')
    }
    // A buffer that does not hold all row addresses reads pages again.
    const small = comparisonOf(document, nameOf(offer, 'MRR forced, 32 KiB')).workRatio['pagesRead'] ?? 0
    const own = comparisonOf(document, nameOf(offer, 'MRR forced, 256 KiB')).workRatio['pagesRead'] ?? 0
    expect(small).toBeGreaterThan(2 * own)
    const counted = (name: string, counter: string) =>
      document.samples.find(({ variant }) => variant === name)?.counters[counter] ?? 0
    const forced = nameOf(offer, 'MRR forced, 256 KiB')
    expect(counted(forced, 'Handler_read_rnd')).toBe(19_931)
    // MySQL never counts it; MariaDB does, once for the range.
    expect(counted(forced, 'Handler_mrr_init')).toBe(product === 'mysql' ? 0 : 1)
    expect(counted(nameOf(offer, /^MRR off/), 'Handler_read_rnd')).toBe(0)
  })

  test('in memory nothing is read, and no setting is twice as fast or as slow', { timeout: 240_000 }, async () => {
    const { offer, document } = await matrix(`sandbox:${product}`, 12)
    expect(offer.cautions.join('\n')).toContain('can lie whole in the buffer pool of 64 MiB')
    // The server reads a few pages by itself at times.
    for (const { name } of offer.variants) {
      const own = document.samples.filter(({ variant }) => variant === name)
      const without = own.filter(({ counters }) => counters['pagesRead'] === 0)
      expect(without.length, name).toBeGreaterThan(own.length / 2)
    }
    for (const { low, high, variant } of document.comparisons) {
      // By the whole interval: one pair that another program disturbed proves nothing.
      expect(high, variant).toBeGreaterThan(0.5)
      expect(low, variant).toBeLessThan(2)
    }
  })
})
