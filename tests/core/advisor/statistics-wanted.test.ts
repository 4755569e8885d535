// Protects what is counted for an advice: only what it wants to know, in statements that a server can bear.
import { describe, expect, test } from 'vitest'
import { estimated } from '../../../src/core/advisor/statistics/count-answers'
import { countPlan } from '../../../src/core/advisor/statistics/count-statements'
import { statisticsWanted } from '../../../src/core/advisor/statistics/wanted'
import { readSchema } from '../../../src/core/sql/ddl/read-schema'
import { mysqlFacts } from '../../kit/advice-facts'

const schema = `CREATE TABLE o (a INT NOT NULL, b INT, name VARCHAR(40) NOT NULL, note TEXT, doc JSON, amount INT NOT NULL,
  PRIMARY KEY (a, amount), KEY name (name(5))) ENGINE=InnoDB`

function wishes(sql: string, rows = 50_000) {
  return statisticsWanted(mysqlFacts({ schema, rows: { o: rows }, sql, plan: [`o|ALL|||${rows}|Using where`] }))
}

describe('wanted', () => {
  test('selectivities that nobody knows, and their combination', () => {
    const [wish] = wishes('SELECT note FROM o WHERE b = 5 AND amount = 7')
    expect(wish?.wanted.columns).toEqual(expect.arrayContaining(['b', 'amount']))
    expect(wish?.wanted.together?.map((group) => [...group].sort())).toContainEqual(['amount', 'b'])
  })
  test('the curve of a text that is searched, with the lengths that indexes have', () => {
    const [wish] = wishes("SELECT note FROM o WHERE name LIKE 'abcdefgh%'")
    const [curve] = wish?.wanted.prefixes ?? []
    expect(curve?.column).toBe('name')
    expect(curve?.chars).toEqual(expect.arrayContaining([1, 5, 8, 32]))
    expect(Math.max(...(curve?.chars ?? []))).toBeLessThan(40)
  })
  test('a primary key without each of its columns', () => {
    const [wish] = wishes('SELECT note FROM o WHERE b = 5')
    expect(wish?.wanted.columns).toEqual(expect.arrayContaining(['a', 'amount']))
  })
  test('nothing of a small table', () => {
    expect(wishes('SELECT note FROM o WHERE b = 5', 500)).toEqual([])
  })
})

describe('statements', () => {
  const [table] = readSchema(schema, 'mysql').catalog.tables
  if (table === undefined) throw new Error('no table')
  const wanted = {
    columns: ['B', 'doc', 'note', 'nothing'],
    together: [['a', 'b']],
    prefixes: [{ column: 'note', chars: [8, 4, 4] }],
  }
  test('one scan; texts only by their beginnings; what cannot be compared is left out', () => {
    const plan = countPlan('mysql', { ...table, schema: 's', rows: 1000 }, wanted)
    expect(plan.columns.map(({ name }) => name)).toEqual(['b'])
    expect(plan.scan).toBe(
      'SELECT COUNT(*), COUNT(`b`), COUNT(DISTINCT `b`), COUNT(DISTINCT `a`, ISNULL(`b`), IFNULL(`b`, 0)), COUNT(DISTINCT LEFT(`note`, 4)), COUNT(DISTINCT LEFT(`note`, 8)) FROM `s`.`o`',
    )
  })
  test('a large table by rows that a hash of the key picks', () => {
    const { scan, oneOf } = countPlan('mysql', { ...table, schema: 's', rows: 4_000_000 }, { columns: ['b'] })
    expect(oneOf).toBe(20)
    expect(scan).toContain("WHERE CRC32(CONCAT_WS('#', `a`, `amount`, 17)) % 20 = 0")
  })
  test('PostgreSQL by its own sample', () => {
    const { scan } = countPlan('postgres', { ...table, schema: 's', rows: 4_000_000 }, { columns: ['b'] })
    expect(scan).toContain('FROM "s"."o" TABLESAMPLE BERNOULLI (5) REPEATABLE (17)')
  })
})

describe('distinct values of a whole table from a sample', () => {
  test.each([
    ['all seen, none new in the second half', 3, 3, 1000, 100_000, 3],
    ['every row another', 1000, 500, 1000, 100_000, 100_000],
    // f1 = 200: 300 · 1000 / (1000 − 200 + 200 · 1000 / 100000)
    ['some seen once', 300, 200, 1000, 100_000, Math.round(300_000 / 802)],
  ])('%s', (_says, seen, inHalf, sampled, all, distinct) => {
    const found = estimated(seen, inHalf, sampled, all)
    expect(found.distinct).toBe(distinct)
    expect(found.distinctBetween?.least).toBe(seen)
    expect(found.distinctBetween?.most).toBeGreaterThanOrEqual(distinct)
  })
  test('the whole table has no bounds', () => {
    expect(estimated(7, undefined, 1000, 1000)).toEqual({ distinct: 7 })
  })
})
