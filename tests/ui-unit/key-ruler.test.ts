// Protects the key ruler: what each index could serve, the byte sums, where the useful prefix ends and how wide parts are.
import { describe, expect, test } from 'vitest'
import type { KeyUse } from '../../src/core/keyparts/model'
import { sumOfParts } from '../../src/ui/index-use/byte-sum'
import { isJoinReference, lookOf, markOf, partName } from '../../src/ui/index-use/part-look'
import { barSentence, barWidths, type Ruler, rulerOf } from '../../src/ui/index-use/ruler'
import { keyLenText, rulerAsText } from '../../src/ui/index-use/ruler-text'
import { infamous, int4, part, prefix5, use } from './key-uses'

const noCatalog = { tables: [] }
const twenty = { perByte: 20, perPart: 150 }
const byte = { dataBytes: 1, nullFlagBytes: 0, lengthPrefixBytes: 0 } as const
const id4 = part('id', { keyLenBytes: int4 })

function ruler(...args: Parameters<typeof rulerOf>): Ruler {
  const made = rulerOf(...args)
  if (!made) throw new Error('no ruler')
  return made
}

describe('the equality and LIKE case', () => {
  const made = ruler(infamous, noCatalog)
  const bars = Object.fromEntries(made.bars.map((bar) => [bar.use.index, bar]))

  test('the chosen index stands first, the others by how much they narrow', () => {
    // msg_type and better both narrow by one whole part, better by the ends of a second one.
    expect(made.bars.map((bar) => bar.use.index)).toEqual(['t_msg', 'better', 'msg_type', 'PRIMARY'])
  })

  test.each([
    { index: 't_msg', text: '4 of 11', sum: '4 + 0 = 4' },
    { index: 'better', text: '11 of 11', sum: '(5×1 + 2 + 0) + (4 + 0) = 11' },
    { index: 'msg_type', text: '7 of 7', sum: '5×1 + 2 + 0 = 7' },
    { index: 'PRIMARY', text: '– of 4', sum: undefined },
  ])('$index uses $text', ({ index, text, sum }) => {
    const bar = bars[index]
    expect(bar && keyLenText(bar)).toBe(text)
    expect(bar?.sum).toBe(sum)
  })

  test('the chosen one stops after its range, for the reason given, and points at the condition', () => {
    expect(bars['t_msg']?.stop).toEqual({
      afterParts: 1,
      text: 't2send > 1234 is a range: later parts cannot narrow the read.',
      sqlSpan: { start: 91, end: 114 },
    })
  })

  test.each([
    { index: 'better', remark: 'It narrows both ends.' },
    { index: 'PRIMARY', remark: 'No condition on id.' },
    { index: 't_msg', remark: undefined },
  ])('the remark below $index is $remark', ({ index, remark }) => {
    expect(bars[index]?.remark).toBe(remark)
    if (index !== 't_msg') expect(bars[index]?.stop).toBeUndefined()
  })

  test.each([
    { index: 't_msg', looks: ['seek', 'unused', 'appended'], marks: ['‥', '−', '+'] },
    { index: 'better', looks: ['seek', 'edges', 'appended'], marks: ['‥', '‥', '+'] },
  ])('$index is drawn $looks', ({ index, looks, marks }) => {
    expect(bars[index]?.parts.map((one) => one.look)).toEqual(looks)
    expect(bars[index]?.parts.map((one) => one.mark)).toEqual(marks)
  })

  test('an appended part that narrows counts among the declared ones: 55 of 55, not of 51', () => {
    const used = ruler(
      [
        use('by_country', [
          part('country', { role: 'in-list', narrows: 'seek', keyLenBytes: { ...int4, dataBytes: 8 } }),
          part('name', {
            role: 'range',
            narrows: 'seek',
            prefixChars: 10,
            keyLenBytes: { dataBytes: 40, nullFlagBytes: 1, lengthPrefixBytes: 2 },
          }),
          part('id', { role: 'equality', narrows: 'edges', appended: true, keyLenBytes: int4 }),
        ]),
      ],
      noCatalog,
    ).bars[0]
    expect(used && keyLenText(used)).toBe('55 of 55')
    expect(used?.sum).toBe('(8 + 0) + (10×4 + 2 + 1) + (4 + 0) = 55')
  })

  test('is read aloud as sentences', () => {
    expect(made.bars.map(barSentence)).toEqual([
      't_msg, chosen by the server: 4 of 11 bytes of the key used. Stops after part 1. t2send > 1234 is a range: later parts cannot narrow the read.',
      'better: 11 of 11 bytes of the key used.',
      'msg_type: 7 of 7 bytes of the key used.',
      'PRIMARY: not used to narrow the read.',
    ])
  })

  test('copies as text with the stop below the part that stops', () => {
    const [table, bar = '', stop = ''] = rulerAsText(made).split('\n')
    expect(table).toBe('infamous_table')
    // Widest bar 15 B on 24 characters: 4 B are 6.4, 7 B are 11.2.
    expect(bar).toContain(`${'█'.repeat(6)} t2send  4 B  ‥ range   ${'-'.repeat(11)} msg_type(5)  7 B  − not used`)
    expect(bar).toMatch(/key_len 4 of 11$/)
    expect(stop.indexOf('└')).toBe(bar.indexOf('-----------'))
    expect(stop).toContain('└ stops here: t2send > 1234 is a range')
  })
})

