// Protects the values that a log's samples give to placeholders: right ones, in the right places, or none.
import { expect, test } from 'vitest'
import { valuesOfSample } from '../../../src/core/analysis/value-sets/from-samples'
import type { Dialect } from '../../../src/core/engine'

const text = (value: string) => ({ kind: 'text', value }) as const
const number = (value: string) => ({ kind: 'number', value }) as const

test.each<readonly [string, Dialect, string, string, unknown]>([
  [
    'in the order of the text',
    'mysql',
    'SELECT * FROM t WHERE a = ? AND b > ?',
    "select * from t where a='x' and b > -7;",
    { positional: [text('x'), number('-7')], named: {} },
  ],
  [
    'by name',
    'mysql',
    'SELECT * FROM t WHERE a = :city AND b = :city2',
    "SELECT * FROM t WHERE a = 'Rome' AND b = 'Bari'",
    { positional: [], named: { city: text('Rome'), city2: text('Bari') } },
  ],
  [
    'by number',
    'postgres',
    'SELECT * FROM t WHERE a = $2 AND b = $1',
    "SELECT * FROM t WHERE a = 1.5 AND b = 'it''s'",
    { positional: [], named: { 2: number('1.5'), 1: text("it's") } },
  ],
  [
    'NULL and TRUE',
    'postgres',
    'SELECT * FROM t WHERE a IS NOT DISTINCT FROM $1 AND b = $2',
    'SELECT * FROM t WHERE a IS NOT DISTINCT FROM NULL AND b = true',
    { positional: [], named: { 1: { kind: 'null' }, 2: { kind: 'boolean', value: true } } },
  ],
  [
    'other literals of the statement may differ',
    'mysql',
    'SELECT * FROM t WHERE a = ? LIMIT 10',
    'SELECT * FROM t WHERE a = 5 LIMIT 20',
    { positional: [number('5')], named: {} },
  ],
  [
    'quoted names are names',
    'mysql',
    'SELECT * FROM t WHERE a = ?',
    'SELECT * FROM `t` WHERE `a` = 5',
    { positional: [number('5')], named: {} },
  ],
  [
    'comments say nothing',
    'mysql',
    'SELECT * FROM t WHERE a = ?',
    '/* shop */ SELECT * FROM t -- all\n WHERE a = 5',
    { positional: [number('5')], named: {} },
  ],
  [
    'backslashes are read',
    'mysql',
    'SELECT * FROM t WHERE a = ?',
    "SELECT * FROM t WHERE a = 'a\\'b'",
    { positional: [text("a'b")], named: {} },
  ],
  ['another table', 'mysql', 'SELECT * FROM t WHERE a = ?', 'SELECT * FROM u WHERE a = 5', undefined],
  ['a longer list', 'mysql', 'SELECT * FROM t WHERE a IN (?, ?)', 'SELECT * FROM t WHERE a IN (1, 2, 3)', undefined],
  ['a shorter list', 'mysql', 'SELECT * FROM t WHERE a IN (?, ?)', 'SELECT * FROM t WHERE a IN (1)', undefined],
  ['an expression', 'mysql', 'SELECT * FROM t WHERE a = ?', 'SELECT * FROM t WHERE a = NOW()', undefined],
  ['a bit string', 'mysql', 'SELECT * FROM t WHERE a = ?', "SELECT * FROM t WHERE a = X'1F'", undefined],
  ['a hexadecimal number', 'mysql', 'SELECT * FROM t WHERE a = ?', 'SELECT * FROM t WHERE a = 0x1F', undefined],
  ['more at the end', 'mysql', 'SELECT * FROM t WHERE a = ?', 'SELECT * FROM t WHERE a = 5 FOR UPDATE', undefined],
  ['nothing', 'mysql', 'SELECT * FROM t WHERE a = ?', '', undefined],
])('%s', (_name, dialect, sql, sample, values) => expect(valuesOfSample(sql, sample, dialect)).toEqual(values))
