// Protects: which columns each clause needs of each source, order and grouping as columns, limits, and what blocks are.
import { describe, expect, test } from 'vitest'
import { meaning } from './shown'

/** `source clause(columns) …` of every source of every block; `!` written to, `*` selected whole, `?` optional. */
function needs(sql: string): string[] {
  return meaning(sql).blocks.flatMap(({ sources }) =>
    sources.map((source) => {
      const marks = `${source.written ? '!' : ''}${source.selectsAll ? '*' : ''}${source.optional ? '?' : ''}`
      const clauses = Object.entries(source.needs).map(([clause, columns]) => `${clause}(${columns.join(' ')})`)
      return [`${source.name ?? '-'}${marks}`, ...clauses.sort()].join(' ')
    }),
  )
}

describe('needs', () => {
  test.each([
    ['SELECT id FROM t WHERE a = 1 AND k = 2 ORDER BY c', ['t order(c) select(id) where(a k)']],
    ['SELECT a, SUM(d) FROM t GROUP BY a, k HAVING MAX(id) > 1', ['t group(a k) having(id) select(a d)']],
    ['SELECT t.id FROM t JOIN u ON t.id = u.t_id AND u.y = 1', ['t join(id) select(id)', 'u join(t_id y)']],
    ['SELECT w FROM u LEFT JOIN v USING (x)', ['u join(x)', 'v? join(x) select(w)']],
    ['SELECT x FROM u JOIN v USING (x)', ['u join(x) select(x)', 'v join(x) select(x)']],
    ['SELECT * FROM v', ['v* select(vid x w)']],
    ['SELECT v.*, u.y FROM u JOIN v', ['u select(y)', 'v* select(vid x w)']],
    ['SELECT * FROM elsewhere', ['elsewhere*']],
    ['SELECT COUNT(*) FROM t', ['t']],
    ['SELECT YEAR(c) AS q FROM t GROUP BY q ORDER BY 1', ['t group(c) order(c) select(c)']],
    ['SELECT id FROM t WHERE EXISTS (SELECT 1 FROM v WHERE vid = t.k)', ['t select(id) where(k)', 'v where(vid)']],
    ['SELECT (SELECT w FROM v WHERE vid = t.k) FROM t', ['t select(k)', 'v select(w) where(vid)']],
    ['SELECT 1 FROM t, LATERAL (SELECT 1 FROM v WHERE vid = t.k) s', ['t join(k)', 's', 'v where(vid)']],
    ['SELECT q FROM (SELECT a q, k FROM t) s', ['s select(q)', 't select(a k)']],
    ['UPDATE t SET a = k WHERE id = 1 ORDER BY c LIMIT 1', ['t! order(c) select(k) where(id) write(a)']],
    ['UPDATE t JOIN u ON t.id = t_id SET y = 1', ['t join(id)', 'u! join(t_id) write(y)']],
    ['DELETE t FROM t JOIN u ON t.id = t_id', ['t! join(id)', 'u join(t_id)']],
    ['DELETE FROM t WHERE a = 1', ['t! where(a)']],
    ['INSERT INTO v (vid) SELECT id FROM t', ['v! write(vid)', 't select(id)']],
    ['INSERT INTO v VALUES (1, 2, 3)', ['v! write(vid x w)']],
    ['SELECT ROW_NUMBER() OVER (PARTITION BY a ORDER BY k) FROM t', ['t select(a k)']],
  ])('%s', (sql, found) => {
    expect(needs(sql)).toEqual(found)
  })
})

/** Items of ORDER BY or GROUP BY: the column, `#n` a select item that is no column, `-` anything else. */
function sorts(sql: string, clause: 'orderBy' | 'groupBy'): string[] {
  const [block] = meaning(sql).blocks
  return (block?.[clause] ?? []).map(({ column, item, descending }) => {
    const name = column === undefined ? (item === undefined ? '-' : `#${item}`) : column.column
    return `${column === undefined ? '' : `${block?.sources[column.source]?.name}.`}${name}${descending ? ' desc' : ''}`
  })
}

describe('ORDER BY', () => {
  test.each([
    ['SELECT a FROM t ORDER BY a, k DESC', ['t.a', 't.k desc']],
    ['SELECT a q FROM t ORDER BY q DESC', ['t.a desc']],
    ['SELECT k, a FROM t ORDER BY 2 DESC, 1', ['t.a desc', 't.k']],
    ['SELECT a + 1 q FROM t ORDER BY q, a + 1, 1', ['#0', '-', '#0']],
    ['SELECT * FROM t ORDER BY 2', ['t.a']],
    ['SELECT a FROM t UNION SELECT y FROM u ORDER BY a DESC', ['#0 desc']],
    ['SELECT u.x FROM u JOIN v USING (x) ORDER BY x', ['u.x']],
    ['UPDATE t SET a = 1 ORDER BY k DESC LIMIT 1', ['t.k desc']],
    ['SELECT a FROM t ORDER BY NULL', ['-']],
    ['SELECT a FROM t', []],
  ])('%s', (sql, found) => {
    expect(sorts(sql, 'orderBy')).toEqual(found)
  })
})

