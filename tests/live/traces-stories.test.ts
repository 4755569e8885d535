// Protects: of the tuning stories the traces of their own servers tell why the server decided as it did, by name.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { analyze } from '../../src/core/analysis/analyze'
import { partingsOf } from '../../src/core/trace/diff'
import { whyNotIndex } from '../../src/core/trace/why-not'
import type { Session } from '../../src/engines/engine'
import { findSample, type Sample, sampleStatements } from '../../src/service/samples'
import { dropDatabase, freshDatabase, never, open } from '../kit/mysql'
import { mysqlServers } from '../kit/servers'
import { type Told, tell } from './traces-told'

const root = join(import.meta.dirname, '../../samples')
const servers = mysqlServers.filter(({ id }) => ['mysql56', 'mysql97', 'mariadb1011'].includes(id))

test.runIf(servers.length === 0)('no server of the stories is here', ({ skip }) => skip())

/** The statement of a file without its comments. */
function statementOf(sample: Sample, file: string): string {
  return linesOf(sample, file)
    .filter((line) => !line.startsWith('--'))
    .join('\n')
    .replace(/;\s*$/, '')
}

function linesOf(sample: Sample, file: string): string[] {
  return readFileSync(join(sample.folder, file), 'utf8').split('\n')
}

function setUpOf(sample: Sample, file: string): string[] {
  return linesOf(sample, file).flatMap((line) => /^-- @setup (.*)$/.exec(line)?.[1] ?? [])
}

