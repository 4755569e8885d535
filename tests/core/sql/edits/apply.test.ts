// Protects: edits are made from the end, change nothing else, and never overlap.

import { describe, expect, test } from 'vitest'
import { applyEdits } from '../../../../src/core/sql/edits/apply'
import type { SqlEdit } from '../../../../src/core/sql/edits/model'
import fc from '../../../kit/seeded-check'

function edit(start: number, end: number, text: string): SqlEdit {
  return { span: { start, end }, text }
}

test.each<[string, readonly SqlEdit[], string]>([
  ['none', [], 'abcdef'],
  ['a replacement', [edit(1, 3, 'XYZ')], 'aXYZdef'],
  ['in any order', [edit(4, 5, 'E'), edit(0, 1, '')], 'bcdEf'],
  ['side by side', [edit(0, 2, '1'), edit(2, 4, '2')], '12ef'],
  ['insertions at one place in their order', [edit(3, 3, '1'), edit(3, 3, '2')], 'abc12def'],
  ['an insertion before what is replaced', [edit(3, 4, 'D'), edit(3, 3, '1')], 'abc1Def'],
  ['an insertion after what is replaced', [edit(3, 4, 'D'), edit(4, 4, '1')], 'abcD1ef'],
  ['at the ends', [edit(0, 0, '<'), edit(6, 6, '>')], '<abcdef>'],
])('%s', (_, edits, expected) => expect(applyEdits('abcdef', edits)).toBe(expected))

describe('refused', () => {
  test.each<[string, readonly SqlEdit[], string]>([
    ['overlapping', [edit(0, 3, ''), edit(2, 4, '')], 'Two edits overlap.'],
    ['one inside another', [edit(0, 6, ''), edit(2, 3, '')], 'Two edits overlap.'],
    ['an insertion inside a replacement', [edit(1, 4, ''), edit(2, 2, 'x')], 'Two edits overlap.'],
    ['beyond the end', [edit(5, 7, '')], 'An edit lies outside the text.'],
    ['backwards', [edit(3, 2, '')], 'An edit lies outside the text.'],
  ])('%s', (_, edits, message) => expect(() => applyEdits('abcdef', edits)).toThrow(message))
})

test('any disjoint edits: each text stands in its place and the rest is untouched', () => {
  const cut = fc.tuple(fc.nat(20), fc.nat(20), fc.string({ maxLength: 5 }))
  fc.assert(
    fc.property(fc.array(cut, { maxLength: 8 }), fc.array(fc.nat(7), { minLength: 8, maxLength: 8 }), (cuts, order) => {
      // A gap and a length for each edit; between and after them letters that no edit writes.
      let text = ''
      let expected = ''
      const edits = cuts.map(([gap, length, writing]) => {
        const kept = '·'.repeat(gap + 1)
        const start = text.length + kept.length
        text += kept + '×'.repeat(length)
        expected += kept + writing
        return edit(start, text.length, writing)
      })
      const shuffled = edits.map((one, i) => ({ one, rank: order[i] ?? 0 })).sort((a, b) => a.rank - b.rank)
      expect(
        applyEdits(
          text,
          shuffled.map(({ one }) => one),
        ),
      ).toBe(expected)
    }),
  )
})