describe('widths', () => {
  const made = ruler(infamous, noCatalog)
  const chosen = made.bars[0]
  if (!chosen) throw new Error('no bar')

  test.each([
    // 11 + 4 = 15 B in the widest bar.
    { title: 'plenty of room: 20 px per byte at most', room: 1000, widths: [80, 140, 80] },
    { title: '150 px: 10 px per byte', room: 150, widths: [40, 70, 40] },
    // 4 B parts fall below 32 px: 2 × 32 stay, 7 B get what is left of 100 px in the widest bar (36).
    { title: 'no room: narrow parts keep 32 px', room: 100, widths: [32, 36, 32] },
    { title: 'less room than the least widths: equal parts', room: 60, widths: [20, 20, 20] },
  ])('$title', ({ room, widths }) => {
    const drawn = barWidths(chosen, made, room, () => 32, twenty)
    expect(drawn.px.map((one) => Math.round(one * 100) / 100)).toEqual(widths)
    expect(drawn.shortened).toEqual([false, false, false])
  })

  test('names ask for room: 10 characters keep 50 px where 1 byte gets less', () => {
    const narrow = ruler([use('flags', [part('is_deleted', { role: 'order', keyLenBytes: byte }), id4])], noCatalog)
    const [bar] = narrow.bars
    // 5 B on 200 px would be 40 px per byte, but at most 20: 1 B is 20 px, 4 B are 80 px.
    expect(bar && barWidths(bar, narrow, 200, ({ name }) => name.length * 5, twenty).px).toEqual([50, 80])
  })

  test('a long index that serves nothing does not shrink the others; it is drawn shortened', () => {
    const email = use('email', [
      part('email', { keyLenBytes: { dataBytes: 200, nullFlagBytes: 0, lengthPrefixBytes: 2 } }),
      id4,
    ])
    const mixed = ruler([...infamous, email], noCatalog)
    expect(mixed.scale).toBe('bytes')
    const drawn = Object.fromEntries(
      mixed.bars.map((bar) => [bar.use.index, barWidths(bar, mixed, 300, () => 10, twenty)] as const),
    )
    expect(drawn['t_msg']).toEqual({ px: [80, 140, 80], shortened: [false, false, false] })
    // 300 px less the 80 px of id's 4 B.
    expect(drawn['email']?.px.map(Math.round)).toEqual([220, 80])
    expect(drawn['email']?.shortened).toEqual([true, false])
  })

  test('above 100 bytes widths follow log₂(1 + bytes)', () => {
    const wide = ruler(
      [
        use('wide', [
          part('a', {
            role: 'equality',
            narrows: 'seek',
            keyLenBytes: { dataBytes: 127, nullFlagBytes: 0, lengthPrefixBytes: 0 },
          }),
          part('b', { keyLenBytes: { dataBytes: 1, nullFlagBytes: 0, lengthPrefixBytes: 0 } }),
        ]),
      ],
      noCatalog,
    )
    expect(wide.scale).toBe('log')
    expect(wide.bars[0]?.parts.map((one) => one.weight)).toEqual([7, 1])
  })

  test('without bytes all parts are equally wide and parts are counted', () => {
    const plain = ruler(
      [use('i', [part('a', { role: 'equality', narrows: 'seek' }), part('b')], { chosen: true })],
      noCatalog,
    )
    expect(plain.scale).toBe('parts')
    expect(plain.bars[0] && barWidths(plain.bars[0], plain, 200, () => 10, twenty).px).toEqual([100, 100])
    expect(plain.bars[0] && barWidths(plain.bars[0], plain, 900, () => 10, twenty).px).toEqual([150, 150])
    expect(plain.bars[0] && keyLenText(plain.bars[0])).toBe('1 of 2 parts')
    expect(plain.bars[0]?.sum).toBeUndefined()
  })
})

