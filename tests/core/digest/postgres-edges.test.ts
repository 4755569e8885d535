// Protects: PostgreSQL's logs in all their forms give the same sums, with interleaved sessions and their odd lines.
import { describe, expect, test } from 'vitest'
import { digestBytes } from '../../../src/core/digest/digest-bytes'
import { digestDocument } from '../../../src/core/digest/document'
import type { DigestDocument } from '../../../src/core/digest/model'
import { parseLinePrefix } from '../../../src/core/digest/readers/line-prefix'

function digest(text: string, prefix?: string): DigestDocument {
  const bytes = Buffer.from(text)
  const log =
    prefix === undefined ? {} : { log: { flavor: 'postgres-stderr', prefix: parseLinePrefix(prefix) } as const }
  const document = digestDocument(digestBytes('test.log', bytes, log))
  for (const { bytes: parts } of document.sources)
    expect(parts.events + parts.banners + parts.skipped, 'every byte is in one place').toBe(bytes.length)
  return document
}

function sums(document: DigestDocument): readonly string[] {
  return document.shapes.map((shape) => `${shape.count} × ${shape.totalMicros}: ${shape.fingerprint}`).sort()
}

const at = '2026-11-20 06:52:22.874 UTC'
const line = (pid: number, text: string) => `${at} [${pid}] app@shop ${text}\n`
const call = 'LOG:  duration: 1.234 ms  statement: SELECT a FROM t WHERE b = 1'

