import type { PlanNode } from '../model'

/** A plan's nodes in preorder, and for each the place of its parent in that order; -1 for the root. */
export interface PreorderNodes {
  readonly nodes: readonly PlanNode[]
  readonly parent: Int32Array
}

/**
 * True for nodes that somebody above may have stopped early: they gave fewer rows than estimated because nobody asked
 * for more, so too high an estimate says nothing about the statistics. Those are
 * - what stands below a LIMIT, or at and below a window with a condition on its own number, down to the first step that
 *   reads all its input anyway;
 * - the inner side of a semi-join or anti-join, and of PostgreSQL's joins with `Inner Unique`, which stop at the first
 *   match;
 * - both sides of a merge join, which ends with the shorter one;
 * - a subquery that gave at most one row: EXISTS stops at the first.
 *
 * @param below true when a limit stands above the root, in a plan whose format does not print it
 */
export function cutShort({ nodes, parent }: PreorderNodes, below = false): readonly boolean[] {
  const cut: boolean[] = []
  nodes.forEach((node, at) => {
    const above = parent[at] ?? -1
    const taker = nodes[above]
    const ownInput = node.relation !== 'init-plan' && node.relation !== 'cte'
    if (taker === undefined) {
      cut.push(below || stopsItself(node))
      return
    }
    cut.push(
      stopsItself(node) ||
        isOneRowSubquery(node) ||
        (ownInput &&
          (taker.operator === 'limit' ||
            (cut[above] === true && !readsAll(taker, nodes[parent[above] ?? -1])) ||
            stopsAtFirstMatch(taker, node) ||
            taker.operator === 'merge-join')),
    )
  })
  return cut
}

/**
 * Steps that read all their input before they give the first row: a limit above does not stop what is below them. Those
 * that work on sorted input go on row by row, and PostgreSQL's Materialize keeps what it was asked for.
 */
function readsAll({ operator, label }: PlanNode, parent: PlanNode | undefined): boolean {
  switch (operator) {
    case 'sort':
      return label !== 'Incremental Sort'
    case 'aggregate':
      return !/^(?:(?:Partial |Finalize )?Group(?:Aggregate)?$|Group aggregate)/.test(label)
    case 'materialize':
      return label !== 'Materialize' || parent?.access !== undefined
    case 'temporary-table':
      return true
    default:
      return false
  }
}

/** PostgreSQL's windows end when a condition on a number that only grows does not hold any more. */
function stopsItself({ operator, conditions }: PlanNode): boolean {
  return operator === 'window' && conditions.some((one) => one.checkedAt === 'row-filter')
}

function stopsAtFirstMatch(join: PlanNode, input: PlanNode): boolean {
  if (input.relation !== 'inner') return false
  // The inner side of a hash join is read whole, into the hash table.
  if (join.operator === 'hash-join') return false
  return (
    join.operator === 'semi-join' ||
    join.operator === 'anti-join' ||
    join.rest['Inner Unique'] === true ||
    /\b(?:semi|anti)/i.test(join.label)
  )
}

function isOneRowSubquery(node: PlanNode): boolean {
  return (
    (node.relation === 'subquery' || node.relation === 'init-plan') &&
    node.actual !== undefined &&
    node.actual.rowsPerLoop <= 1
  )
}
