// Protects `digest diff` on logs, windows of a log and digests, and the reports that it writes.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayLog } from '../../../build/day-log'
import { sargable } from '../../kit/cli'

const folder = mkdtempSync(join(tmpdir(), 'sargable-diff-'))
const place = (name: string) => join(folder, name)
beforeAll(() => {
  const day = (later: boolean) =>
    [...dayLog({ day: later ? '2026-05-17' : '2026-05-10', seed: later ? 2 : 1, thousands: 6, later })].join('')
  writeFileSync(place('before.log'), day(false))
  writeFileSync(place('after.log.gz'), gzipSync(day(true)))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const tables = (changes: { fingerprint: string }[]) =>
  changes.map(({ fingerprint }) => /(?:update|from) (\w+)/.exec(fingerprint)?.[1])

test('logs themselves, one of them packed, with a report', async () => {
  const report = place('found.html')
  const markdown = place('found.md')
  const run = await sargable([
    ...['digest', 'diff', place('before.log'), place('after.log.gz'), '--json', '--report', report],
    ...['--fail-on', 'worse.ratio > 100'],
  ])
  expect([run.stderr, run.code]).toEqual(['', 1])
  const document = JSON.parse(run.stdout)
  expect(document.kind).toBe('digestDiff')
  expect(tables(document.worse).sort()).toEqual(['items', 'warehouse'])
  expect(tables(document.appeared)).toEqual(['picks'])
  const page = readFileSync(report, 'utf8')
  expect(page).toContain(`<h1>${document.verdict.text}</h1>`)
  expect(page).toContain('update warehouse set w_ytd = w_ytd + ?')
  expect(page).not.toMatch(/<script(?! type="application\/json")/)
  await sargable(['digest', 'diff', place('before.log'), place('after.log.gz'), '--report', markdown])
  expect(readFileSync(markdown, 'utf8')).toMatch(/^# Two shapes got faster[\s\S]*\n## Worse \(2\)\n/)
})

test('two windows of one log', async () => {
  const run = await sargable([
    ...['digest', 'diff', place('after.log.gz'), place('after.log.gz'), '--json'],
    ...['--a-to', '2026-05-17T09:00:00Z', '--b-from', '2026-05-17T12:30:00Z', '--b-to', '2026-05-17T15:00:00Z'],
  ])
  const document = JSON.parse(run.stdout)
  expect(tables(document.worse)).toEqual(['warehouse'])
  expect(document.worse[0].changed[0].what).toBe('lock-wait')
  expect(document.totals.a.to < '2026-05-17T09').toBe(true)
  expect(document.totals.b.from >= '2026-05-17T12:30').toBe(true)
  expect(document.verdict.more).toContain('not equally long')
})

test('a digest has no other windows', async () => {
  const saved = place('saved.json')
  writeFileSync(saved, (await sargable(['digest', place('before.log'), '--json'])).stdout)
  const same = await sargable(['digest', 'diff', saved, place('before.log'), '--json'])
  expect(JSON.parse(same.stdout)).toMatchObject({ worse: [], better: [], appeared: [], vanished: [] })
  const refused = await sargable(['digest', 'diff', saved, saved, '--a-from', '2026-05-10T09:00:00Z'])
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('is a digest')])
  const ending = await sargable(['digest', 'diff', saved, saved, '--report', place('found.pdf')])
  expect([ending.code, ending.stderr]).toEqual([2, expect.stringContaining('.html or .md')])
})
