// Protects: no text makes the reader fail otherwise than by saying so, and what is not quite JSON is read like JSON.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SargableError } from '../../../src/core/errors'
import type { Trace } from '../../../src/core/trace/model'
import { parseTrace } from '../../../src/core/trace/pasted'
import { readTrace } from '../../../src/core/trace/read'
import { recordedTrace, recordedTraces } from '../../contracts/traces'

const texts = recordedTraces()
  .filter((_, at) => at % 40 === 0)
  .map(({ text }) => text)

function readOrRefuse(text: string): void {
  for (const read of [readTrace, parseTrace]) {
    try {
      read(text)
    } catch (error) {
      if (!(error instanceof SargableError)) throw error
    }
  }
}

const anyText = fc.constantFrom(...texts)

describe('no text breaks it', () => {
  test('two cuts put together', () => {
    fc.assert(
      fc.property(
        anyText,
        anyText,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (a, b, from, to) => readOrRefuse(a.slice(0, Math.floor(a.length * from)) + b.slice(Math.floor(b.length * to))),
      ),
      { numRuns: 300, seed: 1 },
    )
  })

  test('characters replaced', () => {
    const hits = fc.array(
      fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(...'{}[]":,\\ \n0-e', 'ü', '\u0000')),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(anyText, hits, (text, places) => {
        let broken = text
        for (const [place, by] of places) {
          const at = Math.floor(place * broken.length)
          broken = broken.slice(0, at) + by + broken.slice(at + 1)
        }
        readOrRefuse(broken)
      }),
      { numRuns: 300, seed: 2 },
    )
  })

  test('any text behind the beginning of a trace', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => readOrRefuse(`{ "steps": [${text}`)),
      { numRuns: 300, seed: 3 },
    )
  })

  test('members in any order', () => {
    const shuffled = (value: unknown, order: (length: number) => number): unknown => {
      if (Array.isArray(value)) return value.map((each) => shuffled(each, order))
      if (typeof value !== 'object' || value === null) return value
      const members = Object.entries(value)
      members.sort(() => order(3) - 1)
      return Object.fromEntries(members.map(([key, each]) => [key, shuffled(each, order)]))
    }
    const whole = texts.filter((text) => isJson(text))
    fc.assert(
      fc.property(fc.constantFrom(...whole), fc.integer(), (text, seed) => {
        let state = seed
        const order = (length: number) => {
          state = (Math.imul(state, 1103515245) + 12345) >>> 1
          return state % length
        }
        const trace = readTrace(JSON.stringify(shuffled(JSON.parse(text), order)))
        expect(trace.notes).toEqual([])
      }),
      { numRuns: 200, seed: 4 },
    )
  })

  test('ten thousand levels', () => {
    readOrRefuse(`{ "steps": ${'['.repeat(10_000)}`)
    readOrRefuse(`{ "steps": ${'[{"rest_of_plan":'.repeat(5_000)}`)
  })
})

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** The model without places and without the tree of places. */
function told(trace: Trace): unknown {
  return JSON.parse(
    JSON.stringify({ ...trace, steps: undefined }, (key, value: unknown) => (key === 'span' ? undefined : value)),
  )
}

const plain = recordedTrace('mysql97', 'join-three')
const odd: readonly (readonly [what: string, text: string])[] = [
  ['end markers', plain.replaceAll('],\n', '] /* steps */,\n').replaceAll('},\n', '} /* join_preparation */,\n')],
  ['blanks at the end of keys', plain.replaceAll(/"(\w+)": /g, '"$1   ": ')],
  ['no indentation', plain.replaceAll('\n', '')],
  ['tabs and carriage returns', plain.replaceAll('\n', '\r\n\t')],
  ['a key twice with the same value', plain.replaceAll('"chosen": true', '"chosen": true,\n"chosen": true')],
]

test.each(odd)('%s are read like the plain text', (_, text) => {
  expect(told(readTrace(text))).toEqual(told(readTrace(plain)))
})

test('an escape that JSON does not know stays as it stands', () => {
  const text = plain.replace("'Oslo'", "'Os\\\\'lo\\\\_'".replaceAll('\\\\', '\\'))
  const trace = readTrace(text)
  expect(trace.cutAt).toBeUndefined()
  expect(trace.joinOrders.length).toBe(readTrace(plain).joinOrders.length)
})

test('the server writes end markers so, and they are read', () => {
  const text = recordedTrace('mysql97', 'trace-end-markers', 'run')
  expect(text).toMatch(/\] \/\* steps \*\//)
  const trace = readTrace(text)
  expect(trace.cutAt).toBeUndefined()
  expect(trace.joinOrders.filter((one) => one.chosen).map(({ order }) => order)).toEqual([['o', 'c']])
})
