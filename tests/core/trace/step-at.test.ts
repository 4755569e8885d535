// Protects the way from a character of the trace to what it is about: the shortest step around it, with table and index.
import { describe, expect, test } from 'vitest'
import { readTrace } from '../../../src/core/trace/read'
import { stepAt } from '../../../src/core/trace/step-at'
import { recordedTrace } from '../../contracts/traces'

const read = (...recording: Parameters<typeof recordedTrace>) => {
  const text = recordedTrace(...recording)
  const trace = readTrace(text)
  /** The step at the nth place of a piece of the text. */
  const at = (piece: string, nth = 0) => {
    let offset = text.indexOf(piece)
    for (let skipped = 0; skipped < nth; skipped++) offset = text.indexOf(piece, offset + 1)
    if (offset === -1) throw new Error(`${piece} is not there`)
    return stepAt(trace, offset)
  }
  return { text, at, trace }
}

describe('a character of the trace', () => {
  const { text, at } = read('mysql97', 'join-three')

  test('inside a lookup that was weighed is of its table and index', () => {
    const step = at('"clustered_pk_chosen_by_heuristics"')
    expect(step).toMatchObject({ table: 'c', index: 'PRIMARY', selectId: 1 })
    expect(text.slice(step?.span.start, step?.span.end)).toMatch(/^\{[^{}]*"access_type": "eq_ref"/)
  })

  test('inside a range analysis, where no way is, is still of the table', () => {
    expect(at('"table_scan"')?.table).toBe('c')
    expect(at('"potential_range_indexes"', 1)?.table).toBe('o')
  })

  test('at a beginning of a join order is of its last table', () => {
    expect(at('"plan_prefix"')?.table).toBe('c')
    expect(at('"plan_prefix"', 1)?.table).toBe('o')
  })

  test('inside a rewriting is of its block alone', () => {
    const step = at('equality_propagation')
    expect(step?.table).toBeUndefined()
    expect(step?.selectId).toBe(1)
  })

  test('before the trace is of nothing', () => expect(stepAt(readTrace(text), -1)).toBeUndefined())
})

test('MariaDB: a way of the range optimizer by its index', () => {
  const { at } = read('mariadb1011', 'trace-order-correlated')
  expect(at('"range_scan_alternatives"')?.table).toBe('orders')
})
