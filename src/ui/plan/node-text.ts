import { formatCount } from '../../core/figures'
import { shortCondition } from '../../core/plan/insight/short-condition'
import { indexNames, nodeTitle, tableName } from '../../core/plan/insight/step-words'
import type { NodeMetrics, PlanNode } from '../../core/plan/model'
import { badgesOf, badgeTitle, badgeWord, type NodeBadge } from './badges'
import { rowsOut } from './rows'

export { indexNames, nodeTitle, tableName }

/** The second line of a card: what is read, or the condition that the step checks; absent where there is neither. */
export function nodeDetail(node: PlanNode): string | undefined {
  if (node.access && node.access.method !== 'none') {
    return [tableName(node.access), indexNames(node.access)].filter((word) => word !== undefined).join(' · ')
  }
  const condition = node.conditions[0]
  return condition && shortCondition(condition.text, undefined)
}

/** The step as one sentence, for screen readers and tooltips. */
export function nodeSentence(
  node: PlanNode,
  metrics: NodeMetrics | undefined,
  badges: readonly NodeBadge[] = badgesOf(node, metrics),
): string {
  const words = [nodeTitle(node)]
  if (node.access && node.access.method !== 'none') {
    words[0] += ` on ${tableName(node.access)}`
    const index = indexNames(node.access)
    if (index !== undefined) words[0] += ` by ${index}`
  }
  const rows = rowsOut(node, metrics)
  if (node.actual?.neverExecuted) words.push('never executed')
  else if (rows) {
    words.push(
      `${rows.measured ? '' : 'about '}${formatCount(rows.value)} ${rows.value === 1 ? 'row' : 'rows'}${rows.perLoop ? ' each time' : ''}`,
    )
  }
  const share = metrics?.selfTimeFraction
  if (share !== undefined) words.push(`${Math.round(share * 100)} percent of the time`)
  for (const badge of badges) {
    if (badge.kind !== 'never-executed') words.push(badge.kind === 'misestimate' ? badgeTitle(badge) : badgeWord(badge))
  }
  return words.map((word) => word.replace(/\.$/, '')).join(', ')
}
