import { fault } from '../../errors'
import type { TableFactorNode, TableNode } from '../syntax/table-model'
import { walk } from '../syntax/walk'
import { tablesOfTree } from '../tables-of-tree'
import { type Editable, refuse } from './editable'
import { sameName } from './quote'

/** Which table of a statement: its alias, or its name where it has none, and a place inside it when two have the same. */
export interface TableChoice {
  readonly table: string
  readonly schema?: string | undefined
  /** An offset in the text inside the table reference. */
  readonly at?: number | undefined
}

/** The name by which columns speak of a table. */
export function visibleName(node: TableFactorNode): string {
  return node.alias?.name ?? node.name
}

/**
 * The one table reference that a choice means. Throws a fault in words when none or several fit, and when the name is
 * a derived table's or a common table expression's.
 */
export function findTable({ tree }: Editable, choice: TableChoice): TableFactorNode {
  const named: TableFactorNode[] = []
  const targets = new Set<unknown>()
  let derived = false
  walk(tree.statement, (node) => {
    if (node.type === 'delete') for (const target of node.targets) targets.add(target)
    if (node.type === 'derived-table' && node.alias !== undefined && sameName(node.alias.name, choice.table)) {
      derived = true
    }
    if (node.type === 'table' && !targets.has(node) && fits(node, choice)) named.push(node)
    return undefined
  })
  const stored = new Set(tablesOfTree(tree).map(({ span }) => span.start))
  const real = named.filter((node) => stored.has(node.span.start))
  // A target of INSERT or a TABLE query is the last choice: the same name in a FROM is meant.
  const placed = real.filter((node) => node.hintSpan !== undefined)
  const found = placed.length > 0 ? placed : real
  const [first, second] = found
  const shown = `\`${choice.table}\``
  if (first === undefined) {
    if (derived) throw refuse(`${shown} is a derived table: choose a table inside it.`)
    const [other] = named
    if (other !== undefined) {
      throw refuse(`${shown} is a common table expression: choose a table inside it.`, { span: other.span })
    }
    throw fault('unknown-table', `The statement has no table ${shown}.`)
  }
  if (second !== undefined) {
    throw refuse(`${shown} stands for ${found.length} tables of the statement.`, {
      hint: 'Say which by a place in the text.',
    })
  }
  return first
}

function fits(node: TableFactorNode, { table, schema, at }: TableChoice): boolean {
  if (at !== undefined && (at < node.span.start || at > node.span.end)) return false
  if (!sameName(visibleName(node), table)) return false
  return schema === undefined || (node.schema !== undefined && sameName(node.schema, schema))
}

/** The tables of a FROM list as they stand, those inside joins and parentheses too, in the order of the text. */
export function leavesOf(tables: readonly TableNode[]): readonly Exclude<TableNode, { type: 'join' }>[] {
  const leaves: Exclude<TableNode, { type: 'join' }>[] = []
  const waiting = [...tables].reverse()
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type === 'join') waiting.push(node.right, node.left)
    else if (node.type === 'table-parentheses') waiting.push(...[...node.items].reverse())
    else if (node.type === 'odbc-join') waiting.push(node.table)
    else leaves.push(node)
  }
  return leaves
}
