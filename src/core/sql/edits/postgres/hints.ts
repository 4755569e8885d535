import { tokenize } from '../../tokenizer'
import { isTrivia, TokenKind } from '../../tokens'
import { insertion, refuse } from '../editable'
import type { EditOutcome, PostgresEditContext, SqlEdit } from '../model'
import type { OptimizerHintChange } from '../optimizer-hints'
import { editingPostgres, type PostgresEditable } from './editable'

/** Hints of pg_hint_plan (its documentation, "Hint list"). */
const known: ReadonlySet<string> = new Set(
  (
    'SEQSCAN TIDSCAN INDEXSCAN INDEXONLYSCAN BITMAPSCAN INDEXSCANREGEXP INDEXONLYSCANREGEXP BITMAPSCANREGEXP NOSEQSCAN ' +
    'NOTIDSCAN NOINDEXSCAN NOINDEXONLYSCAN NOBITMAPSCAN DISABLEINDEX NESTLOOP HASHJOIN MERGEJOIN NONESTLOOP NOHASHJOIN ' +
    'NOMERGEJOIN LEADING MEMOIZE NOMEMOIZE ROWS PARALLEL SET'
  ).split(' '),
)

/**
 * Puts hints for pg_hint_plan in the comment before the statement, the first one, which is all that it reads. A
 * comment further in is used where pg_hint_plan would find it. Tables are named by their aliases.
 */
export function setPlanHints(
  sql: string,
  context: PostgresEditContext,
  { hints, keep }: OptimizerHintChange,
): EditOutcome {
  return editingPostgres(sql, context, (statement) => {
    const notes = hints.flatMap(checkHint)
    if (hints.length > 0) notes.push('Read only where pg_hint_plan is loaded; else it is a comment.')
    const read = hintRead(statement)
    const all = [...hints, ...(keep === true && read !== undefined && read.text !== '' ? [read.text] : [])]
    if (read === undefined) {
      const start = statement.outline.span.start
      return { edits: all.length === 0 ? [] : [insertion(start, `/*+ ${all.join(' ')} */ `)], notes }
    }
    if (all.length === 0) return { edits: [without(statement, read.span)], notes }
    return { edits: [{ span: read.span, text: `/*+ ${all.join(' ')} */` }], notes }
  })
}

/** The first comment, when it is a hint and only letters, digits, blanks, commas and parentheses stand before it. */
function hintRead({ code, outline, text }: PostgresEditable) {
  const { tokens } = code
  for (let i = 0; i < tokens.count; i++) {
    if (tokens.start(i) < outline.span.start) continue
    const kind = tokens.kind(i)
    if (kind === TokenKind.hint) {
      const before = text.slice(outline.span.start, tokens.start(i))
      return /^[\w\s,()]*$/.test(before)
        ? { span: tokens.span(i), text: tokens.textOf(i).slice(3, -2).trim() }
        : undefined
    }
    if (kind === TokenKind.blockComment) return undefined
  }
  return undefined
}

/** Takes the comment away with the blank behind it. */
function without({ text }: PostgresEditable, span: { readonly start: number; readonly end: number }): SqlEdit {
  let { end } = span
  const before = text.charAt(span.start - 1)
  if (before === '' || /[\s(]/.test(before)) while (/\s/.test(text.charAt(end))) end++
  return { span: { start: span.start, end }, text: end === span.end ? ' ' : '' }
}

/** A hint is a name with something in parentheses. */
function checkHint(hint: string): string[] {
  const tokens = tokenize(hint, 'postgres')
  const kinds = [...Array(tokens.count).keys()].filter((i) => !isTrivia(tokens.kind(i)))
  const [first, open] = kinds
  const last = kinds[kinds.length - 1]
  const isWhole =
    first !== undefined &&
    open !== undefined &&
    last !== undefined &&
    tokens.kind(first) === TokenKind.word &&
    tokens.kind(open) === TokenKind.openParen &&
    tokens.kind(last) === TokenKind.closeParen
  if (!isWhole || hint.includes('*/') || hint.includes('/*') || tokens.notes.length > 0) {
    throw refuse(`This is not a hint of pg_hint_plan: ${hint}`)
  }
  const name = tokens.textOf(first)
  return known.has(name.toUpperCase()) ? [] : [`pg_hint_plan has no hint ${name} that is known here.`]
}
