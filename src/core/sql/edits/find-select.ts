import type { QueryNode, SelectNode } from '../syntax/query-model'
import type { DeleteNode, InsertNode, StatementNode, UpdateNode } from '../syntax/statement-model'
import { nodesAt } from '../syntax/walk'
import { type Editable, innermost, refuse } from './editable'

/** What has a WHERE, or takes optimizer hints. */
export type Block = SelectNode | UpdateNode | DeleteNode | InsertNode

/** The block around a place of the text; without a place the statement itself, or the first SELECT of its query. */
export function findBlock({ tree }: Editable, at: number | undefined): Block {
  if (at !== undefined) {
    const blocks = nodesAt(tree.statement, at).filter(isBlock)
    const last = blocks[blocks.length - 1]
    if (last !== undefined) return last
    throw refuse('No SELECT, INSERT, UPDATE or DELETE stands at this place.', { span: { start: at, end: at } })
  }
  const statement = innermost(tree.statement)
  const found = isBlock(statement) ? statement : firstSelect(statement)
  if (found !== undefined) return found
  throw refuse('This statement has no SELECT, INSERT, UPDATE or DELETE.', { span: tree.statement.span })
}

function isBlock(node: { readonly type: string }): node is Block {
  return node.type === 'select' || node.type === 'update' || node.type === 'delete' || node.type === 'insert'
}

/** The leftmost SELECT of a query, where MySQL looks for hints that concern the whole statement. */
export function firstSelect(statement: StatementNode): SelectNode | undefined {
  let node: StatementNode | QueryNode | undefined = statement
  while (node !== undefined) {
    if (node.type === 'select') return node
    if (node.type === 'set-operation') node = node.left
    else if (node.type === 'parenthesized-query') node = node.query
    else node = undefined
  }
  return undefined
}

/** The place of the word SELECT, INSERT, REPLACE, UPDATE or DELETE in the statement's tokens. */
export function verbAt(block: Block): number {
  return block.type === 'insert' ? block.from : (block.with?.to ?? block.from)
}
