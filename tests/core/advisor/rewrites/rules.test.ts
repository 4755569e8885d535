// Protects when a rewrite or a hint is advised, in which order, and what the advice says that it rests on.
import { describe, expect, test } from 'vitest'
import type { AdviceFacts } from '../../../../src/core/advisor/facts'
import { missing } from '../../../../src/core/advisor/facts'
import type { Finding } from '../../../../src/core/advisor/model'
import type { Rule } from '../../../../src/core/advisor/rule'
import { deferredJoinOffset } from '../../../../src/core/advisor/rules/deferred-join-offset'
import { orAcrossColumns } from '../../../../src/core/advisor/rules/or-across-columns'
import { orderLimitCorrelatedFilter } from '../../../../src/core/advisor/rules/order-limit-correlated-filter'
import { orderLimitPreferOrderedIndex } from '../../../../src/core/advisor/rules/order-limit-prefer-ordered-index'
import { mysqlFacts } from '../../../kit/advice-facts'

const items = `CREATE TABLE items (id INT NOT NULL PRIMARY KEY, kind INT NOT NULL, size INT NOT NULL, title VARCHAR(200),
  KEY kind (kind), KEY size (size)) ENGINE=InnoDB`
const schema = { schema: items, rows: { items: 100_000 } }

function asked(rule: Rule, facts: AdviceFacts): readonly Finding[] {
  return missing(facts, rule.needs) === undefined ? [...rule.check(facts, {})] : []
}

/** A run that examined so many rows. */
function ran(facts: AdviceFacts, rowsExamined: number): AdviceFacts {
  return { ...facts, counters: { values: {}, global: [], rowsReturned: 20, rowsExamined, clientMs: 5 } }
}

describe('order-limit-prefer-ordered-index', () => {
  const sql = 'SELECT * FROM items WHERE kind IN (1, 2) ORDER BY id DESC LIMIT 20'
  const plan = ['items|range|kind|4|60000|Using index condition; Using filesort']
  const of = (more: Partial<Parameters<typeof mysqlFacts>[0]>) =>
    asked(orderLimitPreferOrderedIndex, mysqlFacts({ ...schema, sql, plan, ...more }))

  test('the best first: the hint, its alternatives, then other ways to say it', () => {
    const [finding] = of({})
    expect(finding?.advice.map(({ kind, title }) => `${kind}: ${title}`)).toEqual([
      'force-index: Read items in the order of `PRIMARY`: FORCE INDEX (PRIMARY)',
      'force-index: Keep items from being read by `kind`: IGNORE INDEX',
      'change-switch: Let LIMIT prefer an index with the order: prefer_ordering_index=on',
      'rewrite: Pick the rows by id IN (SELECT …), so that the outer read can follow the order',
      'rewrite: Pick the 20 keys first and join the rows to them',
      'rewrite: Take the first 20 of each value of kind from `kind` and put them together: UNION ALL',
    ])
    // 60 % match: 20 ÷ 0.6.
    expect(finding?.advice[0]?.expected).toEqual({ rowsBefore: 60_000, rowsAfter: 34, method: 'statistics' })
    expect(finding?.advice.at(-1)?.expected?.rowsAfter).toBe(40)
    expect(finding?.advice.every(({ equivalence }) => equivalence === 'identical')).toBe(true)
    expect(
      finding?.advice.find(({ kind }) => kind === 'change-switch')?.preconditions.map(({ status }) => status),
    ).toEqual(['holds', 'unknown'])
  })

  test('a hint in the statement is replaced, or taken away', () => {
    const [finding] = of({
      sql: sql.replace('items WHERE', 'items AS i FORCE INDEX (kind) WHERE'),
      plan: ['i|range|kind|4|60000|Using filesort'],
    })
    const texts = finding?.advice.map(({ variant }) => variant.sql) ?? []
    expect(texts[0]).toBe(
      'SELECT * FROM items AS i FORCE INDEX (`PRIMARY`) WHERE kind IN (1, 2) ORDER BY id DESC LIMIT 20',
    )
    expect(texts[1]).toBe('SELECT * FROM items AS i WHERE kind IN (1, 2) ORDER BY id DESC LIMIT 20')
    expect(texts.slice(1).every((text) => !text.includes('(kind)'))).toBe(true)
  })

  test('ties in the order are said', () => {
    const [finding] = of({ sql: sql.replace('id DESC', 'size') })
    expect(finding?.advice[0]?.variant.sql).toContain('FORCE INDEX (`size`)')
    expect(finding?.advice.every(({ equivalence }) => equivalence === 'under-stated-facts')).toBe(true)
  })

  test('an order that an expression hides is shown again', () => {
    const [finding] = of({ sql: sql.replace('id DESC', 'id + 0 DESC') })
    expect(finding?.advice.map(({ variant }) => variant.sql)).toEqual([sql])
  })

  test.each([
    ['few rows', { plan: ['items|range|kind|4|900|Using index condition; Using filesort'] }],
    ['a rare value: those that match may lie at the far end', { plan: ['items|range|kind|4|9000|Using filesort'] }],
    ['nothing is sorted', { plan: ['items|index|PRIMARY|4|33|Using where'] }],
    ['no index has the order', { sql: sql.replace('id DESC', 'title') }],
    ['LIMIT asks for nearly all', { sql: sql.replace('LIMIT 20', 'LIMIT 50000') }],
    ['LIMIT is not there', { sql: sql.replace(' LIMIT 20', '') }],
    [
      'how many match is only guessed',
      {
        sql: "SELECT * FROM items WHERE title LIKE '%x%' ORDER BY id LIMIT 20",
        plan: ['items|ALL|||100000|Using where; Using filesort'],
      },
    ],
    [
      'rows are grouped first',
      { sql: 'SELECT size FROM items WHERE kind IN (1, 2) GROUP BY size ORDER BY size LIMIT 20' },
    ],
  ])('silent: %s', (_says, more) => {
    expect(of(more)).toEqual([])
  })
})

