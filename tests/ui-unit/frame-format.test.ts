// Protects how numbers read: three significant digits, unit, direction, and never a different look for the same value.
import { describe, expect, test } from 'vitest'
import {
  figure,
  formatAge,
  formatBytes,
  formatCost,
  formatCount,
  formatFraction,
  formatRatio,
  formatRows,
  formatTime,
  ratioInWords,
} from '../../src/core/figures'
import { keysInWords } from '../../src/ui/kit/keys'

describe('rows', () => {
  test.each([
    [0, '0'],
    [1, '1'],
    [0.5, '0.5'],
    [4716, '4,716'],
    [99_999, '99,999'],
    [100_000, '100 k'],
    [107_478, '107 k'],
    [999_600, '1.00 M'],
    [1_820_456, '1.82 M'],
    [12_345_678, '12.3 M'],
    [3_000_000_000, '3.00 G'],
  ])('%d rows read as %s', (value, text) => expect(formatRows(value)).toBe(text))

  test('the exact count has every digit', () => expect(formatCount(107_478)).toBe('107,478'))
  test('the exact value of a shortened figure is kept', () =>
    expect(figure(1_820_456, 'rows')).toEqual({ text: '1.82 M', exact: '1,820,456 rows' }))
})

describe('time', () => {
  test.each([
    [0, '0 ms'],
    [0.00085, '850 ns'],
    [0.0685, '68.5 µs'],
    [0.9996, '1.00 ms'],
    [9.7, '9.70 ms'],
    [203, '203 ms'],
    [412.604, '413 ms'],
    [999.6, '1.00 s'],
    [21_000, '21.0 s'],
    [90_000, '1.50 min'],
    [5_400_000, '1.50 h'],
  ])('%d milliseconds read as %s', (ms, text) => expect(formatTime(ms)).toBe(text))
})

describe('bytes', () => {
  test.each([
    [4, '4 B'],
    [1023, '1,023 B'],
    [1024, '1.00 KiB'],
    [16_384, '16.0 KiB'],
    [1_572_864, '1.50 MiB'],
  ])('%d bytes read as %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text))
})

describe('shares', () => {
  test.each([
    [0, '0 %'],
    [0.0004, '< 0.1 %'],
    [0.007, '0.7 %'],
    [0.015, '1.5 %'],
    [0.04, '4 %'],
    [0.956, '96 %'],
    [1, '100 %'],
  ])('%d of one reads as %s', (fraction, text) => expect(formatFraction(fraction)).toBe(text))
})

describe('ratios', () => {
  test.each([
    [97, '×97', '97 times more'],
    [4, '×4.0', '4.0 times more'],
    [1, '×1.0', 'the same'],
    [0.5, '÷2.0', '2.0 times fewer'],
    [0.05, '÷20', '20 times fewer'],
  ])('%d is %s, in words %s', (ratio, text, words) => {
    expect(formatRatio(ratio)).toBe(text)
    expect(ratioInWords(ratio)).toBe(words)
  })
  test('nothing expected and something found has no finite factor', () =>
    expect(formatRatio(Number.POSITIVE_INFINITY)).toBe('×∞'))
})

test.each([
  [0.35, '0.350'],
  [12.7, '12.7'],
  [48_365.4, '48,365'],
  [1_820_000, '1.82 M'],
])('a cost of %d reads as %s', (cost, text) => expect(formatCost(cost)).toBe(text))

describe('age', () => {
  const now = Date.UTC(2026, 4, 12, 12, 0, 0)
  test.each([
    [now - 30_000, 'just now'],
    [now - 5 * 60_000, '5 min ago'],
    [now - 2 * 3_600_000, '2 h ago'],
    [now - 30 * 3_600_000, 'yesterday'],
    [now - 72 * 3_600_000, '9 May 2026'],
  ])('%d is %s', (then, text) => expect(formatAge(then, now)).toBe(text))
})

test('keys are named as on the keyboard in front of the person', () => {
  expect(keysInWords('Mod+Shift+Enter', false)).toBe('Ctrl Shift ↵')
  expect(keysInWords('Mod+Shift+Enter', true)).toBe('⌘ ⇧ ↵')
})
