// `sargable digest URL` and `--prefix-from`, by the built command line on real servers.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { sargable } from '../../kit/cli'
import { dropPostgres, freshPostgres } from '../../kit/postgres'
import { type Endpoint, mysqlServers, postgresServers } from '../../kit/servers'

const folder = mkdtempSync(join(tmpdir(), 'sargable-cli-live-'))
afterAll(() => rmSync(folder, { recursive: true }))

function urlOf({ id, kind, host, port, user, database }: Endpoint, inside = database): string {
  const scheme = kind === 'pg' ? 'postgres' : id.startsWith('mariadb') ? 'mariadb' : 'mysql'
  return `${scheme}://${user}@${host}:${port}/${inside}`
}
const env = ({ password }: Endpoint) => ({ env: { SARGABLE_PASSWORD: password } })

describe.each(mysqlServers)('$id', (server) => {
  test('its statements by its URL, or why there are none', async () => {
    const run = await sargable(['digest', urlOf(server), '--json'], env(server))
    const document = JSON.parse(run.stdout)
    if (server.id === 'mariadb114') {
      expect([run.code, document.code]).toEqual([3, 'unsupported'])
      expect(document.hint).toContain('performance_schema=ON')
      return
    }
    expect([run.code, run.stderr]).toEqual([0, ''])
    expect(document.sources[0].server.of).toBe('digests')
    expect(document.events).toBeGreaterThan(0)
    const text = await sargable(
      ['digest', urlOf(server), '--of', 'digests', '--for', '0.1s', '--top', '2'],
      env(server),
    )
    expect(text.stdout).toMatch(/calls in 0\.1 s/)
  })

  test('a source that it has not', async () => {
    const run = await sargable(['digest', urlOf(server), '--of', 'pg-stat-statements', '--json'], env(server))
    expect([run.code, JSON.parse(run.stdout).hint]).toEqual([3, expect.stringContaining('extension of PostgreSQL')])
  })
})

describe.each(postgresServers)('$id', (server) => {
  test('its statements, and its own log_line_prefix for a log', async () => {
    const database = 'sargable_cli_digest'
    const client = await freshPostgres(server, database)
    try {
      await client.query('CREATE EXTENSION pg_stat_statements')
      await client.query("ALTER DATABASE sargable_cli_digest SET work_mem = '5MB'")
      const run = await sargable(
        ['digest', urlOf(server, database), '--filter', `db:${database}`, '--json'],
        env(server),
      )
      expect([run.code, run.stderr]).toEqual([0, ''])
      expect(JSON.parse(run.stdout).sources[0].server.of).toBe('pg-stat-statements')
      const { rows } = await client.query<{ log_line_prefix: string }>('SHOW log_line_prefix')
      expect(rows[0]?.log_line_prefix).toBe('%m [%p] ')
      // Its prefix is taken where the log has it, and not where it has another.
      const own = join(folder, 'own.log')
      writeFileSync(own, '2026-11-20 06:00:00.000 UTC [7] LOG:  duration: 5.000 ms  statement: SELECT 1\n'.repeat(3))
      const other = join(folder, 'other.log')
      writeFileSync(other, '[7]: [1-1] db=shop,user=app LOG:  duration: 5.000 ms  statement: SELECT 1\n'.repeat(3))
      const from = ['--prefix-from', urlOf(server), '--json']
      const document = JSON.parse((await sargable(['digest', own, other, ...from], env(server))).stdout)
      expect(document).toMatchObject({ events: 6, from: '2026-11-20T06:00:00Z' })
      expect(document.shapes[0].schemas).toMatchObject([{ name: 'shop', count: 3 }])
    } finally {
      await client.end()
      await dropPostgres(server, database)
    }
  })
})

test('--for and --of want a server', async () => {
  const log = join(folder, 'a.log')
  writeFileSync(log, '')
  const run = await sargable(['digest', log, '--for', '5s'])
  expect([run.code, run.stderr]).toEqual([2, expect.stringContaining('of a server')])
})
