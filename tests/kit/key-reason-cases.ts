import type { KeyPartReasonCode, ReasonEvidence } from '../../src/core/keyparts/model'

/** Tables and pairs of statements for the reasons of key parts: one that gives a reason, one that does not. */

export interface ReasonCase {
  readonly code: KeyPartReasonCode
  /** Short, of this pair. */
  readonly name: string
  /** `table.index.part`, part by column or expression. */
  readonly part: string
  /** A statement in which the part has this reason. */
  readonly yes: string
  /** A statement in which it has not. */
  readonly no: string
  /** What the sentence says of this statement. */
  readonly says: RegExp
  /** What the reason rests on, at least. */
  readonly from: readonly ReasonEvidence['from'][]
  /** Ids of servers; without it all of the family. */
  readonly on?: readonly string[]
}

const numbers = (count: number, row: (n: number) => string) =>
  Array.from({ length: count }, (_, at) => row(at + 1)).join(', ')
const two = (n: number) => String(n).padStart(2, '0')
const titles = ['alpha', 'beta', 'gamma', 'delta']
const states = ['new', 'open', 'done']

export const mysqlTables: readonly string[] = [
  `CREATE TABLE t (id INT NOT NULL PRIMARY KEY, a INT NOT NULL, b VARCHAR(20) CHARACTER SET latin1 NOT NULL, c INT NULL,
    d DATE NOT NULL, e INT NOT NULL, code VARCHAR(10) CHARACTER SET latin1 NOT NULL,
    title VARCHAR(40) CHARACTER SET latin1 NOT NULL, st ENUM('new','open','done') NOT NULL, pad CHAR(100) NOT NULL DEFAULT 'p',
    KEY abd (a, b, d), KEY ca (c, a), KEY code (code, e), KEY title (title(5), e), KEY st (st), KEY ea (e, a))
    ENGINE=InnoDB DEFAULT CHARSET=utf8mb4`,
  `CREATE TABLE u (id INT NOT NULL PRIMARY KEY, code3 VARCHAR(10) CHARACTER SET utf8 NOT NULL,
    code4 VARCHAR(10) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci NOT NULL,
    bin4 VARCHAR(10) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL, n INT NOT NULL,
    KEY code3 (code3), KEY code4 (code4), KEY bin4 (bin4), KEY n (n)) ENGINE=InnoDB`,
  `CREATE TABLE few (id INT NOT NULL PRIMARY KEY, n INT NOT NULL,
    w VARCHAR(10) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci NOT NULL,
    wb VARCHAR(10) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL) ENGINE=InnoDB`,
  `INSERT INTO t (id, a, b, c, d, e, code, title, st) VALUES ${numbers(
    3000,
    (n) =>
      `(${n}, ${n % 50}, 'b${n % 200}', ${n % 7 === 0 ? 'NULL' : n % 90}, '2020-${two(1 + (n % 12))}-${two(1 + (n % 28))}', ${n % 300}, '${n % 900}', '${titles[n % 4]} ${n}', '${states[n % 3]}')`,
  )}`,
  `INSERT INTO u VALUES ${numbers(1000, (n) => `(${n}, 'c${n}', 'c${n}', 'c${n}', ${n})`)}`,
  `INSERT INTO few VALUES ${numbers(5, (n) => `(${n}, ${n}, 'c${n}', 'c${n}')`)}`,
  'ANALYZE TABLE t, u, few',
]

const abd = 'SELECT * FROM t FORCE INDEX (abd) WHERE'
const lookups = 'SELECT * FROM few f STRAIGHT_JOIN'
const mysqlOnly = ['mysql56', 'mysql57', 'mysql80', 'mysql97']
const newer = ['mysql80', 'mysql97']
const manyValues = numbers(250, (n) => `'b${n}'`)
const manyPairs = `a IN (${numbers(40, String)}) AND b IN (${numbers(40, (n) => `'b${n}'`)})`

