// Protects: tokens put together are the text, on real statements and on broken ones, and nothing is too big to read.

import { describe, expect, test } from 'vitest'
import type { Dialect } from '../../../src/core/engine'
import { classify } from '../../../src/core/sql/classify'
import { fingerprint } from '../../../src/core/sql/fingerprint'
import { readSql } from '../../../src/core/sql/read'
import { splitStatements } from '../../../src/core/sql/statements'
import { tokenize } from '../../../src/core/sql/tokenizer'
import fc from '../../kit/seeded-check'
import { sqlCorpus } from '../../kit/sql-corpus'
import { worstUnits } from '../../kit/worst-units'

const dialects: readonly Dialect[] = ['mysql', 'mariadb', 'postgres']
const corpus = sqlCorpus()

function joined(text: string, dialect: Dialect): string {
  const tokens = tokenize(text, dialect)
  let out = ''
  let end = 0
  for (let i = 0; i < tokens.count; i++) {
    if (tokens.start(i) !== end || tokens.end(i) <= tokens.start(i)) throw new Error(`gap or empty token at ${i}`)
    end = tokens.end(i)
    out += tokens.textOf(i)
  }
  return out
}

describe('the corpus', () => {
  test('holds what it should', () => {
    expect(corpus.length).toBeGreaterThan(200)
  })

  test.each(corpus)('$dialect: $text', ({ text, dialect, statements }) => {
    for (const other of dialects) expect(joined(text, other)).toBe(text)
    const tokens = tokenize(text, dialect)
    expect(tokens.notes).toEqual([])
    const ranges = splitStatements(tokens)
    expect(ranges.length).toBe(statements)
    for (const { span } of ranges) expect(text.slice(span.start, span.end)).not.toMatch(/^\s|[\s;]$|^$/)
  })

  test.each(corpus)('the shape of a shape is itself, $dialect: $text', ({ text, dialect }) => {
    const once = fingerprint(text, dialect)
    expect(once).not.toBe('')
    expect(fingerprint(once.replaceAll('(?+)', '(?)'), dialect)).toBe(once)
  })
})

describe('broken texts', () => {
  const pieces = [
    "'",
    '"',
    '`',
    '/*',
    '*/',
    '/*!',
    '--',
    '#',
    '$$',
    '$a$',
    '\\',
    ';',
    '(',
    ')',
    '\0',
    '\ud800',
    '\n',
    'DELIMITER x\n',
    ' ',
  ]
  const mutated = fc
    .record({
      block: fc.constantFrom(...corpus),
      at: fc.nat(400),
      cut: fc.nat(12),
      piece: fc.constantFrom(...pieces),
      dialect: fc.constantFrom(...dialects),
    })
    .map(({ block, at, cut, piece, dialect }) => {
      const place = at % (block.text.length + 1)
      return { text: block.text.slice(0, place) + piece + block.text.slice(place + cut), dialect }
    })

  test('a hundred thousand mutated statements are their tokens', () => {
    fc.assert(
      fc.property(mutated, ({ text, dialect }) => joined(text, dialect) === text),
      { numRuns: 100_000 },
    )
  }, 120_000)

  test('mutated statements are read without loss and without throwing', () => {
    fc.assert(
      fc.property(mutated, ({ text, dialect }) => {
        expect(joined(text, dialect)).toBe(text)
        for (const statement of readSql(text, dialect).statements) {
          expect(text.slice(statement.span.start, statement.span.end)).toBe(statement.text)
          for (const { span, hintSpan } of statement.tables) {
            expect(span.start).toBeLessThan(span.end)
            expect(span.end).toBeLessThanOrEqual(hintSpan?.start ?? text.length)
          }
          for (const { span, text: condition } of statement.conditions) {
            expect(text.slice(span.start, span.end)).toBe(condition)
          }
        }
      }),
      { numRuns: 3000 },
    )
  })

  test('any string at all', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.constantFrom(...dialects), (text, dialect) => {
        expect(joined(text, dialect)).toBe(text)
        readSql(text, dialect)
      }),
      { numRuns: 3000 },
    )
  })

  test('lone surrogates stay what they are', () => {
    expect(joined("SELECT '\ud83d', \udc00", 'mysql')).toBe("SELECT '\ud83d', \udc00")
  })
})

describe('a megabyte of the worst', () => {
  test.each(worstUnits.flatMap((unit) => (['mysql', 'postgres'] as const).map((dialect) => [unit, dialect] as const)))(
    '%j in %s is read to its end',
    (unit, dialect) => {
      const text = unit.repeat(Math.ceil(1_048_576 / unit.length))
      const tokens = tokenize(text, dialect)
      expect(tokens.end(tokens.count - 1)).toBe(text.length)
      splitStatements(tokens)
      const part = text.slice(0, 200_000)
      expect(readSql(part, dialect).sargable).toBe(1)
      expect(classify(part, dialect).reason).not.toBe('')
    },
  )
})
