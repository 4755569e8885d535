// Protects what stands around the verdict: estimates look like estimates, and the icon is as loud as the numbers are.
import { describe, expect, test } from 'vitest'
import type { Verdict } from '../../src/core/analysis/verdict-model'
import { codePieces, factLines, toneOf } from '../../src/ui/analyze/verdict'

type Facts = Partial<Record<Verdict['facts'][number]['name'], number>>
const verdict = (facts: Facts): Verdict => ({
  text: '',
  facts: Object.entries(facts).map(([name, value]) => ({
    name: name as Verdict['facts'][number]['name'],
    value,
    unit: '',
  })),
})

describe('the icon', () => {
  test.each<[string, Facts, string]>([
    ['reading 23 times what is returned', { rowsExamined: 107_478, rowsReturned: 4716 }, 'bad'],
    ['reading much for nothing', { rowsExamined: 5000, rowsReturned: 0 }, 'bad'],
    ['few rows, whatever the factor', { rowsExamined: 900, rowsReturned: 1 }, 'good'],
    ['all that is read is returned', { rowsExamined: 50_000, rowsReturned: 50_000 }, 'good'],
    ['key parts left unused', { usedKeyParts: 1, keyParts: 2 }, 'warn'],
    ['all key parts used', { usedKeyParts: 2, keyParts: 2 }, 'good'],
    ['nothing known', {}, 'good'],
  ])('%s', (_name, facts, tone) => expect(toneOf(verdict(facts))).toBe(tone))

  test('a problem that was found is as loud as waste, a warning as parts left unused', () => {
    expect(toneOf(verdict({}), () => [{ severity: 'hint' }, { severity: 'problem' }])).toBe('bad')
    expect(toneOf(verdict({}), () => [{ severity: 'warning' }])).toBe('warn')
    expect(toneOf(verdict({}), () => [{ severity: 'hint' }])).toBe('good')
  })

  test('few groups of many rows are no waste', () => {
    expect(toneOf(verdict({ rowsExamined: 5000, rowsReturned: 4 }), () => [], true)).toBe('good')
  })
})

describe('the line of numbers', () => {
  const facts = verdict({
    rowsExamined: 107_478,
    rowsReturned: 4716,
    usedKeyParts: 1,
    keyParts: 2,
    usedBytes: 4,
    indexBytes: 11,
  })
  test('measured numbers stand plain', () =>
    expect(factLines(facts, true).map((line) => line.text)).toEqual([
      '107,478 rows examined',
      '4,716 returned',
      '1 of 2 key parts',
      '4 of 11 bytes of the key',
    ]))
  test('estimated rows are marked, key parts are facts either way', () =>
    expect(factLines(facts, false).map((line) => [line.text, line.estimated])).toEqual([
      ['≈ 107,478 rows examined', true],
      ['≈ 4,716 returned', true],
      ['1 of 2 key parts', false],
      ['4 of 11 bytes of the key', false],
    ]))
  test('half a pair is left out', () => expect(factLines(verdict({ usedKeyParts: 1 }), true)).toEqual([]))
})

test('names between backticks become code', () =>
  expect(codePieces('`t_msg` is used for `a`.').map(({ text, code }) => [text, code])).toEqual([
    ['t_msg', true],
    [' is used for ', false],
    ['a', true],
    ['.', false],
  ]))