describe('GROUP BY', () => {
  test.each([
    ['SELECT a, COUNT(*) FROM t GROUP BY a, t.k', ['t.a', 't.k']],
    ['SELECT a, COUNT(*) FROM t GROUP BY 1', ['t.a']],
    ['SELECT YEAR(c) q FROM t GROUP BY q', ['#0']],
    ['SELECT YEAR(c) q FROM t GROUP BY YEAR(c)', ['-']],
    ['SELECT k a FROM t GROUP BY a', ['t.a']],
  ])('%s', (sql, found) => {
    expect(sorts(sql, 'groupBy')).toEqual(found)
  })
})

/** `kind role <outer …` of every block, with its flags. */
function blocks(sql: string): string[] {
  return meaning(sql).blocks.map((block) => {
    const limit =
      block.limit &&
      `limit ${block.limit.count ?? '?'}${block.limit.offset === undefined ? '' : `+${block.limit.offset}`}`
    const words = [
      block.kind,
      block.role,
      block.outer === undefined ? '' : `in ${block.outer}`,
      block.members.length > 0 ? `of ${block.members.join(' ')}` : '',
      block.correlatedTo.length > 0 ? `needs ${block.correlatedTo.join(' ')}` : '',
      block.distinct ? 'distinct' : '',
      block.aggregates ? 'aggregates' : '',
      block.windows ? 'windows' : '',
      limit ?? '',
    ]
    return words.filter((word) => word !== '').join(' ')
  })
}

describe('blocks', () => {
  test.each([
    ['SELECT 1', ['select statement']],
    ['SELECT DISTINCT a FROM t LIMIT 5, 10', ['select statement distinct limit 10+5']],
    ['SELECT COUNT(*) FROM t LIMIT ?', ['select statement aggregates limit ?']],
    ['SELECT SUM(a) OVER () FROM t', ['select statement windows']],
    ['SELECT a FROM t ORDER BY COUNT(*)', ['select statement aggregates']],
    ['SELECT (SELECT COUNT(*) FROM v) FROM t', ['select statement', 'select subquery in 0 aggregates']],
    [
      'SELECT 1 UNION SELECT 2 LIMIT 1',
      ['set-operation statement of 1 2 limit 1', 'select member in 0', 'select member in 0'],
    ],
    ['SELECT * FROM (SELECT 1) s', ['select statement', 'select derived in 0']],
    ['WITH s AS (SELECT 1) SELECT * FROM s', ['select statement', 'select cte in 0']],
    ['INSERT INTO v SELECT * FROM v', ['insert statement', 'select insert-source in 0']],
    [
      'SELECT 1 FROM t WHERE EXISTS (SELECT 1 FROM v WHERE vid = t.id)',
      ['select statement', 'select subquery in 0 needs 0'],
    ],
    [
      'SELECT 1 FROM t WHERE EXISTS (SELECT 1 FROM u WHERE EXISTS (SELECT 1 FROM v WHERE vid = t.id))',
      ['select statement', 'select subquery in 0 needs 0', 'select subquery in 1 needs 0'],
    ],
    [
      'SELECT 1 FROM t WHERE id IN (SELECT y FROM u UNION SELECT w FROM v WHERE vid = t.k)',
      [
        'select statement',
        'set-operation subquery in 0 of 2 3 needs 0',
        'select member in 1',
        'select member in 1 needs 0',
      ],
    ],
    ['(SELECT 1 LIMIT 5) LIMIT 3', ['set-operation statement of 1 limit 3', 'select member in 0 limit 5']],
    ['(SELECT 1) LIMIT 3', ['select statement limit 3']],
    ['CREATE TABLE q (a INT)', []],
    ['SET @a = 1', []],
  ])('%s', (sql, found) => {
    expect(blocks(sql)).toEqual(found)
  })
})

test('sources of every kind', () => {
  const kinds = (sql: string) =>
    meaning(sql).blocks[0]?.sources.map(({ kind, name, from, lateral, recursive }) =>
      [kind, name, from, lateral && 'lateral', recursive && 'recursive']
        .filter((word) => word !== undefined && word !== false)
        .join(' '),
    )
  expect(
    kinds(
      "WITH RECURSIVE r AS (SELECT 1 n UNION ALL SELECT n FROM r) SELECT 1 FROM t, shop.u q, r, (SELECT 1) d, LATERAL (SELECT 2) l, JSON_TABLE('[]', '$[*]' COLUMNS (a INT PATH '$')) jt",
    ),
  ).toEqual(['table t', 'table q', 'cte r 1 recursive', 'derived d 4', 'derived l 5 lateral', 'json-table jt lateral'])
})

test('spans are places in the text', () => {
  const sql = 'SELECT a FROM t WHERE  NOT (k > 5) AND b = 1'
  const [block] = meaning(sql).blocks
  const text = ({ span }: { span: { start: number; end: number } }) => sql.slice(span.start, span.end)
  expect(block?.conditions[0]?.conjuncts.map(text)).toEqual(['NOT (k > 5)', 'b = 1'])
  expect(block?.references.map(text)).toEqual(['a', 'k', 'b'])
  expect(block?.sources.map(text)).toEqual(['t'])
})
