// Protects what is said of indexes that are there: which may go, which must stay, and which the statement itself needs.
import { describe, expect, test } from 'vitest'
import type { Rule } from '../../../../src/core/advisor/rule'
import { indexDuplicate } from '../../../../src/core/advisor/rules/index-duplicate'
import { indexRedundant } from '../../../../src/core/advisor/rules/index-redundant'
import { noPrimaryKey } from '../../../../src/core/advisor/rules/no-primary-key'
import { pkReorderInsteadOfSecondKey } from '../../../../src/core/advisor/rules/pk-reorder-instead-of-second-key'
import { pkWideOrRandom } from '../../../../src/core/advisor/rules/pk-wide-or-random'
import { mysqlFacts } from '../../../kit/advice-facts'

type Given = Parameters<typeof mysqlFacts>[0]

function dropped(rule: Rule, given: Given): readonly string[] {
  return [...rule.check(mysqlFacts(given), {})].flatMap(({ advice }) => advice[0]?.index?.name ?? [])
}

const worked = `CREATE TABLE t (id INT NOT NULL PRIMARY KEY, a INT NOT NULL, b INT NOT NULL, c VARCHAR(60) NOT NULL, d INT NOT NULL,
  UNIQUE KEY u_d (d), KEY k_a (a), KEY k_ab (a, b), KEY k_ab2 (a, b), KEY k_b (b), KEY k_c10 (c(10)), KEY k_c (c), KEY k_d (d),
  KEY k_b_id (b, id)) ENGINE=InnoDB DEFAULT CHARSET=latin1`
const asked: Given = {
  schema: worked,
  rows: { t: 50_000 },
  sql: 'SELECT COUNT(*) FROM t WHERE a = 5 AND b > 100',
  plan: ['t|range|k_ab|8|100|Using where; Using index'],
}

describe('indexes that another one serves', () => {
  test('go, but never a unique one', () => {
    const all = [...dropped(indexDuplicate, asked), ...dropped(indexRedundant, asked)]
    expect(all).not.toContain('u_d')
    expect(all).toEqual(expect.arrayContaining(['k_a', 'k_c10', 'k_d', 'k_b_id']))
  })
  test('stay where the statement names them in a hint', () => {
    const hinted = { ...asked, sql: 'SELECT COUNT(*) FROM t FORCE INDEX (k_a) WHERE a = 5 AND b > 100' }
    expect(dropped(indexRedundant, hinted)).not.toContain('k_a')
    expect(dropped(indexRedundant, { ...asked, sql: hinted.sql.replace('FORCE', 'IGNORE') })).toContain('k_a')
  })
  test('stay where they are read from end to end and the other one is much wider', () => {
    const schema =
      'CREATE TABLE t (id INT NOT NULL PRIMARY KEY, a INT NOT NULL, c VARCHAR(60) NOT NULL, KEY k_a (a), KEY k_ac (a, c)) ENGINE=InnoDB DEFAULT CHARSET=latin1'
    const scan = { ...asked, schema, sql: 'SELECT COUNT(*) FROM t', plan: ['t|index|k_a|4|50000|Using index'] }
    expect(dropped(indexRedundant, scan)).toEqual([])
    expect(dropped(indexRedundant, { ...scan, plan: ['t|ref|k_a|4|50|Using index'] })).toEqual(['k_a'])
  })
})