describe('stderr', () => {
  test.each<[prefix: string, begin: string, told: string]>([
    ['%m [%p] ', '2026-11-20 06:52:22.874 UTC [4711] ', ' - - '],
    ['%m [%p] %q%u@%d ', '2026-11-20 06:52:22.874 UTC [4711] app@shop ', 'app shop - '],
    [
      '%m [%p] %q[user=%u,db=%d,app=%a] ',
      '2026-11-20 06:52:22.874 UTC [4711] [user=app,db=shop,app=psql x] ',
      'app shop - ',
    ],
    [
      '%t [%p]: [%l-1] user=%u,db=%d,app=%a,client=%h ',
      '2026-11-20 06:52:22 UTC [4711]: [5-1] user=app,db=shop,app=[unknown],client=10.0.0.9 ',
      'app shop 10.0.0.9',
    ],
    ['%t [%p]: [%l-1] user=%u,db=%d ', '2026-11-20 06:52:22 UTC [4711]: [5-1] user=app,db=shop ', 'app shop - '],
    ['%t:%r:%u@%d:[%p]:', '2026-11-20 06:52:22 UTC:10.0.0.9(53210):app@shop:[4711]:', 'app shop 10.0.0.9'],
    [
      '%m %r %u %a [%c] [%p] ',
      '2026-11-20 06:52:22.874 UTC 10.0.0.9(53210) app psql [65a1.1267] [4711] ',
      'app - 10.0.0.9',
    ],
    ['[%p]: [%l-1] db=%d,user=%u ', '[4711]: [5-1] db=shop,user=app ', 'app shop - '],
    ['%m [%p][%v] : [%l-1] %q[app=%a] ', '2026-11-20 06:52:22.874 UTC [4711][3/17] : [5-1] [app=x] ', '- - -'],
    ['pid=%p,user=%u,db=%d,app=%a,client=%h ', 'pid=4711,user=app,db=shop,app=x,client=10.0.0.9 ', 'app shop 10.0.0.9'],
    ['%n [%p] ', '1795157542.874 [4711] ', '- - -'],
    ['%t-%c-', '2026-11-20 06:52:22 UTC-65a1b2c3.1267-', '- - -'],
  ])('the prefix %s is inferred, and read when given', (prefix, begin, told) => {
    const log = `${begin}${call}\n${begin}LOG:  checkpoint complete: wrote 3 buffers\n${begin}${call}0\n`
    for (const document of [digest(log), digest(log, prefix)]) {
      expect(sums(document)).toEqual(['2 × 2468: select a from t where b = ?'])
      const [shape] = document.shapes
      const names = [shape?.users, shape?.schemas, shape?.hosts].map((shares) => shares?.[0]?.name ?? '-')
      expect(names.join(' ').trim()).toBe(
        told
          .trim()
          .replace(/^- -$/, '- - -')
          .replace(/^(\w+ \w+) -$/, '$1 -'),
      )
      if (!begin.startsWith('[') && !begin.startsWith('pid'))
        expect(document.from?.slice(0, 19)).toBe('2026-11-20T06:52:22')
    }
  })

  test.each<[what: string, log: string, shapes: readonly string[]]>([
    [
      'statements over many lines',
      line(1, 'LOG:  duration: 1.000 ms  statement: SELECT a\n\tFROM t\n\t\n\tWHERE b = 1'),
      ['1 × 1000: select a from t where b = ?'],
    ],
    ['prepared statements', line(1, 'LOG:  duration: 1.000 ms  execute S_1/C_2: SELECT $1'), ['1 × 1000: select ?']],
    [
      'details and errors beside them',
      `${line(1, 'LOG:  duration: 1.000 ms  execute <unnamed>: SELECT $1')}${line(1, "DETAIL:  Parameters: $1 = 'x; y'")}${line(2, 'ERROR:  relation "x" does not exist at character 15')}${line(2, 'STATEMENT:  SELECT 1 FROM x')}`,
      ['1 × 1000: select ?'],
    ],
    [
      'durations that follow their statements, of interleaved sessions',
      `${line(1, 'LOG:  statement: SELECT a')}${line(2, 'LOG:  statement: SELECT b')}${line(2, 'LOG:  duration: 2.000 ms')}${line(1, 'LOG:  duration: 1.000 ms')}`,
      ['1 × 1000: select a', '1 × 2000: select b'],
    ],
    [
      'parse and bind, which are no calls',
      `${line(1, 'LOG:  duration: 0.500 ms  parse S_1: SELECT $1')}${line(1, 'LOG:  duration: 0.250 ms  bind S_1: SELECT $1')}${line(1, 'LOG:  duration: 1.000 ms  execute S_1: SELECT $1')}`,
      ['1 × 1000: select ?'],
    ],
    [
      'CRLF',
      line(1, 'LOG:  duration: 1.000 ms  statement: SELECT a\r\n\tFROM t').replace(/([^\r])\n$/, '$1\r\n'),
      ['1 × 1000: select a from t'],
    ],
    [
      'semicolons, quotes and dollar quotes',
      line(1, "LOG:  duration: 1.000 ms  statement: SELECT 'a;b', E'\\';', $$;'$$;"),
      ['1 × 1000: select ? , ? , ?'],
    ],
  ])('%s', (_what, log, shapes) => {
    const document = digest(line(9, 'LOG:  database system is ready to accept connections') + log, '%m [%p] %q%u@%d ')
    expect(sums(document)).toEqual(shapes)
    expect(document.sources[0]?.skipped).toEqual([])
  })

  test('a plan of auto_explain is that of the statement behind it, and counts once', () => {
    const plan =
      'LOG:  duration: 1.200 ms  plan:\n\tQuery Text: SELECT a\n\tFROM t WHERE b = 1\n\tSeq Scan on t  (cost=0.00..1.00 rows=1 width=4) (actual time=0.1..0.2 rows=1 loops=1)\n\t  Filter: (b = 1)'
    const document = digest(`${line(1, plan)}${line(2, call)}${line(1, call)}`, '%m [%p] %q%u@%d ')
    expect(sums(document)).toEqual(['2 × 2468: select a from t where b = ?'])
    expect(document.shapes[0]?.plan?.text).toMatch(/^Seq Scan on t {2}\(cost[\s\S]*\n {2}Filter: \(b = 1\)/)
  })

  test('a plan with no statement behind it is a call', () => {
    const plan = `LOG:  duration: 1.200 ms  plan:\n\t{\n\t  "Query Text": "SELECT \\"a\\"\\nFROM t",\n\t  "Plan": {"Node Type": "Seq Scan"}\n\t}`
    const document = digest(`${line(1, plan)}${line(1, call)}`, '%m [%p] %q%u@%d ')
    expect(sums(document)).toEqual(['1 × 1200: select "a" from t', '1 × 1234: select a from t where b = ?'])
    expect(document.shapes.find(({ plan: found }) => found !== undefined)?.fingerprint).toBe('select "a" from t')
  })

  test.each<[what: string, log: string, reason: string]>([
    ['a line of another program', `some text\n${line(1, call)}`, 'A line without the prefix of the log.'],
    [
      'a duration whose statement is not there',
      line(1, 'LOG:  duration: 2.000 ms') + line(1, call),
      'A duration without its statement.',
    ],
    ['a log cut inside its last entry', line(1, call) + line(1, call).slice(0, -9), 'The log ends inside this entry.'],
  ])('%s is skipped and told', (_what, log, reason) => {
    const document = digest(log, '%m [%p] %q%u@%d ')
    expect(document.sources[0]?.skipped.map((piece) => piece.reason)).toEqual([reason])
    expect(sums(document)).toEqual(['1 × 1234: select a from t where b = ?'])
  })
})

describe('csvlog', () => {
  const record = (message: string, columns = 26) =>
    [
      `${at}`,
      '"app"',
      '"shop"',
      '4711',
      '"10.0.0.9:53210"',
      '65a1.1267',
      '5',
      '"SELECT"',
      at,
      '3/17',
      '0',
      'LOG',
      '00000',
      `"${message.replace(/"/g, '""')}"`,
    ]
      .concat(Array.from({ length: columns - 14 }, () => ''))
      .join(',')
      .concat('\n')

  test.each([22, 23, 26])('records of %i columns, with quotes and line feeds', (columns) => {
    const document = digest(
      record('duration: 1.000 ms  statement: SELECT "a"\nFROM "t", \'x"y\nz\'', columns).repeat(2),
    )
    expect(sums(document)).toEqual(['2 × 2000: select "a" from "t" , ?'])
    expect(document.shapes[0]?.hosts[0]?.name).toBe('10.0.0.9')
    expect(document.shapes[0]?.schema).toBe('shop')
  })

  test('a damaged record is skipped, the next one read', () => {
    const document = digest(
      `${record('duration: 1.000 ms  statement: SELECT 1')}not a record\n${record('duration: 1.000 ms  statement: SELECT 1')}`,
    )
    expect(document.sources[0]?.skipped.map(({ text }) => text)).toEqual(['not a record\n'])
    expect(document.events).toBe(2)
  })
})

describe('jsonlog', () => {
  const object = (message: string, more = {}) =>
    `${JSON.stringify({ timestamp: at, user: 'app', dbname: 'shop', pid: 4711, remote_host: '10.0.0.9', error_severity: 'LOG', message, ...more })}\n`

  test('escapes are undone', () => {
    const document = digest(
      object('duration: 1.000 ms  statement: SELECT "a\u00e9\u{1f600}"\n\tFROM t -- "x\n WHERE b = \'\u0001\\\''),
    )
    expect(sums(document)).toEqual(['1 × 1000: select "aé😀" from t where b = ?'])
  })

  test('columns in an object of their own, as operators write them', () => {
    const record = {
      log_time: at,
      user_name: 'app',
      database_name: 'shop',
      process_id: '4711',
      error_severity: 'LOG',
      message: 'duration: 1.000 ms  statement: SELECT 1',
    }
    const document = digest(`${JSON.stringify({ level: 'info', ts: 1, logger: 'postgres', record })}\n`)
    expect(sums(document)).toEqual(['1 × 1000: select ?'])
    expect(document.shapes[0]?.users[0]?.name).toBe('app')
  })

  test('a line that is no object is skipped', () => {
    const document = digest(`${object('duration: 1.000 ms  statement: SELECT 1')}{"message": broken\n`)
    expect(document.sources[0]?.skipped.map(({ reason }) => reason)).toEqual(['A line that is no JSON object.'])
  })
})

test('syslog: pieces of messages of several processes are put together', () => {
  const log =
    'Nov 20 06:52:22 db1 postgres[1]: [5-1] LOG:  duration: 1.000 ms  statement: SELECT a\n' +
    'Nov 20 06:52:22 db1 postgres[2]: [9-1] user=app LOG:  duration: 2.000 ms  statement: SELECT b\n' +
    'Nov 20 06:52:22 db1 postgres[1]: [5-2] #011FROM t\n' +
    'Nov 20 06:52:22 db1 postgres[1]: [6-1] LOG:  checkpoint starting: time\n'
  expect(sums(digest(log))).toEqual(['1 × 1000: select a from t', '1 × 2000: select b'])
})
