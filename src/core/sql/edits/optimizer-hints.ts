import { atLeast } from '../../engine'
import { tokenize } from '../tokenizer'
import { isTrivia, TokenKind } from '../tokens'
import { type Editable, editing, insertion, type Plan, refuse } from './editable'
import { type Block, findBlock, verbAt } from './find-select'
import { readsHint } from './hint-names'
import type { AnyEditContext, EditContext, EditOutcome } from './model'
import { setPlanHints } from './postgres/hints'
import { removal } from './spacing'

export interface OptimizerHintChange {
  /** `NO_ICP(o ix)`, `MAX_EXECUTION_TIME(1000)`, one each, without comment marks; none takes the comment away. */
  readonly hints: readonly string[]
  /** An offset in the SELECT, UPDATE … that shall have them; without it the statement's first. */
  readonly at?: number | undefined
  /** Keep the hints that are there; the new ones come first, because a bad hint ends the reading of all after it. */
  readonly keep?: boolean | undefined
}

/**
 * Puts optimizer hints in the comment right after SELECT, INSERT, REPLACE, UPDATE or DELETE, the only place where MySQL
 * reads them. Refused where the server would silently take them for a plain comment, or does not know them yet.
 */
export function setOptimizerHints(sql: string, context: AnyEditContext, change: OptimizerHintChange): EditOutcome {
  if (context.dialect === 'postgres') return setPlanHints(sql, context, change)
  return editing(sql, context, (statement) => optimizerHintPlan(statement, change))
}

export function optimizerHintPlan(statement: Editable, { hints, at, keep }: OptimizerHintChange): Plan {
  const { tree, context } = statement
  if (hints.length > 0) demandHintReader(context)
  const notes = hints.flatMap((hint) => checkHint(hint, context))
  const block = findBlock(statement, at)
  const place = tree.code.end(verbAt(block))
  const read = hintRightAfter(statement, block)
  const all = [...hints, ...(keep === true && read !== undefined && read.text !== '' ? [read.text] : [])]
  if (read === undefined) {
    if (all.length === 0) return { edits: [], notes }
    const dead = 'hint' in block && block.hint !== undefined
    if (dead) notes.push('A hint comment that does not follow the first word at once is none; it stays a comment.')
    return { edits: [insertion(place, ` /*+ ${all.join(' ')} */`)], notes }
  }
  if (all.length === 0) return { edits: [removal(statement, read.span)], notes }
  return { edits: [{ span: read.span, text: `/*+ ${all.join(' ')} */` }], notes }
}

/** The hint comment that the server reads: only blanks stand between the first word and it. */
export function hintRightAfter({ tree }: Editable, block: Block) {
  const { tokens } = tree.code
  let i = tree.code.index(verbAt(block)) + 1
  while (tokens.kind(i) === TokenKind.blank) i++
  if (tokens.kind(i) !== TokenKind.hint) return undefined
  return { span: tokens.span(i), text: tokens.textOf(i).slice(3, -2).trim() }
}

function demandHintReader({ dialect, version }: EditContext): void {
  if (dialect === 'mariadb' && (version === undefined || !atLeast(version, 12))) {
    throw refuse('MariaDB before 12 takes optimizer hints for plain comments.', {
      hint: 'Index hints, STRAIGHT_JOIN and SET STATEMENT … FOR work.',
    })
  }
  if (dialect === 'mysql' && version !== undefined && !atLeast(version, 5, 7, 7)) {
    throw refuse('MySQL before 5.7.7 takes optimizer hints for plain comments.', {
      hint: 'Index hints and STRAIGHT_JOIN work.',
    })
  }
}

/** A hint is a name, or a name with something in parentheses. */
function checkHint(hint: string, { dialect, version, modes }: EditContext): string[] {
  const tokens = tokenize(hint, dialect, modes)
  const kinds = [...Array(tokens.count).keys()].filter((i) => !isTrivia(tokens.kind(i)))
  const [first, open] = kinds
  const name = first === undefined ? '' : tokens.textOf(first)
  const last = kinds[kinds.length - 1]
  const whole =
    first !== undefined &&
    tokens.kind(first) === TokenKind.word &&
    (open === undefined ||
      (tokens.kind(open) === TokenKind.openParen && last !== undefined && tokens.kind(last) === TokenKind.closeParen))
  if (!whole || hint.includes('*/') || hint.includes('/*') || tokens.notes.length > 0) {
    throw refuse(`This is not an optimizer hint: ${hint}`)
  }
  if (dialect === 'mariadb') return []
  const read = readsHint(name, version)
  if (read === false) throw refuse(`This server does not know the hint ${name.toUpperCase()} yet.`)
  return read === undefined
    ? [`${name} is no hint that is known here: the server may skip it and all hints after it.`]
    : []
}
