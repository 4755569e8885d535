import type { KeyPartReasonCode } from './model'

/** What stands on a reason's page: when it is given, a worked example, and what helps. */
export interface ReasonGuide {
  readonly title: string
  /** When a part has this reason. */
  readonly when: string
  readonly example: { readonly index: string; readonly sql: string; readonly part: string; readonly says: string }
  readonly helps: string
  /** Servers on which it occurs, where that is not all. */
  readonly servers?: string
}

const abd = 'abd (a, b, d)'

/** The pages of all reasons; `docs/key-parts.md` is made of them, and its examples are run on the servers. */
export const reasonGuides: Readonly<Record<KeyPartReasonCode, ReasonGuide>> = {
  'previous-part-is-range': {
    title: 'A range before it',
    when: 'The parts before have more than one value, and a range excludes its ends: entries between them are in the order of the first range only.',
    example: {
      index: abd,
      sql: "SELECT * FROM t FORCE INDEX (abd) WHERE a > 3 AND a < 6 AND b = 'b4'",
      part: 'b',
      says: 'Range on `a` ends the usable prefix: `a > 3 AND a < 6` is a range, so later parts cannot narrow the read.',
    },
    helps: 'An index with the equalities first and one range behind them: `(b, a)`.',
  },
  'previous-part-not-used': {
    title: 'A gap before it',
    when: 'No condition bounds an earlier part. MySQL from 8.0.13 on and PostgreSQL from 18 on may step over it (skip scan); then this reason is not given.',
    example: {
      index: abd,
      sql: "SELECT * FROM t FORCE INDEX (abd) WHERE a = 3 AND d = '2020-04-04'",
      part: 'd',
      says: '`b`, an earlier part of the index, is not bounded, so `d` cannot narrow the read.',
    },
    helps: 'An index without the gap: `(a, d)`.',
  },
  'not-in-condition': {
    title: 'No condition',
    when: 'Neither the plan nor the statement has a condition on the part, or a partial index holds only rows that the statement does not ask for.',
    example: {
      index: abd,
      sql: 'SELECT * FROM t FORCE INDEX (abd) WHERE a = 3',
      part: 'b',
      says: 'No condition on `b`.',
    },
    helps: 'Nothing has to: the part may be there for the order, for its value, or for other statements.',
  },
  'function-or-expression': {
    title: 'Function or expression around the column',
    when: 'The column stands inside a function, arithmetic or a cast. The index is sorted by the bare values.',
    example: {
      index: abd,
      sql: "SELECT * FROM t FORCE INDEX (abd) WHERE a = 3 AND LOWER(b) = 'b3'",
      part: 'b',
      says: "`lower(b) = 'b3'` puts an expression around the column; the index holds the bare values of `b`.",
    },
    helps: 'The column alone on one side, the work on the other; or an index on the expression.',
  },
  'implicit-conversion': {
    title: 'Implicit conversion',
    when: `The comparison is made in another type or character set than the column has: text against a number, \`utf8mb3\` against \`utf8mb4\`, names of an ENUM by their order, on PostgreSQL a cast that the text does not show. The catalog tells it; MySQL's warning 1739 and MariaDB's note "Cannot use key" prove it.`,
    example: {
      index: 'code (code, e)',
      sql: 'SELECT * FROM t WHERE code = 12',
      part: 'code',
      says: "`code = 12` compares a `varchar(10)` with a number: every value of `code` would have to be converted first. The server says: Cannot use ref access on index 'code' due to type or collation conversion on field 'code'",
    },
    helps: "The literal in the column's type (`'12'`), columns that are joined in one type and character set.",
  },
  collation: {
    title: 'Another collation',
    when: 'The comparison goes by another order than the index is sorted in: COLLATE, a binary collation on the other side, LIKE on PostgreSQL outside of the C collation.',
    example: {
      index: 'bin4 (bin4)',
      sql: 'SELECT * FROM few f STRAIGHT_JOIN u ON u.bin4 = f.w COLLATE utf8mb4_general_ci',
      part: 'bin4',
      says: "`bin4 = f.w COLLATE utf8mb4_general_ci` compares by the collation `utf8mb4_general_ci`, but the index holds `bin4` in the order of `utf8mb4_bin`. The server says: Cannot use ref access on index 'bin4' due to type or collation conversion on field 'bin4'",
    },
    helps: 'One collation on both sides; on PostgreSQL an index with `text_pattern_ops` or `COLLATE "C"`.',
  },
  'leading-wildcard': {
    title: 'Pattern without a beginning',
    when: 'LIKE begins with `%` or `_`.',
    example: {
      index: abd,
      sql: "SELECT * FROM t FORCE INDEX (abd) WHERE a = 3 AND b LIKE '%3'",
      part: 'b',
      says: "`b like '%3'` begins with a wildcard, so there is no fixed beginning to search for.",
    },
    helps: 'A fixed beginning; a full-text or trigram index for words inside.',
  },
  'literal-shorter-than-prefix': {
    title: 'Literal shorter than the prefix',
    when: 'The index holds the first n characters, the literal before the first wildcard has fewer. Many prefixes fit, so it is a range; key_len counts the later parts all the same.',
    servers: 'MySQL, MariaDB',
    example: {
      index: 'title (title(5), e)',
      sql: "SELECT * FROM t FORCE INDEX (title) WHERE title LIKE 'alp%' AND e = 5",
      part: 'e',
      says: 'The literal `alp` has 3 characters, the index prefix 5: the LIKE is a range of prefixes, so later parts narrow only its edges, although key_len counts them.',
    },
    helps: 'A prefix no longer than the literals that are asked for.',
  },
  'or-spans-parts': {
    title: 'OR over several parts',
    when: 'A branch of an OR says nothing about the part.',
    example: {
      index: abd,
      sql: "SELECT * FROM t FORCE INDEX (abd) WHERE a = 3 AND (b = 'b3' OR d = '2020-04-04')",
      part: 'b',
      says: "`b = 'b3' OR d = '2020-04-04'` is an OR that does not bound `b` in every branch.",
    },
    helps: 'UNION ALL of the branches, or an index for each and a merge of them.',
  },
  negation: {
    title: 'Excluded values',
    when: 'NOT LIKE, NOT IN with rows, `<>`: nearly everything else qualifies.',
    example: {
      index: abd,
      sql: "SELECT * FROM t FORCE INDEX (abd) WHERE a = 3 AND b NOT LIKE 'b3%'",
      part: 'b',
      says: "`not((b like 'b3%'))` excludes values instead of naming them: nearly everything else would have to be read.",
    },
    helps: 'The wanted values by name, where they are few.',
  },
  'row-constructor': {
    title: 'Rows compared with rows',
    when: '`(a, b) > (1, 2)` on MySQL and MariaDB; lists of rows before MySQL 5.7.3. PostgreSQL searches by both.',
    servers: 'MySQL, MariaDB',
    example: {
      index: abd,
      sql: "SELECT * FROM t FORCE INDEX (abd) WHERE a = 3 AND (b, d) > ('b3', '2020-01-04')",
      part: 'b',
      says: "`(b, d) > ('b3', '2020-01-04')` compares rows, which this server does not turn into a range of the index.",
    },
    helps: 'Written out: `b >= x AND (b > x OR d > y)`.',
  },
  'narrows-only-range-edges': {
    title: 'Narrows only the edges of a range',
    when: 'Behind a range that includes its ends a part still says where the read begins (and on MySQL and MariaDB where it ends), but not what is read between. key_len counts it. On PostgreSQL 18 the executor may jump from value to value instead.',
    example: {
      index: abd,
      sql: "SELECT * FROM t FORCE INDEX (abd) WHERE a BETWEEN 3 AND 6 AND b = 'b4'",
      part: 'b',
      says: 'Counted in key_len, but behind the range on `a` it narrows only the first and the last value of that range.',
    },
    helps: 'As for a range before it: equalities first.',
  },
  'only-index-condition': {
    title: 'Checked in the index only',
    when: 'The condition is tested on the index entry before the row is read, and bounds nothing: a range behind the equalities of a lookup, a column that PostgreSQL only includes.',
    example: {
      index: abd,
      sql: "SELECT * FROM few f STRAIGHT_JOIN t FORCE INDEX (abd) ON t.a = f.n WHERE t.b > 'b3'",
      part: 'b',
      says: "`b > 'b3'` is checked in the index before the row is read, but does not bound the read: a lookup takes equalities only.",
    },
    helps: 'It saves reading rows, not entries. An index with the part where it can be searched.',
  },
  'mixed-order': {
    title: 'Mixed directions',
    when: 'ORDER BY asks for directions that the index has neither forward nor backward.',
    example: {
      index: abd,
      sql: 'SELECT * FROM t FORCE INDEX (abd) WHERE a = 3 ORDER BY b DESC, d',
      part: 'd',
      says: 'ORDER BY mixes directions that the index does not have: `b DESC`, then `d`.',
    },
    helps: 'An index with DESC parts (MySQL 8, MariaDB 10.8, PostgreSQL).',
  },
  'order-breaks': {
    title: 'Order that breaks',
    when: 'The part has a column of ORDER BY or GROUP BY, but the index does not give that order: more than one value before it, another column between, another table, only a prefix of the column.',
    example: {
      index: abd,
      sql: 'SELECT * FROM t FORCE INDEX (abd) WHERE a > 3 AND a < 6 ORDER BY b',
      part: 'b',
      says: '`b` does not give the order of ORDER BY: `a > 3 AND a < 6` leaves more than one value of `a`, which stands before it in the index.',
    },
    helps: 'Equalities, then the columns of the order, then ranges.',
  },
  'fewer-parts-chosen': {
    title: 'Fewer parts chosen',
    when: 'The part could have been searched, and the server did not: by cost (the trace has the range that lost; with more values than eq_range_index_dive_limit its rows are from statistics), or because ranges need more than range_optimizer_max_mem_size (warning 3170).',
    servers: 'MySQL, MariaDB',
    example: {
      index: abd,
      sql: "SELECT a FROM t WHERE a = 3 AND b IN ('b1', … 250 values)",
      part: 'b',
      says: "`b in ('b1', 'b2', 'b3', … 250 values)` could have bounded the read too; the range on abd with this part too (3,750 rows, cost 766) was weighed, and the lookup taken. Its rows are from statistics, not from dives into the index.",
    },
    helps: 'Shorter lists, or a higher limit for the session; measure both.',
  },
  'hint-forbids': {
    title: 'Forbidden by a hint',
    when: 'USE, FORCE or IGNORE INDEX, an optimizer hint that the server takes, an index that is invisible, IGNORED or not valid.',
    example: {
      index: abd,
      sql: "SELECT * FROM t IGNORE INDEX (abd) WHERE a = 3 AND b = 'b3'",
      part: 'a',
      says: '`IGNORE INDEX (abd)` forbids the server to read this index.',
    },
    helps: 'The statement without the hint, measured against it.',
  },
  'index-scan': {
    title: 'Whole index read',
    when: 'The index is read from end to end, for its order or because it covers the statement.',
    example: {
      index: abd,
      sql: 'SELECT a, b, d FROM t FORCE INDEX (abd)',
      part: 'a',
      says: 'The whole index is read from end to end; nothing narrows the read.',
    },
    helps: 'A condition on its first part, or another index.',
  },
  'not-chosen': {
    title: 'Another way was cheaper',
    when: 'The index could narrow the read, and the server reads otherwise. With a trace, by how much it lost.',
    example: {
      index: abd,
      sql: "SELECT * FROM t WHERE a = 3 AND b = 'b3' AND e = 3",
      part: 'a',
      says: 'The server chose `ea` instead. abd was considered: 15 rows, cost 18. It lost to the lookup in ea, 10 rows, cost 12.',
    },
    helps: 'Force it and measure: estimates of rows and cost can be wrong.',
  },
  'other-table': {
    title: 'Waits for another table',
    when: 'The condition compares with a column of a table that is read later.',
    example: {
      index: 'ea (e, a)',
      sql: 'SELECT * FROM t x STRAIGHT_JOIN u ON u.n = x.e',
      part: 'e',
      says: '`e = u.n` could be looked up only after `u` is read.',
    },
    helps: 'Another join order, where the other table has few rows.',
  },
}

/** The pages as one Markdown text. */
export function reasonGuideText(): string {
  const pages = Object.entries(reasonGuides).map(
    ([code, { title, when, example, helps, servers }]) => `## ${title}

\`${code}\`${servers === undefined ? '' : ` · ${servers}`}

${when}

\`\`\`sql
-- index ${example.index}
${example.sql}
\`\`\`

> \`${example.part}\`: ${example.says}

What helps: ${helps}
`,
  )
  return `# Why a key part does not narrow the read

Every part of every index of an accessed table has a role, and those that do not narrow the read have a reason. Each reason says what it rests on: the plan, the statement, the catalog, the optimizer trace, a warning of the server. These are all of them; each example is run on the servers beside a statement that spares the reason (\`tests/live/key-reasons.test.ts\`, \`key-postgres.test.ts\`).

${pages.join('\n')}`
}
