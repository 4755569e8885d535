// Protects the judgement of rows from two servers: what one prints in another way than the other is never called different.
import { describe, expect, test } from 'vitest'
import type { EngineIdentity, Product } from '../../../src/core/engine'
import { type PrintedAs, printedOtherwise } from '../../../src/core/experiment/printed-values'

const engine = (product: Product): EngineIdentity => ({
  family: product === 'postgres' || product === 'pglite' ? 'postgres' : 'mysql',
  product,
  version: { major: 1, minor: 0, patch: 0 },
  versionText: '1.0',
})
const result = (product: Product, ...forms: readonly PrintedAs[]) => ({
  engine: engine(product),
  columns: forms.map((printedAs, at) => ({ name: `c${at + 1}`, printedAs })),
})

describe('a reason why equal values may have different texts', () => {
  test.each([
    [
      'integers and texts of any two products',
      result('mysql', 'integer', 'text'),
      result('postgres', 'integer', 'text'),
    ],
    ['decimal numbers of one family', result('mysql', 'decimal'), result('mariadb', 'decimal')],
    ['JSON of one product', result('mysql', 'json'), result('mysql', 'json')],
    ['arrays of PostgreSQL', result('postgres', 'other'), result('postgres', 'other')],
    ['a column that only one side has', result('mysql', 'integer'), result('postgres', 'integer', 'float')],
  ] as const)('is not there: %s', (_says, one, other) => expect(printedOtherwise(one, other)).toBeUndefined())

  test.each([
    ['decimal numbers of two families', result('mysql', 'decimal'), result('postgres', 'decimal'), /^Column 1 \(c1\)/],
    ['a truth value that is a number elsewhere', result('mysql', 'integer'), result('postgres', 'boolean'), /truth/],
    ['times of day', result('mysql', 'text', 'time'), result('postgres', 'text', 'time'), /^Column 2 \(c2\)/],
    [
      'times with a zone, on any two servers',
      result('mysql', 'zoned-time'),
      result('mysql', 'zoned-time'),
      /time zone/,
    ],
    ['JSON that one product keeps as written', result('mysql', 'json'), result('mariadb', 'text'), /JSON .* text/],
    ['bytes', result('mysql', 'binary'), result('postgres', 'binary'), /bytes/],
  ] as const)('is there: %s', (_says, one, other, words) => expect(printedOtherwise(one, other)).toMatch(words))
})
