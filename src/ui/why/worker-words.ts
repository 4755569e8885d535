import type { EngineIdentity } from '../../core/engine'
import type { Fault } from '../../core/errors'
import type { TraceParting } from '../../core/trace/diff'
import type { PlacedStep } from '../../core/trace/step-at'
import type { IndexQuestion, WhyNotAnswer, WhyNotFacts } from '../../core/trace/why-not'
import type { ConsideredPoint } from './considered'
import type { OrderNode } from './order-tree'
import type { WhyOverview } from './overview'

/** What the page and the worker that reads traces say to each other. */

/** The lines of a trace, as arrays that change hands without being copied; the text is the page's own. */
export interface TraceLines {
  readonly start: Int32Array
  readonly end: Int32Array
  readonly depth: Int32Array
  readonly close: Int32Array
}

/** What can be asked about an open trace: the question, and what comes back. */
export interface Questions {
  readonly 'why-not': {
    readonly asked: { readonly question: IndexQuestion; readonly facts: WhyNotFacts }
    readonly answer: WhyNotAnswer
  }
  /** Points of one table after other beginnings of join orders. */
  readonly points: {
    readonly asked: { readonly table: number; readonly from: number; readonly count: number }
    readonly answer: readonly ConsideredPoint[]
  }
  readonly children: {
    readonly asked: { readonly tree: string; readonly id: number }
    readonly answer: readonly OrderNode[]
  }
  /** What a character of the trace belongs to. */
  readonly step: {
    readonly asked: { readonly offset: number }
    readonly answer: { readonly step?: PlacedStep | undefined }
  }
  readonly lines: { readonly asked: Record<never, never>; readonly answer: TraceLines }
  /** Where this trace and another open one part; the first ones, and how many there are. */
  readonly partings: {
    readonly asked: {
      readonly other: number
      /** Of both servers, where they are known: a trace does not say whose it is. */
      readonly engines?: readonly [EngineIdentity | undefined, EngineIdentity | undefined] | undefined
    }
    readonly answer: { readonly partings: readonly TraceParting[]; readonly total: number }
  }
}
export type QuestionKind = keyof Questions

export type ToWorker =
  | { readonly kind: 'open'; readonly trace: number; readonly text: string }
  | { readonly kind: 'close'; readonly trace: number }
  | Ask<QuestionKind>

export type Ask<Kind extends QuestionKind> = {
  readonly [Each in Kind]: {
    readonly kind: 'ask'
    readonly ask: number
    readonly trace: number
    readonly what: Each
    readonly asked: Questions[Each]['asked']
  }
}[Kind]

export type FromWorker =
  | { readonly kind: 'opened'; readonly trace: number; readonly overview: WhyOverview; readonly readMs: number }
  | { readonly kind: 'failed'; readonly trace: number; readonly fault: Fault }
  | { readonly kind: 'answer'; readonly ask: number; readonly answer: Questions[QuestionKind]['answer'] }
  | { readonly kind: 'no-answer'; readonly ask: number; readonly fault: Fault }
