import type { ExperimentDocument } from '../model'
import { median } from '../statistics/order-statistics'

/** What a counter counts, for its unit and its sign. */
export type WorkUnit = 'rows' | 'pages' | 'bytes' | 'times'

/** One counter over all variants. */
export interface WorkRow {
  /** As in the samples: the server's name, or one of ours. */
  readonly counter: string
  /** For people: ours in words, the server's as they are. */
  readonly title: string
  readonly unit: WorkUnit
  /** The median of one run of each variant, in their order; undefined for one that was never run. */
  readonly perRun: readonly (number | undefined)[]
  /** Variant ÷ baseline; undefined for the baseline, and where one of the two is nothing. */
  readonly ratios: readonly (number | undefined)[]
  /** Two variants differ. */
  readonly differs: boolean
}

/** Ours, in the order in which they are shown before all others. */
const ours: Readonly<Record<string, { readonly title: string; readonly unit: WorkUnit }>> = {
  rowsExamined: { title: 'Rows examined', unit: 'rows' },
  buffers: { title: 'Pages touched', unit: 'pages' },
  pagesRead: { title: 'Pages read', unit: 'pages' },
  resultBytes: { title: 'Result', unit: 'bytes' },
}

/**
 * The counted work, a row for each counter: ours first, then the server's by name. Counters that are nothing in every
 * run are left out, but for the rows examined.
 */
export function workRows({ spec, samples }: Pick<ExperimentDocument, 'spec' | 'samples'>): readonly WorkRow[] {
  const runs = spec.variants.map(({ name }) => samples.filter(({ variant }) => variant === name))
  const counters = new Set(samples.flatMap((sample) => Object.keys(sample.counters)))
  const names = [...Object.keys(ours), ...[...counters].filter((name) => !(name in ours)).sort()]
  return names.flatMap((counter): readonly WorkRow[] => {
    if (!counters.has(counter)) return []
    const perRun = runs.map((own) =>
      own.length === 0 ? undefined : median(own.map((sample) => sample.counters[counter] ?? 0)),
    )
    if (counter !== 'rowsExamined' && perRun.every((value) => value === undefined || value === 0)) return []
    const [baseline] = perRun
    const ran = perRun.filter((value) => value !== undefined)
    return [
      {
        counter,
        title: ours[counter]?.title ?? counter,
        unit: ours[counter]?.unit ?? unitOf(counter),
        perRun,
        ratios: perRun.map((value, place) => (place === 0 || !value || !baseline ? undefined : value / baseline)),
        differs: ran.some((value) => value !== ran[0]),
      },
    ]
  })
}

function unitOf(counter: string): WorkUnit {
  if (/bytes/i.test(counter)) return 'bytes'
  if (/pages|blocks|buffers/i.test(counter)) return 'pages'
  return /rows/i.test(counter) ? 'rows' : 'times'
}
