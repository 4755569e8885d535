// Protects: a statement read with the memory of earlier ones has the key and the end that it has without.
import { describe, expect, test } from 'vitest'
import { KeyEnd } from '../../../src/core/digest/key-end'
import { ShapeKey } from '../../../src/core/digest/shape-key'
import { StatementMemo } from '../../../src/core/digest/statement-memo'
import { encodeUtf8 } from '../../../src/core/digest/utf8'
import type { Dialect } from '../../../src/core/engine'
import { Randomness } from '../../../src/core/randomness'

/** Pieces around literals, and literals that end in the same place by other rules. */
const pieces = (
  `a|t.a|t.2024|select|in|values|VALUES|value|insert into t|where|limit|1|23|1.5|.5|1e5|1e|0x1F|2b|'x'|'y z'|''|'a''b'|'a\\'b'|"q"|"r s"|` +
  `N'q'|N"q"|x'1F'|_utf8'z'|_utf8"z"|E'a\\'b'|e"x"|'a' 'b'|(|)|(|)|,|, |,|(1,2)|(3, 4)|( 5)|(6 )|(-1, +2)|(7,'x'), (8,'y')|((1,2),(3,4))|` +
  `((1))|(1,null)|(1, 2b)|(1 ,2)|values (1),(2)|values (1), (2) , (f(3))|VALUES(1,'a'),(2,'b')|values (1, values(2), (3))|-|+|--|-- x\n|/*|/* c 1 */|` +
  `/*+ H(2) */|/*!50000 3 */|=|<|@|@'v'|@1|:|:1|$1|$$a 1$$|$t$b$t$|?|;|; select 2|;\n|\n|\n# a\n|\n# Time: 5\n|\n# Tim|# y 1\n| |  |\t|é|'\n# Time: 7'|'\n#'`
).split('|')

const header =
  '# Time: 2026-11-20T06:52:22.874194Z\n# User@Host: a[a] @ b []\n# Query_time: 1.5\nSET timestamp=1;\nselect 1;\n'
const behind = header.repeat(6)

function read(key: ShapeKey, sql: string, inLog: boolean): string {
  const text = encodeUtf8(inLog ? `${sql};\n${behind}` : sql)
  const bytes = new Uint8Array(text.length + 64)
  bytes.set(text)
  const status = key.read(bytes, 0, text.length, inLog, false)
  const isWhole = status === KeyEnd.whole
  return `${status} ${isWhole ? key.end : ''} ${key.odd ? 'odd' : isWhole ? `${key.high}.${key.low}` : ''}`
}

/** The same statement with other literals, longer and shorter lists, and now and then another byte. */
function reworded(sql: string, random: Randomness): string {
  let out = sql
    .replace(/\d+/g, (digits) => (random.chance(0.5) ? String(random.below(3000)) : digits))
    .replace(/'[^'"\\\n]*'/g, (text) => (random.chance(0.5) ? `'${'so '.repeat(random.below(4))}'` : text))
    .replace(/\((\d+),/g, (all, digits) => (random.chance(0.3) ? `(${digits}, ${random.below(50)}, 'in',` : all))
    .replace(/\((\d+), ?(\d+)\)/g, (all, one) => (random.chance(0.3) ? `(${one})` : all))
    .replace(/\), ?\(/g, (all) => (random.chance(0.3) ? `), (${random.below(9)},-1), (` : all))
  if (random.chance(0.2)) {
    const at = random.below(out.length + 1)
    out = `${out.slice(0, at)}${pieces[random.below(pieces.length)] ?? ''}${out.slice(at + random.below(2))}`
  }
  return out
}

describe.each(['mysql', 'mariadb', 'postgres'] as const)('%s', (dialect: Dialect) => {
  test.each([false, true])('any statement, with other literals, in any order (in a log: %s)', (inLog) => {
    if (inLog && dialect === 'postgres') return expect(new StatementMemo(true).useful).toBe(true)
    const random = new Randomness(21)
    for (let round = 0; round < 200; round++) {
      const shared = new ShapeKey(dialect)
      const statements: string[] = []
      for (let i = 0; i < 60; i++) {
        const earlier = statements[random.below(statements.length + 1)]
        let sql = 'select '
        if (earlier !== undefined && random.chance(0.8)) sql = reworded(earlier, random)
        else
          for (let n = random.below(9); n >= 0; n--)
            sql += (pieces[random.below(pieces.length)] ?? '') + (random.chance(0.5) ? ' ' : '')
        statements.push(sql)
        const alone = read(new ShapeKey(dialect), sql, inLog)
        const together = read(shared, sql, inLog)
        if (together !== alone) expect({ sql, key: together }).toEqual({ sql, key: alone })
      }
    }
  })
})

test('what differs in literals alone is found, and what differs in anything else is not', () => {
  const memo = new StatementMemo(false)
  const place = (sql: string) => {
    const bytes = new Uint8Array(sql.length + 64)
    bytes.set(encodeUtf8(sql))
    return [bytes, sql.length] as const
  }
  const [bytes, end] = place("insert into t (a, b) values (1, 'x')")
  expect(memo.find(bytes, 0, end, false)).toBe(-1)
  memo.learn(bytes, 0, end, Int32Array.of(29, 30, 32, 35), 2, 7, 8, false)
  for (const [sql, found] of [
    ["insert into t (a, b) values (1, 'x')", true],
    ["insert into t (a, b) values (-2, 'it''s')", false],
    ["insert into t (a, b) values (22, 'it''s; (so)')", true],
    ["insert into t (a, b) values (1, 'x'), (2, 'y'),(-3, 4)", true],
    ["insert into t (a, b) values (1, 'x'), (2, null)", false],
    ["insert into t (a, b) values (1, 'x',", false],
    ["insert into t (a, c) values (1, 'x')", false],
    ["insert into t (a, b) values (1, 'x') ", false],
    ["insert into t (a, b) values (1, 'x", false],
    ['insert into t (a, b) values (1a)', false],
  ] as const) {
    const [other, to] = place(sql)
    expect([sql, memo.find(other, 0, to, false)]).toEqual([sql, found ? to : -1])
    if (found) expect([memo.high, memo.low]).toEqual([7, 8])
  }
})
