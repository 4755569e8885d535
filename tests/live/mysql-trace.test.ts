// Protects the reading of long optimizer traces: a cut one is asked for again, and one that stays cut says so.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lineTo } from '../../src/engines/mysql/dial'
import { GuardedRun } from '../../src/engines/mysql/guarded-run'
import { withTrace } from '../../src/engines/mysql/trace'
import type { Wire } from '../../src/engines/mysql/wire'
import { never, targetOf } from '../kit/mysql'
import { mysqlServers } from '../kit/servers'

test.runIf(mysqlServers.length === 0)('no MySQL or MariaDB server is here', ({ skip }) => skip())

describe.each(mysqlServers)('$id', (server) => {
  const sql = `EXPLAIN SELECT * FROM (SELECT 1 a UNION SELECT 2) x WHERE a IN (${Array.from({ length: 900 }, (_, n) => n).join(', ')})`
  let wire: Wire
  let variables: Map<string, string>
  beforeEach(async () => {
    const line = await lineTo(targetOf(server), { password: server.password })
    wire = await line.open(never)
    const { rows } = await wire.query("SHOW SESSION VARIABLES LIKE 'optimizer_trace%'")
    variables = new Map(rows.map(([name, value]) => [name ?? '', value ?? '']))
  })
  afterEach(() => wire.end())

  async function traced(firstBytes: number, lastBytes: number) {
    const line = await lineTo(targetOf(server), { password: server.password })
    const run = new GuardedRun(wire, line, never)
    let asked = 0
    const work = () => {
      asked++
      return run.send(sql)
    }
    const result = await run.within(20_000, () => withTrace(run, variables, sql, work, { firstBytes, lastBytes }))
    await run.tidy()
    return { ...result, asked }
  }

  test('a cut trace is asked for again with more room', async () => {
    const { traceText, cautions, asked } = await traced(2000, 2_000_000)
    expect(asked).toBeGreaterThan(1)
    expect(cautions).toEqual([])
    expect(Object.keys(JSON.parse(traceText ?? ''))).toEqual(['steps'])
  })

  test('a trace over the last limit comes cut, and says how much is missing', async () => {
    const { traceText, cautions, asked } = await traced(2000, 8000)
    expect(asked).toBe(2)
    expect(traceText?.length).toBeGreaterThan(0)
    expect(cautions.join()).toMatch(/cut: [\d,]+ bytes are missing/)
  })

  test('the trace is off and its settings are back afterwards', async () => {
    await traced(1000, 2000)
    const { rows } = await wire.query("SHOW SESSION VARIABLES LIKE 'optimizer_trace%'")
    expect(new Map(rows.map(([name, value]) => [name, value]))).toEqual(variables)
  })
})
