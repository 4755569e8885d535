// Protects that a PostgreSQL plan has the labels of the server's own text, whichever format it was read from.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ExplainOutput } from '../../src/core/analysis/model'
import { readPlans } from '../../src/core/plan/read'
import { each } from '../../src/core/plan/walk'

const fixtures = join(import.meta.dirname, '../../fixtures')
const folders = ['pg15', 'pg18'].flatMap((server) =>
  readdirSync(join(fixtures, server)).map((name) => ({
    name: `${server}/${name}`,
    folder: join(fixtures, server, name),
  })),
)

/** Node lines of a text plan: `->  Hash Left Join  (cost=…`, without costs, index and table. */
function labelsOfText(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => /\(cost=/.test(line))
    .map((line) => line.replace(/^\s*(?:->\s+)?/, '').replace(/\s+\((?:cost=|actual).*$/, ''))
    .map((line) => line.replace(/ using .*$| on .*$/, ''))
}

describe('labels', () => {
  test('there are recordings', () => expect(folders.length).toBeGreaterThan(80))

  test.each(folders)('$name', ({ folder }) => {
    const path = join(folder, 'explain.json')
    const outputs: ExplainOutput[] = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : []
    const text = outputs.find((output) => output.format === 'postgres-text' && !output.measured)?.text
    const json = outputs.find((output) => output.format === 'postgres-json' && !output.measured)?.text
    expect(json, 'a recorded JSON plan').toBeDefined()
    if (json === undefined || text === undefined) return
    // InitPlans and CTEs stand in another order in the text.
    const labels = readPlans(json, {}).flatMap((plan) => [...each(plan.root)].map((node) => node.label))
    expect(labels.sort()).toEqual(labelsOfText(text).sort())
  })
})
