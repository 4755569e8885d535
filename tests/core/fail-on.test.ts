// Protects --fail-on: what a release pipeline believes.
import { describe, expect, test } from 'vitest'
import { SargableError } from '../../src/core/errors'
import { conditionHolds, parseCondition } from '../../src/core/fail-on'

const document = {
  counters: { rowsExamined: 107478 },
  findings: [{ severity: 'hint' }, { severity: 'problem' }],
  comparisons: [{ ratio: 0.98, deep: [{ value: 1 }, { value: 5 }] }],
  empty: [],
  name: 'x',
}

describe('holds', () => {
  test.each([
    ['counters.rowsExamined > 100000', true],
    ['counters.rowsExamined >= 107478', true],
    ['counters.rowsExamined < 107478', false],
    ['counters.rowsExamined <= 107478', true],
    ['counters.rowsExamined != 107478', false],
    ['findings.severity == problem', true],
    ['findings.severity == "warning"', false],
    ['comparisons.ratio > 1.05', false],
    ['comparisons.deep.value == 5', true],
    ['empty.anything > 1', false],
    ['name > 1', false],
    ['comparisons.ratio > 1.05 or findings.severity == problem', true],
    ['comparisons.ratio > 1.05 and findings.severity == problem', false],
    ['name == x and comparisons.ratio > 1.05 or counters.rowsExamined > 1e5', true],
  ])('%s is %s', (text, expected) => {
    expect(conditionHolds(parseCondition(text), document)).toBe(expected)
  })
})

test.each([
  ['', 'bad-request'],
  ['counters', 'bad-request'],
  ['counters.rowsExamined =', 'bad-request'],
  ['1 > 2', 'bad-request'],
])('"%s" is refused', (text, code) => {
  expect(() => parseCondition(text)).toThrowError(expect.objectContaining({ fault: expect.objectContaining({ code }) }))
})

test('a field that the document does not have is an error, not false', () => {
  expect(() => conditionHolds(parseCondition('counters.rowsExamnied > 1'), document)).toThrow(SargableError)
})
