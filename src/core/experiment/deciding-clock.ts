import type { Product } from '../engine'
import type { Clock, Sample } from './model'
import { median } from './statistics/order-statistics'

/** Client times below this are mostly the way to the server and back. */
const clientClockMs = 0.5
/** With more runs than this share beside other sessions' work, a CPU clock of the whole server tells nothing. */
const busyShare = 0.1

/** A connection that variants run on, and where its server's times come from. */
export interface TimedServer {
  readonly product: Product
  /** `wholeServer`: CPU time is that of the whole server process. */
  readonly cpu?: { readonly from: string; readonly wholeServer: boolean } | undefined
  readonly serverWall?: { readonly from: string } | undefined
}

export interface ClockInput {
  readonly servers: readonly TimedServer[]
  readonly samples: readonly Sample[]
  /** Share of the runs at whose end other sessions ran statements. */
  readonly busy: number
  /** Each time is that of many runs inside the server: however short the statement, it is no way there and back. */
  readonly repeated?: boolean | undefined
}

export interface DecidingClock {
  readonly clock: Clock
  /** Clocks of which each server has another kind: their times say nothing of one another. */
  readonly unlike: readonly Clock[]
  /** What is to be said about the choice. */
  readonly cautions: readonly string[]
}

/**
 * The clock that decides: the server's CPU time where it gives it for the whole statement, then its wall, then ours.
 * Times of several servers are compared only where all of them come from the same kind of clock.
 */
export function decidingClock(input: ClockInput): DecidingClock {
  const cpu = sources(input.servers.map((server) => server.cpu?.from))
  const wall = sources(input.servers.map((server) => server.serverWall?.from))
  const unlike: readonly Clock[] = [
    ...(cpu.length > 1 ? (['cpu'] as const) : []),
    ...(wall.length > 1 ? (['serverWall'] as const) : []),
  ]
  return { ...choose(input, cpu, wall), unlike }
}

function choose(
  { servers, samples, busy, repeated }: ClockInput,
  cpu: readonly string[],
  wall: readonly string[],
): Omit<DecidingClock, 'unlike'> {
  if (servers.some(({ product }) => product === 'pglite')) {
    return { clock: 'work', cautions: ['Times of the embedded server are no guide to a server’s: decided by work.'] }
  }
  const all = (time: (sample: Sample) => number | undefined) =>
    samples.length > 0 && samples.every((sample) => (time(sample) ?? 0) > 0)
  const cautions: string[] = []
  if (all((sample) => sample.serverCpuMs)) {
    const wholeServer = servers.some((server) => server.cpu?.wholeServer)
    if (cpu.length > 1) {
      cautions.push(`The servers’ CPU clocks are not alike (${cpu.join('; ')}): CPU time does not decide.`)
    } else if (!wholeServer) return { clock: 'cpu', cautions }
    else if (busy <= busyShare) {
      return {
        clock: 'cpu',
        cautions: ['CPU time is that of the whole server process: what other sessions did meanwhile is in it.'],
      }
    } else {
      cautions.push(
        `CPU time is that of the whole server process, and other sessions ran in ${Math.round(busy * 100)} % of the runs: it does not decide.`,
      )
    }
  }
  if (all((sample) => sample.serverWallMs)) {
    if (wall.length <= 1) return { clock: 'serverWall', cautions }
    cautions.push(
      `The servers’ clocks of elapsed time are not alike (${wall.join('; ')}): the client’s decides, and the way to each server is in it.`,
    )
    return { clock: 'client', cautions }
  }
  const times = samples.map((sample) => sample.clientMs)
  if (!repeated && times.length > 0 && median(times) < clientClockMs) {
    cautions.push(
      `The statements take less than ${clientClockMs} ms, mostly the way to the server and back, and the server tells no time of its own: decided by work.`,
    )
    return { clock: 'work', cautions }
  }
  if (servers.length > 1) cautions.push('The client’s times decide, and the way to each server is in them.')
  return { clock: 'client', cautions }
}

/** The different sources, in the order of the servers. */
function sources(from: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(from.map((one) => one ?? 'none'))]
}
