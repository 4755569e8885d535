// Protects: logs that real servers wrote of known statements hold those statements, as often as they were sent.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { digestBytes } from '../../../src/core/digest/digest-bytes'
import { digestDocument } from '../../../src/core/digest/document'
import type { DigestShape } from '../../../src/core/digest/model'
import { dialectOfLog } from '../../../src/core/digest/recognize'
import { fingerprint } from '../../../src/core/sql/fingerprint'

const folder = join(import.meta.dirname, '../../../fixtures/slow-logs')
const logs = readdirSync(folder).flatMap((server) =>
  readdirSync(join(folder, server))
    .filter((name) => name.endsWith('.log'))
    .map((name) => [server, name.slice(0, -4)] as const),
)

interface Sent {
  readonly sql: string
  readonly count: number
  readonly kind?: string
  readonly notKind?: string
}

function sentFor(server: string, name: string): readonly Sent[] {
  const file = server.startsWith('pg') ? 'statements.json' : `${name}.statements.json`
  return JSON.parse(readFileSync(join(folder, server, file), 'utf8')).sent
}

const flavors: Readonly<Record<string, string>> = {
  plain: 'mysql-slow',
  extra: 'mysql-slow',
  verbose: 'mariadb-slow',
  stderr: 'postgres-stderr',
  csvlog: 'postgres-csv',
  jsonlog: 'postgres-json',
  syslog: 'postgres-syslog',
}

/** Shapes that neither the recorder's statements nor its settings have. */
const surroundings = /^(?:set |select version|select pg_|administrator command|alter system|show )/

describe.each(logs)('%s %s', (server, name) => {
  const bytes = readFileSync(join(folder, server, `${name}.log`))
  const document = digestDocument(digestBytes(name, bytes))
  const [source] = document.sources
  const flavor = source?.flavor ?? 'mysql-slow'
  const sent = sentFor(server, name)
  /** The recorder runs some statements of one shape under different words. */
  const wanted = new Map<string, number>()
  for (const { sql, count } of sent) {
    const shape = fingerprint(sql, dialectOfLog(flavor))
    wanted.set(shape, (wanted.get(shape) ?? 0) + count)
  }
  const shapeOf = (sql: string): DigestShape | undefined =>
    document.shapes.find((shape) => shape.fingerprint === fingerprint(sql, dialectOfLog(flavor)))

  test('is recognized, and every byte accounted for', () => {
    expect(flavor).toBe(server.startsWith('mariadb') ? 'mariadb-slow' : flavors[name])
    expect(source?.bytes.total).toBe(bytes.length)
    expect((source?.bytes.events ?? 0) + (source?.bytes.banners ?? 0) + (source?.bytes.skipped ?? 0)).toBe(bytes.length)
    expect(source?.skipped).toEqual([])
  })

  test('holds what was sent, as often as it was', () => {
    const found = document.shapes.filter((shape) => !surroundings.test(shape.fingerprint))
    const expected = [...wanted].filter(([shape]) => !surroundings.test(shape))
    expect(Object.fromEntries(found.map((shape) => [shape.fingerprint, shape.count]))).toEqual(
      Object.fromEntries(expected),
    )
  })

  test('an update that waited for a row is told to have waited; work that is not counted is not', () => {
    for (const { sql, kind, notKind } of sent) {
      const kinds = shapeOf(sql)?.kinds.map((each) => each.kind) ?? []
      if (kind !== undefined) expect(kinds, sql).toContain(kind)
      if (notKind !== undefined) expect(kinds, sql).not.toContain(notKind)
    }
    const [update] = document.shapes
    expect(update?.fingerprint).toMatch(/^update warehouse/)
    expect(update?.maxMicros).toBeGreaterThan(900_000)
    expect(update?.kinds.map((each) => each.kind)).toContain('lock-wait')
    // MariaDB's Lock_time leaves row locks out; log_lock_waits tells PostgreSQL's.
    if (!server.startsWith('mariadb')) expect(update?.lockMicros).toBeGreaterThan(900_000)
  })

  test('is in one database, of one user', () => {
    const shape =
      shapeOf('SELECT * FROM orders WHERE id = 17') ?? shapeOf('SELECT id, "note" FROM orders WHERE id = 17')
    // The log_line_prefix of messages in syslog is not read.
    const told = name === 'syslog' ? [undefined, []] : ['sargable_slowlog', ['sargable']]
    expect([shape?.schema, shape?.users.map((user) => user.name)]).toEqual(told)
    expect(shape?.firstSeen).toMatch(/^20\d\d-\d\d-\d\dT/)
  })
})

test.each([
  ['pg15', ['stderr', 'csvlog', 'jsonlog', 'syslog']],
  ['pg18', ['stderr', 'csvlog', 'jsonlog']],
])('%s: the forms of one log give one digest', (server, names) => {
  const sums = names.map((name) =>
    digestDocument(digestBytes(name, readFileSync(join(folder, server, `${name}.log`)))).shapes.map(
      (shape) => `${shape.fingerprint}: ${shape.count} × ${shape.totalMicros}, plan: ${shape.plan !== undefined}`,
    ),
  )
  for (const other of sums) expect(other).toEqual(sums[0])
  expect(sums[0]?.filter((line) => line.endsWith('true')).length).toBe(2)
})

test.each(['mariadb1011', 'mariadb114'])('%s: explain rows come with their statement', (server) => {
  const document = digestDocument(digestBytes('verbose', readFileSync(join(folder, server, 'verbose.log'))))
  const shape = document.shapes.find((each) => each.fingerprint.startsWith('select * from orders'))
  expect(shape?.plan?.text).toMatch(/^# explain: id\tselect_type[\s\S]*\tPRIMARY\t/)
})
