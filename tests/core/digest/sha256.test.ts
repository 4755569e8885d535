// Protects: digests of shapes are SHA-256, whatever the length of the text, and texts survive their bytes.
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { sha256 } from '../../../src/core/digest/sha256'
import { decodeUtf8, encodeUtf8 } from '../../../src/core/digest/utf8'

test.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 1000])('the hash of %i bytes is the library’s', (length) => {
  const bytes = Uint8Array.from({ length }, (_, i) => (i * 37) & 255)
  expect(sha256(bytes)).toBe(createHash('sha256').update(bytes).digest('hex'))
})

describe('text and bytes', () => {
  const texts = ['', 'a', 'é', '日本', '😀', 'a\u0000b', `x${'é😀'.repeat(9000)}`]
  test.each(texts)('%j is encoded like Node does it, and comes back', (text) => {
    const bytes = encodeUtf8(text)
    expect(Buffer.from(bytes).equals(Buffer.from(text, 'utf8'))).toBe(true)
    expect(decodeUtf8(bytes)).toBe(text)
  })

  test('bytes that are no UTF-8 become one replacement character each', () => {
    expect(decodeUtf8(Uint8Array.from([0x61, 0xff, 0xc3, 0x28, 0xe2, 0x82]))).toBe('a\ufffd\ufffd(\ufffd\ufffd')
  })
})
