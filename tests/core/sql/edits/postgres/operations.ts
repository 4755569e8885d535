import { addCondition, replaceCondition } from '../../../../../src/core/sql/edits/conditions'
import { wrapStatement, wrapTable } from '../../../../../src/core/sql/edits/derived-table'
import { wrapAsExplain } from '../../../../../src/core/sql/edits/explain'
import { maskLiterals } from '../../../../../src/core/sql/edits/mask'
import type { EditOutcome, PostgresEditContext } from '../../../../../src/core/sql/edits/model'
import { setOptimizerHints } from '../../../../../src/core/sql/edits/optimizer-hints'
import { bindValues } from '../../../../../src/core/sql/edits/placeholders'
import { openPostgres } from '../../../../../src/core/sql/edits/postgres/editable'
import type { StatementOutline } from '../../../../../src/core/sql/edits/postgres/outline'
import { selectForm } from '../../../../../src/core/sql/edits/select-form'
import { setForStatement } from '../../../../../src/core/sql/edits/session-settings'
import type { TypedValue } from '../../../../../src/core/sql/edits/typed-value'
import { placeholderName } from '../../../../../src/core/sql/placeholder-name'
import { readSql } from '../../../../../src/core/sql/read'
import { sqlCorpus } from '../../../../kit/sql-corpus'
import { ofOneTable, ofStatements } from '../../../../pg-syntax/condition-rows'

/** An edit that can be tried on any statement: once for each of its places. */
export interface PostgresOperation {
  readonly name: string
  readonly run: (sql: string, context: PostgresEditContext, outline: StatementOutline) => readonly EditOutcome[]
}

const one: TypedValue = { kind: 'number', value: -1 }

export const postgresOperations: readonly PostgresOperation[] = [
  {
    name: 'set plan hints',
    run: (sql, context) => [setOptimizerHints(sql, context, { hints: ['SeqScan(t)', 'Leading((t u))'] })],
  },
  { name: 'remove plan hints', run: (sql, context) => [setOptimizerHints(sql, context, { hints: [] })] },
  {
    name: 'set settings',
    run: (sql, context) => [setForStatement(sql, context, [{ name: 'enable_seqscan', value: 'off' }])],
  },
  { name: 'explain', run: (sql, context) => [wrapAsExplain(sql, context, 'EXPLAIN')] },
  {
    name: 'explain with options',
    run: (sql, context) => [wrapAsExplain(sql, context, 'EXPLAIN (COSTS off, FORMAT JSON)')],
  },
  {
    name: 'bind values',
    run: (sql, context) => {
      const names = (readSql(sql, 'postgres').statements[0]?.placeholders ?? []).map(({ text }) =>
        placeholderName(text),
      )
      const named = Object.fromEntries(names.filter((name) => name !== undefined).map((name) => [name, one]))
      return [bindValues(sql, context, { positional: names.map(() => one), named })]
    },
  },
  { name: 'mask by placeholders', run: (sql, context) => [maskLiterals(sql, context, 'placeholder')] },
  { name: 'mask by dummies', run: (sql, context) => [maskLiterals(sql, context, 'dummy')] },
  { name: 'find the rows', run: (sql, context) => [selectForm(sql, context)] },
  {
    name: 'add a condition',
    run: (sql, context, { blocks }) => [
      addCondition(sql, context, { condition: '1 = 0 OR 1 = 1' }),
      ...blocks.map(({ span }) => addCondition(sql, context, { condition: '1 = 0 OR 1 = 1', at: span.start })),
    ],
  },
  {
    name: 'add to HAVING',
    run: (sql, context, { blocks }) =>
      blocks.map(({ span }) =>
        addCondition(sql, context, { condition: '1 = 0 OR 1 = 1', clause: 'having', at: span.end }),
      ),
  },
  {
    name: 'replace a condition',
    run: (sql, context, { conditions }) =>
      conditions.map(({ span }) => replaceCondition(sql, context, span, '1 = 0 OR 1 = 1')),
  },
  {
    name: 'wrap a table',
    run: (sql, context, { tables }) =>
      tables.map(({ alias, name, span }) => wrapTable(sql, context, { table: alias ?? name, at: span.start })),
  },
  { name: 'wrap the statement', run: (sql, context) => [wrapStatement(sql, context)] },
]

