// Protects the places in the editor: marks stand where the server and the key parts mean them, or nowhere.
import { describe, expect, test } from 'vitest'
import type { Fault } from '../../src/core/errors'
import type { KeyPartUse, KeyUse } from '../../src/core/keyparts/model'
import type { TextSpan } from '../../src/core/text-span'
import { marksOf, placeOf, reasonsOf } from '../../src/ui/editor/marks'
import type { Result } from '../../src/ui/state/atoms'

const fault = (more: Partial<Fault>): Fault => ({ code: 'syntax-error', message: 'Cannot read it.', ...more })

describe('the place of a fault', () => {
  const sql = 'SELECT a\n  FROM t\n WHER b = 1'
  const marked = (more: Partial<Fault>) => {
    const span = placeOf(sql, fault(more))
    return span && sql.slice(span.start, span.end)
  }
  test.each<[string, Partial<Fault>, string | undefined]>([
    ['a span is taken as it is', { span: { start: 19, end: 23 } }, 'WHER'],
    ['line and column become the word that begins there', { line: 3, column: 2 }, 'WHER'],
    ['a column on a blank becomes the next word', { line: 3, column: 1 }, 'WHER'],
    ['a line alone becomes the line without its indent', { line: 2 }, 'FROM t'],
    ['an empty span becomes a word', { span: { start: 7, end: 7 } }, 'a'],
    ['the end of the text becomes its last word', { span: { start: 28, end: 28 } }, '1'],
    ['a span that runs over the end is cut', { span: { start: 24, end: 900 } }, 'b = 1'],
    ['no place is no place', {}, undefined],
    ['a line that is not there is no place', { line: 9 }, undefined],
  ])('%s', (_name, more, text) => expect(marked(more)).toBe(text))
})

describe('marks follow the statement', () => {
  const refused: Result = { state: 'refused', asked: 'SELECT x', fault: fault({ line: 1, column: 8 }) }
  const ran = { bufferId: 'b1', text: 'SELECT x', start: 10 }
  const selection = { planIndex: 0 }

  test('spans of the reply count from where the statement stands in the tab', () => {
    const text = 'SELECT 1;\nSELECT x'
    const [mark] = marksOf(text, 'b1', ran, refused, selection)
    expect(mark?.look).toBe('error')
    expect(mark && text.slice(mark.span.start, mark.span.end)).toBe('x')
    expect(mark?.span.start).toBe(17)
  })
  test('text typed before it moves the mark', () => {
    const [mark] = marksOf('-- why?\nSELECT 1;\nSELECT x', 'b1', ran, refused, selection)
    expect(mark?.span).toEqual({ start: 25, end: 26 })
  })
  test('a statement that is gone has no marks', () => {
    expect(marksOf('SELECT y', 'b1', ran, refused, selection)).toEqual([])
  })
  test('another tab has no marks', () => {
    expect(marksOf('SELECT x', 'b2', ran, refused, selection)).toEqual([])
  })
  test('nothing sent, nothing marked', () => {
    expect(marksOf('SELECT x', 'b1', undefined, refused, selection)).toEqual([])
  })
})

describe('conditions that narrow nothing', () => {
  const part = (column: string, more: Partial<KeyPartUse>): KeyPartUse => ({
    position: 1,
    column,
    descending: false,
    appended: false,
    role: 'unused',
    basis: 'decoded',
    narrows: 'none',
    ...more,
  })
  const use = (table: string, index: string, parts: readonly KeyPartUse[]): KeyUse => ({
    planIndex: 0,
    nodeId: 'n0',
    table,
    index,
    chosen: true,
    parts,
  })
  const join = { start: 10, end: 20 }
  const range = { start: 30, end: 40 }
  const because = (sqlSpan: TextSpan) => ({ code: 'other-table' as const, text: 'Because.', sqlSpan })

  test('are underlined once, by the index that they fail', () => {
    const uses = [use('o', 'ix', [part('b', { reason: because(range) }), part('c', { reason: because(range) })])]
    expect(reasonsOf(uses, 0)).toEqual([{ span: range, text: 'ix, b: Because.' }])
  })
  test('are not underlined where they narrow the read of another table', () => {
    const uses = [
      use('c', 'ix_city', [part('id', { reason: because(join) })]),
      use('o', 'ix_cust', [part('customer_id', { role: 'equality', narrows: 'seek', sqlSpans: [join] })]),
    ]
    expect(reasonsOf(uses, 0)).toEqual([])
  })
  test('are not underlined for what the engine appends to an index', () => {
    expect(reasonsOf([use('c', 'ix_city', [part('id', { appended: true, reason: because(join) })])], 0)).toEqual([])
  })
})
