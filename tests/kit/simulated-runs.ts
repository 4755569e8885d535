import { Randomness } from '../../src/core/randomness'

/** A machine and two variants, as a simulation knows them and an experiment has to find out. */
export interface SimulatedWorld {
  /** Median distance from the median of one variant's times, relative to it. */
  readonly relativeMad: number
  /** variant ÷ baseline. */
  readonly effect: number
  /** none: independent log-normal noise. bursts: one run in twenty takes up to four times as long. neighbours: runs
   * that follow each other share half of their noise. drift: the machine gets 10 % slower on the way. */
  readonly trouble: 'none' | 'bursts' | 'neighbours' | 'drift'
}

/** The median distance from the median of a normal distribution, in standard deviations. */
const madOfNormal = 0.6745
const baseMs = 20

/** Times in milliseconds of `pairs` interleaved pairs, AB or BA by the seed, as the runner measures them. */
export function simulatedRuns(
  world: SimulatedWorld,
  pairs: number,
  seed: number,
): { readonly baseline: number[]; readonly variant: number[] } {
  const random = new Randomness(seed)
  const sigma = world.relativeMad / madOfNormal
  const shared = world.trouble === 'neighbours' ? 0.5 : 0
  const baseline: number[] = []
  const variant: number[] = []
  let noise = normal(random)
  for (let pair = 0; pair < pairs; pair++) {
    const first = random.next() < 0.5
    for (let place = 0; place < 2; place++) {
      noise = shared * noise + Math.sqrt(1 - shared * shared) * normal(random)
      const isBaseline = (place === 0) === first
      let time = baseMs * (isBaseline ? 1 : world.effect) * Math.exp(sigma * noise)
      if (world.trouble === 'bursts' && random.next() < 0.05) time *= 1 + 3 * random.next()
      if (world.trouble === 'drift') time *= 1 + (0.1 * (2 * pair + place)) / (2 * pairs)
      ;(isBaseline ? baseline : variant).push(time)
    }
  }
  return { baseline, variant }
}

/** Box–Muller. */
function normal(random: Randomness): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
}