describe('the primary key in another order', () => {
  const line = (second: string, more: Partial<Given> = {}): Given => ({
    schema: `CREATE TABLE line (a INT NOT NULL, b INT NOT NULL, c INT, PRIMARY KEY (a, b), KEY second ${second}) ENGINE=InnoDB`,
    rows: { line: 50_000 },
    sql: 'SELECT a FROM line WHERE b = 3',
    plan: ['line|ref|second|4|50|Using index'],
    ...more,
  })
  const spoken = (given: Given) => [...pkReorderInsteadOfSecondKey.check(mysqlFacts(given), {})].length

  test.each([
    ['the same columns turned', line('(b, a)'), 1],
    ['one column more', line('(b, a, c)'), 0],
    ['the same order', line('(a, b)'), 0],
    ['one column only', line('(b)'), 0],
    ['a small table', line('(b, a)', { rows: { line: 100 } }), 0],
    [
      'a search by the first column of the key',
      line('(b, a)', { sql: 'SELECT b FROM line WHERE a = 3', plan: ['line|ref|PRIMARY|4|50|'] }),
      0,
    ],
  ])('%s', (_says, given, count) => {
    expect(spoken(given)).toBe(count)
  })

  test('is advised with both changes, and the statements that it harms to be looked for', () => {
    const [found] = [...pkReorderInsteadOfSecondKey.check(mysqlFacts(line('(b, a)')), {})]
    expect(found?.advice[0]?.variant.ddl.map(({ apply }) => apply)).toEqual([
      'ALTER TABLE `line` DROP PRIMARY KEY, ADD PRIMARY KEY (`b`, `a`)',
      'ALTER TABLE `line` DROP KEY `second`',
    ])
    expect(found?.advice[0]?.preconditions[0]?.status).toBe('unknown')
  })
})

describe('no primary key', () => {
  const visit = (name: string, keys: string, more: Partial<Given> = {}): Given => ({
    schema: `CREATE TABLE ${name} (a INT NOT NULL, b INT, id INT ${keys}) ENGINE=InnoDB`,
    rows: { [name]: 50_000 },
    sql: `SELECT a FROM ${name}`,
    plan: [`${name}|ALL|||50000|`],
    ...more,
  })
  const titles = (given: Given) =>
    [...noPrimaryKey.check(mysqlFacts(given), {})].flatMap(({ advice }) => advice.map(({ title }) => title))

  test.each([
    ['a plain index', visit('visit', ', KEY k (a)'), 1],
    ['a unique index that may be NULL', visit('visit', ', UNIQUE KEY k (b)'), 1],
    ['a unique index without NULLs', visit('visit', ', UNIQUE KEY k (a)'), 0],
    ['a primary key', visit('visit', ', PRIMARY KEY (a)'), 0],
    ['a table to load into', visit('visit_staging', ''), 0],
    ['few rows', visit('visit', '', { rows: { visit: 30 } }), 0],
  ])('%s', (_says, given, count) => {
    expect(titles(given)).toHaveLength(count)
  })

  test('the new column takes a name that is free', () => {
    expect(titles(visit('visit', ''))).toEqual(['Give visit a numbered primary key `row_id`'])
  })
  test('columns of which each pair comes once may be the key', () => {
    const given = visit('visit', ', KEY k (a)', { cardinality: { 'visit.k': 50_000 } })
    expect(titles(given)[0]).toBe('Make (a) the primary key of visit')
  })
})

describe('a long primary key', () => {
  const parcel = (type: string, rows = 50_000): Given => ({
    schema: `CREATE TABLE parcel (id ${type} NOT NULL PRIMARY KEY, a INT, b INT, KEY a (a), KEY b (b)) ENGINE=InnoDB DEFAULT CHARSET=latin1`,
    rows: { parcel: rows },
    sql: 'SELECT b FROM parcel WHERE a = 3',
    plan: ['parcel|ref|a|5|50|'],
  })
  test.each([
    ['CHAR(36)', parcel('CHAR(36)'), 1],
    ['VARCHAR(40)', parcel('VARCHAR(40)'), 1],
    ['BINARY(16)', parcel('BINARY(16)'), 0],
    ['BIGINT', parcel('BIGINT'), 0],
    ['a short code', parcel('CHAR(8)'), 0],
    ['a long name, of which nobody knows how much is filled', parcel('VARCHAR(200)'), 0],
    ['CHAR(36) of a small table', parcel('CHAR(36)', 500), 0],
  ])('%s', (_says, given, count) => {
    expect([...pkWideOrRandom.check(mysqlFacts(given), {})]).toHaveLength(count)
  })
})
