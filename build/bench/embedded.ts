import { performance } from 'node:perf_hooks'
import { pgliteEngine } from '../../src/engines/pglite/index'
import { median } from './rounds'

const countedRounds = 5

/** Milliseconds from asking for the embedded PostgreSQL until its first EXPLAIN has answered, each time anew. */
export async function benchEmbedded(): Promise<readonly string[]> {
  const { signal } = new AbortController()
  const opened: number[] = []
  const answered: number[] = []
  for (let round = 0; round <= countedRounds; round++) {
    const startedAt = performance.now()
    const session = await pgliteEngine.connect({ via: 'pglite' }, {}, signal)
    const openedAt = performance.now()
    await session.explain({ sql: 'SELECT 1', trace: false }, signal)
    const answeredAt = performance.now()
    await session.close()
    if (round === 0) continue
    opened.push(openedAt - startedAt)
    answered.push(answeredAt - startedAt)
  }
  return [
    `first EXPLAIN after ${median(answered).toFixed(0)} ms (connected after ${median(opened).toFixed(0)} ms); goal 500 ms`,
  ]
}
