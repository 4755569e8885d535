import { atom } from 'jotai'
import type { Advice } from '../../core/advisor/model'
import type { ProofDocument, TriedAdvice } from '../../core/advisor/trial/model'
import type { Analysis } from '../../core/analysis/model'
import type { Fault } from '../../core/errors'
import { byAnalysis } from '../state/by-analysis'

/** A trial under way, or what came of it. */
export type Trial<T> =
  | { readonly state: 'running' }
  | { readonly state: 'told'; readonly told: T }
  | { readonly state: 'refused'; readonly fault: Fault }

/** What was tried of one piece of advice. */
export interface Trials {
  readonly whatIf?: Trial<TriedAdvice> | undefined
  readonly proof?: Trial<ProofDocument> | undefined
}

/** Advice is the same when it says and changes the same. */
export function adviceKey({ kind, title, variant }: Advice): string {
  return JSON.stringify([kind, title, variant])
}

const known = byAnalysis<ReadonlyMap<string, Trials>>(new Map())
/** Trials of the analysis in front, by `adviceKey`. */
export const shownTrialsAtom = known.shownAtom

/** Changes what is known of one piece of advice of an analysis, in front or not. */
export const changeTrialsAtom = atom(
  null,
  (_get, set, analysis: Analysis, advice: Advice, change: (before: Trials) => Trials) => {
    const key = adviceKey(advice)
    set(known.changeAtom, analysis, (before) => new Map([...before, [key, change(before.get(key) ?? {})]]))
  },
)
