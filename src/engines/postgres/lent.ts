import type { Version } from '../../core/engine'
import type { TimedRequest } from '../engine'
import type { Admitted } from './admit'
import type { ClockSettings } from './clock-settings'
import type { FencedRun } from './fenced-run'

/** What a session lends to its stopwatch. */
export interface Lent {
  readonly version: Version
  readonly clock: ClockSettings
  admit(request: TimedRequest): Admitted
  /** One transaction for one task, under a limit; read only unless it `writes`, and always rolled back. */
  task<T>(timeoutMs: number, signal: AbortSignal, work: (run: FencedRun) => Promise<T>, writes?: boolean): Promise<T>
  /** One statement of ours outside of transactions. */
  errand(sql: string, signal: AbortSignal): Promise<void>
}

/** Of what we ask ourselves. */
export const ownLimitMs = 60_000
