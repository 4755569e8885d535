// Protects: conditions that only look right are told by their own words and the catalog, with and without an index for them.
import { describe, expect, test } from 'vitest'
import { conditionFaultsOf } from '../../../src/core/keyparts/condition-faults'
import { readPlans } from '../../../src/core/plan/read'
import { catalogOf } from './ddl'

const catalog = catalogOf(
  `CREATE TABLE d (id INT NOT NULL, ym CHAR(7) NOT NULL, yr INT NOT NULL, price DECIMAL(10,2) NULL, day DATE NOT NULL,
    code VARCHAR(9) NOT NULL, PRIMARY KEY (id))`,
  `CREATE TABLE o (id INT NOT NULL, ym CHAR(7) NOT NULL, n INT NOT NULL, at DATETIME NOT NULL, PRIMARY KEY (id))`,
)
const tablePlan = (...tables: readonly string[]) =>
  [
    'id\tselect_type\ttable\ttype\tpossible_keys\tkey\tkey_len\tref\trows\tExtra',
    ...tables.map((table) => `1\tSIMPLE\t${table}\tALL\tNULL\tNULL\tNULL\tNULL\t100\tUsing where`),
  ].join('\n')

function faultsOf(sql: string, ...tables: readonly string[]) {
  const [plan] = readPlans(tablePlan(...tables), { sql })
  if (plan === undefined) throw new Error('The plan was not read')
  return conditionFaultsOf(plan, 0, { plans: [plan], catalog, sql }).map(({ kind, condition, sqlSpans }) => ({
    kind,
    condition,
    places: sqlSpans.map(({ start, end }) => sql.slice(start, end)),
  }))
}

describe('holds for no value', () => {
  test.each([
    { where: 'yr <= 1992 AND yr >= 1997', both: ['yr <= 1992', 'yr >= 1997'] },
    { where: "yr >= 1997 AND ym = 'a' AND yr <= 1992", both: ['yr >= 1997', 'yr <= 1992'] },
    { where: 'yr > 5 AND yr < 5', both: ['yr > 5', 'yr < 5'] },
    { where: 'yr >= 5 AND yr < 5', both: ['yr >= 5', 'yr < 5'] },
    { where: 'yr = 3 AND yr = 4', both: ['yr = 3', 'yr = 4'] },
    { where: 'yr = 3 AND 2 > yr', both: ['yr = 3', '2 > yr'] },
    { where: 'yr BETWEEN 1997 AND 1992', both: ['yr BETWEEN 1997 AND 1992'] },
    { where: 'yr BETWEEN 1 AND 3 AND yr >= 4', both: ['yr BETWEEN 1 AND 3', 'yr >= 4'] },
    { where: 'NOT (yr > 3) AND NOT (yr < 7)', both: ['NOT (yr > 3)', 'NOT (yr < 7)'] },
    { where: 'price > 10.5 AND price < 10.25', both: ['price > 10.5', 'price < 10.25'] },
    { where: "day >= '1997-01-01' AND day < '1997-01-01'", both: ["day >= '1997-01-01'", "day < '1997-01-01'"] },
    { where: "yr >= '1997' AND yr <= 1992", both: ["yr >= '1997'", 'yr <= 1992'] },
  ])('$where', ({ where, both }) => {
    expect(faultsOf(`SELECT * FROM d WHERE ${where}`, 'd')).toEqual([
      { kind: 'impossible', condition: expect.any(String), places: both },
    ])
  })

  test.each([
    ['a range that one value fulfils', 'SELECT * FROM d WHERE yr >= 5 AND yr <= 5', ['d']],
    ['alternatives', 'SELECT * FROM d WHERE yr <= 1992 OR yr >= 1997', ['d']],
    ['a negated pair', 'SELECT * FROM d WHERE NOT (yr <= 1992 AND yr >= 1997)', ['d']],
    ['NOT BETWEEN the wrong way round', 'SELECT * FROM d WHERE yr NOT BETWEEN 1997 AND 1992', ['d']],
    ['texts, which are in the order of their collation', "SELECT * FROM d WHERE code >= 'b' AND code <= 'a'", ['d']],
    ['a day that is no ISO day', "SELECT * FROM d WHERE day >= '97-1-1' AND day <= '1992-01-01'", ['d']],
    ['values that nobody gave', 'SELECT * FROM d WHERE yr <= ? AND yr >= ?', ['d']],
    ['two tables', 'SELECT * FROM d JOIN o ON d.id = o.id WHERE d.yr <= 1 AND o.n >= 2', ['d', 'o']],
    [
      'an outer join whose ON says something else than the WHERE',
      'SELECT * FROM d LEFT JOIN o ON o.id = d.id AND d.yr <= 1 WHERE d.yr >= 2',
      ['d', 'o'],
    ],
    ['expressions', 'SELECT * FROM d WHERE yr + 1 <= 1992 AND yr + 1 >= 1997', ['d']],
    [
      'numbers of more digits than a double holds',
      'SELECT * FROM d WHERE yr > 90071992547409931 AND yr < 90071992547409932',
      ['d'],
    ],
  ])('not: %s', (_, sql, tables) => {
    expect(faultsOf(sql, ...tables)).toEqual([])
  })

  test('the sentence names the table and the condition', () => {
    const sql = 'SELECT * FROM d AS x WHERE x.yr <= 1992 AND x.yr >= 1997'
    const [plan] = readPlans(tablePlan('x'), { sql })
    if (plan === undefined) throw new Error('The plan was not read')
    expect(conditionFaultsOf(plan, 0, { plans: [plan], catalog, sql })[0]?.text).toBe(
      'No row of `x` can pass: `yr <= 1992 AND yr >= 1997` holds for no value.',
    )
  })
})

