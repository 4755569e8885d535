import type { Dialect } from '../../engine'
import type { ScopeClause } from './scope-model'

export interface KeywordWord {
  readonly word: string
  readonly about?: string | undefined
  readonly dialects?: 'mysql-family' | 'mariadb' | 'postgres' | undefined
}

function keywords(text: string, dialects?: KeywordWord['dialects']): readonly KeywordWord[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [word = '', about] = line.trim().split(' — ')
      return { word, about, dialects }
    })
}

/** Where an operand must come. */
const operands = keywords(`
CASE — Chooses a value by conditions: CASE WHEN … THEN … ELSE … END.
NOT — Turns a condition round.
EXISTS — True where the subquery gives a row; stops at the first.
NULL — No value. Equal to nothing: ask with IS NULL.
TRUE
FALSE
INTERVAL — A span of time.
`)
/** Behind an operand of a condition. */
const operators = keywords(`
AND — Both must hold. Conditions joined by AND can use one index together.
OR — One must hold. Different columns need an index each, or one reads all rows.
IN — Equal to one of a list, or of a subquery's rows.
NOT IN — Equal to none of a list; with a NULL in it, never true.
LIKE — Text pattern: % any characters, _ one. A fixed beginning can use an index.
BETWEEN — From a value to a value, both included.
IS NULL — Has no value; an index serves it.
IS NOT NULL — Has a value.
`)
const joins = keywords(`
JOIN — Rows of both sides that belong together.
LEFT JOIN — All rows of the left side, with NULLs where the right has none.
INNER JOIN — Rows of both sides that belong together.
CROSS JOIN — Every row with every row.
RIGHT JOIN — All rows of the right side, with NULLs where the left has none.
`)
const afterFrom = keywords(`
WHERE — Which rows.
GROUP BY — One row for each group.
ORDER BY — In which order; an index that has it saves the sort.
LIMIT — At most so many rows.
`)

const byPlace: Readonly<Record<string, readonly KeywordWord[]>> = {
  statement: [
    ...keywords(
      'SELECT\nINSERT INTO\nUPDATE\nDELETE FROM\nWITH — Names queries for the statement that follows.\nEXPLAIN — Shows the plan instead of running the statement.',
    ),
    ...keywords('REPLACE INTO', 'mysql-family'),
    ...keywords('ANALYZE FORMAT=JSON — Runs the statement and shows the plan with what happened.', 'mariadb'),
  ],
  'select operand': [
    ...keywords('DISTINCT — Each row once.'),
    ...operands,
    ...keywords('STRAIGHT_JOIN — Joins in the order of the FROM clause.\nSQL_NO_CACHE', 'mysql-family'),
  ],
  'select after': [
    ...keywords('FROM\nAS\nOVER — Makes the function one over a window of rows.'),
    ...operators.slice(0, 2),
  ],
  'from after': [
    ...joins,
    ...afterFrom,
    ...keywords('ON\nUSING\nAS'),
    ...keywords(
      'FORCE INDEX — Reads the table by one of these indexes, unless none can be used.\nUSE INDEX — Reads the table by one of these indexes or whole.\nIGNORE INDEX — Keeps these indexes out.\nSTRAIGHT_JOIN — Joins, with the left table read first.',
      'mysql-family',
    ),
    ...keywords('FULL JOIN — All rows of both sides.\nTABLESAMPLE — A part of the table only.', 'postgres'),
    ...keywords('SET'),
  ],
  'from table': keywords('LATERAL — A derived table that sees the tables before it.'),
  'on operand': operands,
  'on after': [...operators, ...joins, ...afterFrom],
  'where operand': operands,
  'where after': [
    ...operators,
    ...afterFrom.slice(1),
    ...keywords('ILIKE — LIKE in any case; needs a trigram index.', 'postgres'),
    ...keywords('REGEXP — Regular expression; uses no index.', 'mysql-family'),
    ...keywords(
      'FOR UPDATE — Locks the rows.\nUNION ALL — Rows of both, with repetitions.\nUNION — Rows of both, each once.',
    ),
  ],
  'group operand': operands,
  'group after': [
    ...keywords('HAVING — Which groups.\nORDER BY\nLIMIT'),
    ...keywords('WITH ROLLUP — Sums of groups too.', 'mysql-family'),
  ],
  'having operand': operands,
  'having after': [...operators, ...keywords('ORDER BY\nLIMIT')],
  'order operand': operands,
  'order after': [
    ...keywords('DESC — From the largest.\nASC — From the smallest.\nLIMIT'),
    ...keywords('NULLS LAST\nNULLS FIRST', 'postgres'),
  ],
  'limit after': keywords('OFFSET — Skips rows, which are read all the same.\nFOR UPDATE'),
  'set operand': [...keywords('DEFAULT'), ...operands],
  'set after': [...keywords('WHERE\nORDER BY\nLIMIT'), ...keywords('RETURNING', 'postgres')],
  'values operand': [...keywords('DEFAULT'), ...operands],
  'values after': [
    ...keywords('ON DUPLICATE KEY UPDATE — Changes the row where a unique key is there already.', 'mysql-family'),
    ...keywords('ON CONFLICT — What to do where a unique key is there already.\nRETURNING', 'postgres'),
  ],
  'returning operand': operands,
  'start after': keywords('INTO\nFROM'),
  'insert-columns after': keywords('VALUES\nSELECT'),
}

/** Words that may come next in a clause, best first. */
export function keywordsAt(
  clause: ScopeClause | 'statement',
  stands: 'operand' | 'after' | 'table',
  dialect: Dialect,
): readonly KeywordWord[] {
  const place = clause === 'statement' ? 'statement' : `${clause} ${stands}`
  return (byPlace[place] ?? []).filter((word) => fits(word, dialect))
}

function fits({ dialects }: KeywordWord, dialect: Dialect): boolean {
  if (dialects === undefined) return true
  return dialects === 'mysql-family' ? dialect !== 'postgres' : dialects === dialect
}

/** The line about a keyword, in upper case as written: `LEFT JOIN`, `IN`. */
export function aboutKeyword(word: string, dialect: Dialect): string | undefined {
  for (const list of Object.values(byPlace))
    for (const one of list) if (one.word === word && one.about !== undefined && fits(one, dialect)) return one.about
  return undefined
}
