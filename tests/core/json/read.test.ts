// Protects the JSON reader: the same values as JSON.parse, with places, and what servers print that JSON forbids.

import { describe, expect, test } from 'vitest'
import {
  asBoolean,
  asNumber,
  asText,
  asTexts,
  childrenOf,
  insideSpanOf,
  keyNumberOf,
  keyOf,
  keySpanOf,
  kindOf,
  memberOf,
  memberSpanOf,
  rawOf,
  spanOf,
} from '../../../src/core/json/cursor'
import { readJson } from '../../../src/core/json/read'
import { JsonKind, type JsonTape } from '../../../src/core/json/tape'
import fc from '../../kit/seeded-check'

function tapeOf(text: string): JsonTape {
  const { tape, problem } = readJson(text)
  if (!tape) throw new Error(`${problem.cut ? 'cut' : 'bad'} at ${problem.offset}: ${problem.expected} expected`)
  return tape
}

/** The value as JSON.parse gives it: the last of repeated keys wins. */
function valueAt(tape: JsonTape, at: number): unknown {
  switch (kindOf(tape, at)) {
    case JsonKind.null:
      return null
    case JsonKind.true:
    case JsonKind.false:
      return asBoolean(tape, at)
    case JsonKind.number:
      return asNumber(tape, at)
    case JsonKind.array:
      return childrenOf(tape, at).map((each) => valueAt(tape, each))
    case JsonKind.object:
      return Object.fromEntries(
        childrenOf(tape, at).map((each) => [tape.keys[keyNumberOf(tape, each)] ?? '', valueAt(tape, each)]),
      )
    default:
      return asText(tape, at)
  }
}

const jsonText = fc
  .tuple(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(undefined, 1, 2, 10, '\t', '    '))
  .map(([value, indent]) => JSON.stringify(value, null, indent))

describe('against JSON.parse', () => {
  test('every valid document gives the same value', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        expect(valueAt(tapeOf(text), 0)).toEqual(JSON.parse(text))
      }),
      {
        numRuns: 500,
      },
    )
  })

  test('a document whose deep indents change from line to line gives the same values', () => {
    const blanks = (count: number) => `\n${' '.repeat(count)}`
    const deep = [40, 41, 39, 40, 80, 40].map(
      (count, at) =>
        `${blanks(count)}"k${at}": [${blanks(count + 2)}${at},${blanks(count + 3)}{ }${blanks(count - 1)}]`,
    )
    const text = `{${deep.join(',')}${blanks(40)}}`
    expect(valueAt(tapeOf(text), 0)).toEqual(JSON.parse(text))
    expect(readJson(text.slice(0, -1)).problem).toMatchObject({ cut: true, offset: text.length - 1 })
  })

  /** Nodes of a plan: the same keys over and over, with values that are mostly the same literals, and some that differ. */
  const nodesText = fc
    .tuple(
      fc.array(
        fc.record(
          {
            first: fc.constantFrom(false, false, false, true),
            second: fc.constantFrom(0, 0, 0, null, 7),
            third: fc.constantFrom(0, 0, 0, 0.5, '0', 'false'),
            fourth: fc.constantFrom(true, true, true, [0], { first: false, second: 0, third: 0 }),
            fifth: fc.constantFrom(0, 0, 0, 10, -0.25),
          },
          { requiredKeys: ['first', 'third', 'fifth'] },
        ),
        { minLength: 8, maxLength: 40 },
      ),
      fc.constantFrom(undefined, 1, 40, '\t'),
    )
    .map(([nodes, indent]) => JSON.stringify(nodes, null, indent))

  test('objects with the same keys, whose literals are mostly the same, give their own values and places', () => {
    fc.assert(
      fc.property(nodesText, (text) => {
        const tape = tapeOf(text)
        expect(valueAt(tape, 0)).toEqual(JSON.parse(text))
        for (let at = 0; at < tape.count; at++) {
          expect(JSON.parse(rawOf(tape, at))).toEqual(valueAt(tape, at))
          const key = keySpanOf(tape, at)
          if (key) expect(JSON.parse(text.slice(key.start, key.end))).toBe(tape.keys[keyNumberOf(tape, at)])
        }
      }),
      { numRuns: 300 },
    )
  })

  test('where such a document is cut or damaged between the literals, that place is told', () => {
    const node = '{"first":false,"second":0,"third":null,"last":1}'
    const text = `[${Array(12).fill(node).join(',')}]`
    const end = text.length - 1
    for (let cut = end - node.length; cut < end; cut++) {
      expect(readJson(text.slice(0, cut)).problem).toMatchObject({ cut: true, offset: cut })
      expect(readJson(text, 0, cut).problem).toMatchObject({ cut: true, offset: cut })
    }
    const colon = text.lastIndexOf(':0,')
    const damaged = `${text.slice(0, colon)};0,${text.slice(colon + 3)}`
    expect(readJson(damaged).problem).toMatchObject({ cut: false, offset: colon })
  })

  test('the span of every value and key slices back to the same value and key', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const tape = tapeOf(text)
        for (let at = 0; at < tape.count; at++) {
          expect(JSON.parse(rawOf(tape, at))).toEqual(valueAt(tape, at))
          const key = keySpanOf(tape, at)
          if (key) expect(JSON.parse(text.slice(key.start, key.end))).toBe(tape.keys[keyNumberOf(tape, at)])
          expect(memberSpanOf(tape, at)).toEqual({
            start: key?.start ?? spanOf(tape, at).start,
            end: spanOf(tape, at).end,
          })
        }
      }),
      { numRuns: 300 },
    )
  })

  test('every number that JSON.stringify prints is read as the same double', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = JSON.stringify(value)
        expect(Object.is(asNumber(tapeOf(text), 0), JSON.parse(text))).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  test('every cut of a valid document is told as a cut, at its end', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ maxDepth: 3 }), { minLength: 1 }), fc.nat(), (value, seed) => {
        const text = JSON.stringify(value)
        const cut = text.slice(0, seed % text.length)
        expect(readJson(cut).problem).toMatchObject({ cut: true, offset: cut.length })
      }),
      { numRuns: 500 },
    )
  })

  test('no text makes the reader throw, and what JSON.parse takes is taken', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'{}[]",:\\ \n0123-.eEtrufalsn/*x'), maxLength: 40 })
    fc.assert(
      fc.property(letters, (text) => {
        const { problem } = readJson(text)
        let valid = true
        try {
          JSON.parse(text)
        } catch {
          valid = false
        }
        if (valid) expect(problem).toBeUndefined()
        else if (problem) expect(problem.offset).toBeLessThanOrEqual(text.length)
      }),
      { numRuns: 3000 },
    )
  })
})