describe('no index could serve it', () => {
  test.each([
    { sql: 'SELECT * FROM d WHERE ym = 199401', tables: ['d'], place: 'ym = 199401' },
    { sql: 'SELECT * FROM d WHERE 199401 < ym', tables: ['d'], place: '199401 < ym' },
    { sql: 'SELECT * FROM d WHERE ym IN (199401, 199402)', tables: ['d'], place: 'ym IN (199401, 199402)' },
    { sql: 'SELECT * FROM d WHERE code BETWEEN 1 AND 5', tables: ['d'], place: 'code BETWEEN 1 AND 5' },
    { sql: 'SELECT * FROM d JOIN o ON d.code = o.n', tables: ['o', 'd'], place: 'd.code = o.n' },
    { sql: 'SELECT * FROM d JOIN o ON d.code = o.at', tables: ['o', 'd'], place: 'd.code = o.at' },
  ])('$sql', ({ sql, tables, place }) => {
    expect(faultsOf(sql, ...tables)).toEqual([{ kind: 'unsearchable', condition: expect.any(String), places: [place] }])
  })

  test('the whole reason, and the short one of a verdict', () => {
    const sql = 'SELECT * FROM d WHERE ym = 199401'
    const [plan] = readPlans(tablePlan('d'), { sql })
    if (plan === undefined) throw new Error('The plan was not read')
    expect(conditionFaultsOf(plan, 0, { plans: [plan], catalog, sql })[0]).toMatchObject({
      text: '`ym = 199401` compares a `char(7)` with a number: every value of `ym` would have to be converted first. No index on `ym` could serve it, and a text that begins with no digit counts as 0.',
      short: '`ym = 199401` compares text with a number: no index on `ym` could serve it.',
    })
  })

  test.each([
    ['a text with a text', "SELECT * FROM d WHERE ym = '199401'", ['d']],
    ['a number with a text: the literal is converted once', "SELECT * FROM d WHERE yr = '1994'", ['d']],
    ['a day with a text', "SELECT * FROM d WHERE day = '1994-01-01'", ['d']],
    ['two texts', 'SELECT * FROM d JOIN o ON d.ym = o.ym', ['d', 'o']],
    ['a value that nobody gave', 'SELECT * FROM d WHERE ym = ?', ['d']],
    ['an explicit expression says what it does', 'SELECT * FROM d WHERE CAST(ym AS UNSIGNED) = 199401', ['d']],
  ])('not: %s', (_, sql, tables) => {
    expect(faultsOf(sql, ...tables)).toEqual([])
  })
})
