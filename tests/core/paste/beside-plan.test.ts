// Protects what a plan gets from the text around it: the statement and the definitions that were pasted with it.
import { describe, expect, test } from 'vitest'
import { besidePlan } from '../../../src/core/paste/beside-plan'

const ddl = 'CREATE TABLE t (a INT PRIMARY KEY, b INT, KEY b (b));'
const plan = `+----+-------------+-------+------+---------------+------+---------+-------+------+-------+
| id | select_type | table | type | possible_keys | key  | key_len | ref   | rows | Extra |
+----+-------------+-------+------+---------------+------+---------+-------+------+-------+
|  1 | SIMPLE      | t     | ref  | b             | b    | 5       | const |    9 | NULL  |
+----+-------------+-------+------+---------------+------+---------+-------+------+-------+`

describe('beside a plan', () => {
  test.each([
    ['nothing', plan, {}],
    [
      'a statement',
      `SELECT * FROM t WHERE b = 1;\n\n${plan}`,
      { sql: 'SELECT * FROM t WHERE b = 1', dialect: 'mysql' },
    ],
    ['two statements, of which either could be meant', `SELECT 1;\nSELECT 2;\n\n${plan}`, {}],
    ['a definition', `${ddl}\n\n${plan}`, { schema: ddl.slice(0, -1) }],
    [
      'both',
      `${ddl}\n\nSELECT * FROM t WHERE b = 1;\n\n${plan}`,
      { schema: ddl.slice(0, -1), sql: 'SELECT * FROM t WHERE b = 1', dialect: 'mysql' },
    ],
    ['a JSON plan alone', '{"query_block": {}}', {}],
  ])('%s', (_name, text, expected) => {
    expect(besidePlan(text, undefined)).toEqual(expected)
  })
})
