import type { Operator, PlanNode } from '../model'

/** A plan's nodes in preorder, and for each the place of its parent in that order; -1 for the root. */
export interface PreorderNodes {
  readonly nodes: readonly PlanNode[]
  readonly parent: Int32Array
}

/** Steps that read all their input before they give the first row: a limit above does not stop what is below them. */
const blocking: ReadonlySet<Operator> = new Set([
  'sort',
  'aggregate',
  'window',
  'distinct',
  'materialize',
  'temporary-table',
])

/**
 * True for nodes that somebody above may have stopped early: they gave fewer rows than estimated because nobody asked
 * for more, so too high an estimate says nothing about the statistics. Those are
 * - what stands below a LIMIT, down to the first step that reads all its input anyway;
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
      cut.push(below)
      return
    }
    cut.push(
      ownInput &&
        (taker.operator === 'limit' ||
          (cut[above] === true && !blocking.has(taker.operator)) ||
          stopsAtFirstMatch(taker, node) ||
          taker.operator === 'merge-join' ||
          isOneRowSubquery(node)),
    )
  })
  return cut
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
  return node.relation === 'subquery' && node.actual !== undefined && node.actual.rowsPerLoop <= 1
}