describe.each(servers)('$id', (server) => {
  const opened: { readonly session: Session; readonly database: string }[] = []
  const samples = new Map<string, { readonly sample: Sample; readonly session: Session }>()

  beforeAll(async () => {
    for (const name of [
      'enum-or-order-limit',
      'equality-like-prefix',
      'dbt2-new-order-prefix',
      'dbt2-customer-by-name',
      'ssb-star-join',
      'mrr-tpch-q10',
    ]) {
      const sample = await findSample(root, name)
      const database = `trace_story_${process.pid}_${name.replace(/\W/g, '_')}`
      await freshDatabase(server, database, ["SET SESSION sql_mode = ''", ...(await sampleStatements(sample, 'mysql'))])
      const session = await open(server, { database })
      opened.push({ session, database })
      samples.set(name, { sample, session })
      await analyzeAll(session, database)
    }
  }, 300_000)
  afterAll(async () => {
    for (const { session, database } of opened) {
      await session.close()
      await dropDatabase(server, database)
    }
  }, 60_000)

  async function analyzeAll(session: Session, database?: string): Promise<void> {
    for (const table of (await session.names(database, never)).tables)
      await session.execute(`ANALYZE TABLE ${table.name}`, never)
  }

  /** The file's statement after its preparation, which stays. */
  async function story(name: string, file = 'query.sql'): Promise<Told> {
    const found = samples.get(name)
    if (!found) throw new Error(`${name} was not loaded`)
    const preparation = setUpOf(found.sample, file)
    for (const statement of preparation) await found.session.execute(statement, never)
    if (preparation.length > 0) await analyzeAll(found.session)
    const told = await tell(found.session, statementOf(found.sample, file))
    expect(told.trace.notes).toEqual([])
    return told
  }

  test('enum OR: PRIMARY in the order of ORDER BY took the place of col1, with what col1 would have cost', async () => {
    const { trace, accesses } = await story('enum-or-order-limit')
    expect(accesses).toEqual(['items index-scan PRIMARY'])
    const look = trace.rechecks.find((one) => one.reason === 'ordering')
    expect(look).toMatchObject({ clause: 'ORDER BY', planChanged: true, index: 'PRIMARY' })
    const { outcome, sentence } = whyNotIndex(trace, { table: 'items', index: 'col1' })
    expect(outcome).toBe('lost')
    expect(sentence).toMatch(
      /^col1 was considered: 126,2\d\d rows, cost [\d,]+\. It lost to PRIMARY, which gives the order of ORDER BY without a sort( and is read only until the LIMIT of 20 is reached|: 20 rows, cost 20)\.$/,
    )
  })

  test('enum OR: forced onto col1, PRIMARY is left out by the hint', async () => {
    const { trace, accesses } = await story('enum-or-order-limit', 'variants/0-force-col1.sql')
    expect(accesses).toEqual(['items range col1'])
    expect(whyNotIndex(trace, { table: 'items', index: 'PRIMARY' }).sentence).toBe(
      'PRIMARY could not be used: the statement says FORCE INDEX (col1), which leaves it out.',
    )
  })

  test('enum OR: of correlated values the search chose col1, and the second look replaced it', async () => {
    const { trace, accesses } = await story('enum-or-order-limit', 'variants/n4-or-correlated.sql')
    expect(accesses).toEqual(['items index-scan PRIMARY'])
    const { outcome, sentence } = whyNotIndex(trace, { table: 'items', index: 'col1' })
    expect(outcome).toBe('replaced')
    expect(sentence).toMatch(
      /^The join search chose col1 \([\d,]+ rows, cost [\d,]+\); afterwards PRIMARY replaced it, because it gives the order of ORDER BY without a sort/,
    )
  })

  test('equality and LIKE: 4 of 11 bytes, then both parts, and each index that lost with its rows', async () => {
    const before = await story('equality-like-prefix')
    expect(before.rows[0]).toMatchObject({ key: 't_msg', key_len: '4' })
    expect(whyNotIndex(before.trace, { table: 'infamous_table', index: 'msg_type' }).sentence).toMatch(
      /^msg_type was considered: 5,46\d rows, cost [\d,]+\. It lost to the range on t_msg, 3,81\d rows, cost [\d,]+\.$/,
    )
    const after = await story('equality-like-prefix', 'variants/a-better-index.sql')
    expect(after.rows[0]).toMatchObject({ key: 'better_multicolumn_index', key_len: '11', rows: '157' })
    expect(whyNotIndex(after.trace, { table: 'infamous_table', index: 't_msg' }).sentence).toMatch(
      /^t_msg was considered: 3,81\d rows, cost [\d,]+\. It lost to the range on better_multicolumn_index, 157 rows/,
    )
    expect(partingsOf(before.trace, after.trace)[0]?.sentence).toBe(
      'Only B weighed the range on better_multicolumn_index of infamous_table.',
    )
  })

  test('new_order: without a fitting index the whole key is walked, with one two parts are looked up', async () => {
    const before = await story('dbt2-new-order-prefix')
    expect(before.accesses[0]).toMatch(/^new_order (index-scan PRIMARY|full-scan|skip-scan PRIMARY)$/)
    const after = await story('dbt2-new-order-prefix', 'variants/a-secondary-key.sql')
    expect(after.accesses).toEqual(['new_order lookup no_w_d'])
    expect(after.rows[0]).toMatchObject({ key: 'no_w_d', key_len: '8' })
  })

  test('customer by name: three parts of the index instead of two of the primary key', async () => {
    const before = await story('dbt2-customer-by-name')
    expect(before.accesses).toEqual(['customer lookup PRIMARY'])
    const after = await story('dbt2-customer-by-name', 'variants/a-index-extended.sql')
    expect(after.accesses).toEqual(['customer lookup c_name'])
    const answer = whyNotIndex(after.trace, { table: 'customer', index: 'PRIMARY' })
    expect(answer.outcome).toBe('lost')
    expect(answer.sentence).toMatch(/It lost to the lookup in c_name, 2 rows/)
  })

  test('MRR: the flip is one of the join order', async () => {
    const good = await story('mrr-tpch-q10', 'variants/a-straight-join-orders-first.sql')
    const bad = await story('mrr-tpch-q10', 'variants/j-bad-plan-nation-first.sql')
    expect(good.accesses[0]).toBe('orders range i_o_orderdate')
    expect(bad.accesses[0]).toBe('nation full-scan')
    expect(partingsOf(good.trace, bad.trace)[0]?.sentence).toBe('A starts at orders, B at nation.')
  })

  test('star schema: STRAIGHT_JOIN both ways parts at the join order', async () => {
    const dimension = await story('ssb-star-join', 'variants/q1_1-straight-dim-first.sql')
    const fact = await story('ssb-star-join', 'variants/q1_1-straight-fact-first.sql')
    expect(partingsOf(dimension.trace, fact.trace)[0]).toMatchObject({
      stage: 'join-order',
      sentence: 'A starts at dim_date, B at lineorder.',
    })
  })

  test('star schema: with indexes on the columns, CHAR against a number and an impossible range are said', async () => {
    const found = samples.get('ssb-star-join')
    if (!found) throw new Error('Not loaded')
    await found.session.execute('ALTER TABLE dim_date ADD KEY ym (D_YearMonth), ADD KEY yr (D_Year)', never)
    await analyzeAll(found.session)
    const conversion = await story('ssb-star-join', 'variants/q1_2.sql')
    const why = whyNotIndex(conversion.trace, { table: 'dim_date', index: 'ym' })
    expect(why.outcome).toBe('unusable')
    expect(why.sentence).toMatch(
      /^No condition gave ym a range or a lookup; it could only be read from end to end \(cost \d+\)\.$/,
    )
    const sql = statementOf(found.sample, 'variants/q1_2.sql')
    const names = (await found.session.names(undefined, never)).tables.map(({ schema, name }) => ({ schema, name }))
    const catalog = await found.session.catalog(names, never)
    const { keyUse } = analyze({
      engine: found.session.identity,
      capabilities: [],
      sql,
      explain: conversion.outputs,
      traceText: conversion.text,
      catalog,
      cautions: [],
    })
    const ym = keyUse.find((one) => one.index === 'ym')
    expect(ym?.parts[0]?.reason?.code).toBe('implicit-conversion')
    const impossible = await story('ssb-star-join', 'variants/q3_1.sql')
    expect(impossible.trace.tables.find(({ table }) => table === 'dim_date')?.impossibleRange).toBe(true)
  })
})
