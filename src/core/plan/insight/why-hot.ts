import type { PlanNode } from '../model'
import type { PlanFrame } from './frame'
import type { Hottest } from './hottest'
import { type RowCount, sumOf } from './row-count'
import type { TableFlow } from './table-flow'
import { amount, duration, rowsText, tableOf, wholeNumber } from './words'

/**
 * Why the hottest step is hot, as the end of a sentence that starts with "it": "reads all 60,000 rows of `big`", "runs
 * 1,000 times, 0.005 ms each". Undefined when its numbers do not tell.
 */
export function whyHot(frame: PlanFrame, hottest: Hottest, tables: readonly TableFlow[]): string | undefined {
  const { node, nodeId } = hottest
  const table = tables.find((one) => one.nodeId === nodeId)
  if (table !== undefined) return whyAccess(table, hottest)
  const input = inputRows(frame, node)
  const output = frame.out[frame.nodes.indexOf(node)]
  const times = repeated(hottest)
  switch (node.operator) {
    case 'sort':
      return input && `sorts ${rowsText(input)}${onDisk(node)}`
    case 'aggregate':
      return input && output && `groups ${rowsText(input)} into ${amount(output)}${times}`
    case 'distinct':
      return input && output && `looks for duplicates among ${rowsText(input)} and keeps ${amount(output)}`
    case 'materialize':
    case 'temporary-table':
      return output && `stores ${rowsText(output)}${times}`
    case 'gather':
      return input && `waits for parallel workers and collects ${rowsText(input)} from them`
    case 'filter':
      return input && `checks its condition for ${rowsText(input)}${times}`
    case 'window':
      return input && `works through ${rowsText(input)}`
    case 'nested-loop':
    case 'hash-join':
    case 'merge-join':
    case 'block-nested-loop':
    case 'batched-key-access':
    case 'semi-join':
    case 'anti-join': {
      const sides = sumOf(inputsOf(frame, node))
      return sides && output && `matches ${rowsText(sides)} of its inputs and gives ${amount(output)}${times}`
    }
    case 'insert':
    case 'update':
    case 'delete':
      return input && `changes ${rowsText(input)}`
    default:
      if (input !== undefined) return `handles ${rowsText(input)}${times}`
      return output && `gives ${rowsText(output)}${times}`
  }
}

function whyAccess({ node, access, read, cut }: TableFlow, hottest: Hottest): string | undefined {
  const name = tableOf(node) ?? ''
  if (read === undefined) return undefined
  const many = repeated(hottest)
  if (many !== '') return `reads ${rowsText(read)} of \`${name}\`${many}`
  if (access.method === 'full-scan' && !cut && read.rows > 1) return `reads all ${rowsText(read)} of \`${name}\``
  return `reads ${rowsText(read)} of \`${name}\``
}

/** ", in 1,000 loops of 0.005 ms", for steps that run often. */
function repeated({ loops, basis, value, measured }: Hottest): string {
  if (loops === undefined || loops.rows < 2 || !measured) return ''
  const each = basis === 'time' ? ` of ${duration(value / loops.rows)}` : ''
  return `, in ${wholeNumber(loops.rows)} loops${each}`
}

function onDisk(node: PlanNode): string {
  return /external|disk/i.test(node.actual?.sortMethod ?? '') ? ' on disk' : ''
}

function inputsOf(frame: PlanFrame, node: PlanNode): readonly (RowCount | undefined)[] {
  const at = frame.nodes.indexOf(node)
  const found: (RowCount | undefined)[] = []
  frame.nodes.forEach((child, place) => {
    if (frame.parent[place] !== at) return
    if (child.relation === 'subquery' || child.relation === 'init-plan' || child.relation === 'cte') return
    found.push(frame.out[place])
  })
  return found
}

function inputRows(frame: PlanFrame, node: PlanNode): RowCount | undefined {
  const inputs = inputsOf(frame, node)
  return inputs.length === 0 ? undefined : sumOf(inputs)
}
