import type { ReadOnly } from '../core/sql/model'
import type { Node } from './grammar'
import { visit } from './nodes'

/** The most that may be believed of a statement with this tree. What its functions do is not asked here. */
export function readOnlyAtMost(root: Node): ReadOnly {
  if ('VariableShowStmt' in root) return 'yes'
  if ('ExplainStmt' in root) {
    const { query, options = [] } = root.ExplainStmt
    if (query === undefined) return 'unknown'
    // Without ANALYZE it only plans.
    return options.some(runs) ? readOnlyAtMost(query) : 'yes'
  }
  if (!('SelectStmt' in root)) return changes(root) ? 'no' : 'unknown'
  let found: ReadOnly = 'yes'
  visit([root], (node) => {
    const select = 'SelectStmt' in node ? node.SelectStmt : undefined
    const locks = (select?.lockingClause ?? []).length > 0
    if (changes(node) || select?.intoClause !== undefined || locks) found = 'no'
    return found === 'yes'
  })
  return found
}

/** How many INSERT, UPDATE, DELETE and MERGE stand in the tree, the outermost too. */
export function countChanges(root: Node): number {
  let count = 0
  visit([root], (node) => {
    if (changes(node)) count++
    return true
  })
  return count
}

function changes(node: Node): boolean {
  return 'InsertStmt' in node || 'UpdateStmt' in node || 'DeleteStmt' in node || 'MergeStmt' in node
}

/** `ANALYZE`, `ANALYZE on`; not `ANALYZE off`. */
function runs(option: Node): boolean {
  if (!('DefElem' in option) || !/^analy[sz]e$/.test(option.DefElem.defname ?? '')) return false
  const { arg } = option.DefElem
  if (arg === undefined) return true
  if ('String' in arg) return !/^(false|off|0)$/i.test(arg.String.sval ?? '')
  return !('Integer' in arg && (arg.Integer.ival ?? 0) === 0)
}
