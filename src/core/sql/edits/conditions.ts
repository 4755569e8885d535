import type { TextSpan } from '../../text-span'
import type { ExpressionNode, SyntaxNode } from '../syntax/model'
import { nodesAround } from '../syntax/walk'
import { TokenKind } from '../tokens'
import { fitsInAnd, readCondition } from './condition-text'
import { demandWellFormed, type Editable, editing, insertion, type Plan, refuse } from './editable'
import { type Block, findBlock } from './find-select'
import { leavesOf } from './find-table'
import type { AnyEditContext, EditOutcome } from './model'
import { addPostgresCondition, replacePostgresCondition } from './postgres/conditions'
import { replacement } from './spacing'

export interface NewCondition {
  readonly condition: string
  /** WHERE unless said otherwise. */
  readonly clause?: 'where' | 'having' | undefined
  /** An offset in the SELECT, UPDATE or DELETE that shall have it; needed where a query has several. */
  readonly at?: number | undefined
}

/** Adds a condition with AND to a WHERE or HAVING, or makes the clause. What is there gets parentheses where it needs them. */
export function addCondition(sql: string, context: AnyEditContext, added: NewCondition): EditOutcome {
  if (context.dialect === 'postgres') return addPostgresCondition(sql, context, added)
  return editing(sql, context, (statement) => {
    const read = readCondition(added.condition, context)
    demandWellFormed(statement)
    const block = blockFor(statement, added.at)
    const notes = placeholderNotes(statement, read, added.condition)
    const existing = added.clause === 'having' ? havingOf(block) : block.where
    if (existing === undefined) return { edits: [newClause(block, added)], notes }
    const text = fitsInAnd(read) ? added.condition : `(${added.condition})`
    const edits = [insertion(existing.span.end, `${fitsInAnd(existing) ? '' : ')'} AND ${text}`)]
    if (!fitsInAnd(existing)) edits.unshift(insertion(existing.span.start, '('))
    return { edits, notes }
  })
}

/** Puts another condition in the place of the one at exactly this span, which may be any part of a WHERE, ON or HAVING. */
export function replaceCondition(sql: string, context: AnyEditContext, span: TextSpan, condition: string): EditOutcome {
  if (context.dialect === 'postgres') return replacePostgresCondition(sql, context, span, condition)
  return editing(sql, context, (statement) => replacementPlan(statement, span, condition))
}

function replacementPlan(statement: Editable, span: TextSpan, condition: string): Plan {
  demandWellFormed(statement)
  const read = readCondition(condition, statement.context)
  const path = nodesAround(statement.tree.statement, span.start, span.end)
  const at = path.findIndex((node) => node.span.start === span.start && node.span.end === span.end)
  const node = path[at]
  if (node === undefined || !path.slice(0, at + 1).some(isExpression)) {
    throw refuse('No condition stands exactly here.', { span })
  }
  const parent = path[at - 1]
  const bare = parent === undefined || isClause(parent) || (isAnd(parent) && fitsInAnd(read)) || isOr(parent, read)
  const text = bare ? condition : `(${condition})`
  return { edits: [replacement(statement, span, text)], notes: placeholderNotes(statement, read, condition) }
}

/** What holds an expression without an operator around it. */
const clauses: ReadonlySet<SyntaxNode['type']> = new Set(['select', 'update', 'delete', 'join', 'parentheses'])

function isClause(node: SyntaxNode): boolean {
  return clauses.has(node.type)
}

function isAnd(node: SyntaxNode): boolean {
  return node.type === 'logical' && node.operator === 'AND'
}

function isOr(node: SyntaxNode, read: ExpressionNode): boolean {
  return node.type === 'logical' && node.operator === 'OR' && fitsInAnd(read)
}

/** Conditions and their parts; anything of a statement but its clauses, tables and names. */
function isExpression(node: SyntaxNode): boolean {
  return expressions.has(node.type)
}

const expressions: ReadonlySet<SyntaxNode['type']> = new Set<SyntaxNode['type']>([
  'logical',
  'comparison',
  'is',
  'between',
  'in',
  'like',
  'member-of',
  'unary',
  'exists',
  'match',
  'call',
  'column',
  'literal',
  'parentheses',
  'case',
  'binary',
  'subquery',
  'collate',
  'cast',
  'placeholder',
])

type Conditional = Exclude<Block, { type: 'insert' }>

function blockFor(statement: Editable, at: number | undefined): Conditional {
  const block = findBlock(statement, at)
  if (block.type !== 'insert') {
    const several = at === undefined && statement.tree.statement.type === 'set-operation'
    if (several) throw refuse('This query has several SELECTs.', { hint: 'Say which by a place in the text.' })
    return block
  }
  throw refuse('An INSERT has no WHERE of its own.', { hint: 'Name a place in its SELECT.', span: block.span })
}

function havingOf(block: Conditional): ExpressionNode | undefined {
  if (block.type === 'select') return block.having
  throw refuse('Only a SELECT has HAVING.', { span: block.span })
}

function newClause(block: Conditional, { condition, clause }: NewCondition) {
  if (clause === 'having' && block.type === 'select') {
    const last = block.groupBy ?? block.where ?? lastOf(block)
    return insertion(last.span.end, ` HAVING ${condition}`)
  }
  if (block.type === 'select' && block.tables === undefined) {
    return insertion(lastOf(block).span.end, ` FROM DUAL WHERE ${condition}`)
  }
  if (block.type === 'delete' && block.history !== undefined) {
    throw refuse('DELETE HISTORY has no WHERE.', { span: block.span })
  }
  if (block.type === 'select' && leavesOf(block.tables ?? []).length === 0) throw refuse('There is no table here.')
  return insertion(lastOf(block).span.end, ` WHERE ${condition}`)
}

/** What the WHERE of a block follows. */
function lastOf(block: Conditional): { readonly span: TextSpan } {
  const before =
    block.type === 'update' ? block.assignments : block.type === 'select' ? (block.tables ?? block.items) : block.tables
  const last = before[before.length - 1]
  if (last === undefined) throw refuse('The place of a condition is not understood.', { span: block.span })
  return last
}

/** A `?` more shifts the values of all that follow it. */
function placeholderNotes({ tree }: Editable, read: ExpressionNode, condition: string): string[] {
  if (!condition.includes('?') || read.type === 'literal') return []
  for (let at = 0; at < tree.code.length; at++) {
    if (tree.code.kind(at) === TokenKind.placeholder) {
      return ['The new condition has a placeholder: values of the statement are counted anew.']
    }
  }
  return []
}
