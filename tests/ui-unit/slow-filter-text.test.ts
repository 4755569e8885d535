// Protects the filter's words: choosers write into the text, words that are not understood are told, typing is completed.
import { expect, test } from 'vitest'
import { parseFilter } from '../../src/core/digest/filter'
import { chosenIn, shapeWordsOf, suggestionsFor, troubleOf, withChosen } from '../../src/ui/slow/filter-text'

test.each([
  ['', 'db', 'shop', 'db:shop'],
  ['time>1s', 'db', 'shop', 'time>1s db:shop'],
  ['db:shop time>1s', 'db', 'crm', 'db:crm time>1s'],
  ['time>1s db:shop kind:sorts', 'db', undefined, 'time>1s kind:sorts'],
  ['user:a db:x user:b', 'user', 'c', 'user:c db:x'],
  ['', 'user', 'the app', 'user:"the app"'],
  ['db:', 'user', '', 'db: user:""'],
  ['text:"from orders" kind:sorts', 'kind', 'write', 'text:"from orders" kind:write'],
] as const)('"%s" with %s:%s is "%s"', (text, field, value, result) => {
  expect(withChosen(text, field, value)).toBe(result)
  expect(chosenIn(result, field)).toBe(value)
})

test('what choosers write is understood', () => {
  for (const value of ['shop', 'the app', '', 'a*'])
    expect(() => parseFilter(withChosen('time>1s', 'user', value))).not.toThrow()
})

test('nothing is chosen where the text asks for nothing, and quotes are no part of a name', () => {
  expect(chosenIn('text:"db:shop"', 'db')).toBeUndefined()
  expect(chosenIn('user: time>1s', 'user')).toBeUndefined()
  expect(chosenIn('user:"the app" time>1s', 'user')).toBe('the app')
})

test.each([
  ['db:shop user:app kind:sorts time>1s rows>1000 text:"from orders"', undefined],
  ['', undefined],
  ['orders', '"orders" is no filter.'],
  ['db:shop tiem>1s', '"tiem>1s" is no filter.'],
  ['kind:sort', 'There is no kind "sort".'],
  ['db:', '"db:" is no filter.'],
])('trouble of "%s"', (text, message) => expect(troubleOf(text)?.message).toBe(message))

test('a bare word can be searched for in the statements instead', () => {
  expect(troubleOf('db:shop orders')?.instead).toBe('db:shop text:orders')
  expect(troubleOf('tiem>1s')?.instead).toBeUndefined()
})

test('words of whole shapes are kept for a log that was read with the other ones', () => {
  expect(shapeWordsOf('db:shop kind:sorts time>1s text:"a b" count>5')).toBe('kind:sorts text:"a b" count>5')
  expect(shapeWordsOf('user:app')).toBe('')
})

const names = { schemas: ['shop', 'crm', 'shop archive'], users: ['app', 'batch'], hosts: ['10.0.0.1'] }

test.each([
  ['', 0, ['db:', 'user:', 'host:', 'kind:', 'text:', 'time>', 'rows>', 'count>']],
  ['ti', 2, ['time>']],
  ['db:', 3, ['db:shop', 'db:crm', 'db:"shop archive"']],
  ['db:ar', 5, ['db:"shop archive"']],
  ['time>1s user:b', 14, ['user:batch']],
  ['kind:so', 7, ['kind:sorts']],
  ['time>1s', 7, []],
])('"%s" at %d can go on with %j', (text, cursor, words) =>
  expect(suggestionsFor(text, cursor, names).map((each) => each.text)).toEqual(words),
)

test('a suggestion takes the place of its word only, and the cursor stands behind it', () => {
  const [taken] = suggestionsFor('user:b time>1s', 6, names)
  expect(taken).toMatchObject({ filter: 'user:batch time>1s', cursor: 11 })
  const [start] = suggestionsFor('db:shop k', 9, names)
  expect(start).toMatchObject({ filter: 'db:shop kind:', cursor: 13 })
})
