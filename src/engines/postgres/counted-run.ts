import type { ExplainOutput } from '../../core/analysis/model'
import { countWork } from './plan-counters'

/** The work of one run, by EXPLAIN (ANALYZE, BUFFERS) in JSON. */
export interface Counted {
  readonly rowsExamined: number
  readonly values: Readonly<Record<string, number>>
}

const workers = 'Workers Launched'
/** From this share of the run on, compiling it is worth a word. */
const compilingShare = 0.2

export function countedIn(measured: ExplainOutput): Counted {
  const text = measured.text ?? ''
  const { values, rowsExamined = 0 } = countWork(text)
  const of = (name: string) => values[name] ?? 0
  const pagesRead = of('Shared Read Blocks') + of('Local Read Blocks')
  const launched = [...text.matchAll(/"Workers Launched": (\d+)/g)].reduce((sum, [, count]) => sum + Number(count), 0)
  return {
    rowsExamined,
    values: {
      ...values,
      ...(launched > 0 && { [workers]: launched }),
      buffers: of('Shared Hit Blocks') + of('Local Hit Blocks') + pagesRead,
      pagesRead,
    },
  }
}

/** Did worker processes take part? */
export function isParallel(counters: Readonly<Record<string, number>>): boolean {
  return (counters[workers] ?? 0) > 0
}

/**
 * What of the run was not the statement's work. The server's settings stay as they are: without JIT or workers it would
 * be another plan than the one that runs every day.
 */
export function planCautions({ text = '' }: ExplainOutput): readonly string[] {
  const cautions: string[] = []
  // The time of the whole is the last of JIT's timings (ExplainPrintJIT in src/backend/commands/explain.c).
  const compiling = Number(/"JIT":[\s\S]*?"Timing":[\s\S]*?"Total": ([\d.]+)/.exec(text)?.[1] ?? 0)
  const whole = Number(/"Execution Time": ([\d.]+)/.exec(text)?.[1] ?? 0)
  if (whole > 0 && compiling / whole > compilingShare) {
    cautions.push(
      `JIT compilation took ${Math.round((100 * compiling) / whole)} % of its time: the setting jit = off for a variant shows it without.`,
    )
  }
  if (/"Workers Launched": [1-9]/.test(text)) {
    cautions.push('It runs in parallel: CPU time of the workers is not told by the server, elapsed time decides.')
  }
  return cautions
}