describe('byte sums', () => {
  test.each([
    { title: 'fixed, not null', of: part('a', { keyLenBytes: int4 }), type: 'int', sum: '4 + 0 = 4' },
    {
      title: 'fixed, nullable',
      of: part('a', { keyLenBytes: { ...int4, nullFlagBytes: 1 } }),
      type: 'int',
      sum: '4 + 1 = 5',
    },
    {
      title: 'a prefix of a varchar, one byte per character',
      of: part('a', { prefixChars: 5, keyLenBytes: prefix5 }),
      type: 'varchar(255)',
      sum: '5×1 + 2 + 0 = 7',
    },
    {
      title: 'varchar(20) utf8mb4 null',
      of: part('a', { keyLenBytes: { dataBytes: 80, nullFlagBytes: 1, lengthPrefixBytes: 2 } }),
      type: 'varchar(20)',
      sum: '20×4 + 2 + 1 = 83',
    },
    {
      title: 'char(10) utf8mb4',
      of: part('a', { keyLenBytes: { dataBytes: 40, nullFlagBytes: 0, lengthPrefixBytes: 0 } }),
      type: 'char(10)',
      sum: '10×4 + 0 = 40',
    },
    {
      title: 'decimal(10,2) is no product',
      of: part('a', { keyLenBytes: { dataBytes: 5, nullFlagBytes: 0, lengthPrefixBytes: 0 } }),
      type: 'decimal(10,2)',
      sum: '5 + 0 = 5',
    },
    { title: 'unknown bytes give no sum', of: part('a'), type: 'int', sum: undefined },
  ])('$title', ({ of, type, sum }) => {
    expect(sumOfParts([of], () => type)).toBe(sum)
  })
})

describe('marks', () => {
  test.each([
    { of: part('a', { role: 'equality', comparedWith: 'const', narrows: 'seek' }), mark: '=', look: 'seek' },
    {
      of: part('a', { role: 'equality', comparedWith: 'shop.o.customer_id', narrows: 'seek' }),
      mark: '⋈',
      look: 'seek',
    },
    { of: part('a', { role: 'equality', comparedWith: '1.5', narrows: 'seek' }), mark: '=', look: 'seek' },
    { of: part('a', { role: 'equality', comparedWith: "'a.b'", narrows: 'seek' }), mark: '=', look: 'seek' },
    { of: part('a', { role: 'equality', comparedWith: "'a'::app.kind", narrows: 'seek' }), mark: '=', look: 'seek' },
    { of: part('a', { role: 'in-list', narrows: 'seek' }), mark: '[ ]', look: 'seek' },
    { of: part('a', { role: 'index-filter' }), mark: '?', look: 'checked' },
    { of: part('a', { role: 'order' }), mark: '↕', look: 'gives' },
    { of: part('a', { role: 'cover', appended: true }), mark: '+', look: 'gives' },
    { of: part('a', { appended: true }), mark: '+', look: 'appended' },
    { of: part('a'), mark: '−', look: 'unused' },
    { of: part('a', { role: 'skipped', narrows: 'seek' }), mark: '~', look: 'seek' },
  ])('$of.role compared with $of.comparedWith is $mark, $look', ({ of, mark, look }) => {
    expect(markOf(of)).toBe(mark)
    expect(lookOf(of)).toBe(look)
  })

  test('only columns are join references', () => {
    expect(isJoinReference({ role: 'range', comparedWith: 'a.b' })).toBe(false)
  })

  test('names show prefix, direction and expressions', () => {
    expect(partName(part('title', { prefixChars: 20, descending: true }))).toBe('title(20) DESC')
    expect(partName({ ...part('x'), column: undefined, expression: 'lower(email)' })).toBe('lower(email)')
  })
})

describe('what is said first', () => {
  const barOf = (one: KeyUse) => rulerOf([one], { tables: [] })?.bars[0]
  const stop = part('b', { reason: { code: 'previous-part-not-used', text: 'A stops it.' } })

  test('bytes that nothing explains are told, and no sum is made up for them', () => {
    const bar = barOf(
      use('ix', [part('a', { keyLenBytes: int4 })], {
        chosen: true,
        keyLengthBytes: 7,
        unexplained: 'cannot explain 7 bytes of key_len',
      }),
    )
    expect(bar).toMatchObject({ remark: 'Cannot explain 7 bytes of key_len. Nothing is guessed.', used: 7 })
    expect(bar?.sum).toBeUndefined()
    expect(bar?.stop).toBeUndefined()
  })

  test('an index that a hint forbids says so, not where it would stop', () => {
    const first = part('a', {
      role: 'equality',
      narrows: 'seek',
      keyLenBytes: int4,
      reason: { code: 'hint-forbids', text: '`IGNORE INDEX (ix)` forbids the server to read this index.' },
    })
    expect(barOf(use('ix', [first, stop]))).toMatchObject({
      stop: undefined,
      remark: '`IGNORE INDEX (ix)` forbids the server to read this index.',
    })
    expect(barOf(use('ix', [{ ...first, reason: undefined }, stop]))?.stop?.text).toBe('A stops it.')
  })
})

test.each([
  ['serves', ['t_msg', 'better', 'msg_type', 'PRIMARY']],
  ['name', ['t_msg', 'better', 'msg_type', 'PRIMARY']],
  ['defined', ['t_msg', 'PRIMARY', 'msg_type', 'better']],
] as const)('sorted by %s, the chosen index stays first', (order, expected) => {
  expect(rulerOf(infamous, { tables: [] }, order)?.bars.map((bar) => bar.use.index)).toEqual(expected)
})
