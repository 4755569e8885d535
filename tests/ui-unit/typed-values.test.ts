// Protects what becomes of values typed for placeholders: kinds, NULL, what is missing, and what goes with a request.
import { describe, expect, test } from 'vitest'
import type { PlaceholderField } from '../../src/core/sql/complete/placeholder-fields'
import { mayAskValues } from '../../src/ui/editor/may-ask-values'
import { collectValues, readEntry } from '../../src/ui/editor/typed-values'

const typed = (text: string) => ({ text, isNull: false })
const field = (kind: PlaceholderField['kind'], key = '1', written = '?'): PlaceholderField => ({
  key,
  positional: written === '?',
  written,
  kind,
  span: { start: 0, end: 1 },
  members: [],
})

describe('a value', () => {
  test.each<[string, PlaceholderField['kind'], string, unknown]>([
    ['a number keeps its digits', 'number', '12.50', { value: { kind: 'number', value: '12.50' } }],
    ['a word is no number', 'number', 'many', { error: '? is compared with a number.' }],
    ['text needs no quotes', 'text', "it's", { value: { kind: 'text', value: "it's" } }],
    ['a day', 'datetime', '2024-01-31', { value: { kind: 'date', value: '2024-01-31' } }],
    ['a time of a day', 'date', '2024-01-31 12:00:00', { value: { kind: 'datetime', value: '2024-01-31 12:00:00' } }],
    ['something else for a date goes as text', 'date', 'today', { value: { kind: 'text', value: 'today' } }],
    ['a truth', 'boolean', 'TRUE', { value: { kind: 'boolean', value: true } }],
    ['half a byte', 'binary', 'abc', { error: 'Bytes need two hexadecimal digits each.' }],
    ['nothing', 'text', '', undefined],
  ])('%s', (_name, kind, text, expected) => {
    expect(readEntry(field(kind), typed(text))).toEqual(expected)
  })
  test('NULL, whatever was typed before', () => {
    expect(readEntry(field('number'), { text: 'x', isNull: true })).toEqual({ value: { kind: 'null' } })
  })
})

test('values go by place and by name; what is missing is named', () => {
  const fields = [field('number', '1'), field('text', 'city', ':city'), field('text', '2'), field('text', 'p', '@p')]
  const { values, missing } = collectValues(fields, { 1: typed('5'), city: typed('Graz') })
  expect(values).toEqual({
    positional: [{ kind: 'number', value: '5' }],
    named: { city: { kind: 'text', value: 'Graz' } },
  })
  // A variable of the session may stay what it is.
  expect(missing.map(({ key }) => key)).toEqual(['2'])
  expect(collectValues([field('text', 'p', '@p')], {})).toEqual({ values: undefined, missing: [] })
})

test.each([
  ['SELECT ?', true],
  ['SELECT $1', true],
  ['a = :name', true],
  ['a = %s', true],
  ['a = %(name)s', true],
  ['a = @p', true],
  ["a::text = 'x'", false],
  ['SELECT @@version', false],
  ['SELECT 1', false],
])('%s may ask for values: %s', (text, expected) => {
  expect(mayAskValues.test(text)).toBe(expected)
})
