import type { KeyPartUse, KeyUse } from '../../src/core/keyparts/model'

/** A key part for a test: unused, inferred, not narrowing unless said otherwise. */
export function part(column: string, more: Partial<KeyPartUse> = {}): KeyPartUse {
  return {
    position: 1,
    column,
    descending: false,
    appended: false,
    role: 'unused',
    basis: 'inferred',
    narrows: 'none',
    ...more,
  }
}

export const int4 = { dataBytes: 4, nullFlagBytes: 0, lengthPrefixBytes: 0 } as const
export const prefix5 = { dataBytes: 5, nullFlagBytes: 0, lengthPrefixBytes: 2 } as const

export function use(index: string, parts: readonly KeyPartUse[], more: Partial<KeyUse> = {}): KeyUse {
  return {
    planIndex: 0,
    nodeId: 'n0',
    table: 'infamous_table',
    index,
    chosen: false,
    parts: parts.map((one, at) => ({ ...one, position: at + 1 })),
    ...more,
  }
}

const id = part('id', { appended: true, keyLenBytes: int4 })
const t2send = part('t2send', { role: 'range', narrows: 'seek', keyLenBytes: int4, comparedWith: '> 1234' })
const likeSeek = part('msg_type', { prefixChars: 5, role: 'range', narrows: 'seek', keyLenBytes: prefix5 })

/** The indexes of the equality and LIKE case, as MySQL 5.6 uses them. */
export const infamous: readonly KeyUse[] = [
  use('PRIMARY', [
    part('id', { keyLenBytes: int4, reason: { code: 'not-in-condition', text: 'No condition on id.' } }),
  ]),
  use('msg_type', [likeSeek, id]),
  use(
    't_msg',
    [
      t2send,
      part('msg_type', {
        prefixChars: 5,
        keyLenBytes: prefix5,
        reason: {
          code: 'previous-part-is-range',
          text: 't2send > 1234 is a range: later parts cannot narrow the read',
          sqlSpan: { start: 91, end: 114 },
        },
      }),
      id,
    ],
    { chosen: true, keyLengthBytes: 4, computedBytes: 4, agrees: true },
  ),
  use('better', [
    likeSeek,
    { ...t2send, narrows: 'edges', reason: { code: 'narrows-only-range-edges', text: 'It narrows both ends.' } },
    id,
  ]),
]
