import type { Condition, PlanNode } from '../../core/plan/model'

export type CheckedAt = Condition['checkedAt']

/** The conditions of a node that are checked at one place of the work, and what that place does to the read. */
export interface ConditionGroup {
  readonly checkedAt: CheckedAt
  readonly title: string
  readonly effect: string
  /** How the place counts: it bounds the read, it saves rows, or the row was read already. */
  readonly look: 'good' | 'plain' | 'late'
  readonly conditions: readonly Condition[]
}

const groups: readonly Omit<ConditionGroup, 'conditions'>[] = [
  { checkedAt: 'index-seek', title: 'Index seek', effect: 'bounds the read', look: 'good' },
  {
    checkedAt: 'index-filter',
    title: 'Pushed to the index',
    effect: 'before the row',
    look: 'plain',
  },
  { checkedAt: 'row-filter', title: 'Filter after the row', effect: 'row read already', look: 'late' },
  { checkedAt: 'join', title: 'Join', effect: 'compares two inputs', look: 'plain' },
  { checkedAt: 'having', title: 'Having', effect: 'after grouping', look: 'plain' },
  { checkedAt: 'recheck', title: 'Recheck', effect: 'the index gives more', look: 'plain' },
]

/** Groups in the order of the work. An access by index also shows its empty first places: nothing there is an answer too. */
export function conditionGroups(node: PlanNode): readonly ConditionGroup[] {
  const seeks =
    node.access !== undefined &&
    ['range', 'lookup', 'unique-lookup', 'skip-scan', 'loose-scan'].includes(node.access.method)
  return groups.flatMap((group) => {
    const conditions = node.conditions.filter((one) => one.checkedAt === group.checkedAt)
    const wanted = conditions.length > 0 || (seeks && group.checkedAt === 'index-filter')
    return wanted ? [{ ...group, conditions }] : []
  })
}
