// Protects `digest FILE --follow`: what is printed as a log grows, and that Ctrl-C ends it with the whole digest.
import { appendFileSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { sargable, startSargable } from '../../kit/cli'
import { until } from '../../kit/mysql'

const folder = mkdtempSync(join(tmpdir(), 'sargable-cli-follow-'))
afterAll(() => rmSync(folder, { recursive: true }))

const entries = (from: number, to: number) =>
  Array.from(
    { length: to - from },
    (_, i) =>
      `# Time: 2026-11-20T06:00:${String((from + i) % 60).padStart(2, '0')}.000000Z\n# User@Host: app[app] @ web1 [10.0.0.1]  Id: 7\n# Query_time: 0.250000  Lock_time: 0.000000 Rows_sent: 1  Rows_examined: 1\nSET timestamp=1795154400;\nSELECT a FROM t WHERE id = ${from + i};\n`,
  ).join('')

test('--ndjson: a line for each time that more came, the last is the whole', async () => {
  const log = join(folder, 'lines.log')
  writeFileSync(log, entries(0, 5))
  const running = startSargable(['digest', log, '--follow', '--every', '50ms', '--ndjson'])
  const last = () => JSON.parse(running.said.stdout.trim().split('\n').at(-1) || '{}')
  await until('the first five', async () => last().events === 5)
  renameSync(log, `${log}.1`)
  writeFileSync(log, entries(5, 9))
  await until('the next four', async () => last().events === 9)
  appendFileSync(log, entries(9, 10))
  running.interrupt()
  const { code, stdout, stderr } = await running.ended
  expect([code, stderr]).toEqual([0, ''])
  const documents = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(documents.every(({ kind }) => kind === 'digest')).toBe(true)
  expect(documents.at(-1)).toMatchObject({ events: 10, totalMicros: 2_500_000 })
  expect(documents.at(-1).shapes).toHaveLength(1)
})

test('as text, with a filter and a limit; --json prints the last one alone', async () => {
  const log = join(folder, 'text.log')
  writeFileSync(log, `${entries(0, 3)}${entries(0, 2).replace(/SELECT a FROM/g, 'SELECT b FROM')}`)
  const text = startSargable(['digest', log, '--follow', '--every', '50ms', '--top', '1', '--filter', 'user:app'])
  await until('five entries', async () => text.said.stdout.includes('5 entries'))
  text.interrupt()
  expect((await text.ended).stdout).toContain('… 1 more shapes')
  const json = startSargable(['digest', log, '--follow', '--json', '--progress', 'text'])
  await until('it reads', async () => json.said.stderr.includes('5 entries'))
  json.interrupt()
  const { code, stdout } = await json.ended
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ kind: 'digest', events: 5 })
})

test('what cannot be followed is told', async () => {
  const two = await sargable(['digest', join(folder, 'a'), join(folder, 'b'), '--follow'])
  expect([two.code, two.stderr]).toEqual([2, expect.stringContaining('one log')])
  const none = await sargable(['digest', join(folder, 'nothing'), '--follow', '--json'])
  expect([none.code, JSON.parse(none.stdout).code]).toEqual([3, 'file-unreadable'])
  const time = await sargable(['digest', join(folder, 'a'), '--follow', '--every', 'often'])
  expect([time.code, time.stderr]).toEqual([2, expect.stringContaining('--every often')])
})

test('--year, and without it the time of the file, place a syslog without years', async () => {
  const log = join(folder, 'syslog')
  writeFileSync(log, 'Dec 31 23:59:58 host postgres[7]: [1-1] LOG:  duration: 5.000 ms  statement: SELECT 1\n')
  const given = JSON.parse((await sargable(['digest', log, '--year', '1999', '--json'])).stdout)
  expect(given.from).toBe('1999-12-31T23:59:58Z')
  const told = JSON.parse((await sargable(['digest', log, '--json'])).stdout)
  // Written just now: the last thirty-first of December.
  expect(Date.parse(told.from)).toBeLessThan(Date.now() + 86_400_000)
  expect(Date.parse(told.from)).toBeGreaterThan(Date.now() - 367 * 86_400_000)
})
