import type { TextSpan } from '../../../text-span'
import { tokenize } from '../../tokenizer'
import { TokenKind } from '../../tokens'
import type { NewCondition } from '../conditions'
import { insertion, refuse } from '../editable'
import type { EditOutcome, PostgresEditContext, SqlEdit } from '../model'
import { demandRead, editingPostgres, type PostgresEditable, replacement } from './editable'
import type { BlockOutline, ConditionPlace, ExpressionTop } from './outline'

/** Adds a condition with AND to a WHERE or HAVING, or makes the clause. What is there gets parentheses where it needs them. */
export function addPostgresCondition(sql: string, context: PostgresEditContext, added: NewCondition): EditOutcome {
  return editingPostgres(sql, context, (statement) => {
    const top = readCondition(added.condition, context)
    demandRead(statement)
    const block = blockFor(statement, added.at)
    const notes = placeholderNotes(statement, added.condition)
    const isHaving = added.clause === 'having'
    if (isHaving && block.type !== 'select') throw refuse('Only a SELECT has HAVING.', { span: block.span })
    if (block.isPositioned) throw refuse('WHERE CURRENT OF takes nothing beside it.', { span: block.span })
    const existing = isHaving ? block.having : block.where
    if (existing === undefined) return { edits: [newClause(block, added)], notes }
    const isOr = isHaving ? block.havingIsOr : block.whereIsOr
    const text = top === 'or' ? `(${added.condition})` : added.condition
    const edits: SqlEdit[] = [insertion(existing.end, `${isOr ? ')' : ''} AND ${text}`)]
    if (isOr) edits.unshift(insertion(existing.start, '('))
    return { edits, notes }
  })
}

/** Puts another condition in the place of the one at exactly this span, which may be any part of a condition. */
export function replacePostgresCondition(
  sql: string,
  context: PostgresEditContext,
  span: TextSpan,
  condition: string,
): EditOutcome {
  return editingPostgres(sql, context, (statement) => {
    demandRead(statement)
    const top = readCondition(condition, context)
    const place = statement.outline.conditions.find((one) => one.span.start === span.start && one.span.end === span.end)
    if (place === undefined) throw refuse('No condition stands exactly here.', { span })
    const text = fits(place.within, top) ? condition : `(${condition})`
    return { edits: [replacement(statement, span, text)], notes: placeholderNotes(statement, condition) }
  })
}

/** NOT binds closer than AND, AND closer than OR. */
function fits(within: ConditionPlace['within'], top: ExpressionTop): boolean {
  if (within === 'clause' || within === 'or') return true
  return within === 'and' ? top !== 'or' : top === 'other' || top === 'not'
}

/** Throws when the text is not one whole expression, so that `1) OR (1` or an open comment cannot reach out of it. */
function readCondition(text: string, { grammar }: PostgresEditContext): ExpressionTop {
  const top = grammar.expression(text)
  if (top === undefined) throw refuse(`This is not a condition: ${text}`)
  return top
}

/** The block around a place; without one the statement's own. */
function blockFor({ outline, code }: PostgresEditable, at: number | undefined): BlockOutline {
  const sizeOf = ({ span }: BlockOutline): number => span.end - span.start
  if (at !== undefined) {
    const around = outline.blocks.filter(({ span }) => span.start <= at && at <= span.end)
    const [innermost] = around.sort((a, b) => sizeOf(a) - sizeOf(b))
    if (innermost === undefined)
      throw refuse('No SELECT, INSERT, UPDATE or DELETE stands at this place.', { span: { start: at, end: at } })
    return demandWhere(innermost)
  }
  const body = outline.input?.body
  if (body?.type === 'query' && body.core.type === 'set-operation') {
    throw refuse('This query has several SELECTs.', { hint: 'Say which by a place in the text.' })
  }
  const own = outline.blocks.filter(({ type }) =>
    outline.kind === 'query' ? type === 'select' : type === outline.kind,
  )
  const end = code.end(code.length - 1)
  const [widest] = own.filter(({ span }) => span.end <= end).sort((a, b) => sizeOf(b) - sizeOf(a))
  if (widest === undefined || body === undefined || widest.span.start > body.span.start) {
    throw refuse('This statement has no WHERE.', { span: outline.span })
  }
  return demandWhere(widest)
}

function demandWhere(block: BlockOutline): BlockOutline {
  if (block.type === 'insert') {
    throw refuse('An INSERT has no WHERE of its own.', { hint: 'Name a place in its SELECT.', span: block.span })
  }
  if (block.type === 'merge') {
    throw refuse('A MERGE has no WHERE.', { hint: 'Replace a condition of its ON or WHEN.', span: block.span })
  }
  return block
}

function newClause(block: BlockOutline, { condition, clause }: NewCondition): SqlEdit {
  const at = clause === 'having' ? (block.havingAt ?? block.whereAt) : block.whereAt
  return insertion(at, ` ${clause === 'having' ? 'HAVING' : 'WHERE'} ${condition}`)
}

/** A `?` more shifts the values of all that follow it. */
function placeholderNotes({ code }: PostgresEditable, condition: string): string[] {
  const tokens = tokenize(`(${condition})`, 'postgres')
  const isDriver = (text: string): boolean => text === '?' || text === '%s'
  const added = [...Array(tokens.count).keys()].some(
    (i) => tokens.kind(i) === TokenKind.placeholder && isDriver(tokens.textOf(i)),
  )
  const has = [...Array(code.length).keys()].some(
    (at) => code.kind(at) === TokenKind.placeholder && isDriver(code.text(at)),
  )
  return added && has ? ['The new condition has a placeholder: values of the statement are counted anew.'] : []
}
