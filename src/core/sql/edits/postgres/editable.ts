import { fault, SargableError } from '../../../errors'
import type { TextSpan } from '../../../text-span'
import { SignificantTokens } from '../../significant-tokens'
import { splitStatements } from '../../statements'
import { tokenize } from '../../tokenizer'
import { applyEdits, orderEdits } from '../apply'
import { type Plan, refuse } from '../editable'
import type { EditOutcome, PostgresEditContext, SqlEdit } from '../model'
import type { StatementOutline } from './outline'

/** One PostgreSQL statement, read and ready to be edited. */
export interface PostgresEditable {
  /** The text that holds it; spans are places in it. */
  readonly text: string
  readonly code: SignificantTokens
  readonly outline: StatementOutline
  readonly context: PostgresEditContext
}

/** Reads the one statement of a text. Throws when it holds none or several, and where the grammar refuses it. */
export function openPostgres(sql: string, context: PostgresEditContext): PostgresEditable {
  const tokens = tokenize(sql, 'postgres', context.modes)
  const [range, second] = splitStatements(tokens)
  if (range === undefined) throw fault('empty-statement', 'There is no statement here.')
  if (second !== undefined) throw fault('not-one-statement', 'There are several statements here; edit one at a time.')
  const outline = context.grammar.outline(tokens, range)
  if ('refused' in outline) throw fault('syntax-error', outline.refused, { span: outline.span })
  return { text: sql, code: new SignificantTokens(tokens, range.from, range.to), outline, context }
}

/** Runs an operation on the one statement of `sql`: plans it, applies its edits, and asks the grammar for the result. */
export function editingPostgres(
  sql: string,
  context: PostgresEditContext,
  plan: (statement: PostgresEditable) => Plan & { readonly before?: readonly string[] },
): EditOutcome {
  try {
    const { edits, notes = [], before } = plan(openPostgres(sql, context))
    const ordered = orderEdits(edits)
    const edited = applyEdits(sql, ordered)
    checkResult(edited, context)
    return { done: true, sql: edited, edits: ordered, notes: [...new Set(notes)], ...(before && { before }) }
  } catch (error) {
    if (error instanceof SargableError) return { done: false, fault: error.fault }
    throw error
  }
}

function checkResult(edited: string, context: PostgresEditContext): void {
  try {
    openPostgres(edited, context)
  } catch (error) {
    if (!(error instanceof SargableError)) throw error
    throw refuse(`The result would not be a statement: ${error.fault.message}`)
  }
}

const wordPart = /[\w$\u0080-\uffff"'`.]/
const operatorPart = /[-+*/<>=~!@#%^&|?]/

/** Replaces a piece, kept apart from words and operators that touch it. */
export function replacement({ text }: PostgresEditable, span: TextSpan, replacing: string): SqlEdit {
  const before = text.charAt(span.start - 1)
  const after = text.charAt(span.end)
  const first = replacing.charAt(0)
  const last = replacing.charAt(replacing.length - 1)
  const apart =
    (wordPart.test(before) && wordPart.test(first)) || (operatorPart.test(before) && operatorPart.test(first))
  const follows = wordPart.test(after) && wordPart.test(last)
  return { span, text: `${apart ? ' ' : ''}${replacing}${follows ? ' ' : ''}` }
}

/** Refuses a statement whose pieces are not known: it is nested too deep, or neither a query nor DML. */
export function demandRead({ outline }: PostgresEditable): void {
  if (outline.kind === 'other') throw refuse('Only SELECT, INSERT, UPDATE, DELETE and MERGE are edited so.')
  if (outline.input === undefined) throw refuse('The statement is nested too deep.', { span: outline.span })
}
