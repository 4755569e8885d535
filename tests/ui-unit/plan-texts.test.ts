// Protects the text and JSON views: every line knows its place in the server's text, whatever the text is.
import { describe, expect, test } from 'vitest'
import { flattenPlan } from '../../src/ui/plan/flat-plan'
import { jsonLines, jsonLinesOfSpan, jsonTokens, unfoldedLines } from '../../src/ui/plan/json-lines'
import { lineCount, linesOf, linesOfSpan, lineText, nodeAtOffset, nodeOfLine } from '../../src/ui/plan/text-lines'
import { alignedTable } from '../../src/ui/plan/text-table'
import { node } from './plan-trees'

/** The pretty lines as text, two blanks per level. */
function pretty(text: string): string[] {
  const lines = jsonLines(text)
  return Array.from(
    lines.start,
    (start, line) => '  '.repeat(lines.depth[line] ?? 0) + text.slice(start, lines.end[line]),
  )
}

describe('JSON as lines', () => {
  test.each([
    {
      title: 'minified',
      text: '{"a":1,"b":[2,3],"c":{}}',
      lines: ['{', '  "a":1,', '  "b":[', '    2,', '    3', '  ],', '  "c":{', '  }', '}'],
    },
    {
      title: 'pretty printed',
      text: '{\n  "a": 1,\n  "b": [\n    "x"\n  ]\n}\n',
      lines: ['{', '  "a": 1,', '  "b": [', '    "x"', '  ]', '}'],
    },
    {
      title: 'brackets, commas and quotes inside strings',
      text: '{"a":"[{,\\"}"}',
      lines: ['{', '  "a":"[{,\\"}"', '}'],
    },
    { title: 'repeated keys stay', text: '{"t":1,"t":2}', lines: ['{', '  "t":1,', '  "t":2', '}'] },
    { title: 'a cut text ends where it ends', text: '{"a":[1,"b', lines: ['{', '  "a":[', '    1,', '    "b'] },
    { title: 'too many closing brackets', text: '{}]}', lines: ['{', '}', ']', '}'] },
    { title: 'nothing', text: '', lines: [] },
  ])('$title', ({ text, lines }) => {
    expect(pretty(text)).toEqual(lines)
  })

  const text = '{"q":{"a":1},"z":2}'
  const lines = jsonLines(text)

  test('a folded object hides what it holds and its closing line', () => {
    // 0 {  1 "q":{  2 "a":1  3 },  4 "z":2  5 }
    expect([...lines.close]).toEqual([5, 3, 2, 3, 4, 5])
    expect([...unfoldedLines(lines, new Set([1]))]).toEqual([0, 1, 4, 5])
    expect([...unfoldedLines(lines, new Set([0]))]).toEqual([0])
  })

  test('a span lights the lines that it touches', () => {
    const start = text.indexOf('{"a"')
    expect(jsonLinesOfSpan(lines, { start, end: start + '{"a":1}'.length })).toEqual({ first: 1, last: 3 })
    expect(jsonLinesOfSpan(lines, { start: 3, end: 3 })).toBeUndefined()
  })

  test('pieces of a line add up to the line', () => {
    const line = '"attached_condition": "(a > \\"x\\")", -1.5e3 true, ]'
    const tokens = jsonTokens(line)
    expect(tokens.map((one) => one.text).join('')).toBe(line)
    expect(tokens.filter((one) => one.kind !== 'mark').map((one) => [one.kind, one.text])).toEqual([
      ['key', '"attached_condition"'],
      ['string', '"(a > \\"x\\")"'],
      ['number', '-1.5e3'],
      ['word', 'true'],
    ])
  })
})

describe('text as lines', () => {
  const text = '-> Sort\n    -> Filter\r\n        -> Scan\n'
  const lines = linesOf(text)
  const at = (word: string, end: number) => ({ span: { start: text.indexOf(`-> ${word}`), end } })
  const flat = flattenPlan(
    node('Sort', [node('Filter', [node('Scan', [], at('Scan', text.length))], at('Filter', text.length))], {
      span: { start: 0, end: text.length },
    }),
  )

  test('lines lose their breaks, the last break opens no line', () => {
    expect(lineCount(lines)).toBe(3)
    expect([0, 1, 2].map((line) => lineText(lines, line))).toEqual(['-> Sort', '    -> Filter', '        -> Scan'])
  })

  test.each([
    { line: 0, of: 'Sort' },
    { line: 1, of: 'Filter' },
    { line: 2, of: 'Scan' },
  ])('line $line speaks of $of, the smallest piece that holds it', ({ line, of }) => {
    const found = nodeOfLine(flat, lines, line)
    expect(found === undefined ? undefined : flat.nodes[found]?.label).toBe(of)
  })

  test('a place outside every piece has no node', () => {
    expect(nodeAtOffset(flat, text.length)).toBeUndefined()
  })

  test.each([
    {
      title: 'a node with all below it',
      span: { start: text.indexOf('-> Filter'), end: text.length },
      lines: { first: 1, last: 2 },
    },
    { title: 'one word', span: { start: 3, end: 7 }, lines: { first: 0, last: 0 } },
    { title: 'nothing', span: { start: 3, end: 3 }, lines: undefined },
  ])('$title lights $lines', ({ span, lines: lit }) => {
    expect(linesOfSpan(lines, span)).toEqual(lit)
  })
})

describe('rows as clients print them', () => {
  test('numbers to the right, NULL for null, full-width letters count twice', () => {
    const drawn = alignedTable(
      ['table', 'rows', 'key'],
      [
        ['orders', '107478', null],
        ['注文', '9', 't_msg'],
      ],
    )
    expect(drawn.split('\n')).toEqual([
      '+--------+--------+-------+',
      '| table  | rows   | key   |',
      '+--------+--------+-------+',
      '| orders | 107478 | NULL  |',
      '| 注文   |      9 | t_msg |',
      '+--------+--------+-------+',
    ])
  })

  test('long values are cut in the drawing and whole in the copy', () => {
    const long = 'x'.repeat(300)
    expect(alignedTable(['c'], [[long]])).toContain(`${'x'.repeat(119)}… |`)
    expect(alignedTable(['c'], [[long]], true)).toContain(long)
  })

  test('no rows still show the heads', () => {
    expect(alignedTable(['a'], []).split('\n')).toEqual(['+---+', '| a |', '+---+', '+---+'])
  })
})
