/** Random SELECTs over one table, or two, whose rows are full of NULLs, twins and ties; the same ones for one seed. */
export interface RandomSelect {
  readonly sql: string
  readonly tables: 1 | 2
}

/** A linear congruential generator ("Numerical Recipes"), for the same statements on every server. */
export function random(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

type Next = (below: number) => number

function pick<T>(next: Next, list: readonly [T, ...T[]]): T {
  return list[next(list.length)] ?? list[0]
}

/** Rows of `t (id, a, b, c, d, k)` and `u (id, t_id, w)` as statements that every server takes. */
export function tables(isPostgres: boolean, next: Next): readonly string[] {
  const kind = isPostgres ? 'text' : "ENUM('x','y','z')"
  const rows = Array.from({ length: 240 }, (_, id) => {
    const maybe = (text: string) => (next(5) === 0 ? 'NULL' : text)
    const text = maybe(`'${pick(next, ['p', 'q', 'r', 'pq', 'pr'])}'`)
    return `(${id + 1}, ${maybe(String(next(6)))}, ${maybe(String(next(9)))}, ${text}, ${next(4)}, ${maybe(`'${pick(next, ['x', 'y', 'z'])}'`)})`
  })
  const joined = Array.from(
    { length: 160 },
    (_, id) => `(${id + 1}, ${next(240) + 1}, ${next(5) === 0 ? 'NULL' : next(12)})`,
  )
  return [
    `CREATE TABLE t (id int NOT NULL PRIMARY KEY, a int, b int, c varchar(10), d int NOT NULL, k ${kind})`,
    'CREATE INDEX t_a ON t (a)',
    'CREATE INDEX t_b ON t (b, a, id)',
    'CREATE INDEX t_c ON t (c)',
    'CREATE TABLE u (id int NOT NULL PRIMARY KEY, t_id int NOT NULL, w int)',
    'CREATE INDEX u_t ON u (t_id)',
    'CREATE INDEX u_w ON u (w)',
    `INSERT INTO t VALUES ${rows.join(', ')}`,
    `INSERT INTO u VALUES ${joined.join(', ')}`,
  ]
}

function leaf(next: Next, q: string): string {
  return pick<() => string>(next, [
    () => `${q}a = ${next(6)}`,
    () => `${q}b = ${next(9)}`,
    () => `${q}b > ${next(9)}`,
    () => `${q}a BETWEEN ${next(3)} AND ${3 + next(3)}`,
    () => `${q}c = '${pick(next, ['p', 'q', 'pq'])}'`,
    () => `${q}c IN ('p', 'r')`,
    () => `${q}d < ${1 + next(4)}`,
    () => `${q}k = '${pick(next, ['x', 'y'])}'`,
    () => `${q}a IS NULL`,
    () => `NOT (${q}a = ${next(6)})`,
    () => `(${q}a = ${next(6)} AND ${q}d = ${next(4)})`,
  ])()
}

function list(next: Next, q: string): string {
  return pick<() => string>(next, [
    () => `${q}a IN (${next(3)}, ${3 + next(3)})`,
    () => `${q}a = ${next(3)} OR ${q}a = ${3 + next(3)}`,
    () => `${q}c IN ('p', 'q', 'pr')`,
    () => `(${q}c = 'p') or ${q}c = 'q'`,
    () => `${q}k = 'x' OR ${q}k = 'z'`,
    () => `${q}a IN (1, 1)`,
  ])()
}

/** Blanks, line ends and comments where people leave them. */
function gap(next: Next): string {
  return pick(next, [' ', ' ', '\n  ', ' /* why */ ', ' -- note\n', '  '])
}

export function randomSelect(next: Next): RandomSelect {
  const kind = next(8)
  return kind < 2 ? overTwo(next) : kind === 2 ? counted(next) : overOne(next)
}

function overOne(next: Next): RandomSelect {
  const [from, q] = pick<readonly [string, string]>(next, [
    ['t', ''],
    ['t', 't.'],
    ['t AS i', 'i.'],
    ['t i', ''],
  ])
  const name = from === 't' ? 't' : 'i'
  const shown = pick(next, [
    '*',
    `${name}.*`,
    `${q}id, ${q}a`,
    `${q}a, ${q}b`,
    `${q}a AS x, ${q}id`,
    `${q}c, ${q}d, ${q}id AS no`,
    `DISTINCT ${q}a, ${q}d`,
  ])
  const where = pick<() => string>(next, [
    () => leaf(next, q),
    () => list(next, q),
    () => `(${list(next, q)})`,
    () => `(${list(next, q)}) AND ${leaf(next, q)}`,
    () => `${leaf(next, q)} OR ${leaf(next, q)}`,
    () => `${leaf(next, q)} OR ${leaf(next, q)}${gap(next)}OR ${leaf(next, q)}`,
    () => `${leaf(next, q)} AND (${leaf(next, q)}${gap(next)}OR ${leaf(next, q)})`,
  ])()
  const order = shown.startsWith('DISTINCT')
    ? pick(next, ['', `${q}a, ${q}d DESC`])
    : pick(next, [
        '',
        `${q}id`,
        `${q}id DESC`,
        `${q}a, ${q}id`,
        `${q}b DESC, ${q}a DESC, ${q}id DESC`,
        `${q}a`,
        '2, 1',
        `${q}d, ${q}id DESC`,
      ])
  const limit =
    order === '' ? '' : pick(next, ['', `LIMIT ${1 + next(12)}`, `LIMIT ${1 + next(12)} OFFSET ${next(30)}`])
  return { sql: text(next, shown, from, where, order, limit), tables: 1 }
}

/** Counts and groups over an OR. */
function counted(next: Next): RandomSelect {
  const or = `${leaf(next, 't.')}${gap(next)}OR ${leaf(next, 't.')}`
  const where = pick(next, [or, `(${or})`, `(${or}) AND ${leaf(next, 't.')}`])
  const grouped = next(2) === 0
  const shown = grouped ? 't.a, COUNT(*), MIN(c)' : pick(next, ['COUNT(*)', 'COUNT(*), SUM(b), COUNT(DISTINCT t.c)'])
  const having = pick(next, ['', ' HAVING COUNT(*) > 3'])
  return { sql: text(next, shown, 't', `${where}${grouped ? ` GROUP BY t.a${having}` : ''}`, '', ''), tables: 1 }
}

function overTwo(next: Next): RandomSelect {
  const shown = pick(next, ['t.id, u.id AS u_id, u.w', 't.a, u.w', 'u.id, t.a', 't.*, u.w'])
  const side = () =>
    pick<() => string>(next, [() => leaf(next, 't.'), () => `u.w = ${next(12)}`, () => `u.w > ${next(12)}`])()
  const where = pick<() => string>(next, [
    () => `${side()} OR u.w = ${next(12)}`,
    () => `${side()} OR ${side()}`,
    () => `(${side()} OR u.w = ${next(12)})${gap(next)}AND t.d > 0`,
  ])()
  const from = pick(next, [
    't JOIN u ON u.t_id = t.id',
    't INNER JOIN u ON t.id = u.t_id',
    'u LEFT JOIN t ON t.id = u.t_id',
  ])
  const order = pick(next, ['', '', shown.startsWith('t.id') ? 't.id, u_id' : ''])
  return { sql: text(next, shown, from, where, order, order === '' ? '' : pick(next, ['', 'LIMIT 7'])), tables: 2 }
}

function text(next: Next, shown: string, from: string, where: string, order: string, limit: string): string {
  const parts = [
    `SELECT ${shown}`,
    `FROM ${from}`,
    `WHERE ${where}`,
    ...(order ? [`ORDER BY ${order}`] : []),
    ...(limit ? [limit] : []),
  ]
  return parts.reduce((before, part) => `${before}${gap(next)}${part}`)
}
