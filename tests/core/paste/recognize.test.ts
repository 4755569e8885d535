// Protects: one box takes anything. Each part of a pasted text is named for what it is, with its place and facts.
import { describe, expect, test } from 'vitest'
import { pasteDocumentSchema } from '../../../src/core/paste/model'
import { recognize } from '../../../src/core/paste/recognize'

/** `kind dialect format: text` of every part, the text shortened to its ends. */
function parts(text: string): string[] {
  const document = recognize(text)
  expect(pasteDocumentSchema.safeParse(document).error).toBeUndefined()
  return document.parts.map(({ kind, dialect, format, span }) => {
    const piece = text.slice(span.start, span.end).replace(/\s+/g, ' ')
    const short = piece.length > 40 ? `${piece.slice(0, 20)}…${piece.slice(-16)}` : piece
    return `${[kind, dialect, format].filter(Boolean).join(' ')}: ${short}`
  })
}

const box = `+----+-------------+-------+------+
| id | select_type | table | type |
+----+-------------+-------+------+
|  1 | SIMPLE      | t     | ALL  |
+----+-------------+-------+------+`

const mysqlJson = `{
  "query_block": {
    "select_id": 1,
    "cost_info": { "query_cost": "1.20" },
    "table": { "table_name": "t", "access_type": "ALL" }
  }
}`
const mariadbJson = `{
  "query_block": {
    "select_id": 1,
    "cost": 0.01,
    "nested_loop": [ { "table": { "table_name": "t", "access_type": "ALL", "loops": 1 } } ]
  }
}`
const postgresText = ` Seq Scan on t  (cost=0.00..41.88 rows=13 width=4)
   Filter: (a = 1)`

type Row = readonly [what: string, text: string, found: readonly string[]]

