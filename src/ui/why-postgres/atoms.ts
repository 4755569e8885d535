import { atom } from 'jotai'
import type { Alternatives, MeasuredChoice, WhyNot } from '../../core/alternatives/model'
import type { Fault } from '../../core/errors'
import { byAnalysis } from '../state/by-analysis'

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

const known = byAnalysis<WhyPostgres>({ measured: new Map() })
export const whyPostgresOfAtom = known.ofAtom
/** Of the analysis in front. */
export const whyPostgresAtom = known.shownAtom
/** Changes what is known of one analysis, in front or not. */
export const changeWhyPostgresAtom = known.changeAtom

/** Id of the question whose row is open. */
export const openQuestionAtom = atom<string | undefined>(undefined)
