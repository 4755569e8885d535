import type { ParseNote } from '../../text-span'
import type { PlanContext } from '../format'
import type { Plan, PlanFormatId, PlanNode, StatementFacts } from '../model'

/** What a format found in a text. */
export interface PlanParts {
  readonly format: PlanFormatId
  readonly root: PlanNode
  readonly notes: readonly ParseNote[]
  /** The server ran the statement. */
  readonly measured: boolean
  readonly statement?: StatementFacts
}

/** The plan of a whole text. */
export function planOf(text: string, context: PlanContext, parts: PlanParts): Plan {
  return {
    source: {
      format: parts.format,
      ...(context.engine === undefined ? {} : { engine: context.engine }),
      text,
      ...(context.sql === undefined ? {} : { sql: context.sql }),
      measured: parts.measured,
      span: { start: 0, end: text.length },
    },
    root: parts.root,
    statement: parts.statement ?? { triggers: [], settings: {} },
    notes: parts.notes,
  }
}