describe('order-limit-correlated-filter', () => {
  const sql = 'SELECT * FROM items WHERE kind IN (1, 2) ORDER BY id DESC LIMIT 20'
  // The plan thinks that 20 of the matching rows are found in 500 of 100,000: 4,000 match.
  const facts = mysqlFacts({ ...schema, sql, plan: ['items|index|PRIMARY|4|500|Using where'] })

  test('it is asked only after a run', () => {
    expect(missing(facts, orderLimitCorrelatedFilter.needs)).toBe('the statement was not measured')
  })

  test('a run that went far: by the condition first', () => {
    const [finding] = asked(orderLimitCorrelatedFilter, ran(facts, 96_000))
    expect(finding?.confidence).toBe('measured')
    expect(finding?.evidence.map(({ value }) => value)).toEqual([96_000, 500])
    expect(finding?.advice.map(({ kind, expected }) => [kind, expected?.rowsBefore, expected?.rowsAfter])).toEqual([
      ['force-index', 96_000, 4000],
      ['rewrite', 96_000, 40],
      ['rewrite', 96_000, 4000],
      ['change-switch', 96_000, 4000],
    ])
    expect(finding?.advice[0]?.tradeOffs.join()).toContain('look at it again')
  })

  test('an equality: an index with the order behind it', () => {
    const one = mysqlFacts({
      ...schema,
      sql: 'SELECT * FROM items WHERE kind = 1 ORDER BY size DESC LIMIT 20',
      plan: ['items|index|size|4|500|Using where'],
    })
    const added = asked(orderLimitCorrelatedFilter, ran(one, 96_000))[0]?.advice.find(
      ({ kind }) => kind === 'add-index',
    )
    expect(added?.index?.parts).toEqual(['kind', 'size'])
    expect(added?.equivalence).toBe('under-stated-facts')
  })

  test.each([
    ['rows were found at once', 500],
    ['a little later than thought', 4500],
    ['so many match that sorting them is no less', 11_000],
  ])('silent: %s', (_says, rows) => {
    expect(asked(orderLimitCorrelatedFilter, ran(facts, rows))).toEqual([])
  })
})

