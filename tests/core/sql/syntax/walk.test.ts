// Protects: the nodes of a tree are found by place, and the places of hints are where hints go.
import { expect, test } from 'vitest'
import type { SyntaxNode } from '../../../../src/core/sql/syntax/model'
import { parseSql } from '../../../../src/core/sql/syntax/parse'
import { nodesAround, nodesAt, walk } from '../../../../src/core/sql/syntax/walk'

function statementOf(sql: string): SyntaxNode {
  const [tree] = parseSql(sql, 'mysql')
  if (tree === undefined) throw new Error('No statement')
  return tree.statement
}

test('the nodes at a place, outermost first', () => {
  const sql = 'SELECT a FROM t WHERE b = 1 AND c = (SELECT MAX(d) FROM u)'
  expect(nodesAt(statementOf(sql), sql.indexOf('d)')).map((node) => node.type)).toEqual([
    'select',
    'logical',
    'comparison',
    'subquery',
    'parenthesized-query',
    'select',
    'select-item',
    'call',
    'column',
  ])
  expect(nodesAt(statementOf(sql), sql.indexOf('1')).map((node) => node.type)).toEqual([
    'select',
    'logical',
    'comparison',
    'literal',
  ])
  expect(nodesAt(statementOf(sql), sql.length + 1)).toEqual([])
})

test('the smallest node around a range', () => {
  const sql = 'SELECT a FROM t WHERE b = 1 AND c = 2'
  const smallest = (text: string): string | undefined => {
    const start = sql.indexOf(text)
    return nodesAround(statementOf(sql), start, start + text.length).pop()?.type
  }
  expect(smallest('b = 1')).toBe('comparison')
  expect(smallest('= 1 AND c')).toBe('logical')
  expect(smallest('a FROM t')).toBe('select')
})

test('walking leaves out the inside of nodes that are refused', () => {
  const seen: string[] = []
  walk(statementOf('SELECT f(a, b), c FROM t'), (node) => {
    seen.push(node.type)
    return node.type !== 'call'
  })
  expect(seen).toEqual(['select', 'select-item', 'call', 'select-item', 'column', 'table'])
})

/** The text with each place of index hints in < >. */
function marked(sql: string): string {
  const spans: { start: number; end: number }[] = []
  walk(statementOf(sql), (node) => {
    if (node.type === 'table' && node.hintSpan !== undefined) spans.push(node.hintSpan)
    return true
  })
  return spans
    .sort((a, b) => b.start - a.start)
    .reduce((text, { start, end }) => `${text.slice(0, start)}<${text.slice(start, end)}>${text.slice(end)}`, sql)
}

test.each([
  'SELECT * FROM t<> WHERE a = 1',
  'SELECT * FROM t AS x<>, db.u y <FORCE INDEX (i)> JOIN v<> USING (a)',
  'SELECT * FROM t PARTITION (p0) x<> WHERE a IN (SELECT b FROM u <USE INDEX (i) IGNORE KEY FOR JOIN (j)>)',
  'SELECT * FROM (SELECT * FROM t /* c */ x<>) y',
  'SELECT * FROM t <USE INDEX ()> ORDER BY a',
  'UPDATE t<>, u z<> SET a = 1',
  'DELETE x FROM t x<> JOIN u<>',
  'DELETE FROM x USING t x<>',
  'DELETE FROM t WHERE a = 1',
  'INSERT INTO t SELECT * FROM u<>',
  'TABLE t',
])('index hints of %s', (expected) => {
  expect(marked(expected.replace(/[<>]/g, ''))).toBe(expected)
})

test('an optimizer hint is known with its place, another comment is not', () => {
  const sql = 'SELECT /*+ NO_ICP(t) */ a FROM t WHERE b IN (SELECT /* no */ c FROM u)'
  const hints: string[] = []
  const places: string[] = []
  walk(statementOf(sql), (node) => {
    if (node.type === 'optimizer-hint') hints.push(`${node.text}|${sql.slice(node.span.start, node.span.end)}`)
    if (node.type === 'select') places.push(sql.slice(0, node.hintPlace).slice(-6))
    return true
  })
  expect(hints).toEqual(['NO_ICP(t)|/*+ NO_ICP(t) */'])
  expect(places).toEqual(['SELECT', 'SELECT'])
})
