// Protects the heart for PostgreSQL: which parts of which index each access uses, by role, and why not more, on plans of real servers.
import { describe, expect, test } from 'vitest'
import { keyUseOf } from '../../../src/core/keyparts/key-use'
import { readPlans } from '../../../src/core/plan/read'
import { loadPostgresMeaning } from '../../../src/pg-syntax/index'
import { catalogOf } from './ddl'
import { catalogFor, lineOf, planOf, recordsOf } from './recorded'
import { chosenLines, usesOf } from './recorded-uses'

const grammar = await loadPostgresMeaning()

describe('indexes of PostgreSQL', () => {
  const both = ['pg15', 'pg18']
  const cases: [string, readonly string[], readonly string[]][] = [
    [
      'pg-equality-range',
      both,
      [`parts.ix*: a equality seek "= 1" | b range seek "> 'x5'" | d unused not-in-condition`],
    ],
    [
      'pg-gap',
      ['pg15'],
      [
        `parts.ix*: a equality seek "= 1" | b unused not-in-condition | d index-filter "= '2020-02-01'" previous-part-not-used`,
      ],
    ],
    ['pg-gap', ['pg18'], [`parts.ix*: a equality seek "= 1" | b skipped | d equality seek "= '2020-02-01'"`]],
    [
      'pg-range-equality',
      ['pg15'],
      [`parts.ix*: a range seek "> 37" | b index-filter "= 'x5'" previous-part-is-range | d unused not-in-condition`],
    ],
    [
      'pg-skip',
      ['pg18'],
      [
        `parts.ix*: a range seek ">= 0" | b equality edges "= 'x5'" narrows-only-range-edges | d unused not-in-condition`,
      ],
    ],
    [
      'pg-any',
      both,
      [`parts.ix*: a in-list seek "= any '{1,2}'" | b equality seek "= 'x5'" | d unused not-in-condition`],
    ],
    ['pg-row', both, [`parts.ix*: a range seek "> 38" | b range seek "> 'x5'" | d unused not-in-condition`]],
    ['pg-function', both, [`parts.low*: (lower((name)::text)) equality seek "= 'n7'"`]],
    [
      'pg-function-without-index',
      both,
      [`parts.ix*: a equality seek "= 1" | b unused "= 'x5'" function-or-expression | d unused not-in-condition`],
    ],
    ['pg-like-pattern', both, [`parts.pat*: name range seek "~>=~ 'n100' and ~<~ 'n101'" | e unused not-in-condition`]],
    ['pg-partial', both, ['parts.part*: e equality seek "= 5"']],
    ['pg-include', both, [`parts.inc*: e equality seek "= 5" | d range seek "> '2020-06-01'" | &b cover`]],
    ['pg-order', both, ['parts.descending*: d order index-scan | id order']],
    [
      'pg-not-equal',
      both,
      [`parts.ix*: a equality seek "= 1" | b unused "<> 'x5'" negation | d unused not-in-condition`],
    ],
    ['pg-is-null', both, ['parts.ix*: a equality seek "= 1" | b equality seek "is null" | d unused not-in-condition']],
    [
      'pg-or',
      both,
      [
        'parts.inc*: e equality seek "= 5" | d unused not-in-condition | &b unused',
        `parts.pat*: name equality seek "= 'n7'" | e unused "e = 5 OR name = 'n7'" or-spans-parts`,
      ],
    ],
    [
      'pg-join',
      both,
      [
        `parts.pat*: name equality seek "= 'n7'" | e unused "a" other-table`,
        'parts.ix*: a equality seek "p.e" | b equality seek "p.b" | d cover not-in-condition',
      ],
    ],
    ['pg-count', both, ['parts.ix*: a equality seek "= 7" | b unused not-in-condition | d unused not-in-condition']],
    ['pg-update', both, ['parts.parts_pkey*: id equality seek "= 5"']],
    ['pg-seq', both, []],
    [
      'customer-by-name-index',
      both,
      [
        `customer.c_name*: c_w_id equality seek "= 2" | c_d_id equality seek "= 4" | c_last equality seek "= 'ANTIEINGANTI'" | c_first order`,
      ],
    ],
    ['enum-or', both, ['items.items_pkey*: id order index-scan']],
  ]
  const rows = cases.flatMap(([name, servers, expected]) =>
    recordsOf(name, ...servers).map((record) => ({ name, server: record.server, record, expected })),
  )
  test.each(rows)('$name on $server', ({ record, expected }) => {
    expect(chosenLines(record)).toEqual(expected)
  })

  test('a partial index that the statement does not imply is no candidate', () => {
    for (const record of recordsOf('pg-partial-missing')) {
      const part = usesOf(record).find((one) => one.index === 'part')?.parts[0]
      expect(part).toMatchObject({ role: 'unused', narrows: 'none' })
      expect(part?.reason?.text).toContain('The index holds only rows with `flag`')
    }
  })

  test('LIKE cannot search a column sorted by a collation', () => {
    for (const record of recordsOf('customer-range-before-sort', ...both)) {
      const part = usesOf(record).find((one) => one.index === 'c_name')?.parts[2]
      expect(part).toMatchObject({ column: 'c_last', role: 'unused', reason: { code: 'collation' } })
    }
  })

  test('a cast that only the plan has is a conversion of each value; one that the statement writes is its expression', () => {
    const catalog = catalogOf('CREATE TABLE r (id integer NOT NULL, n integer NOT NULL, PRIMARY KEY (id), KEY rn (n))')
    const reasonOf = (filter: string, sql?: string) => {
      const [plan] = readPlans(`Seq Scan on r  (cost=0.00..10.00 rows=5 width=8)\n  Filter: ${filter}`, { sql })
      if (plan === undefined) throw new Error('The plan was not read')
      const meaning = sql === undefined ? undefined : grammar.meaning(sql, { catalog })
      const rn = keyUseOf({ plans: [plan], catalog, sql, meaning }).find(({ index }) => index === 'rn')
      return rn?.parts[0]?.reason
    }
    expect(reasonOf('((n)::numeric = 1.5)')).toMatchObject({
      code: 'implicit-conversion',
      text: expect.stringContaining('compares as `numeric`: every value of `n` would have to be converted first.'),
    })
    expect(reasonOf('((n)::numeric = $0)', 'SELECT * FROM r WHERE n = (SELECT max(x) FROM s)')).toMatchObject({
      code: 'implicit-conversion',
      text: '`n = (SELECT max(x) FROM s)` compares as `numeric`: every value of `n` would have to be converted first.',
    })
    expect(reasonOf('((n)::numeric = 1.5)', 'SELECT * FROM r WHERE n::numeric = 1.5')?.code).toBe(
      'function-or-expression',
    )
    expect(reasonOf('((n + 1) = 3)')?.code).toBe('function-or-expression')
  })

  test('without a known version a gap is not called skipped', () => {
    const [record] = recordsOf('pg-gap', 'pg18')
    if (record === undefined) throw new Error('no record')
    const { engine: _, ...source } = planOf(record).source
    const uses = keyUseOf({ plans: [{ ...planOf(record), source }], catalog: catalogFor(record) })
    expect(uses.filter((use) => use.chosen).map(lineOf)).toEqual([
      `parts.ix*: a equality seek "= 1" | b unused not-in-condition | d index-filter "= '2020-02-01'" previous-part-not-used`,
    ])
  })
})
