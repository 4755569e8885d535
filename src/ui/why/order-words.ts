import { formatCost, formatRows } from '../../core/figures'
import type { OrderNode } from './order-tree'

const prunedWords = {
  cost: 'given up: dearer than the best order so far',
  heuristic: 'given up: another table is better here by rows and cost',
  'hanging-leaf': 'given up: no condition joins this table to those before it',
} as const

/** A beginning as one sentence, for screen readers and tooltips. */
export function orderSentence(node: OrderNode): string {
  const words = [node.order.join(' → ')]
  const sort = node.sortCost !== undefined && node.sortCost > 0 ? node.sortCost : undefined
  if (node.cost !== undefined && sort !== undefined && node.complete)
    words.push(`cost ${formatCost(node.cost + sort)}, of which sorting ${formatCost(sort)}`)
  else if (node.cost !== undefined) words.push(`cost ${formatCost(node.cost)}`)
  if (node.rows !== undefined) words.push(`${formatRows(node.rows)} rows`)
  if (node.chosen) words.push('taken')
  else if (node.timesChosen !== undefined) words.push(`${times(node.timesChosen)} times the cost of the one taken`)
  if (node.prunedBy !== undefined) {
    const against = node.bestCost === undefined ? '' : ` (${formatCost(node.bestCost)})`
    words.push(prunedWords[node.prunedBy] + against)
  }
  return words.join(', ')
}

/** The few words beside a box's cost: `> 9,214` what it lost to, `×2.6` a whole order's cost against the one taken. */
export function underBox(node: OrderNode): string | undefined {
  if (node.timesChosen !== undefined) return `×${times(node.timesChosen)}`
  if (node.prunedBy === 'cost') return node.bestCost === undefined ? 'too dear' : `> ${formatCost(node.bestCost)}`
  if (node.prunedBy === 'heuristic') return 'by rule'
  return node.prunedBy === 'hanging-leaf' ? 'joins nothing' : undefined
}

function times(value: number): string {
  return value >= 10 ? Math.round(value).toLocaleString('en-US') : value.toFixed(1)
}
