import type { DdlCursor } from './cursor'
import type { DraftTable } from './draft'

export interface ExpressionText {
  readonly text: string
  /** What an index on it is called after. */
  readonly label: string
  /** The collation of its value, where it is not the default one. */
  readonly collation?: string | undefined
}

/** @param pretty as in index definitions; else with all parentheses, as in generated columns */
export function postgresExpressionText(cursor: DdlCursor, _table: DraftTable, _pretty: boolean): ExpressionText {
  return { text: cursor.source(cursor.at, cursor.end), label: 'expr' }
}