const rows: readonly Row[] = [
  ['nothing', '  \n ', []],
  ['a statement', 'SELECT * FROM t WHERE a = 1', ['sql: SELECT * FROM t WHERE a = 1']],
  ['a statement of MySQL', 'SELECT * FROM `t` LIMIT 1', ['sql mysql: SELECT * FROM `t` LIMIT 1']],
  ['a statement of PostgreSQL', 'SELECT a::int FROM t', ['sql postgres: SELECT a::int FROM t']],
  ['a statement of MariaDB', 'SET STATEMENT a=1 FOR SELECT 1', ['sql mariadb: SET STATEMENT a=1 FOR SELECT 1']],
  ['two statements', 'SELECT 1;\nUPDATE t SET a = 1;', ['sql: SELECT 1', 'sql: UPDATE t SET a = 1']],
  [
    'DDL',
    'CREATE TABLE t (a int);\nCREATE UNIQUE INDEX i ON t (a);\nALTER TABLE t ADD b int;',
    ['ddl: CREATE TABLE t (a int)', 'ddl: CREATE UNIQUE INDEX i ON t (a)', 'ddl: ALTER TABLE t ADD b int'],
  ],
  [
    'DDL and a query',
    'CREATE TABLE t (a int) ENGINE=InnoDB;\n\nSELECT * FROM t;',
    ['ddl mysql: CREATE TABLE t (a int) ENGINE=InnoDB', 'sql mysql: SELECT * FROM t'],
  ],
  ['prose', 'The query is slow. Please help!', ['unknown: The query is slow. Please help!']],
  ['a piece of a statement', 'WHERE a = 1', ['unknown: WHERE a = 1']],
  [
    'the mysql client',
    `mysql> EXPLAIN SELECT * FROM t;\n${box}\n1 row in set (0.00 sec)\n\nmysql> SELECT 1;`,
    [
      'sql mysql: EXPLAIN SELECT * FROM t',
      'plan mysql mysql-table: +----+-------------+…-------+------+',
      'sql mysql: SELECT 1',
    ],
  ],
  ['the MariaDB client', `MariaDB [shop]> SELECT 1;`, ['sql: SELECT 1']],
  [
    'psql',
    `shop=# EXPLAIN SELECT * FROM t\nshop-# WHERE a = 1;\n QUERY PLAN\n------------\n${postgresText}\n(2 rows)\n`,
    [
      'sql postgres: EXPLAIN SELECT * FRO…shop-# WHERE a = 1',
      'plan postgres postgres-text:  QUERY PLAN --------… Filter: (a = 1)',
    ],
  ],
  [
    'a table without borders',
    'id\tselect_type\ttable\ttype\tpossible_keys\tkey\tkey_len\tref\trows\tExtra\n1\tSIMPLE\tt\tALL\tNULL\tNULL\tNULL\tNULL\t2\tNULL\n',
    ['plan mysql mysql-table: id select_type table…ULL NULL 2 NULL'],
  ],
  ['JSON of MySQL', mysqlJson, ['plan mysql mysql-json-v1: { "query_block": { "…": "ALL" } } }']],
  ['JSON of MariaDB', mariadbJson, ['plan mariadb mariadb-json: { "query_block": { "…s": 1 } } ] } }']],
  [
    'JSON with its column head',
    `EXPLAIN\n${mysqlJson}\n`,
    ['plan mysql mysql-json-v1: EXPLAIN { "query_blo…": "ALL" } } }'],
  ],
  [
    'JSON by \\G',
    `*************************** 1. row ***************************\nEXPLAIN: ${mysqlJson}\n1 row in set (0.00 sec)`,
    ['plan mysql mysql-json-v1: ********************…": "ALL" } } }'],
  ],
  [
    'JSON of PostgreSQL',
    '[{"Plan": {"Node Type": "Seq Scan"}}]',
    ['plan postgres postgres-json: [{"Plan": {"Node Type": "Seq Scan"}}]'],
  ],
  [
    'JSON of the newer MySQL',
    '{\n  "query": "x",\n  "query_plan": {"operation": "Table scan on t"}\n}',
    ['plan mysql mysql-json-v2: { "query": "x", "que…le scan on t"} }'],
  ],
  [
    'a tree',
    '-> Filter: (t.a = 1)  (cost=0.35 rows=1)\n    -> Table scan on t  (cost=0.35 rows=1)\n',
    ['plan mysql mysql-tree: -> Filter: (t.a = 1)…cost=0.35 rows=1)'],
  ],
  ['text of PostgreSQL', postgresText, ['plan postgres postgres-text:  Seq Scan on t (cost… Filter: (a = 1)']],
  [
    'XML',
    '<explain xmlns="http://www.postgresql.org/2009/explain">\n <Query/>\n</explain>',
    ['plan postgres postgres-xml: <explain xmlns="http…uery/> </explain>'],
  ],
  ['YAML', '- Plan:\n    Node Type: "Seq Scan"', ['plan postgres postgres-yaml: - Plan: Node Type: "Seq Scan"']],
  [
    'a statement and its plan',
    `SELECT * FROM t WHERE a = 1\n\n${mysqlJson}`,
    ['sql mysql: SELECT * FROM t WHERE a = 1', 'plan mysql mysql-json-v1: { "query_block": { "…": "ALL" } } }'],
  ],
  ['JSON that is no plan', '{"a": 1}', ['unknown: {"a": 1}']],
  [
    'a trace',
    '{"steps": [{"join_preparation": {"select#": 1, "steps": []}}]}',
    ['trace mysql: {"steps": [{"join_pr…"steps": []}}]}'],
  ],
  [
    'a trace that was cut',
    '{"steps": [{"join_preparation": {"select#": 1, "st',
    ['trace mysql: {"steps": [{"join_pr…elect#": 1, "st'],
  ],
  [
    'a row of OPTIMIZER_TRACE',
    'QUERY\tTRACE\tMISSING_BYTES\nselect 1\t{"steps": [{"join_preparation": {}}]}\t0\n',
    ['trace mysql: QUERY TRACE MISSING_…ation": {}}]} 0 '],
  ],
  [
    'a trace by \\G',
    '*************************** 1. row ***************************\n                            QUERY: select 1\n                            TRACE: {\n  "steps": [ { "join_preparation": { "select#": 1 } } ]\n}\nMISSING_BYTES_BEYOND_MAX_MEM_SIZE: 0',
    ['trace mysql: ********************…YOND_MAX_MEM_SIZE: 0'],
  ],
]

