import { type FaultCode, fault, SargableError } from '../../errors'
import type { TextSpan } from '../../text-span'
import { splitStatements } from '../statements'
import type { SyntaxTree } from '../syntax/model'
import { parseStatement } from '../syntax/parse'
import type { StatementNode } from '../syntax/statement-model'
import { tokenize } from '../tokenizer'
import { applyEdits, orderEdits } from './apply'
import type { EditContext, EditOutcome, SqlEdit } from './model'

/** One statement, read and ready to be edited. */
export interface Editable {
  /** The text that holds it; spans are places in it. */
  readonly text: string
  readonly tree: SyntaxTree
  readonly context: EditContext
}

/** What an operation wants to change. */
export interface Plan {
  readonly edits: readonly SqlEdit[]
  readonly notes?: readonly string[]
}

/** The error of an operation that cannot be done, in words. */
export function refuse(reason: string, more: { readonly span?: TextSpan; readonly hint?: string } = {}): SargableError {
  return fault('unsupported', reason, more)
}

/** Reads the one statement of a text. Throws when it holds none or several. */
export function openStatement(sql: string, context: EditContext): Editable {
  const tokens = tokenize(sql, context.dialect, context.modes)
  const [range, second] = splitStatements(tokens)
  if (range === undefined) throw fault('empty-statement', 'There is no statement here.')
  if (second !== undefined) throw fault('not-one-statement', 'There are several statements here; edit one at a time.')
  return { text: sql, tree: parseStatement(tokens, range), context }
}

/**
 * Runs an operation on the one statement of `sql`: plans it, applies its edits, and parses the result, which may hold
 * nothing that is not understood and was not there before.
 */
export function editing(sql: string, context: EditContext, plan: (statement: Editable) => Plan): EditOutcome {
  try {
    const statement = openStatement(sql, context)
    const { edits, notes = [] } = plan(statement)
    const ordered = orderEdits(edits)
    const edited = applyEdits(sql, ordered)
    checkResult(statement, edited)
    return { done: true, sql: edited, edits: ordered, notes: [...new Set(notes)] }
  } catch (error) {
    if (error instanceof SargableError) return { done: false, fault: error.fault }
    throw error
  }
}

/** Refuses a result in which more is not understood than before. */
export function checkResult({ tree, context }: Editable, edited: string): void {
  const after = openStatement(edited, context).tree
  const worse = after.notes.length > tree.notes.length || (after.error !== undefined && tree.error === undefined)
  if (!worse) return
  throw refuse(`The result would not be a statement: ${after.error?.message ?? 'part of it is not understood.'}`)
}

/** Refuses a statement that is not understood whole, for operations whose result would be a guess then. */
export function demandWellFormed({ tree }: Editable, code: FaultCode = 'syntax-error'): void {
  if (tree.error !== undefined) throw fault(code, tree.error.message, { span: tree.error.span })
}

/** The statement inside EXPLAIN and SET STATEMENT. */
export function innermost(statement: StatementNode): StatementNode {
  let inner = statement
  while (inner.type === 'explain' || inner.type === 'set-statement') inner = inner.statement
  return inner
}

/** The text of tokens, comments between them included. */
export function textOf({ text }: Editable, { span }: { readonly span: TextSpan }): string {
  return text.slice(span.start, span.end)
}

export function insertion(at: number, text: string): SqlEdit {
  return { span: { start: at, end: at }, text }
}
