// Protects the lengths of prefixes: as many characters as the literal has, one more where values are known to go on alike, no more than tell values apart.
import { describe, expect, test } from 'vitest'
import type { ColumnStatistics } from '../../../../src/core/advisor/facts'
import { indexPrefixLength } from '../../../../src/core/advisor/rules/index-prefix-length'
import { indexPrefixLongerThanLiteral } from '../../../../src/core/advisor/rules/index-prefix-longer-than-literal'
import { columnStatistics } from '../../../../src/core/advisor/statistics/from-tables'
import { mysqlFacts } from '../../../kit/advice-facts'

const letters = {
  schema:
    'CREATE TABLE letter (id INT NOT NULL PRIMARY KEY, kind VARCHAR(60) NOT NULL, due INT NOT NULL, body TEXT, KEY kind_due (kind(5), due), KEY due (due)) ENGINE=InnoDB DEFAULT CHARSET=latin1',
  rows: { letter: 100_000 },
  cardinality: { 'letter.due': 1000 },
  sql: "SELECT body FROM letter WHERE kind LIKE 'abc%' AND due = 7",
  plan: ['letter|range|kind_due|11|9000|Using index condition'],
}

/** Every value that begins so has a share of its own. */
function valuesOf(values: Readonly<Record<string, number>>): ColumnStatistics | undefined {
  return columnStatistics([
    {
      schema: '',
      table: 'letter',
      from: 'counted',
      columns: [
        {
          column: 'kind',
          source: 'counted',
          common: Object.entries(values).map(([value, share]) => ({ value, share })),
          buckets: [],
          complete: true,
        },
      ],
      groups: [],
      prefixes: [],
    },
  ])
}

describe('a literal shorter than the prefix', () => {
  const asked = (change: Partial<typeof letters> = {}, statistics?: ColumnStatistics) => {
    const facts = mysqlFacts({ ...letters, ...change })
    return [...indexPrefixLongerThanLiteral.check({ ...facts, statistics }, {})]
  }

  test('asks for a prefix as long as it is, in place of the longer one', () => {
    const [found, ...more] = asked()
    expect(more).toEqual([])
    expect(found?.advice.map(({ index, kind }) => [kind, index?.parts])).toEqual([
      ['shorten-prefix', ['kind(3)', 'due']],
    ])
    expect(found?.advice[0]?.variant.ddl.map(({ apply }) => apply)).toEqual([
      'ALTER TABLE `letter` ADD KEY `ix_letter_kind_due` (`kind`(3), `due`)',
      'ALTER TABLE `letter` DROP KEY `kind_due`',
    ])
  })

  test('goes on with the separator that all such values have, under that condition', () => {
    const statistics = valuesOf({ 'abc:1': 0.02, 'abc:2': 0.02, 'abd:1': 0.5, other: 0.46 })
    const [first, second] = asked({}, statistics)[0]?.advice ?? []
    expect(first?.index?.parts).toEqual(['kind(4)', 'due'])
    expect(first?.variant.sql).toBe("SELECT body FROM letter WHERE kind LIKE 'abc:%' AND due = 7")
    expect(first?.equivalence).toBe('under-stated-facts')
    expect(first?.preconditions.map(({ status }) => status)).toEqual(['unknown'])
    expect(second?.index?.parts).toEqual(['kind(3)', 'due'])
  })

  test('does not where some values go on otherwise', () => {
    const statistics = valuesOf({ 'abc:1': 0.02, 'abc-2': 0.02, other: 0.96 })
    expect(asked({}, statistics)[0]?.advice.map(({ index }) => index?.parts)).toEqual([['kind(3)', 'due']])
  })

  test.each([
    ['the literal fills the prefix', { sql: "SELECT body FROM letter WHERE kind LIKE 'abcde%' AND due = 7" }],
    ['it is an equality', { sql: "SELECT body FROM letter WHERE kind = 'abc' AND due = 7" }],
    ['nothing is asked of the next part', { sql: "SELECT body FROM letter WHERE kind LIKE 'abc%'" }],
    ['the wildcard comes first', { sql: "SELECT body FROM letter WHERE kind LIKE '%abc%' AND due = 7" }],
    ['few entries are read', { plan: ['letter|range|kind_due|11|90|Using index condition'] }],
  ])('is nothing where %s', (_says, change) => {
    expect(asked(change)).toEqual([])
  })
})

describe('how much an index holds', () => {
  const curve = { 1: 10, 2: 90, 3: 700, 4: 960, 6: 990, 8: 1000 }
  const page = (index: string) => ({
    schema: `CREATE TABLE page (id INT NOT NULL PRIMARY KEY, address VARCHAR(100) NOT NULL, hits INT, ${index}) ENGINE=InnoDB DEFAULT CHARSET=latin1`,
    rows: { page: 20_000 },
    sql: "SELECT hits FROM page WHERE address = 'x'",
    plan: ['page|ref|address|102|20|'],
  })
  const counted = columnStatistics([
    {
      schema: '',
      table: 'page',
      from: 'counted',
      rows: 20_000,
      columns: [
        {
          column: 'address',
          source: 'counted in 20,000 rows',
          distinct: 1000,
          common: [{ value: 'x', share: 0.001 }],
          buckets: [],
          complete: false,
        },
      ],
      groups: [],
      prefixes: Object.entries(curve).map(([chars, distinct]) => ({
        column: 'address',
        chars: Number(chars),
        distinct,
        commonest: 1 / distinct,
        source: 'counted in 20,000 rows',
      })),
    },
  ])
  const asked = (index: string, sql?: string) => {
    const given = page(index)
    const facts = mysqlFacts(sql === undefined ? given : { ...given, sql })
    return [...indexPrefixLength.check({ ...facts, statistics: counted }, {})].map(({ advice }) => [
      advice[0]?.kind,
      advice[0]?.index?.parts[0],
    ])
  }

  test.each([
    ['all of a long text', 'KEY address (address)', [['shorten-prefix', 'address(4)']]],
    ['far more than is needed', 'KEY address (address(40))', [['shorten-prefix', 'address(4)']]],
    ['too little', 'KEY address (address(2))', [['lengthen-prefix', 'address(4)']]],
    ['a little less than would be best', 'KEY address (address(3))', []],
    ['a little more', 'KEY address (address(6))', []],
    ['a unique one', 'UNIQUE KEY address (address)', []],
  ])('%s', (_says, index, expected) => {
    expect(asked(index)).toEqual(expected)
  })

  test.each([
    ["SELECT hits FROM page WHERE address LIKE 'abcd%'", [['shorten-prefix', 'address(4)']]],
    ["SELECT hits FROM page WHERE address LIKE 'abc%'", []],
    ["SELECT hits FROM page WHERE address > 'x' ORDER BY address", []],
    ["SELECT address, COUNT(*) FROM page WHERE address > 'x' GROUP BY address", []],
  ])('%s', (sql, expected) => {
    expect(asked('KEY address (address)', sql)).toEqual(expected)
  })
})
