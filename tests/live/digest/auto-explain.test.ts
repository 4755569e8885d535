// Protects: the plans that auto_explain writes, in each of its formats, are those of their statements and can be drawn.
import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import { digestBytes } from '../../../src/core/digest/digest-bytes'
import { digestDocument } from '../../../src/core/digest/document'
import { parsePlans } from '../../../src/core/plan/parse'
import { fingerprint } from '../../../src/core/sql/fingerprint'
import { postgresServers } from '../../kit/servers'

test.runIf(postgresServers.length === 0)('no PostgreSQL server is here', ({ skip }) => skip())

const statements = [
  `SELECT count(*) AS "m & <x>"\nFROM (SELECT 1 AS a, 'it''s \\ "q"' AS b) t\n\tWHERE a < 3 AND b > '&lt;'`,
  "SELECT relname FROM pg_class WHERE oid = 1259 AND relkind IN ('r', 'v')",
]

describe.each(postgresServers)('$id', (server) => {
  test.each(['text', 'json', 'yaml', 'xml'])('%s', async (format) => {
    const client = new Client(server)
    const messages: string[] = []
    client.on('notice', ({ message }) => messages.push(message ?? ''))
    await client.connect()
    try {
      await client.query("LOAD 'auto_explain'")
      // What goes to the log comes to this client too.
      await client.query(
        `SET client_min_messages = log; SET auto_explain.log_analyze = on; SET auto_explain.log_format = ${format}; SET auto_explain.log_min_duration = 0`,
      )
      for (const sql of statements) await client.query(sql)
    } finally {
      await client.end()
    }
    const plans = messages.filter((message) => message.includes('plan:'))
    expect(plans.length).toBe(statements.length)
    const log = plans
      .map((message, i) => `2026-11-20 06:00:0${i}.000 UTC [4711] app@shop LOG:  ${message.replaceAll('\n', '\n\t')}\n`)
      .join('')
    const document = digestDocument(digestBytes('log', Buffer.from(log)))
    expect(document.sources[0]?.skipped).toEqual([])
    for (const sql of statements) {
      const shape = document.shapes.find((each) => each.fingerprint === fingerprint(sql, 'postgres'))
      expect(shape?.count, sql).toBe(1)
      const { plans: read } = parsePlans(shape?.plan?.text ?? '', {})
      const [plan] = read
      expect(plan?.root.operator).toBe(sql.includes('count') ? 'aggregate' : 'access')
    }
  })
})
