import { exhausted } from '../errors'
import type { Clock, Sample } from './model'

/** Milliseconds of a run by one clock; undefined where the server does not give it. */
export function timeOf(sample: Sample, clock: Exclude<Clock, 'work'>): number | undefined {
  switch (clock) {
    case 'cpu':
      return sample.serverCpuMs
    case 'serverWall':
      return sample.serverWallMs
    case 'client':
      return sample.clientMs
    default:
      return exhausted(clock)
  }
}