describe('what servers print', () => {
  test('end markers of MySQL are blanks', () => {
    const text = '{ "steps": [ { "a": 1 } /* a */ ] /* steps */, "b": "/* no comment */" } /* x */'
    expect(valueAt(tapeOf(text), 0)).toEqual({ steps: [{ a: 1 }], b: '/* no comment */' })
  })

  test('all values of a repeated key are kept, in order', () => {
    const tape = tapeOf('{"table": {"n": 1}, "x": 0, "table": {"n": 2}}')
    expect(childrenOf(tape, 0).map((at) => [keyOf(tape, at), rawOf(tape, at)])).toEqual([
      ['table', '{"n": 1}'],
      ['x', '0'],
      ['table', '{"n": 2}'],
    ])
  })

  test('members in a list keep their keys, and what stands behind them is read on', () => {
    const { tape } = readJson('{"Targets": [{"a": 1}, "Tuples Inserted": 0, "Tuples Updated": 9], "b": [2]}')
    if (!tape) throw new Error('not read')
    const list = memberOf(tape, 0, 'Targets')
    expect(childrenOf(tape, list).map((at) => [keyOf(tape, at), rawOf(tape, at)])).toEqual([
      ['', '{"a": 1}'],
      ['Tuples Inserted', '0'],
      ['Tuples Updated', '9'],
    ])
    expect(rawOf(tape, memberOf(tape, 0, 'b'))).toBe('[2]')
  })

  test('blanks at the end of a key do not count', () => {
    const tape = tapeOf('{"final_table_condition   ": "a"}')
    expect(memberOf(tape, 0, 'final_table_condition')).toBe(1)
    expect(tape.keys).toEqual(['final_table_condition   '])
  })

  test.each([
    ['bytes of a condition written as \\xDF stay as they are', '"a = \'\\xDF\'"', "a = '\\xDF'"],
    ['quotes that MariaDB did not escape belong to the text', '"name = \'a "quoted" b\'"', 'name = \'a "quoted" b\''],
    ['escapes and surrogate pairs are decoded', '"\\u00fc\\ud83d\\ude00\\n\\/"', 'ü😀\n/'],
    ['a raw line break inside a text is kept', '"a\nb"', 'a\nb'],
  ])('%s', (_name, value, expected) => {
    const tape = tapeOf(`{"k": ${value},\n "l": 1}`)
    expect(asText(tape, memberOf(tape, 0, 'k'))).toBe(expected)
    expect(asNumber(tape, memberOf(tape, 0, 'l'))).toBe(1)
  })

  test.each([
    ['"1.25"', 1.25],
    ['"100.00"', 100],
    ['4.607777e-4', 4.607777e-4],
    ['-0', -0],
    ['9007199254740993', 9007199254740992],
    ['0.1', 0.1],
    ['123456789.123456', 123456789.123456],
    ['"8K"', undefined],
    ['""', undefined],
    ['true', undefined],
  ])('%s as a number', (text, expected) => {
    expect(asNumber(tapeOf(text), 0)).toBe(expected)
  })

  test('flags are true, false, 1 or 0, and nothing else', () => {
    expect(
      childrenOf(tapeOf('[true,false,1,0,2,"true",null]'), 0).map((at) =>
        asBoolean(tapeOf('[true,false,1,0,2,"true",null]'), at),
      ),
    ).toEqual([true, false, true, false, undefined, undefined, undefined])
  })

  test('a list of texts may be a single one', () => {
    expect(asTexts(tapeOf('["a","b"]'), 0)).toEqual(['a', 'b'])
    expect(asTexts(tapeOf('"a"'), 0)).toEqual(['a'])
    expect(asTexts(tapeOf('[1]'), 0)).toBeUndefined()
  })

  test('the place of a text inside its quotes counts UTF-16 code units', () => {
    const text = '{"😀": "ü = 1"}'
    const tape = tapeOf(text)
    const { start, end } = insideSpanOf(tape, 1)
    expect(text.slice(start, end)).toBe('ü = 1')
    expect(start).toBe(8)
  })

  test('a byte order mark at the start does not matter', () => {
    expect(rawOf(tapeOf('\uFEFF{"a": 1}'), 0)).toBe('{"a": 1}')
  })

  test('reading can start and end inside a text', () => {
    const text = 'EXPLAIN: {"a": [1]} 1 row in set'
    const { tape } = readJson(text, 9, 19)
    expect(tape && spanOf(tape, 0)).toEqual({ start: 9, end: 19 })
    expect(readJson(text, 9).problem).toEqual({ cut: false, offset: 20, expected: 'the end' })
  })
})

