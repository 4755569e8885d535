/**
 * How pt-query-digest 3.2.1 and pgbadger 12.0 group statements otherwise than we do, each with statements that show it.
 * Groups are told as the programs print them; ours are fingerprints.
 */
export interface GroupingCase {
  readonly what: string
  readonly because: string
  readonly statements: readonly string[]
  /** The peer's group of each statement. */
  readonly peer: readonly string[]
  /** Ours. */
  readonly ours: readonly string[]
  /** Of PostgreSQL: the values that were bound, as the server of that version writes them. */
  readonly details?: readonly string[]
  /**
   * Writes a statement of a generated log in a way that both programs group alike, where that is of this case. The shape
   * stays the same. Given for every difference that generated logs have.
   */
  readonly plain?: (sql: string) => string
}

const valueIsNoShape = 'How a value is written is no part of the shape: the same plan, the same remedy.'

const letters = (digits: string) => digits.replace(/\d/g, (digit) => 'abcdefghij'.charAt(Number(digit)))
const firstRowOfIn = (sql: string) => sql.replace(/(IN \(\(\d+, \d+\))(?:, \(\d+, \d+\))+/, '$1')

export const perconaCases: readonly GroupingCase[] = [
  {
    what: 'digits in names',
    because: 'Tables that differ in a number have rows, indexes and plans of their own.',
    statements: ['SELECT a FROM orders_2025 WHERE b = 1', 'SELECT a FROM orders_2026 WHERE b = 1'],
    peer: ['select a from orders_? where b = ?', 'select a from orders_? where b = ?'],
    ours: ['select a from orders_2025 where b = ?', 'select a from orders_2026 where b = ?'],
    plain: (sql) => sql.replace(/\bshape_\d+/g, letters),
  },
  {
    what: 'upper-case digits of hexadecimal literals',
    because: valueIsNoShape,
    statements: ['SELECT 0x04FD', 'SELECT 0xABCD', 'SELECT 0x04fd'],
    peer: ['select ?fd', 'select ?abcd', 'select ?'],
    ours: ['select ?', 'select ?', 'select ?'],
    plain: (sql) => sql.replaceAll('0x04FD', '0x04fd'),
  },
  {
    what: 'a doubled quote in a string',
    because: valueIsNoShape,
    statements: ["SELECT a FROM t WHERE b = 'it''s'", "SELECT a FROM t WHERE b = 'its'"],
    peer: ['select a from t where b = ??', 'select a from t where b = ?'],
    ours: ['select a from t where b = ?', 'select a from t where b = ?'],
    plain: (sql) => sql.replaceAll("'it''s; so'", "'its; so'"),
  },
  {
    what: 'a backslash at the end of a string',
    because: 'The string ends there; pt-query-digest reads on to the next quote, and loses what is between.',
    statements: ["SELECT a FROM t WHERE b = 'c:\\\\' AND d = 'e'", "SELECT a FROM t WHERE b = 'c:' AND d = 'e'"],
    peer: ["select a from t where b = ?e'", 'select a from t where b = ? and d = ?'],
    ours: ['select a from t where b = ? and d = ?', 'select a from t where b = ? and d = ?'],
    plain: (sql) => sql.replaceAll("'a\\'b; c\\\\'", "'ab; c'"),
  },
  {
    what: 'a line of a string that looks like a header, behind a semicolon',
    because: 'The rest of the statement is missing in pt-query-digest; it is in quotes.',
    statements: [
      "SELECT a FROM t WHERE b = 'line;\n# User@Host: x[x] @ y []\nmore' AND c = 1",
      "SELECT a FROM t WHERE b = 'line' AND c = 1",
    ],
    peer: ["select a from t where b = 'line", 'select a from t where b = ? and c = ?'],
    ours: ['select a from t where b = ? and c = ?', 'select a from t where b = ? and c = ?'],
    plain: (sql) => sql.replaceAll("'line;\n# User@Host: x[x] @ y []\nmore'", "'line; more'"),
  },
  {
    what: 'lists of rows behind IN',
    because: 'How many rows are in a list is no part of the shape, as with lists of values.',
    statements: [
      'SELECT a FROM t WHERE (b, c) IN ((1, 2))',
      'SELECT a FROM t WHERE (b, c) IN ((1, 2), (3, 4))',
      'SELECT a FROM t WHERE (b, c) IN ((1, 2), (3, 4), (5, 6))',
    ],
    peer: [
      'select a from t where (b, c) in ((?, ?))',
      'select a from t where (b, c) in ((?, ?), (?, ?))',
      'select a from t where (b, c) in ((?, ?), (?, ?), (?, ?))',
    ],
    ours: [
      'select a from t where ( b , c ) in ( (?+) )',
      'select a from t where ( b , c ) in ( (?+) )',
      'select a from t where ( b , c ) in ( (?+) )',
    ],
    plain: firstRowOfIn,
  },
  {
    what: 'double quotes in two strings',
    because: 'What is between them is no string; pt-query-digest loses a condition.',
    statements: [
      `SELECT a FROM t WHERE b = 'say "' AND c = 'so "' AND d = 1`,
      "SELECT a FROM t WHERE b = 'x' AND c = 'x' AND d = 1",
    ],
    peer: ['select a from t where b = ? and d = ?', 'select a from t where b = ? and c = ? and d = ?'],
    ours: ['select a from t where b = ? and c = ? and d = ?', 'select a from t where b = ? and c = ? and d = ?'],
  },
  {
    what: 'a string that looks like the border of two rows',
    because: 'It is a string.',
    statements: ["INSERT INTO t VALUES (1, '), (')", "INSERT INTO t VALUES (1, 'x')"],
    peer: ["insert into t values (?, ')", 'insert into t values(?+)'],
    ours: ['insert into t values (?+)', 'insert into t values (?+)'],
  },
  {
    what: 'what follows the rows of an INSERT',
    because: 'An INSERT that may become an UPDATE has other locks and another plan.',
    statements: ['INSERT INTO t VALUES (1), (2) ON DUPLICATE KEY UPDATE a = 1', 'INSERT INTO t VALUES (1), (2)'],
    peer: ['insert into t values(?+)', 'insert into t values(?+)'],
    ours: ['insert into t values (?+) on duplicate key update a = ?', 'insert into t values (?+)'],
  },
  {
    what: 'a quote in a comment to the end of a line',
    because: 'Comments are no part of the shape.',
    statements: ["SELECT a -- it's\nFROM t", 'SELECT a FROM t'],
    peer: ["select a ? it's from t", 'select a from t'],
    ours: ['select a from t', 'select a from t'],
  },
  {
    what: 'blanks between tokens',
    because: 'Blanks are no part of the shape.',
    statements: ['SELECT a+1, b FROM t', 'SELECT a + 1,b FROM t', 'SELECT a + 1, b FROM t'],
    peer: ['select a?, b from t', 'select a ? ?,b from t', 'select a ? ?, b from t'],
    ours: ['select a + ? , b from t', 'select a + ? , b from t', 'select a + ? , b from t'],
  },
  {
    what: 'plus and minus',
    because: 'They are operators, no parts of a value.',
    statements: ['UPDATE t SET a = a + 1', 'UPDATE t SET a = a - 1'],
    peer: ['update t set a = a ? ?', 'update t set a = a ? ?'],
    ours: ['update t set a = a + ?', 'update t set a = a - ?'],
  },
  {
    what: 'NULL, TRUE and FALSE',
    because: 'IS NULL is another condition than IS TRUE, and may use an index where that cannot.',
    statements: ['SELECT a FROM t WHERE b IS NULL', 'SELECT a FROM t WHERE b IS TRUE'],
    peer: ['select a from t where b is ?', 'select a from t where b is ?'],
    ours: ['select a from t where b is null', 'select a from t where b is true'],
  },
  {
    what: 'LIMIT with and without OFFSET',
    because: 'An offset is what makes paging slow: it is a remedy of its own.',
    statements: ['SELECT a FROM t LIMIT 5', 'SELECT a FROM t LIMIT 5 OFFSET 10000'],
    peer: ['select a from t limit ?', 'select a from t limit ?'],
    ours: ['select a from t limit ?', 'select a from t limit ? offset ?'],
  },
  {
    what: 'hints',
    because: 'A hint changes the plan.',
    statements: ['SELECT /*+ NO_INDEX(t) */ a FROM t', 'SELECT a FROM t'],
    peer: ['select a from t', 'select a from t'],
    ours: ['select /*+ NO_INDEX(t) */ a from t', 'select a from t'],
  },
  {
    what: 'UNION of the same SELECT',
    because: 'Each SELECT of a UNION is carried out.',
    statements: ['SELECT 1 UNION SELECT 2', 'SELECT 1 UNION SELECT 2 UNION SELECT 3'],
    peer: ['select ? /*repeat union*/', 'select ? /*repeat union*/'],
    ours: ['select ? union select ?', 'select ? union select ? union select ?'],
  },
  {
    what: 'letter case of names',
    because: 'Tables whose names differ in case are different ones where the file system says so.',
    statements: ['SELECT a FROM Orders', 'SELECT a FROM orders'],
    peer: ['select a from orders', 'select a from orders'],
    ours: ['select a from Orders', 'select a from orders'],
  },
  {
    what: 'a word ASC',
    because:
      'pt-query-digest knows here that ASC is meant without it too. Ours keeps every word: no rule, no exception.',
    statements: ['SELECT a FROM t ORDER BY a ASC', 'SELECT a FROM t ORDER BY a'],
    peer: ['select a from t order by a', 'select a from t order by a'],
    ours: ['select a from t order by a asc', 'select a from t order by a'],
  },
  {
    what: 'character sets before strings',
    because: valueIsNoShape,
    statements: ["SELECT _utf8'x'", "SELECT 'x'"],
    peer: ['select _utf??', 'select ?'],
    ours: ['select ?', 'select ?'],
  },
]

export const badgerCases: readonly GroupingCase[] = [
  {
    what: 'rows of an INSERT',
    because: 'How many rows are inserted is no part of the shape.',
    statements: ["INSERT INTO t VALUES (1, 'a')", "INSERT INTO t VALUES (1, 'a'), (2, 'b')"],
    peer: ['insert into t values (?, ?);', 'insert into t values (?, ?), (?, ?);'],
    ours: ['insert into t values (?+)', 'insert into t values (?+)'],
    plain: (sql) => sql.replace(/^(INSERT .*? VALUES \(.*?, -\d+\)).*$/s, '$1'),
  },
  {
    what: 'lists of rows behind IN',
    because: 'How many rows are in a list is no part of the shape, as with lists of values.',
    statements: ['SELECT a FROM t WHERE (b, c) IN ((1, 2))', 'SELECT a FROM t WHERE (b, c) IN ((1, 2), (3, 4))'],
    peer: ['select a from t where (b, c) in ((?, ?));', 'select a from t where (b, c) in ((?, ?), (?, ?));'],
    ours: ['select a from t where ( b , c ) in ( (?+) )', 'select a from t where ( b , c ) in ( (?+) )'],
    plain: firstRowOfIn,
  },
  {
    what: 'strings with escapes',
    because: valueIsNoShape,
    statements: ["SELECT a FROM t WHERE b IN ('x', E'y')", "SELECT a FROM t WHERE b IN ('x', 'y')"],
    peer: ['select a from t where b in (?, e?);', 'select a from t where b in (...);'],
    ours: ['select a from t where b in (?+)', 'select a from t where b in (?+)'],
    plain: (sql) => sql.replaceAll("E'a\\'b; c'", "'ab; c'"),
  },
  {
    what: 'strings in dollar quotes',
    because: valueIsNoShape,
    statements: [
      'SELECT a FROM t WHERE b = $x$one$x$',
      'SELECT a FROM t WHERE b = $x$two$x$',
      "SELECT a FROM t WHERE b = 'x'",
    ],
    peer: [
      'select a from t where b = $x$one$x$;',
      'select a from t where b = $x$two$x$;',
      'select a from t where b = ?;',
    ],
    ours: ['select a from t where b = ?', 'select a from t where b = ?', 'select a from t where b = ?'],
    plain: (sql) => sql.replaceAll('$x$it is $$ ; so$x$', "'it is'"),
  },
  {
    what: 'numbers with exponents or fractions',
    because: valueIsNoShape,
    statements: [
      'SELECT a FROM t WHERE b > 5',
      'SELECT a FROM t WHERE b > 5e1',
      'SELECT a FROM t WHERE b > 5e2',
      'SELECT a FROM t WHERE b > 5.5',
    ],
    peer: [
      'select a from t where b > ?;',
      'select a from t where b > ?e1;',
      'select a from t where b > ?e2;',
      'select a from t where b > ?.?;',
    ],
    ours: [
      'select a from t where b > ?',
      'select a from t where b > ?',
      'select a from t where b > ?',
      'select a from t where b > ?',
    ],
    plain: (sql) => sql.replace(/( amount > \d+)e\d$/, '$1'),
  },
  {
    what: 'a backslash at the end of a string',
    because: 'In a plain string it is no escape; pgbadger reads on to the next quote, and loses what is between.',
    statements: ["SELECT a FROM t WHERE b = 'c:\\' AND d = 'e'", "SELECT a FROM t WHERE b = 'c:' AND d = 'e'"],
    peer: ["select a from t where b = ?e';", 'select a from t where b = ? and d = ?;'],
    ours: ['select a from t where b = ? and d = ?', 'select a from t where b = ? and d = ?'],
    plain: (sql) => sql.replaceAll("'é “x” \\'", "'é “x”'"),
  },
  {
    what: 'double quotes in two strings',
    because: 'What is between them is no name: AND keeps its case in pgbadger.',
    statements: [`SELECT a FROM t WHERE b = 'say "' AND c = 'so "'`, "SELECT a FROM t WHERE b = 'x' AND c = 'x'"],
    peer: ['select a from t where b = ? AND c = ?;', 'select a from t where b = ? and c = ?;'],
    ours: ['select a from t where b = ? and c = ?', 'select a from t where b = ? and c = ?'],
  },
  {
    what: 'a quote in a comment to the end of a line',
    because: 'Comments are no part of the shape; pgbadger loses what is behind this one.',
    statements: ["SELECT a -- it's\nFROM t WHERE b = 'x'", "SELECT a FROM t WHERE b = 'x'"],
    peer: ["select a -- it?x';", 'select a from t where b = ?;'],
    ours: ['select a from t where b = ?', 'select a from t where b = ?'],
  },
  {
    what: 'blanks between tokens',
    because: 'Blanks are no part of the shape.',
    statements: ['SELECT a FROM t WHERE b=1', 'SELECT a FROM t WHERE b = 1'],
    peer: ['select a from t where b=?;', 'select a from t where b = ?;'],
    ours: ['select a from t where b = ?', 'select a from t where b = ?'],
  },
  {
    what: 'bits and hexadecimal numbers',
    because: valueIsNoShape,
    statements: ["SELECT B'01'", "SELECT '01'", 'SELECT 0x1F', 'SELECT 0x2F', 'SELECT 1_000'],
    peer: ['select b?;', 'select ?;', 'select ?x1f;', 'select ?x2f;', 'select ?_000;'],
    ours: ['select ?', 'select ?', 'select ?', 'select ?', 'select ?'],
  },
  {
    what: 'strings in two pieces',
    because: valueIsNoShape,
    statements: ["SELECT 'a'\n'b' FROM t", "SELECT 'ab' FROM t"],
    peer: ['select ? ? from t;', 'select ? from t;'],
    ours: ['select ? from t', 'select ? from t'],
  },
  {
    what: 'comparing with NULL',
    because: 'It is never true, whatever is in the table: a mistake that a shape of its own shows.',
    statements: ['SELECT a FROM t WHERE b = NULL', 'SELECT a FROM t WHERE b = 1'],
    peer: ['select a from t where b = ?;', 'select a from t where b = ?;'],
    ours: ['select a from t where b = null', 'select a from t where b = ?'],
  },
  {
    what: 'names of cursors',
    because: 'They are names; what is fetched from another cursor is another query.',
    statements: ['FETCH NEXT FROM orders', 'FETCH NEXT FROM customers'],
    peer: ['fetch next from "..."', 'fetch next from "..."'],
    ours: ['fetch next from orders', 'fetch next from customers'],
  },
  {
    what: 'BEGIN before a statement',
    because: 'Two statements are another shape than one.',
    statements: ['BEGIN; SELECT a FROM t', 'SELECT a FROM t'],
    peer: ['select a from t;', 'select a from t;'],
    ours: ['begin ; select a from t', 'select a from t'],
  },
  {
    what: 'values bound on PostgreSQL 18, which writes `Parameters:` with a capital',
    because: 'A placeholder stands for a value.',
    statements: ['SELECT a FROM t WHERE b = $1', 'SELECT a FROM t WHERE b = $1'],
    details: ["Parameters: $1 = '5'", "parameters: $1 = '5'"],
    peer: ['select a from t where b =;', 'select a from t where b = ?;'],
    ours: ['select a from t where b = ?', 'select a from t where b = ?'],
  },
  {
    what: 'a copied line of a log in a string',
    because: 'It is in quotes. pgbadger drops the line in stderr’s form, and counts it as a call in syslog’s.',
    statements: [
      "INSERT INTO t VALUES ('a\n2026-11-20 06:00:00.000 UTC [4711] LOG:  duration: 99.000 ms  statement: SELECT 1')",
      "INSERT INTO t VALUES ('a')",
    ],
    peer: ["insert into t values ('a;", 'insert into t values (?);'],
    ours: ['insert into t values (?+)', 'insert into t values (?+)'],
    plain: (sql) => sql.replaceAll('LOG:  duration: 99.000 ms', 'LOG, duration: 99.000 ms'),
  },
]
