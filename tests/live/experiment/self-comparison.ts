import type { Clock } from '../../../src/core/experiment/model'
import type { ExperimentServer } from './servers'
import { experiment, type TestService } from './service'

/** What many experiments of a statement against itself came to. */
export interface SelfComparisons {
  readonly experiments: number
  /** Experiments that called one of two equal statements faster. */
  readonly winners: number
  /** Verdict, ratio and interval of each winner, for the message. */
  readonly called: readonly string[]
  readonly decidedBy: Readonly<Partial<Record<Clock, number>>>
  readonly noiseFloorMicros: readonly number[]
  readonly sameRows: number
  /** Experiments that counted exactly the same work on both sides. */
  readonly sameWork: number
  readonly pairs: number
}

/**
 * Runs a small statement against itself in experiments with the seeds 1, 2, …, looked at after 10, 20 and 40 pairs.
 * The server has its table `numbers` already.
 */
export async function selfComparisons(
  server: ExperimentServer,
  service: TestService,
  connectionId: string,
  count: number,
): Promise<SelfComparisons> {
  const statement = `SELECT COUNT(*) FROM numbers WHERE word LIKE '%9%8%7%'`
  const called: string[] = []
  const decidedBy: Partial<Record<Clock, number>> = {}
  const noiseFloorMicros: number[] = []
  let sameRows = 0
  let sameWork = 0
  let pairs = 0
  for (let seed = 1; seed <= count; seed++) {
    const document = await experiment(service, {
      connectionId,
      variants: [statement, statement],
      seed,
      minPairs: 10,
      maxPairs: 40,
      budgetMs: 60_000,
    })
    const [found] = document.comparisons
    if (!found) continue
    decidedBy[found.decidedBy] = (decidedBy[found.decidedBy] ?? 0) + 1
    pairs += found.pairs
    if (document.noiseFloorMicros !== undefined) noiseFloorMicros.push(document.noiseFloorMicros)
    if (found.sameResult === 'same') sameRows++
    if (found.workRatio[server.isPostgres ? 'buffers' : 'rowsExamined'] === 1) sameWork++
    if (found.verdict === 'faster' || found.verdict === 'slower') {
      const [ratio, low, high] = [found.ratio, found.low, found.high].map((value) => value.toFixed(4))
      called.push(
        `seed ${seed}: ${found.verdict} ${ratio} [${low}, ${high}] by ${found.decidedBy}, ${found.pairs} pairs`,
      )
    }
  }
  return {
    experiments: count,
    winners: called.length,
    called,
    decidedBy,
    noiseFloorMicros,
    sameRows,
    sameWork,
    pairs,
  }
}
