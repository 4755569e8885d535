// Protects that every statement of the recorder's lists was put to every server, and that its answer or refusal is kept.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { recordedPlans, servers } from './fixtures'

const folder = join(import.meta.dirname, '../../fixtures')
const refusals = z
  .record(z.string(), z.object({ sql: z.string(), errno: z.union([z.number(), z.string()]), message: z.string() }))
  .parse(JSON.parse(readFileSync(join(folder, 'refused.json'), 'utf8')))

/** Names of the statements that a server is to be asked, as the lists say. */
function asked(server: string, list = server.startsWith('pg') ? 'postgres' : 'mysql'): string[] {
  const text = readFileSync(join(folder, 'statements', `${list}.sql`), 'utf8')
  return text.split(/;[ \t]*$/m).flatMap((piece) => {
    const name = /^-- @case (\S+)/m.exec(piece)?.[1]
    const only = /^-- @servers (.*)$/m.exec(piece)?.[1]
    return name !== undefined && (only === undefined || only.split(' ').includes(server)) ? [name] : []
  })
}

const isRecorded = (server: string, name: string) => existsSync(join(folder, server, name, 'explain.json'))

describe.each(servers)('%s', (server) => {
  test('answered or refused every statement of its list', () => {
    const open = asked(server).filter((name) => isRecorded(server, name) === `${server}/${name}` in refusals)
    expect(open).toEqual([])
  })

  test('has no recording that is not in the list', () => {
    // Of some statements nothing but the trace is kept.
    const names = new Set([...asked(server), ...(server.startsWith('pg') ? [] : asked(server, 'mysql.traces'))])
    expect(readdirSync(join(folder, server)).filter((name) => !names.has(name))).toEqual([])
  })
})

describe('the statements', () => {
  test.each([
    ['MySQL', /^mysql/],
    ['MariaDB', /^mariadb/],
    ['PostgreSQL', /^pg/],
  ])('of %s are 120 at least', (_name, family) => {
    const names = servers.filter((server) => family.test(server)).flatMap((server) => readdirSync(join(folder, server)))
    expect(new Set(names).size).toBeGreaterThanOrEqual(120)
  })

  test('a refusal has the words of the server', () => {
    expect(Object.values(refusals).filter(({ message }) => message.length < 10)).toEqual([])
    expect(Object.keys(refusals).length).toBeGreaterThan(60)
  })
})

/** What each server prints, by format and whether the statement ran. */
const formats: Readonly<Record<string, string>> = {
  mysql56: 'mysql-json-v1 mysql-table',
  mysql57: 'mysql-json-v1 mysql-table',
  mysql80: 'mysql-json-v1 mysql-table mysql-tree mysql-tree*',
  mysql97: 'mysql-json-v1 mysql-json-v2 mysql-json-v2* mysql-table mysql-tree mysql-tree*',
  mariadb1011: 'mariadb-json mariadb-json* mariadb-table mariadb-table*',
  mariadb114: 'mariadb-json mariadb-json* mariadb-table mariadb-table*',
  pg15: 'postgres-json postgres-json* postgres-text postgres-text* postgres-xml postgres-xml* postgres-yaml postgres-yaml*',
  pg18: 'postgres-json postgres-json* postgres-text postgres-text* postgres-xml postgres-xml* postgres-yaml postgres-yaml*',
}

test('every format that a server has is recorded', () => {
  const found = new Map<string, Set<string>>()
  for (const { server, format, measured } of recordedPlans()) {
    const seen = found.get(server) ?? new Set<string>()
    found.set(server, seen.add(`${format}${measured ? '*' : ''}`))
  }
  const lines = [...found].map(([server, seen]) => [server, [...seen].sort().join(' ')])
  expect(Object.fromEntries(lines)).toEqual(formats)
})
