import type { Product } from '../engine'
import type { Clock, Sample } from './model'
import { median } from './statistics/order-statistics'

/** Client times below this are mostly the way to the server and back. */
const clientClockMs = 0.5
/** With more runs than this share beside other sessions' work, a CPU clock of the whole server tells nothing. */
const busyShare = 0.1

export interface ClockInput {
  readonly product: Product
  readonly samples: readonly Sample[]
  /** CPU time is that of the whole server process. */
  readonly cpuOfWholeServer: boolean
  /** Share of the runs at whose end other sessions ran statements. */
  readonly busy: number
}

export interface DecidingClock {
  readonly clock: Clock
  /** What is to be said about the choice. */
  readonly cautions: readonly string[]
}

/** The clock that decides: the server's CPU time where it gives it for the whole statement, then its wall, then ours. */
export function decidingClock({ product, samples, cpuOfWholeServer, busy }: ClockInput): DecidingClock {
  if (product === 'pglite') {
    return { clock: 'work', cautions: ['Times of the embedded server are no guide to a server’s: decided by pages.'] }
  }
  const all = (time: (sample: Sample) => number | undefined) =>
    samples.length > 0 && samples.every((sample) => (time(sample) ?? 0) > 0)
  const hasCpu = all((sample) => sample.serverCpuMs)
  const cautions: string[] = []
  if (hasCpu) {
    if (!cpuOfWholeServer) return { clock: 'cpu', cautions }
    if (busy <= busyShare) {
      return {
        clock: 'cpu',
        cautions: ['CPU time is that of the whole server process: what other sessions did meanwhile is in it.'],
      }
    }
    cautions.push(
      `CPU time is that of the whole server process, and other sessions ran in ${Math.round(busy * 100)} % of the runs: it does not decide.`,
    )
  }
  if (all((sample) => sample.serverWallMs)) return { clock: 'serverWall', cautions }
  const times = samples.map((sample) => sample.clientMs)
  if (times.length > 0 && median(times) < clientClockMs) {
    cautions.push(
      `The statements take less than ${clientClockMs} ms, mostly the way to the server and back, and the server tells no time of its own: decided by work.`,
    )
    return { clock: 'work', cautions }
  }
  return { clock: 'client', cautions }
}