describe('parts', () => {
  for (const [what, text, found] of rows) {
    test(what, () => {
      const shown = parts(text)
      expect(shown.map((part) => part.slice(0, 24))).toEqual(found.map((part) => part.slice(0, 24)))
      expect(shown.map((part) => part.replace(/…[\s\S]*/, ''))).toEqual(
        found.map((part) => part.replace(/…[\s\S]*/, '')),
      )
    })
  }
})

describe('facts', () => {
  test('of a statement', () => {
    expect(recognize('SELECT * FROM t JOIN u').parts[0]?.facts).toEqual({
      statementKind: 'select',
      tables: 2,
      readOnly: 'yes',
    })
  })

  test('of a plan: nodes, tables, whether it ran, what was not understood', () => {
    const text =
      ' Nested Loop  (cost=0.00..9.00 rows=1 width=4) (actual time=0.1..0.2 rows=1 loops=1)\n   ->  Seq Scan on a  (cost=0.00..1.00 rows=1 width=4) (actual time=0.1..0.2 rows=1 loops=1)\n   ->  Seq Scan on b  (cost=0.00..1.00 rows=1 width=4) (actual time=0.1..0.2 rows=1 loops=1)\n         Nobody knows: this\n'
    expect(recognize(text).parts).toMatchObject([
      { kind: 'plan', format: 'postgres-text', facts: { nodes: 3, tables: 2, measured: true, notUnderstood: 1 } },
    ])
  })

  test('of a trace: query blocks and steps of join orders', () => {
    const text =
      '{"steps": [{"join_preparation": {"select#": 1}}, {"join_optimization": {"select#": 1, "steps": [{"considered_execution_plans": [{"plan_prefix": []}]}]}}]}'
    expect(recognize(text).parts).toMatchObject([{ kind: 'trace', facts: { queries: 1, joinOrders: 1 } }])
  })

  test('of a text that is nothing known: how long it is', () => {
    expect(recognize('nothing\nat all').parts).toMatchObject([{ kind: 'unknown', facts: { lines: 2 } }])
  })

  test('of a statement with the prompts of a client in it', () => {
    const [part] = recognize('mysql> select *\n    -> from t;').parts
    expect(part?.facts['statement']).toBe('select *\n       from t')
    expect(part?.span).toEqual({ start: 7, end: 29 })
  })

  test('an arrow at the start of a line is an operator where there was no prompt', () => {
    const [part] = recognize("select doc\n    -> '$.a' from t").parts
    expect(part?.facts['statement']).toBeUndefined()
  })

  test('of a slow-log entry of MySQL 8', () => {
    const text =
      '# Time: 2026-11-20T06:52:22.874194Z\n# User@Host: app[app] @ web1 [10.0.0.7]  Id:    24\n' +
      '# Query_time: 1.506065  Lock_time: 1.505128 Rows_sent: 3  Rows_examined: 1200\nuse shop;\nSET timestamp=1795157541;\n' +
      'UPDATE warehouse SET w_ytd = 1 WHERE w_id = 25;\n'
    const { parts } = recognize(text)
    expect(parts.map((part) => part.kind)).toEqual(['slow-log-entry', 'sql'])
    expect(parts[0]?.span).toEqual({ start: 0, end: text.length - 1 })
    expect(parts[0]?.facts).toEqual({
      database: 'shop',
      user: 'app',
      host: 'web1',
      queryTimeMs: 1506.065,
      lockTimeMs: 1505.128,
      rowsSent: 3,
      rowsExamined: 1200,
      at: '2026-11-20T06:52:22.874194Z',
    })
    expect(text.slice(parts[1]?.span.start, parts[1]?.span.end)).toBe('UPDATE warehouse SET w_ytd = 1 WHERE w_id = 25')
  })

  test('of one with the time in the old form, and an address only', () => {
    const text =
      '# Time: 261120  6:52:20\n# User@Host: root[root] @  [127.0.0.1]\n# Query_time: 21  Lock_time: 0  Rows_sent: 0  Rows_examined: 0\nSELECT 1;'
    expect(recognize(text).parts[0]?.facts).toMatchObject({
      at: '2026-11-20T06:52:20',
      host: '127.0.0.1',
      user: 'root',
      queryTimeMs: 21_000,
    })
  })

  test('of one of MariaDB with a plan inside its header', () => {
    const text =
      '# User@Host: root[root] @ localhost []\n# Thread_id: 19  Schema: case_lockwait  QC_hit: No\n' +
      '# Query_time: 1.513073  Lock_time: 0.001543  Rows_sent: 0  Rows_examined: 1\n# Rows_affected: 1  Bytes_sent: 52\n' +
      '#\n# explain: id\tselect_type\ttable\n# explain: 1\tSIMPLE\twarehouse\n#\nSET timestamp=1795157543;\nSELECT 1;\n'
    const { parts } = recognize(text)
    expect(parts[0]).toMatchObject({
      kind: 'slow-log-entry',
      dialect: 'mariadb',
      facts: { database: 'case_lockwait', rowsAffected: 1, at: '2026-11-20T06:52:23.000Z' },
    })
    expect(parts[1]?.kind).toBe('sql')
  })

  test('several entries are a log', () => {
    const entry =
      '# User@Host: a[a] @ b []\n# Query_time: 1.5  Lock_time: 0 Rows_sent: 1  Rows_examined: 1\nSELECT 1;\n'
    expect(recognize(entry + entry).parts).toEqual([
      {
        kind: 'slow-log',
        dialect: 'mysql',
        span: { start: 0, end: entry.length * 2 - 1 },
        facts: { entries: 2, shapes: 1, queryTimeMs: 3000 },
      },
    ])
  })

  test('of a line of a PostgreSQL log', () => {
    const text =
      '2026-11-20 06:52:22.874 UTC [123] app@shop LOG:  duration: 1506.065 ms  statement: SELECT *\n\tFROM t\n\tWHERE a = 1'
    const { parts } = recognize(text)
    expect(parts[0]).toMatchObject({
      kind: 'slow-log-entry',
      dialect: 'postgres',
      facts: { queryTimeMs: 1506.065, user: 'app', database: 'shop', at: '2026-11-20T06:52:22.874Z' },
    })
    expect(text.slice(parts[1]?.span.start, parts[1]?.span.end)).toBe('SELECT *\n\tFROM t\n\tWHERE a = 1')
  })

  test('of an auto_explain entry: its statement and its plan', () => {
    const text =
      'user=app,db=shop LOG:  duration: 12.5 ms  plan:\n\tQuery Text: select * from t where a = 1\n\tSeq Scan on t  (cost=0.00..41.88 rows=13 width=4)\n\t  Filter: (a = 1)\n'
    expect(recognize(text).parts.map((part) => [part.kind, part.format].filter(Boolean).join(' '))).toEqual([
      'slow-log-entry',
      'sql',
      'plan postgres-text',
    ])
  })

  test('the caller says the dialect', () => {
    expect(recognize('SELECT 1', 'mariadb').parts[0]?.dialect).toBe('mariadb')
  })
})

