import { atom } from 'jotai'
import type { Fault } from '../../core/errors'
import type { Comparison, ExperimentDocument, ExperimentSpec, Sample } from '../../core/experiment/model'
import type { Progress } from '../../service/api'
import { keep, kept } from '../state/keep'
import { type Draft, newDraft } from './draft'
import { keptDraft } from './kept-draft'

/** What came of an experiment so far. What was finished stays whatever happens to the run. */
export type Run =
  | { readonly state: 'none' }
  | {
      readonly state: 'running'
      readonly startedAt: number
      readonly progress: Progress
      readonly spec: ExperimentSpec
      readonly samples: readonly Sample[]
      readonly comparisons: readonly Comparison[]
    }
  | {
      readonly state: 'refused'
      readonly fault: Fault
      readonly spec: ExperimentSpec
      /** Runs that had come before. */
      readonly samples: readonly Sample[]
      readonly comparisons: readonly Comparison[]
    }
  | { readonly state: 'done'; readonly document: ExperimentDocument }

/** One tab of the Compare screen. */
export interface Experiment {
  readonly id: string
  readonly name: string
  readonly draft: Draft
  readonly run: Run
  /** Ids of the variants that the run was made of, in its order. */
  readonly ranIds: readonly string[]
  /** A variant was changed since the run. */
  readonly changed: boolean
}

interface Experiments {
  readonly list: readonly Experiment[]
  readonly activeId: string
}

/** The tab that compares two plans without running anything. */
export const plansTabId = 'plans'

/** A tab in which nothing was done yet. */
export function emptyExperiment(id: string, name: string, draft = newDraft()): Experiment {
  return { id, name, draft, run: { state: 'none' }, ranIds: [], changed: false }
}

/** What outlives a reload: the texts and the protocol; a finished experiment is in the history. */
function check(stored: unknown): Experiments | undefined {
  const value = stored as { list?: unknown; activeId?: unknown } | null
  if (!Array.isArray(value?.list)) return undefined
  const list = value.list.flatMap((one: unknown): Experiment[] => {
    const { id, name, draft } = (one ?? {}) as Readonly<Record<string, unknown>>
    const kept = keptDraft(draft)
    return typeof id === 'string' && typeof name === 'string' && kept ? [emptyExperiment(id, name, kept)] : []
  })
  const [first] = list
  if (!first) return undefined
  const active = value.activeId === plansTabId ? plansTabId : list.find((one) => one.id === value.activeId)?.id
  return { list, activeId: active ?? first.id }
}

const baseAtom = atom<Experiments>(
  kept('experiments', check, { list: [emptyExperiment('e1', 'experiment 1')], activeId: 'e1' }),
)

/** All tabs of the Compare screen and which one is in front; `plansTabId` is no experiment. */
export const experimentsAtom = atom(
  (get) => get(baseAtom),
  (_get, set, value: Experiments) => {
    set(baseAtom, value)
    keep('experiments', {
      activeId: value.activeId,
      list: value.list.map(({ id, name, draft }) => ({ id, name, draft })),
    })
  },
)

/** The experiment in front; undefined while two plans are compared. */
export const experimentAtom = atom((get) => {
  const { list, activeId } = get(baseAtom)
  return list.find((one) => one.id === activeId)
})

/** Changes one experiment, in front or not; one that was closed takes nothing. Progress is not worth keeping. */
export const changeExperimentAtom = atom(
  null,
  (get, set, id: string, change: (before: Experiment) => Experiment, worthKeeping = true) => {
    const { list, activeId } = get(baseAtom)
    const next = { list: list.map((one) => (one.id === id ? change(one) : one)), activeId }
    if (worthKeeping) set(experimentsAtom, next)
    else set(baseAtom, next)
  },
)

/** Place of the variant that is told against the baseline in detail. */
export const pickedPlaceAtom = atom(1)

/** Ids of variants whose texts are open for writing. */
export const editedAtom = atom<ReadonlySet<string>>(new Set<string>())
