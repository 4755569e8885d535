import type { ServerWarning } from '../../core/analysis/model'

/** CPU and elapsed time of a statement, by the server. */
export interface Usage {
  readonly cpuMs: number
  readonly wallMs: number
}

/**
 * Adds up the notices of log_statement_stats (one each for PARSE, BIND with the planning, and EXECUTE) or of
 * log_executor_stats (one); undefined when none came. Their first line of figures is that of the piece itself:
 * `!\t0.014895 s user, 0.003861 s system, 0.068867 s elapsed` (ShowUsage in src/backend/tcop/postgres.c).
 */
export function usageOf(notices: readonly ServerWarning[]): Usage | undefined {
  let cpuMs = 0
  let wallMs = 0
  let found = false
  for (const { message } of notices) {
    if (!/^(?:PARSE MESSAGE|BIND MESSAGE|EXECUTE MESSAGE|EXECUTOR) STATISTICS/.test(message)) continue
    const figures = /(\d+\.\d+) s user, (\d+\.\d+) s system, (\d+\.\d+) s elapsed/.exec(message)
    if (!figures) continue
    found = true
    cpuMs += (Number(figures[1]) + Number(figures[2])) * 1000
    wallMs += Number(figures[3]) * 1000
  }
  return found ? { cpuMs, wallMs } : undefined
}
