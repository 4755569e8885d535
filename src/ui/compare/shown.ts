import { atom } from 'jotai'
import type { Comparison, ExperimentDocument, ExperimentSpec, NamedVariant, Sample } from '../../core/experiment/model'
import { shownClock, type TimeClock, timeClocks, variantTimes } from '../../core/experiment/summary/variant-times'
import { workRows } from '../../core/experiment/summary/work-rows'
import { diffPlans } from '../../core/plan/diff/diff-plans'
import { metricsOf } from '../../core/plan/metrics'
import type { Plan, PlanMetrics } from '../../core/plan/model'
import { experimentAtom, pickedPlaceAtom } from './experiments'

/** What an experiment has to show: finished, running, or cut short. */
export interface ShownRun {
  readonly spec: ExperimentSpec
  readonly samples: readonly Sample[]
  readonly comparisons: readonly Comparison[]
  /** By place; variants without a plan have none. */
  readonly plans: readonly (Plan | undefined)[]
  readonly noiseFloorMicros?: number | undefined
  readonly live: boolean
  readonly document?: ExperimentDocument | undefined
}

/** The run of the experiment in front; undefined before the first. */
export const shownRunAtom = atom((get): ShownRun | undefined => {
  const run = get(experimentAtom)?.run
  if (!run || run.state === 'none') return undefined
  if (run.state === 'done') {
    const { document } = run
    const { spec, samples, comparisons, noiseFloorMicros } = document
    return { spec, samples, comparisons, plans: plansOf(document), noiseFloorMicros, live: false, document }
  }
  const { spec, samples, comparisons } = run
  return { spec, samples, comparisons, plans: [], live: run.state === 'running' }
})

/** Plans stand in the order of the variants; with fewer of them nobody knows whose they are. */
function plansOf({ plans, spec }: ExperimentDocument): readonly (Plan | undefined)[] {
  return plans.length === spec.variants.length ? plans : []
}

const chosenAtom = atom<{ readonly experimentId: string; readonly clock: TimeClock } | undefined>(undefined)

/** The clock that was chosen for the experiment in front; undefined until somebody does. */
export const chosenClockAtom = atom(
  (get) => {
    const chosen = get(chosenAtom)
    return chosen?.experimentId === get(experimentAtom)?.id ? chosen?.clock : undefined
  },
  (get, set, clock: TimeClock) => {
    const experimentId = get(experimentAtom)?.id
    set(chosenAtom, experimentId === undefined ? undefined : { experimentId, clock })
  },
)

export const workRowsAtom = atom((get) => {
  const run = get(shownRunAtom)
  return run ? workRows(run) : []
})

/** Clocks that timed something. */
export const clocksAtom = atom((get): readonly TimeClock[] => {
  const run = get(shownRunAtom)
  return run ? timeClocks.filter((clock) => run.samples.some((sample) => hasTime(sample, clock))) : []
})

function hasTime(sample: Sample, clock: TimeClock): boolean {
  if (clock === 'client') return true
  return (clock === 'cpu' ? sample.serverCpuMs : sample.serverWallMs) !== undefined
}

/** The clock whose times are drawn. */
export const clockAtom = atom((get): TimeClock => {
  const clocks = get(clocksAtom)
  const chosen = get(chosenClockAtom)
  if (chosen && clocks.includes(chosen)) return chosen
  const run = get(shownRunAtom)
  if (run?.document) return shownClock(run.document)
  return clocks[0] ?? 'client'
})

export const variantTimesAtom = atom((get) => {
  const run = get(shownRunAtom)
  return run ? variantTimes(run, get(clockAtom)) : []
})

/** The variant that is told in detail against the baseline. */
export interface PickedPair {
  readonly place: number
  readonly baseline: NamedVariant
  readonly variant: NamedVariant
  readonly comparison?: Comparison | undefined
}

export const pickedPairAtom = atom((get): PickedPair | undefined => {
  const run = get(shownRunAtom)
  if (!run) return undefined
  const [baseline] = run.spec.variants
  const place = Math.max(1, Math.min(run.spec.variants.length - 1, get(pickedPlaceAtom)))
  const variant = run.spec.variants[place]
  if (!baseline || !variant) return undefined
  return { place, baseline, variant, comparison: run.comparisons.find((one) => one.variant === variant.name) }
})

/** The plan of each variant, and what its steps changed against the baseline's. */
export interface ShownPlan {
  readonly plan: Plan
  readonly metrics: PlanMetrics
  /** Ids of steps that are not as in the baseline. */
  readonly changed: ReadonlySet<string>
  readonly sameShape: boolean
}

export const shownPlansAtom = atom((get): readonly (ShownPlan | undefined)[] => {
  const document = get(shownRunAtom)?.document
  if (!document) return []
  const plans = plansOf(document)
  const [first] = plans
  const base = first && { plan: first, metrics: metricsOf(first) }
  return plans.map((plan, place) => {
    if (!plan || !base) return undefined
    if (place === 0) return { ...base, changed: new Set<string>(), sameShape: true }
    const metrics = metricsOf(plan)
    const diff = diffPlans(base, { plan, metrics })
    const changed = new Set(diff.onlyB)
    for (const match of diff.matches) if (match.changes.length > 0) changed.add(match.b)
    return { plan, metrics, changed, sameShape: diff.sameShape && changed.size === 0 }
  })
})

/** What a finished run left on the server, for the status bar. */
export const runEndAtom = atom((get): readonly string[] => {
  const document = get(shownRunAtom)?.document
  if (!document) return []
  const { scratch, spec } = document
  const changed = spec.variants.some(({ session }) => session.length > 0)
  return [
    ...(scratch ? [scratch.left.length === 0 ? 'copies removed' : 'copies LEFT on the server'] : []),
    ...(changed ? ['settings put back'] : []),
  ]
})
