import { exhausted } from '../errors'
import type { Clock, ExperimentSpec, Sample } from './model'
import { timeOf } from './sample-time'
import { type Caution, cautionsOf } from './statistics/cautions'

/** What makes a variant's times less certain than its interval says, as sentences. */
export function cautionSentences(
  samples: readonly Sample[],
  spec: ExperimentSpec,
  { clock, repeated }: { readonly clock: Clock; readonly repeated: boolean },
): readonly string[] {
  if (clock === 'work') return []
  const found = new Map<Caution, string[]>()
  for (const { name } of spec.variants) {
    const times = samples.filter(({ variant }) => variant === name).flatMap((sample) => timeOf(sample, clock) ?? [])
    for (const caution of cautionsOf(times)) {
      // The server's own clock counts in microseconds and less; only ours is too coarse.
      if (caution === 'below-the-clock' && (clock !== 'client' || repeated)) continue
      found.set(caution, [...(found.get(caution) ?? []), name])
    }
  }
  return [...found].map(([caution, names]) => `${names.join(', ')}: ${wordsOf(caution)}`)
}

function wordsOf(caution: Caution): string {
  switch (caution) {
    case 'drift':
      return 'the later half of the runs differs from the earlier one by more than 10 %.'
    case 'outliers':
      return 'more than 5 % of the runs took over three times the median.'
    case 'first-run':
      return 'the first run took much longer than the others.'
    case 'noisy-machine':
      return 'times vary by more than 10 %: the machine is noisy.'
    case 'below-the-clock':
      return 'below 0.5 ms, mostly the way to the server and back.'
    default:
      return exhausted(caution)
  }
}
