// Protects the project's file: what is misspelt in it is an error, never silence.
import { expect, test } from 'vitest'
import { SargableError } from '../../src/core/errors'
import { readProjectSettings } from '../../src/core/project/settings'

test('rules off and limits', () => {
  const text =
    '{"$schema": "x", "rules": {"index-redundant": false, "index-missing-prefix": {"leastRows": 5}, "index-duplicate": true}}'
  expect(readProjectSettings(text, 'sargable.json')).toEqual({
    rules: { 'index-redundant': false, 'index-missing-prefix': { leastRows: 5 }, 'index-duplicate': true },
  })
  expect(readProjectSettings('{}', 'sargable.json')).toEqual({})
})

test.each([
  ['no JSON', '{"rules": ', /^p\/sargable\.json is not JSON/],
  ['another field', '{"rule": {}}', /rule/],
  ['a rule that there is not', '{"rules": {"index-redundnat": false}}', /There is no rule "index-redundnat"/],
  ['a limit that there is not', '{"rules": {"index-missing-prefix": {"rows": 5}}}', /no limit "rows"/],
  ['a limit that is no number', '{"rules": {"index-missing-prefix": {"leastRows": "5"}}}', /index-missing-prefix/],
  ['a list', '[]', /sargable\.json/],
])('%s is refused', (_says, text, message) => {
  let thrown: unknown
  try {
    readProjectSettings(text, 'p/sargable.json')
  } catch (error) {
    thrown = error
  }
  expect(thrown).toBeInstanceOf(SargableError)
  expect((thrown as SargableError).fault.code).toBe('bad-request')
  expect((thrown as SargableError).message).toMatch(message)
})
