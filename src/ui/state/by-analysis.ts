import { atom } from 'jotai'
import type { Analysis } from '../../core/analysis/model'
import { resultAtom } from './atoms'

/** Analyses whose answers are kept: those of the open tabs, in practice. */
const mostKept = 12

/**
 * What the page finds out about analyses later on, in front or not: it is kept beside each of them and forgotten with
 * the oldest.
 * @param nothing what is known of an analysis about which nothing was asked
 */
export function byAnalysis<T>(nothing: T) {
  const knownAtom = atom<ReadonlyMap<Analysis, T>>(new Map())
  const ofAtom = atom((get) => {
    const known = get(knownAtom)
    return (analysis: Analysis): T => known.get(analysis) ?? nothing
  })
  return {
    ofAtom,
    /** Of the analysis in front. */
    shownAtom: atom((get): T => {
      const result = get(resultAtom)
      return result.state === 'analysis' ? get(ofAtom)(result.analysis) : nothing
    }),
    /** Changes what is known of one analysis. */
    changeAtom: atom(null, (get, set, analysis: Analysis, change: (before: T) => T) => {
      const others = [...get(knownAtom)].filter(([one]) => one !== analysis).slice(1 - mostKept)
      set(knownAtom, new Map([...others, [analysis, change(get(ofAtom)(analysis))]]))
    }),
  }
}
