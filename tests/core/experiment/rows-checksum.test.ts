// Protects the checksum of results: the same rows in any order are equal, any other difference is not, and the differing rows are found.
import { describe, expect, test } from 'vitest'
import { RowDifferences } from '../../../src/core/experiment/row-differences'
import { RowsChecksum } from '../../../src/core/experiment/rows-checksum'
import { Randomness } from '../../../src/core/randomness'

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const textOf = (row: Uint8Array) => String.fromCharCode(...row)
function sumOf(rows: readonly string[]): RowsChecksum {
  const sum = new RowsChecksum()
  for (const row of rows) sum.add(bytes(row))
  return sum
}

/** Rows of every length from nothing to some blocks of the hash. */
const rows = Array.from({ length: 500 }, (_, at) => `${at}:${'x'.repeat(at % 70)}`)

test('the same rows in another order are the same rows, not the same order', () => {
  const shuffled = new Randomness(3).shuffled(rows)
  expect(sumOf(rows).sameRows(sumOf(shuffled))).toBe(true)
  expect(sumOf(rows).sameOrder(sumOf(shuffled))).toBe(false)
  expect(sumOf(rows).sameOrder(sumOf(rows))).toBe(true)
})

test.each([
  ['one byte of one row', (row: string, at: number) => (at === 250 ? `${row}y` : row)],
  ['two values exchanged between rows', (row: string, at: number) => (at === 1 ? (rows[2] ?? '') : row)],
] as const)('%s changes the sum', (_says, change) => {
  expect(sumOf(rows).sameRows(sumOf(rows.map(change)))).toBe(false)
})

test('a row twice instead of another one is seen, though pairs of equal rows would cancel out in an exclusive or', () => {
  expect(sumOf(['a', 'a', 'b']).sameRows(sumOf(['a', 'b', 'b']))).toBe(false)
  expect(sumOf(['a', 'a']).sameRows(sumOf(['b', 'b']))).toBe(false)
})

test('hundreds of small results have sums of their own', () => {
  // 64 bits twice: two of a few hundred sums meet by chance once in 10^33 tries.
  const seen = new Set<number>()
  for (let seed = 0; seed < 300; seed++) {
    const one = sumOf([String(seed), String(seed + 1)])
    const same = [...seen].filter((other) => one.sameRows(sumOf([String(other), String(other + 1)])))
    expect(same).toEqual([])
    seen.add(seed)
  }
})

describe('differing rows', () => {
  const found = (before: readonly string[], after: readonly string[]) => {
    const differences = new RowDifferences(sumOf(before).differingPart(sumOf(after), 1000))
    for (const row of before) differences.add('baseline', bytes(row))
    for (const row of after) differences.add('variant', bytes(row))
    return differences.first(5).map(({ only, row }) => `${only} ${textOf(row)}`)
  }

  test('rows of one side only are found among many', () => {
    const after = rows.map((row, at) => (at === 123 ? 'other' : row))
    expect(found(rows, after)).toEqual([`baseline ${rows[123]}`, 'variant other'])
  })

  test('a row that comes once more is found', () => {
    expect(found(rows, [...rows, rows[7] ?? ''])).toEqual([`variant ${rows[7]}`])
  })

  test('no more than asked for of each side', () => {
    expect(found(rows, [])).toHaveLength(5)
  })

  test('a long row is cut, and says so', () => {
    const long = 'l'.repeat(5000)
    const differences = new RowDifferences(sumOf([long]).differingPart(sumOf([]), 10))
    differences.add('baseline', bytes(long))
    expect(differences.first(1)).toMatchObject([{ only: 'baseline', cut: true }])
    expect(differences.first(1)[0]?.row).toHaveLength(1024)
  })
})
