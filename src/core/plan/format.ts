import type { EngineIdentity, Family } from '../engine'
import type { TextSpan } from '../text-span'
import type { Plan, PlanFormatId } from './model'

/** What is known about a plan text besides the text. */
export interface PlanContext {
  readonly sql?: string | undefined
  readonly engine?: EngineIdentity | undefined
}

/** One plan format = one file in formats/ that exports one of these. */
export interface PlanFormat {
  readonly id: PlanFormatId
  readonly family: Family
  readonly title: string
  /** Looks at a bounded head of the unwrapped text. True means "mine": at most one format may say so for any text. */
  recognizes(head: string): boolean
  /**
   * The whole text as a plan. Anything unknown becomes a note with its span.
   * @throws SargableError `unreadable-plan` with span, line and column when there is no plan in the text.
   */
  parse(text: string, context: PlanContext): Plan
  /**
   * Where each plan of a text stands that `parse` noted to hold several; each piece can be parsed by itself. Absent
   * where a text of the format holds one plan.
   */
  plans?(text: string): readonly TextSpan[]
}