describe('depth', () => {
  test('a chain 10,000 deep is read', () => {
    const depth = 10_000
    const tape = tapeOf(`${'{"a":['.repeat(depth)}1${']}'.repeat(depth)}`)
    expect(tape.count).toBe(2 * depth + 1)
    expect(rawOf(tape, tape.count - 1)).toBe('1')
  })
})

describe('problems', () => {
  test.each([
    ['nothing at all', '', true, 0, 'a value'],
    ['an object that stops behind a key', '{"a"', true, 4, ':'],
    ['a key that stops in the middle', '{"ab', true, 4, 'the end of the key'],
    ['a text that stops in the middle', '["ab', true, 4, 'the end of the text in quotes'],
    ['a text that ends in half an escape', '["ab\\', true, 5, 'the end of the text in quotes'],
    ['a word that stops in the middle', '[tru', true, 4, 'true'],
    ['a number that stops behind its point', '[1.', true, 3, 'a digit'],
    ['a comment that does not end', '[1 /* x', true, 7, ', or ]'],
    ['a missing comma', '{"a": 1 "b": 2}', false, 8, ', or }'],
    ['a missing colon', '{"a" 1}', false, 5, ':'],
    ['a key without quotes', '{a: 1}', false, 1, 'a key'],
    ['a comma before the bracket', '[1,]', false, 3, 'a value'],
    ['a comma before the brace', '{"a":1,}', false, 7, 'a key'],
    ['the wrong bracket', '[1}', false, 2, ', or ]'],
    ['something behind the document', '{} x', false, 3, 'the end'],
    ['a leading zero', '[01]', false, 2, ', or ]'],
    ['a word that is none', '[nil]', false, 1, 'null'],
    ['texts side by side', '["a" "b"]', false, 5, ', or ]'],
  ])('%s', (_name, text, cut, offset, expected) => {
    expect(readJson(text).problem).toEqual({ cut, offset, expected })
  })
})
