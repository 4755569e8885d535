import { mysqlServers, postgresServers } from '../../tests/kit/servers'
import { selfComparisons } from '../../tests/live/experiment/self-comparison'
import { experimentServer } from '../../tests/live/experiment/servers'
import { testService } from '../../tests/live/experiment/service'
import { median } from './rounds'

const experiments = 40
/** Of so many experiments with a winner in one of twenty, more come once in 1,400 and 600 times. */
const mostOfOneServer = 7
const mostOfAll = 28

/** How often a statement against itself has a winner, on the servers that SARGABLE_SERVERS names. */
export async function benchSelfComparisons(): Promise<readonly string[]> {
  const servers = [...mysqlServers, ...postgresServers].map((endpoint) => experimentServer(endpoint, 'bench_self'))
  if (servers.length === 0) return ['NOT RUN: SARGABLE_SERVERS names no file']
  const lines = [
    '| server | experiments | winners | decided by | pairs, mean | noise floor, µs |',
    '| --- | --- | --- | --- | --- | --- |',
  ]
  let winners = 0
  const tooMany: string[] = []
  for (const server of servers) {
    await server.make(5000)
    const service = testService()
    try {
      const connectionId = await service.open(server.target, server.password)
      const found = await selfComparisons(server, service, connectionId, experiments)
      winners += found.winners
      if (found.winners > mostOfOneServer) tooMany.push(server.id)
      const clocks = Object.entries(found.decidedBy).map(([clock, times]) => `${clock} ${times}`)
      const pairs = (found.pairs / experiments).toFixed(1)
      const floor = median(found.noiseFloorMicros).toFixed(0)
      lines.push(`| ${server.id} | ${experiments} | ${found.winners} | ${clocks.join(', ')} | ${pairs} | ${floor} |`)
    } finally {
      await service.close()
      await server.drop()
    }
  }
  const all = servers.length * experiments
  const held = winners <= mostOfAll && tooMany.length === 0
  lines.push(
    `${winners} winners of ${all} (at most ${mostOfAll}), at most ${mostOfOneServer} on one server: ${held ? 'holds' : `DOES NOT HOLD ${tooMany.join(', ')}`}`,
  )
  if (!held) throw new Error(lines.join('\n'))
  return lines
}
