import type { StatementInput } from '../../core/sql/meaning/input'
import { unwrap } from '../../core/sql/wrappers'
import type { Node } from '../grammar'
import type { StatementPlaces } from '../statement-places'
import { InputContext } from './context'
import { queryInput } from './query'
import { Misread } from './token-runs'
import { writeInput } from './writes'

/** What a statement says with the places of its pieces; what could not be read says why. */
export type InputReading =
  | { readonly read: true; readonly input: StatementInput; readonly context: InputContext }
  | { readonly read: false; readonly reason: string }

/** Reads a query or DML, also behind EXPLAIN; undefined for any other statement. */
export function statementInput(places: StatementPlaces, root: Node): InputReading | undefined {
  const node = 'ExplainStmt' in root ? root.ExplainStmt.query : root
  if (node === undefined) return undefined
  const isQuery = 'SelectStmt' in node
  const isWrite = 'InsertStmt' in node || 'UpdateStmt' in node || 'DeleteStmt' in node || 'MergeStmt' in node
  if (!isQuery && !isWrite) return undefined
  const context = new InputContext(places)
  const { code } = places
  const run = { from: 'ExplainStmt' in root ? unwrap(code).at : 0, to: code.length }
  try {
    const body = isQuery ? queryInput(context, node, run) : writeInput(context, node, run)
    return { read: true, input: { span: context.span(run), body }, context }
  } catch (thrown) {
    if (thrown instanceof Misread) return { read: false, reason: thrown.message }
    throw thrown
  }
}