describe('or-across-columns', () => {
  const of = (sql: string, plan: readonly string[]) =>
    asked(
      orAcrossColumns,
      mysqlFacts({ ...schema, cardinality: { 'items.kind': 20_000, 'items.size': 50_000 }, sql, plan }),
    )
  const scan = ['items|ALL|||100000|Using where']

  test('a side without an index gets one with the rewrite, and alone', () => {
    const [finding] = of("SELECT id FROM items WHERE kind = 7 OR title = 'x'", ['items|ALL|||100000|Using where'])
    expect(
      finding?.advice.map(({ kind, variant }) => [
        kind,
        variant.ddl.map(({ apply }) => apply.replace(/^.*ADD/, 'ADD')),
      ]),
    ).toEqual([
      ['rewrite', ['ADD KEY `ix_items_title` (`title`)']],
      ['add-index', ['ADD KEY `ix_items_title` (`title`)']],
    ])
    expect(finding?.advice[0]?.equivalence).toBe('same-set')
    // Nobody knows how many rows have the title.
    expect([finding?.severity, finding?.confidence]).toEqual(['warning', 'structural'])
  })

  test('both sides have one', () => {
    const [finding] = of('SELECT title FROM items WHERE kind = 7 OR size = 9', scan)
    expect(finding?.advice.map(({ variant }) => variant.ddl)).toEqual([[]])
    expect(finding?.advice[0]?.variant.sql).toContain('UNION ALL')
    // 100,000 ÷ 20,000 + 100,000 ÷ 50,000
    expect(finding?.advice[0]?.expected?.rowsAfter).toBe(7)
  })

  test('a statement that counts joins the keys that the sides find', () => {
    const [finding] = of('SELECT COUNT(*) FROM items WHERE kind = 7 OR size = 9', scan)
    expect(finding?.advice.map(({ equivalence }) => equivalence)).toEqual(['identical'])
    expect(finding?.advice[0]?.variant.sql).toContain(' JOIN (SELECT')
  })

  test.each([
    [
      'indexes are merged',
      'SELECT title FROM items WHERE kind = 7 OR size = 9',
      ['items|index_merge|kind,size|4,4|7|Using union(kind,size); Using where'],
    ],
    ['one column', 'SELECT title FROM items WHERE kind = 7 OR kind > 5000', scan],
    ['wide ranges', 'SELECT title FROM items WHERE kind > 7 OR size > 9', scan],
    ['a side that no index serves', "SELECT title FROM items WHERE kind = 7 OR title LIKE '%x'", scan],
    ['a text compared with a number', 'SELECT id FROM items WHERE kind = 7 OR title = 5', scan],
    ['few rows', 'SELECT title FROM items WHERE kind = 7 OR size = 9', ['items|ALL|||800|Using where']],
  ])('silent: %s', (_says, sql, plan) => {
    expect(of(sql, plan)).toEqual([])
  })
})

describe('deferred-join-offset', () => {
  const posts = `CREATE TABLE posts (id INT NOT NULL PRIMARY KEY, made INT NOT NULL, body VARCHAR(500), KEY made (made)) ENGINE=InnoDB`
  const of = (sql: string, plan = ['posts|ALL|||50000|Using filesort']) =>
    asked(deferredJoinOffset, mysqlFacts({ schema: posts, rows: { posts: 50_000 }, sql, plan }))

  test('a far page by an index that holds order and key', () => {
    const [finding] = of('SELECT * FROM posts ORDER BY made, id LIMIT 20 OFFSET 30000')
    expect(finding?.advice[0]?.equivalence).toBe('identical')
    expect(finding?.advice[0]?.expected).toEqual({ rowsBefore: 50_000, rowsAfter: 20, method: 'structural' })
  })

  test.each([
    ['a near page', 'SELECT * FROM posts ORDER BY made, id LIMIT 20 OFFSET 300', undefined],
    ['ties', 'SELECT * FROM posts ORDER BY made LIMIT 20 OFFSET 30000', undefined],
    ['the rows themselves stand in the order', 'SELECT * FROM posts ORDER BY id LIMIT 20 OFFSET 30000', undefined],
    [
      'a condition that the index does not hold',
      "SELECT * FROM posts WHERE body > 'x' ORDER BY made, id LIMIT 20 OFFSET 30000",
      undefined,
    ],
    [
      'the index covers',
      'SELECT id, made FROM posts ORDER BY made, id LIMIT 20 OFFSET 30000',
      ['posts|index|made|4|30020|Using index'],
    ],
  ])('silent: %s', (_says, sql, plan) => {
    expect(of(sql, plan)).toEqual([])
  })
})
