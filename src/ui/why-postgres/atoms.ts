import { atom } from 'jotai'
import type { Alternatives, MeasuredChoice, WhyNot } from '../../core/alternatives/model'
import type { Analysis } from '../../core/analysis/model'
import type { Fault } from '../../core/errors'
import { resultAtom } from '../state/atoms'

/** A question to the server, and what came of it. */
export type Reply<T> =
  | { readonly state: 'asking' }
  | { readonly state: 'told'; readonly told: T }
  | { readonly state: 'refused'; readonly fault: Fault }

/** What is known of one analysis; the page forgets it with the analysis. */
export interface WhyPostgres {
  readonly found?: Reply<Alternatives> | undefined
  /** The index that was asked about last. */
  readonly whyNot?: (Reply<WhyNot> & { readonly table: string; readonly index: string }) | undefined
  /** Choices that were taken away and measured, by the id of their question. */
  readonly measured: ReadonlyMap<string, Reply<MeasuredChoice>>
}

const nothing: WhyPostgres = { measured: new Map() }
const knownAtom = atom<ReadonlyMap<Analysis, WhyPostgres>>(new Map())

/** Analyses whose answers are kept: those of the open tabs, in practice. */
const mostKept = 12

export const whyPostgresOfAtom = atom((get) => {
  const known = get(knownAtom)
  return (analysis: Analysis) => known.get(analysis) ?? nothing
})

/** Of the analysis in front. */
export const whyPostgresAtom = atom((get) => {
  const result = get(resultAtom)
  return result.state === 'analysis' ? get(whyPostgresOfAtom)(result.analysis) : nothing
})

/** Changes what is known of one analysis, in front or not. */
export const changeWhyPostgresAtom = atom(
  null,
  (get, set, analysis: Analysis, change: (before: WhyPostgres) => WhyPostgres) => {
    const others = [...get(knownAtom)].filter(([one]) => one !== analysis).slice(1 - mostKept)
    set(knownAtom, new Map([...others, [analysis, change(get(whyPostgresOfAtom)(analysis))]]))
  },
)

/** Id of the question whose row is open. */
export const openQuestionAtom = atom<string | undefined>(undefined)
