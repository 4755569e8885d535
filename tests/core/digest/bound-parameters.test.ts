// The values that PostgreSQL logs beside `$1`: in samples, from each form of log, wherever a log is cut.
import { expect, test } from 'vitest'
import { withParameters } from '../../../src/core/digest/bound-parameters'
import { digestBytes } from '../../../src/core/digest/digest-bytes'
import { digestDocument } from '../../../src/core/digest/document'
import { joinRanges, RangeReader } from '../../../src/core/digest/range'
import { parseLinePrefix } from '../../../src/core/digest/readers/line-prefix'
import { encodeUtf8 } from '../../../src/core/digest/utf8'

test.each([
  ["SELECT $1, '$2', $2", "parameters: $1 = '5', $2 = NULL", "SELECT '5', '$2', NULL"],
  [
    'SELECT a FROM b WHERE c = $1 LIMIT $2',
    "Parameters: $1 = 'o''hara, $2 = ''x''', $2 = '10'",
    "SELECT a FROM b WHERE c = 'o''hara, $2 = ''x''' LIMIT '10'",
  ],
  // $10 is not $1 with a zero.
  [
    'SELECT $1, $10',
    `parameters: ${Array.from({ length: 10 }, (_, i) => `$${i + 1} = '${i}'`).join(', ')}`,
    "SELECT '0', '9'",
  ],
  // What the server cut is no value.
  ['SELECT $1, $2', "parameters: $1 = 'abc...', $2 = '1'", "SELECT $1, '1'"],
  ['SELECT $1', 'Process holding the lock: 5.', undefined],
  ['SELECT $1', "parameters: $1 = 'unfinished", undefined],
  ['SELECT 1', "parameters: $1 = '5'", undefined],
])('%s with %s', (sql, detail, bound) => {
  expect(withParameters(sql, detail, 1)).toBe(bound)
})

/** As PostgreSQL 15.18 and 18.6 wrote them. */
const stderr = (
  word: string,
) => `2026-11-20 22:24:47.219 UTC [14831] LOG:  duration: 0.110 ms  bind h3s: SELECT $1::int + 1 AS h3, $2::text, $3::text, 'it''s $1'
2026-11-20 22:24:47.219 UTC [14831] DETAIL:  ${word}: $1 = '5', $2 = NULL, $3 = 'o''hara
	next "line"'
2026-11-20 22:24:47.219 UTC [14831] LOG:  duration: 0.007 ms  execute h3s: SELECT $1::int + 1 AS h3, $2::text, $3::text, 'it''s $1'
2026-11-20 22:24:47.219 UTC [14831] DETAIL:  ${word}: $1 = '5', $2 = NULL, $3 = 'o''hara
	next "line"'
2026-11-20 22:24:47.220 UTC [14831] LOG:  duration: 0.013 ms  execute <unnamed>: SELECT h3.x FROM (SELECT 1 AS x) h3 WHERE x = $1 LIMIT $2
2026-11-20 22:24:47.220 UTC [14831] DETAIL:  ${word}: $1 = '1', $2 = '10'
`
const bound = [
  ["SELECT h3.x FROM (SELECT 1 AS x) h3 WHERE x = '1' LIMIT '10'", true],
  ["SELECT '5'::int + 1 AS h3, NULL::text, 'o''hara\nnext \"line\"'::text, 'it''s $1'", true],
]

const samplesOf = (text: string) =>
  digestDocument(digestBytes('log', encodeUtf8(text))).shapes.map(({ samples }) => [samples[0]?.sql, samples[0]?.bound])

test.each(['parameters', 'Parameters'])('stderr: %s of a call, also over several lines', (word) => {
  expect(samplesOf(stderr(word))).toEqual(bound)
})

test('of another session, or none, a call keeps its placeholders', () => {
  const call = '2026-11-20 22:24:47.219 UTC [7] LOG:  duration: 0.110 ms  execute a: SELECT $1\n'
  const other = "2026-11-20 22:24:47.219 UTC [8] DETAIL:  parameters: $1 = '5'\n"
  expect(samplesOf(call + other)).toEqual([['SELECT $1', undefined]])
  expect(samplesOf(call)).toEqual([['SELECT $1', undefined]])
})

test('csvlog and jsonlog', () => {
  const csv = `2026-11-20 22:24:47.219 UTC,"app","shop",14831,"127.0.0.1:5555",655f2d1a.39ef,3,"SELECT",2026-11-20 22:24:40 UTC,3/7,0,LOG,00000,"duration: 0.007 ms  execute a: SELECT ""x"" FROM t WHERE a = $1 AND b = $2","Parameters: $1 = '5', $2 = 'say ""o''hara""'",,,,,,,"","client backend",,0\n`
  const json = `${JSON.stringify({ timestamp: '2026-11-20 22:24:47.219 UTC', user: 'app', dbname: 'shop', pid: 14831, error_severity: 'LOG', message: 'duration: 0.007 ms  execute a: SELECT "x" FROM t WHERE a = $1 AND b = $2', detail: "Parameters: $1 = '5', $2 = 'say \"o''hara\"'" })}\n`
  const expected = [[`SELECT "x" FROM t WHERE a = '5' AND b = 'say "o''hara"'`, true]]
  expect(samplesOf(csv)).toEqual(expected)
  expect(samplesOf(json)).toEqual(expected)
})

test('a log that is cut anywhere comes to the same', () => {
  const text = stderr('parameters')
  const bytes = encodeUtf8(text.repeat(9))
  const log = { flavor: 'postgres-stderr', prefix: parseLinePrefix('%m [%p] ') } as const
  const whole = digestDocument(digestBytes('log', bytes, { log }))
  const range = (from: number, to: number) => {
    const reader = new RangeReader('log', log, from)
    for (let at = from; at < to; ) {
      const space = reader.space()
      const piece = bytes.subarray(at, Math.min(to, at + space.length))
      space.set(piece)
      reader.filled(piece.length)
      at += piece.length
    }
    return reader.end(to, to === bytes.length)
  }
  const period = bytes.length / 9
  for (let cut = period * 4; cut < period * 5; cut++) {
    const joined = joinRanges(range(0, cut), range(cut, bytes.length))
    expect(digestDocument(joined.sum)).toEqual(whole)
  }
})
