import { atom } from 'jotai'
import type { Analysis } from '../../core/analysis/model'
import type { Fault } from '../../core/errors'
import type { PlanDocument } from '../../core/plan/document'
import type { NodeId } from '../../core/plan/model'
import type { TextSpan } from '../../core/text-span'
import type { ExperimentSummary, HistoryEntry, OpenConnection, Progress, SandboxKind } from '../../service/api'

/** State that more than one place reads. Work is in actions/<verb>.ts; components read atoms, call actions and draw. */

/** One linked selection for editor, plan views, inspector and key ruler: picking in one lights up the others. */
export interface Selection {
  readonly planIndex: number
  readonly nodeId?: NodeId | undefined
  /** A part of one index at that node, 1-based. */
  readonly keyPart?: { readonly index: string; readonly position: number } | undefined
  /** A place in the statement. */
  readonly sqlSpan?: TextSpan | undefined
  /** More than one place of it: the parts of a condition, the bounds of a key part. */
  readonly sqlSpans?: readonly TextSpan[] | undefined
  /** A place in the plan's own text. */
  readonly planSpan?: TextSpan | undefined
  /** A place in the optimizer trace. */
  readonly traceSpan?: TextSpan | undefined
}
export const selectionAtom = atom<Selection>({ planIndex: 0 })

/** What the result pane shows. `asked` is the statement or text that was sent, kept whatever happens. */
export type Result =
  | { readonly state: 'empty' }
  | { readonly state: 'waiting'; readonly asked: string; readonly startedAt: number; readonly progress: Progress }
  | { readonly state: 'refused'; readonly asked: string; readonly fault: Fault }
  | { readonly state: 'analysis'; readonly asked: string; readonly analysis: Analysis }
  | { readonly state: 'plan'; readonly asked: string; readonly document: PlanDocument }
  /** A pasted optimizer trace; the text is read by the worker of `ui/why`. */
  | { readonly state: 'trace'; readonly asked: string }
export const resultAtom = atom<Result>({ state: 'empty' })

/** Open connection of the Analyze screen; absent until one is chosen. */
export const connectionAtom = atom<OpenConnection | undefined>(undefined)

/** The service is reachable; false shows the banner with "reconnect". */
export const serviceOnlineAtom = atom(true)

/** A server connection ended by itself; holds the words for the banner. */
export const lostConnectionAtom = atom<string | undefined>(undefined)

export const historyAtom = atom<readonly HistoryEntry[]>([])
/** Finished experiments, newest first. */
export const experimentHistoryAtom = atom<readonly ExperimentSummary[]>([])
export const sandboxesAtom = atom<readonly SandboxKind[]>([])

export const screens = ['analyze', 'compare', 'slow', 'server', 'samples', 'history'] as const
export type Screen = (typeof screens)[number]
export const screenAtom = atom<Screen>('analyze')

export const planViews = ['diagram', 'flame', 'table', 'text', 'json'] as const
export type PlanView = (typeof planViews)[number]
export const planViewAtom = atom<PlanView>('diagram')

/** What the heat colours show; metrics that a plan has no numbers for are not offered. */
export const heatMetrics = ['time', 'rows', 'cost', 'estimate-error'] as const
export type HeatMetric = (typeof heatMetrics)[number]
export const heatMetricAtom = atom<HeatMetric>('time')

export const themes = ['system', 'dark', 'light'] as const
export type Theme = (typeof themes)[number]
export const themeAtom = atom<Theme>('system')

/** Alone, so that picking a node of the shown plan does not make it another plan for those who draw it. */
export const shownPlanIndexAtom = atom((get) => get(selectionAtom).planIndex)

/** Plan shown by the views: plans[0] of an analysis or a parsed text, unless another was picked. */
export const shownPlanAtom = atom((get) => {
  const result = get(resultAtom)
  const planIndex = get(shownPlanIndexAtom)
  if (result.state === 'analysis') {
    const plan = result.analysis.plans[planIndex]
    return (
      plan && {
        plan,
        metrics: result.analysis.metrics[planIndex] ?? {},
        keyUse: result.analysis.keyUse,
        catalog: result.analysis.catalog,
      }
    )
  }
  if (result.state === 'plan') {
    const { document } = result
    const plan = document.plans[planIndex]
    return (
      plan && {
        plan,
        // Put together for those who ask by id; drawing needs none of it.
        get metrics() {
          return document.metrics[planIndex] ?? {}
        },
        keyUse: result.document.keyUse ?? [],
        catalog: { tables: [] },
      }
    )
  }
  return undefined
})
