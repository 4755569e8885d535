// Protects: of the tuning stories key parts and traces of their own servers tell why the server decided as it did, by name.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isAboutCondition } from '../../src/core/keyparts/condition-findings'
import { each } from '../../src/core/plan/walk'
import { partingsOf } from '../../src/core/trace/diff'
import { whyNotIndex } from '../../src/core/trace/why-not'
import { mysqlServers } from '../kit/servers'
import { Stories } from './stories'

const servers = mysqlServers.filter(({ id }) => ['mysql56', 'mysql97', 'mariadb1011'].includes(id))

test.runIf(servers.length === 0)('no server of the stories is here', ({ skip }) => skip())

describe.each(servers)('$id', (server) => {
  const stories = new Stories(server)
  const story = (name: string, file?: string) => stories.story(name, file)
  beforeAll(
    () =>
      stories.load(
        'enum-or-order-limit',
        'equality-like-prefix',
        'dbt2-new-order-prefix',
        'dbt2-customer-by-name',
        'ssb-star-join',
        'mrr-tpch-q10',
      ),
    600_000,
  )
  afterAll(() => stories.close(), 60_000)

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

  test('enum OR: the correlated values forced onto col1: two values of one part are read, 5,000 rows', async () => {
    const forced = await story('enum-or-order-limit', 'variants/n5-or-correlated-forced.sql')
    expect(forced.chosen).toEqual([`items.col1* 2: col1 in-list seek "= 'DE' or = 'HI'" | +id unused order-breaks`])
    expect(Number(forced.rows[0]?.['rows'])).toBeGreaterThan(4_900)
    expect(Number(forced.rows[0]?.['rows'])).toBeLessThan(5_100)
  })

  test('equality and LIKE: 4 of 11 bytes, then both parts, and each index that lost with its rows', async () => {
    const before = await story('equality-like-prefix')
    expect(before.rows[0]).toMatchObject({ key: 't_msg', key_len: '4' })
    expect(before.chosen).toEqual([
      `infamous_table.t_msg* 4: t2send range seek "> 1234" | msg_type(5) unused "like 'prefix%'" previous-part-is-range | +id unused not-in-condition`,
    ])
    expect(whyNotIndex(before.trace, { table: 'infamous_table', index: 'msg_type' }).sentence).toMatch(
      /^msg_type was considered: 5,46\d rows, cost [\d,]+\. It lost to the range on t_msg, 3,81\d rows, cost [\d,]+\.$/,
    )
    const after = await story('equality-like-prefix', 'variants/a-better-index.sql')
    expect(after.rows[0]).toMatchObject({ key: 'better_multicolumn_index', key_len: '11', rows: '157' })
    expect(after.chosen).toEqual([
      `infamous_table.better_multicolumn_index* 11: msg_type(5) range seek "like 'prefix%'" | t2send range seek "> 1234" | +id unused not-in-condition`,
    ])
    expect(whyNotIndex(after.trace, { table: 'infamous_table', index: 't_msg' }).sentence).toMatch(
      /^t_msg was considered: 3,81\d rows, cost [\d,]+\. It lost to the range on better_multicolumn_index, 157 rows/,
    )
    expect(partingsOf(before.trace, after.trace)[0]?.sentence).toBe(
      'Only B weighed the range on better_multicolumn_index of infamous_table.',
    )
  })

  test('equality and LIKE, a short literal: key_len is 11, yet the number narrows only the edges', async () => {
    const short = await story('equality-like-prefix', 'variants/h-short-literal-only-better.sql')
    expect(short.rows[0]).toMatchObject({ key: 'better_multicolumn_index', key_len: '11' })
    expect(short.chosen).toEqual([
      `infamous_table.better_multicolumn_index* 11: msg_type(5) range seek "like 'abc%'" literal-shorter-than-prefix | t2send range edges "> 1234" literal-shorter-than-prefix | +id unused not-in-condition`,
    ])
    expect(short.keyUse.find(({ chosen }) => chosen)?.parts[1]?.reason?.text).toBe(
      'The literal `abc` has 3 characters, the index prefix 5: the LIKE is a range of prefixes, so later parts narrow only its edges, although key_len counts them.',
    )
    expect(short.analysis.verdict.text).toContain('narrow')
  })

  test('equality and LIKE, the short literal beside the other index: the bar of the longer one says the same', async () => {
    const beside = await story('equality-like-prefix', 'variants/b-short-literal-prefix5.sql')
    expect(beside.rows[0]).toMatchObject({ key: 't_msg', key_len: '4' })
    const better = beside.keyUse.find(({ index }) => index === 'better_multicolumn_index')
    expect(better?.parts.map(({ narrows }) => narrows)).toEqual(['seek', 'edges', 'none'])
    expect(better?.parts[1]?.reason?.code).toBe('literal-shorter-than-prefix')
  })

  test('equality and LIKE, prefix 4 with the separator in the literal: both parts narrow, 10 bytes', async () => {
    const shorter = await story('equality-like-prefix', 'variants/c-prefix4-abc-colon.sql')
    expect(shorter.rows[0]).toMatchObject({ key: 'better_multicolumn_index', key_len: '10' })
    expect(shorter.chosen).toEqual([
      `infamous_table.better_multicolumn_index* 10: msg_type(4) range seek "like 'abc:%'" | t2send range seek "> 1234" | +id unused not-in-condition`,
    ])
    expect(shorter.analysis.verdict.text).toContain('2 of its 2 key parts (10 of 10 bytes)')
  })

  test('new_order: without a fitting index the whole key is walked, with one two parts are looked up', async () => {
    const before = await story('dbt2-new-order-prefix')
    expect(before.accesses[0]).toMatch(/^new_order (index-scan PRIMARY|full-scan|skip-scan PRIMARY)$/)
    // 9.7 skips from one o_id to the next; the others walk all entries, however long the key.
    expect(before.chosen).toEqual(
      server.id === 'mysql97'
        ? [
            expect.stringMatching(
              /^new_order\.PRIMARY\* 8: no_o_id skipped \| no_d_id equality seek "= 1" \| no_w_id index-filter "= 3"/,
            ),
          ]
        : [
            expect.stringMatching(
              /^new_order\.PRIMARY\* 12: no_o_id cover index-scan \| no_d_id index-filter "= 1" previous-part-not-used/,
            ),
          ],
    )
    const after = await story('dbt2-new-order-prefix', 'variants/a-secondary-key.sql')
    expect(after.accesses).toEqual(['new_order lookup no_w_d'])
    expect(after.rows[0]).toMatchObject({ key: 'no_w_d', key_len: '8' })
    expect(after.chosen[0]).toMatch(
      /^new_order\.no_w_d\* 8: no_w_id equality seek "const" \| no_d_id equality seek "const"/,
    )
    // The other way: the same two columns first in the primary key.
    const moved = await story('dbt2-new-order-prefix', 'variants/b-reorder-pk.sql')
    expect(moved.chosen[0]).toMatch(
      /^new_order\.PRIMARY\* 8: no_w_id equality seek "const" \| no_d_id equality seek "const"/,
    )
  })

  test('customer by name: three parts of the index instead of two of the primary key', async () => {
    const before = await story('dbt2-customer-by-name')
    expect(before.accesses).toEqual(['customer lookup PRIMARY'])
    expect(before.chosen).toEqual([
      'customer.PRIMARY* 8: c_w_id equality seek "const" | c_d_id equality seek "const" | c_id unused not-in-condition',
    ])
    const after = await story('dbt2-customer-by-name', 'variants/a-index-extended.sql')
    expect(after.accesses).toEqual(['customer lookup c_name'])
    expect(after.chosen).toEqual([
      'customer.c_name* 27: c_w_id equality seek "const" | c_d_id equality seek "const" | c_last equality seek "const" | c_first order | +c_id cover not-in-condition',
    ])
    const answer = whyNotIndex(after.trace, { table: 'customer', index: 'PRIMARY' })
    expect(answer.outcome).toBe('lost')
    expect(answer.sentence).toMatch(/It lost to the lookup in c_name, 2 rows/)
  })

  test('customer by name: behind a range of names the first name gives no order', async () => {
    const range = await story('dbt2-customer-by-name', 'variants/n-range-before-sort.sql')
    const first = range.keyUse.find(({ index }) => index === 'c_name')?.parts[3]
    expect(first).toMatchObject({ column: 'c_first', narrows: 'none', reason: { code: 'order-breaks' } })
    expect(range.rows[0]?.['Extra']).toContain('Using filesort')
  })

  test('MRR: the flip is one of the join order', async () => {
    const good = await story('mrr-tpch-q10', 'variants/a-straight-join-orders-first.sql')
    const bad = await story('mrr-tpch-q10', 'variants/j-bad-plan-nation-first.sql')
    expect(good.accesses[0]).toBe('orders range i_o_orderdate')
    expect(bad.accesses[0]).toBe('nation full-scan')
    expect(partingsOf(good.trace, bad.trace)[0]?.sentence).toBe('A starts at orders, B at nation.')
  })

  test('MRR: rows in the order of their ids, told by the plan and by the trace', async () => {
    const isMariadb = server.id === 'mariadb1011'
    const off = await story('mrr-tpch-q10', 'variants/d-mrr-off-range.sql')
    const on = await story(
      'mrr-tpch-q10',
      `variants/${isMariadb ? 'g-mrr-on-range-maria' : 'e-mrr-on-range-mysql'}.sql`,
    )
    const access = ({ analysis }: typeof on) => [...each(at(analysis.plans).root)].find((node) => node.access)?.access
    expect([access(off)?.multiRangeRead, access(on)?.multiRangeRead]).toEqual([false, true])
    expect(on.chosen).toEqual(off.chosen)
    const isTraced = ({ trace }: typeof on) => at(trace.tables).alternatives.some((way) => way.multiRangeRead === true)
    expect([isTraced(off), isTraced(on)]).toEqual([false, true])
  })

  test('star schema: STRAIGHT_JOIN both ways parts at the join order', async () => {
    const dimension = await story('ssb-star-join', 'variants/q1_1-straight-dim-first.sql')
    const fact = await story('ssb-star-join', 'variants/q1_1-straight-fact-first.sql')
    expect(partingsOf(dimension.trace, fact.trace)[0]).toMatchObject({
      stage: 'join-order',
      sentence: 'A starts at dim_date, B at lineorder.',
    })
    expect(dimension.chosen).toEqual([
      expect.stringMatching(/^lineorder\.LO_OrderDateKey\* 4: LO_OrderDateKey equality seek/),
    ])
    expect(fact.chosen).toEqual([expect.stringMatching(/^dim_date\.PRIMARY\* 4: D_DateKey equality seek/)])
    // What each direction could not use says that the other table would have to be read first.
    const reverse = dimension.keyUse.find(({ table, index }) => table === 'dim_date' && index === 'PRIMARY')
    expect(reverse?.parts[0]?.reason).toMatchObject({ code: 'other-table', text: expect.stringContaining('lineorder') })
  })

  test('star schema Q1.2: a text against a number is said of the statement as it is, and not of its fix', async () => {
    const wrong = await story('ssb-star-join', 'variants/q1_2.sql')
    const said = wrong.analysis.findings.filter(isAboutCondition)
    expect(said.map(({ rule, title }) => [rule, title])).toEqual([
      ['unsearchable-comparison', '`D_YearMonth = 199401` keeps every index on `D_YearMonth` from being used'],
    ])
    expect(wrong.analysis.verdict.text).toContain(
      '`D_YearMonth = 199401` compares text with a number: no index on `D_YearMonth` could serve it.',
    )
    const right = await story('ssb-star-join', 'variants/q1_2-typed-fix.sql')
    expect(right.analysis.findings.filter(isAboutCondition)).toEqual([])
    expect(right.analysis.verdict.text).not.toContain('no index on')
  })

  test('star schema Q3.1: a range without values is said of the statement as it is, and not of its fix', async () => {
    const wrong = await story('ssb-star-join', 'variants/q3_1.sql')
    expect(wrong.analysis.findings[0]).toMatchObject({
      rule: 'impossible-condition',
      severity: 'problem',
      title: 'No row of `dim_date` can pass `D_Year <= 1992 AND D_Year >= 1997`',
    })
    expect(wrong.analysis.verdict.text).toContain(
      'No row of `dim_date` can pass: `D_Year <= 1992 AND D_Year >= 1997` holds for no value.',
    )
    const right = await story('ssb-star-join', 'variants/q3_1-range-fix.sql')
    expect(right.analysis.findings.filter(isAboutCondition)).toEqual([])
    expect(right.analysis.verdict.text).not.toContain('holds for no value')
  })

  test('star schema: with indexes on the columns the trace and the key parts say both', async () => {
    await stories.change('ssb-star-join', 'dim_date', 'ADD KEY ym (D_YearMonth), ADD KEY yr (D_Year)')
    const conversion = await story('ssb-star-join', 'variants/q1_2.sql')
    const why = whyNotIndex(conversion.trace, { table: 'dim_date', index: 'ym' })
    expect(why.outcome).toBe('unusable')
    expect(why.sentence).toMatch(
      /^No condition gave ym a range or a lookup; it could only be read from end to end \(cost \d+\)\.$/,
    )
    const ym = conversion.keyUse.find((one) => one.index === 'ym')
    expect(ym?.parts[0]?.reason?.code).toBe('implicit-conversion')
    const impossible = await story('ssb-star-join', 'variants/q3_1.sql')
    expect(impossible.trace.tables.find(({ table }) => table === 'dim_date')?.impossibleRange).toBe(true)
    await stories.change('ssb-star-join', 'dim_date', 'DROP KEY ym, DROP KEY yr')
  })
})

function at<Item>([first]: readonly Item[]): Item {
  if (first === undefined) throw new Error('Nothing there')
  return first
}
