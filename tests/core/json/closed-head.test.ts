// Protects the beginning of a long document as a document of its own: valid JSON that holds nothing the whole does not.

import { describe, expect, test } from 'vitest'
import { closedHead } from '../../../src/core/json/closed-head'
import fc from '../../kit/seeded-check'

describe('the closed head', () => {
  test.each([
    ['ends behind the last object that is complete', '[{"a":1},{"b":2},{"c":3}]', 18, '[{"a":1},{"b":2}]'],
    ['closes what is open, the innermost first', '{"x":[[1],[2],[3', 12, '{"x":[[1]]}'],
    ['leaves out the member behind it', '{"x":{"y":1},"z":2}', 16, '{"x":{"y":1}}'],
    ['takes no bracket inside a text for one', '[["}]\\"]"],[1]]', 15, '[["}]\\"]"],[1]]'],
    ['is the whole of a short document', '[{"a":[]}]', 100, '[{"a":[]}]'],
    ['is empty where nothing is complete', '{"a":{"b":[1,2', 100, ''],
    ['is empty where a text does not end', '["abc', 100, ''],
  ])('%s', (_, text, most, head) => {
    expect(closedHead(text, most)).toBe(head)
  })

  test('of any document is JSON, and begins as the document does', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.nat(400), (value, most) => {
        const text = JSON.stringify([value], null, 1)
        const head = closedHead(text, most)
        if (head === '') return
        expect(() => JSON.parse(head)).not.toThrow()
        const kept = head.replace(/[\]}]+$/, '')
        expect(text.startsWith(kept)).toBe(true)
        expect(kept.length).toBeLessThanOrEqual(most)
      }),
    )
  })
})