/** Pieces of the grammar that the corpus has few of. */
const own: readonly string[] = [
  ...ofOneTable.map(([where]) => `SELECT * FROM t WHERE ${where}`),
  ...ofStatements.map(([sql]) => sql),
  "SELECT a AS from, b \"where\" FROM t WHERE t.limit = 1 AND 'x' 'y' = b",
  "SELECT 'a'\n'b', U&'d!0061' UESCAPE '!', E'\\n', $$x$$, B'1', X'1F', -5, 1e3, .5 FROM t",
  "SELECT DATE '2024-01-01', INTERVAL '1' DAY, INTERVAL(3) '1 day', numeric(10, 2) '1.5', '5'::numeric(3, 1) FROM t",
  'SELECT count(*) FILTER (WHERE a > 1) OVER (PARTITION BY k ORDER BY c ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) FROM t WINDOW w AS (ORDER BY a)',
  'SELECT a, sum(d) FROM t GROUP BY ROLLUP (a, (k, f)), 1 HAVING sum(d) > 1 OR a IS NULL ORDER BY 1 DESC NULLS LAST, 2 LIMIT 5',
  'SELECT * FROM ROWS FROM (generate_series(1, 3), unnest(ARRAY[1, 2])) WITH ORDINALITY AS x (p, q, n) WHERE p > 1 OR q = 2',
  "SELECT * FROM json_to_recordset('[]') AS x (a int, b text) JOIN LATERAL (SELECT * FROM u WHERE u.id = x.a) y ON true",
  "SELECT * FROM xmltable('/a' PASSING '<a/>' COLUMNS b int PATH 'c') x WHERE b = 1",
  'SELECT * FROM ((t JOIN u USING (id)) JOIN v ON v.vid = t.k) LEFT JOIN (SELECT 1 AS n) s ON s.n = t.a',
  '((SELECT a FROM t WHERE a = 1) UNION ALL (SELECT id FROM u ORDER BY id LIMIT 1)) INTERSECT SELECT w FROM v WHERE w > 1 OR w < 0 EXCEPT VALUES (1) ORDER BY 1',
  'WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 5) SEARCH DEPTH FIRST BY n SET o CYCLE n SET c USING p SELECT * FROM r WHERE o IS NOT NULL OR c',
  'WITH a AS MATERIALIZED (SELECT 1 AS n), b (m) AS NOT MATERIALIZED (TABLE a) SELECT * FROM a, b WHERE n = m',
  'TABLE t',
  'VALUES (1, 2), (3, 4) ORDER BY 1 LIMIT 1',
  'SELECT',
  'SELECT 1',
  'SELECT FROM t',
  'SELECT DISTINCT ON (a, k) a, k FROM t ORDER BY a, k, c FETCH FIRST 3 ROWS WITH TIES',
  "EXPLAIN (ANALYZE, BUFFERS) SELECT * FROM t WHERE a = 1 OR b = 'x'",
  '/*+ SeqScan(t) */ SELECT * FROM t WHERE a = 1',
  'SELECT /*+ IndexScan(t) */ a FROM t -- why\n WHERE /* here */ a = 1 -- end',
  'SELECT * FROM t WHERE a = $1 AND b LIKE $2 LIMIT $3',
  'INSERT INTO t (id, b, k) VALUES (1, $1, DEFAULT), (2, (SELECT max(x) FROM u WHERE id = 1), 3) ON CONFLICT DO NOTHING RETURNING id AS n',
  'INSERT INTO t AS z (id, b, k) SELECT id, x, 1 FROM u WHERE y = 1 OR y = 2 ON CONFLICT ON CONSTRAINT t_pkey DO UPDATE SET (a, k) = (1, 2), b = excluded.b WHERE z.a = 1 OR z.k = 2 RETURNING z.*',
  'INSERT INTO t DEFAULT VALUES',
  'UPDATE t SET a = a + 1, arr[1] = 2, (d, k) = ROW (1, 2) FROM u JOIN v ON v.vid = u.id WHERE u.id = t.id OR t.a = 1 RETURNING t.*, u.x',
  'UPDATE t SET a = CASE WHEN k = 1 THEN 2 ELSE 3 END',
  "UPDATE t AS x SET b = 'from' WHERE x.a IS DISTINCT FROM 1",
  'DELETE FROM ONLY t AS x USING u, v WHERE x.id = u.id AND (u.y = v.w OR v.w IS NULL) RETURNING x.id',
  'DELETE FROM t',
  "MERGE INTO t USING u ON u.t_id = t.id OR u.a = t.a WHEN MATCHED AND u.y = 1 OR u.a = 2 THEN UPDATE SET a = u.a, b = 'x' WHEN MATCHED THEN DELETE WHEN NOT MATCHED THEN INSERT (id, b, k) VALUES (u.id, u.x, 1)",
  'WITH gone AS (DELETE FROM t WHERE a = 1 OR a = 2 RETURNING id) SELECT * FROM gone WHERE id > 1',
  'SELECT \'😀\', "ö😀" AS "😀" FROM "Tä😀" ö /* 🚀 */ WHERE ö.é = \'😀\' OR "ö😀" IN (1, 2)',
]

/** The PostgreSQL statements of the corpus and those above, one by one, each once. */
export function postgresStatements(): readonly string[] {
  const texts = [...sqlCorpus().flatMap(({ dialect, text }) => (dialect === 'postgres' ? [text] : [])), ...own]
  const all = texts.flatMap((text) => readSql(text, 'postgres').statements.map((statement) => statement.text))
  return [...new Set(all)].filter((sql) => sql.length < 20_000)
}

/** Of what the grammar takes; undefined for any other text. */
export function outlineOf(sql: string, context: PostgresEditContext): StatementOutline | undefined {
  try {
    return openPostgres(sql, context).outline
  } catch {
    return undefined
  }
}
