import type { Stopwatch } from '../engine'
import { type Lent, ownLimitMs } from './lent'
import { RepeatableStatement } from './repeatable-statement'
import { readSettings } from './variant-settings'

export function makeStopwatch(lent: Lent): Stopwatch {
  const { clock, cautions } = lent.clock
  return {
    ...(clock && { cpu: clock, serverWall: clock }),
    cautions,
    prepare: (request, signal) => RepeatableStatement.prepare(lent, request, signal),
    settings: (names, signal) => lent.task(ownLimitMs, signal, (run) => readSettings(run, names)),
    putBack: () => Promise.resolve(),
  }
}