export const mysqlCases: readonly ReasonCase[] = [
  {
    code: 'previous-part-is-range',
    name: 'open range',
    part: 't.abd.b',
    yes: `${abd} a > 3 AND a < 6 AND b = 'b4'`,
    no: `${abd} a = 4 AND b = 'b4'`,
    says: /^Range on `a` ends the usable prefix: `a > 3 AND a < 6` is a range, so later parts cannot narrow the read\.$/,
    from: ['plan'],
  },
  {
    code: 'narrows-only-range-edges',
    name: 'closed range',
    part: 't.abd.b',
    yes: `${abd} a BETWEEN 3 AND 6 AND b = 'b4'`,
    no: `${abd} a IN (3, 4) AND b = 'b4'`,
    says: /^Counted in key_len, but behind the range on `a` it narrows only the first and the last value of that range\.$/,
    from: ['plan'],
  },
  {
    code: 'previous-part-not-used',
    name: 'gap',
    part: 't.abd.d',
    yes: `${abd} a = 3 AND d = '2020-04-04'`,
    no: `${abd} a = 3 AND b = 'b3' AND d = '2020-04-04'`,
    says: /^`b`, an earlier part of the index, is not bounded, so `d` cannot narrow the read\.$/,
    from: ['statement', 'plan'],
  },
  {
    code: 'not-in-condition',
    name: 'no condition',
    part: 't.abd.b',
    yes: `${abd} a = 3`,
    no: `${abd} a = 3 AND b = 'b3'`,
    says: /^No condition on `b`\.$/,
    from: ['statement', 'plan'],
  },
  {
    code: 'function-or-expression',
    name: 'LOWER around the column',
    part: 't.abd.b',
    yes: `${abd} a = 3 AND LOWER(b) = 'b3'`,
    no: `${abd} a = 3 AND b = LOWER('B3')`,
    says: /puts an expression around the column; the index holds the bare values of `b`\.$/,
    from: ['plan'],
  },
  {
    code: 'implicit-conversion',
    name: 'text against a number',
    part: 't.code.code',
    yes: 'SELECT * FROM t WHERE code = 12',
    no: "SELECT * FROM t WHERE code = '12'",
    says: /^`code = 12` compares a `varchar\(10\)` with a number: every value of `code` would have to be converted first\. The server says: Cannot use /,
    from: ['catalog', 'warning'],
  },
  {
    code: 'implicit-conversion',
    name: 'character sets of a join',
    part: 'u.code3.code3',
    yes: `${lookups} u ON u.code3 = f.w`,
    no: `${lookups} u ON u.code4 = f.w`,
    says: /compares `utf8mb3` text with `utf8mb4` text: every value of `code3` would have to be converted first\./,
    from: ['catalog'],
  },
  {
    code: 'implicit-conversion',
    name: 'members of an ENUM by name',
    part: 't.st.st',
    yes: "SELECT * FROM t WHERE st > 'new'",
    no: "SELECT * FROM t WHERE st = 'new'",
    says: /compares names, but `st` is sorted by the numbers of its members/,
    from: ['catalog'],
  },
  {
    code: 'collation',
    name: 'COLLATE around the other side',
    part: 'u.bin4.bin4',
    yes: `${lookups} u ON u.bin4 = f.w COLLATE utf8mb4_general_ci`,
    no: `${lookups} u ON u.bin4 = f.w`,
    says: /compares by the collation `utf8mb4_general_ci`, but the index holds `bin4` in the order of `utf8mb4_bin`\..* The server says: /,
    from: ['catalog', 'warning'],
  },
  {
    code: 'collation',
    name: 'a binary collation on the other side',
    part: 'u.code4.code4',
    yes: `${lookups} u ON u.code4 = f.wb`,
    no: `${lookups} u ON u.code4 = f.w`,
    says: /compares by the collation `utf8mb4_bin`, but the index holds `code4` in the order of `utf8mb4_general_ci`\./,
    from: ['catalog'],
    on: mysqlOnly,
  },
  {
    code: 'leading-wildcard',
    name: 'LIKE %x',
    part: 't.abd.b',
    yes: `${abd} a = 3 AND b LIKE '%3'`,
    no: `${abd} a = 3 AND b LIKE 'b3%'`,
    says: /begins with a wildcard, so there is no fixed beginning to search for\.$/,
    from: ['plan'],
  },
  {
    code: 'literal-shorter-than-prefix',
    name: 'three of five characters',
    part: 't.title.e',
    yes: "SELECT * FROM t FORCE INDEX (title) WHERE title LIKE 'alp%' AND e = 5",
    no: "SELECT * FROM t FORCE INDEX (title) WHERE title LIKE 'alpha%' AND e = 5",
    says: /^The literal `alp` has 3 characters, the index prefix 5: /,
    from: ['plan', 'catalog'],
  },
  {
    code: 'or-spans-parts',
    name: 'OR over two parts',
    part: 't.abd.b',
    yes: `${abd} a = 3 AND (b = 'b3' OR d = '2020-04-04')`,
    no: `${abd} a = 3 AND (b = 'b3' OR b = 'b53')`,
    says: /is an OR that does not bound `b` in every branch\.$/,
    from: ['plan'],
  },
  {
    code: 'or-spans-parts',
    name: 'the other branch of an index merge',
    part: 't.ea.a',
    yes: 'SELECT * FROM t WHERE a = 3 OR e = 4',
    no: 'SELECT * FROM t WHERE a = 3 AND e = 4',
    says: /is an OR that does not bound `a` in every branch\.$/,
    from: ['plan'],
  },
  {
    code: 'negation',
    name: 'NOT LIKE',
    part: 't.abd.b',
    yes: `${abd} a = 3 AND b NOT LIKE 'b3%'`,
    no: `${abd} a = 3 AND b LIKE 'b3%'`,
    says: /excludes values instead of naming them/,
    from: ['plan'],
  },
  {
    code: 'negation',
    name: 'rows NOT IN',
    part: 't.abd.a',
    yes: "SELECT * FROM t WHERE (a, b) NOT IN ((3, 'b3'), (4, 'b4'))",
    no: "SELECT * FROM t WHERE a = 3 AND b = 'b3'",
    says: /excludes values instead of naming them/,
    from: ['plan'],
  },
  {
    code: 'row-constructor',
    name: 'rows compared by order',
    part: 't.abd.b',
    yes: `${abd} a = 3 AND (b, d) > ('b3', '2020-01-04')`,
    no: `${abd} a = 3 AND (b > 'b3' OR (b = 'b3' AND d > '2020-01-04'))`,
    says: /compares rows, which this server does not turn into a range of the index\.$/,
    from: ['plan'],
  },
  {
    code: 'row-constructor',
    name: 'a list of rows before 5.7',
    part: 't.abd.a',
    yes: "SELECT * FROM t WHERE (a, b) IN ((3, 'b3'), (4, 'b4'))",
    no: "SELECT * FROM t WHERE (a, b) = (3, 'b3')",
    says: /compares rows, which this server does not turn into a range of the index\.$/,
    from: ['plan'],
    on: ['mysql56'],
  },
  {
    code: 'only-index-condition',
    name: 'a lookup takes equalities only',
    part: 't.abd.b',
    yes: `${lookups} t FORCE INDEX (abd) ON t.a = f.n WHERE t.b > 'b3'`,
    no: `${lookups} t FORCE INDEX (abd) ON t.a = f.n WHERE t.b = 'b3'`,
    says: /^`b > 'b3'` is checked in the index before the row is read, but does not bound the read: a lookup takes equalities only\.$/,
    from: ['plan'],
  },
  {
    code: 'mixed-order',
    name: 'DESC, then ASC',
    part: 't.abd.d',
    yes: `${abd} a = 3 ORDER BY b DESC, d`,
    no: `${abd} a = 3 ORDER BY b DESC, d DESC`,
    says: /^ORDER BY mixes directions that the index does not have: `b DESC`, then `d`\.$/,
    from: ['statement'],
  },
  {
    code: 'order-breaks',
    name: 'a range before the order',
    part: 't.abd.b',
    yes: `${abd} a > 3 AND a < 6 ORDER BY b`,
    no: `${abd} a = 3 ORDER BY b`,
    says: /^`b` does not give the order of ORDER BY: `a > 3 AND a < 6` leaves more than one value of `a`, which stands before it in the index\.$/,
    from: ['statement'],
  },
  {
    code: 'order-breaks',
    name: 'groups by another column first',
    part: 't.abd.b',
    yes: `SELECT e, b, COUNT(*) FROM t FORCE INDEX (abd) WHERE a = 3 GROUP BY b, e`,
    no: `SELECT b, COUNT(*) FROM t FORCE INDEX (abd) WHERE a = 3 GROUP BY b`,
    says: /^`b` does not give the order of GROUP BY: it goes on with `e`, the index does not\.$/,
    from: ['statement'],
  },
  {
    code: 'fewer-parts-chosen',
    name: 'memory for ranges used up',
    part: 't.abd.a',
    yes: `SELECT /*+ SET_VAR(range_optimizer_max_mem_size=2000) */ * FROM t WHERE ${manyPairs}`,
    no: `SELECT * FROM t FORCE INDEX (abd) WHERE ${manyPairs}`,
    says: /could have bounded the read too; the server gave ranges up, because they need more than the 2,000 bytes of range_optimizer_max_mem_size\.$/,
    from: ['plan', 'warning'],
    on: newer,
  },
  {
    code: 'fewer-parts-chosen',
    name: 'the part before is cheaper by estimates without dives',
    part: 't.abd.b',
    yes: `SELECT a FROM t WHERE a = 3 AND b IN (${manyValues})`,
    no: "SELECT a FROM t WHERE a = 3 AND b IN ('b3', 'b53')",
    says: /^`b in \('b1', 'b2', 'b3', … 250 values\)` could have bounded the read too; the range on abd with this part too \([\d,]+ rows, cost [\d,.]+\) was weighed, and the lookup taken/,
    from: ['plan', 'statement', 'trace'],
    on: ['mysql57', 'mariadb1011', 'mariadb114'],
  },
  {
    code: 'fewer-parts-chosen',
    name: 'a lookup where memory for ranges is used up',
    part: 't.abd.b',
    yes: `SELECT /*+ SET_VAR(range_optimizer_max_mem_size=2000) */ * FROM t WHERE a = 3 AND b IN (${manyValues})`,
    no: "SELECT * FROM t WHERE a = 3 AND b IN ('b3', 'b53')",
    says: /could have bounded the read too; the server gave ranges up, because they need more than the 2,000 bytes of range_optimizer_max_mem_size\.$/,
    from: ['plan', 'statement', 'warning'],
    on: newer,
  },
  {
    code: 'hint-forbids',
    name: 'IGNORE INDEX',
    part: 't.abd.a',
    yes: "SELECT * FROM t IGNORE INDEX (abd) WHERE a = 3 AND b = 'b3'",
    no: "SELECT * FROM t IGNORE INDEX (ca) WHERE a = 3 AND b = 'b3'",
    says: /^`IGNORE INDEX \(abd\)` forbids the server to read this index\.$/,
    from: ['statement'],
  },
  {
    code: 'hint-forbids',
    name: 'USE INDEX of another one, under an alias',
    part: 't.abd.a',
    yes: "SELECT * FROM t AS x USE INDEX (ea) WHERE x.a = 3 AND b = 'b3'",
    no: "SELECT * FROM t AS x USE INDEX (abd) WHERE x.a = 3 AND b = 'b3'",
    says: /^`USE INDEX \(ea\)` forbids the server to read this index\.$/,
    from: ['statement'],
  },
  {
    code: 'hint-forbids',
    name: 'an optimizer hint',
    part: 't.abd.a',
    yes: "SELECT /*+ NO_INDEX(t abd) */ * FROM t WHERE a = 3 AND b = 'b3'",
    no: "SELECT /*+ NO_INDEX(t ca) */ * FROM t WHERE a = 3 AND b = 'b3'",
    says: /^`NO_INDEX\(t abd\)` forbids the server to read this index\.$/,
    from: ['statement'],
    on: newer,
  },
  {
    code: 'index-scan',
    name: 'covering scan',
    part: 't.abd.a',
    yes: 'SELECT a, b, d FROM t FORCE INDEX (abd)',
    no: 'SELECT a, b, d FROM t FORCE INDEX (abd) WHERE a = 3',
    says: /^The whole index is read from end to end; nothing narrows the read\.$/,
    from: ['plan'],
  },
  {
    code: 'not-chosen',
    name: 'another index is cheaper',
    part: 't.abd.a',
    yes: "SELECT * FROM t WHERE a = 3 AND b = 'b3' AND e = 3",
    no: "SELECT * FROM t FORCE INDEX (abd) WHERE a = 3 AND b = 'b3' AND e = 3",
    says: /^The server chose `(ea|abd and ea|ea and abd)` instead\. abd was considered/,
    from: ['plan', 'trace'],
  },
  {
    code: 'other-table',
    name: 'a column that may be NULL, of which the server adds that it is not',
    part: 't.ca.c',
    yes: 'SELECT * FROM t STRAIGHT_JOIN few f ON t.c = f.n',
    no: `${lookups} t ON t.c = f.n`,
    says: /^`c = f\.n` could be looked up only after `f` is read\.$/,
    from: ['statement'],
  },
  {
    code: 'other-table',
    name: 'read before the table that it is compared with',
    part: 't.ea.e',
    yes: 'SELECT * FROM t x STRAIGHT_JOIN u ON u.n = x.e',
    no: 'SELECT * FROM few f STRAIGHT_JOIN t x FORCE INDEX (ea) ON f.n = x.e',
    says: /could be looked up only after `u` is read\.$/,
    from: ['statement'],
  },
]