test.each([
  '+---+\n',
  '{\n',
  '[',
  '*** 1. row ***\n',
  '# Query_time: 1\n',
  '# Time: \n;',
  'a\n{\n',
  '-> a\n',
  '"',
  ' LOG:  duration: 1 ms  plan: \n',
  'A (cost=',
  'mysql> ',
])('a quarter of a megabyte of %j is read to its end', (unit) => {
  expect(recognize(unit.repeat(Math.ceil(262_144 / unit.length))).kind).toBe('paste')
})

test('of more statements than can be listed, the rest is one part, and none is lost', () => {
  const text = 'select 1;\n'.repeat(12_000)
  const { parts } = recognize(text)
  expect(parts.length).toBe(10_001)
  expect(parts[9_999]).toMatchObject({ kind: 'sql', span: { start: 99_990 } })
  expect(parts[10_000]).toMatchObject({ kind: 'unknown', span: { start: 100_000, end: text.length } })
})

test('of a statement that goes on for megabytes, nothing is said about what was not read', () => {
  const text = `INSERT INTO t VALUES ${"(1, 'x'), ".repeat(120_000)}(2, 'y'); DROP TABLE t;`
  expect(recognize(text).parts).toMatchObject([
    { kind: 'sql', span: { start: 0, end: text.length }, facts: { statementKind: 'insert', readOnly: 'unknown' } },
  ])
})
