// Protects the hash of plan shapes: it is the published FNV-1a with 64 bits.
import { expect, test } from 'vitest'
import { Fnv64, fnv64 } from '../../src/core/fnv64'

// Values from the test suite of the FNV reference code; the last is "é" as the two bytes c3 a9.
test.each([
  ['', 'cbf29ce484222325'],
  ['a', 'af63dc4c8601ec8c'],
  ['foobar', '85944171f73967e8'],
  ['chongo was here!\n', '46810940eff5f915'],
])('%j', (text, hash) => expect(fnv64(text)).toBe(hash))

test('characters are hashed as UTF-8, also those beyond 16 bits', () => {
  // By hand with the definition over the bytes f0 9f 98 80.
  let hash = 0xcbf29ce484222325n
  for (const byte of [0xf0n, 0x9fn, 0x98n, 0x80n]) hash = ((hash ^ byte) * 0x100000001b3n) & 0xffffffffffffffffn
  expect(fnv64('😀')).toBe(hash.toString(16).padStart(16, '0'))
})

test('taken in pieces it is the same, and 32 bits are four bytes', () => {
  expect(new Fnv64().text('foo').text('bar').digits()).toBe('85944171f73967e8')
  expect(new Fnv64().bits(0x666f6f62).text('ar').digits()).toBe('85944171f73967e8')
  expect(new Fnv64().text('x').restart().text('a').digits()).toBe('af63dc4c8601ec8c')
})
