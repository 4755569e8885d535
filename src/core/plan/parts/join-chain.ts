import type { Operator } from '../model'
import { tidy } from './access-words'
import { implied, type NodeDraft, related } from './draft'

/** One table (or group of tables) in MySQL's and MariaDB's join order, and how it is joined to what came before. */
export interface JoinStep {
  readonly node: NodeDraft
  /** How it is joined; the first step's is not used. */
  readonly operator: Operator
  /** The server's words for the join, or `Nested loop`. */
  readonly label: string
  /** Estimated rows of the join up to and with this step, where the server tells. */
  readonly rows?: number | undefined
  /** Estimated cost of the join up to and with this step. */
  readonly cost?: number | undefined
  /** What else the server says about the join itself. */
  readonly describe?: ((join: NodeDraft) => void) | undefined
}

/** The label of a join that nothing is said about. */
export const nestedLoop = 'Nested loop'

const oneForEachMatch: ReadonlySet<Operator> = new Set([
  'nested-loop',
  'block-nested-loop',
  'hash-join',
  'batched-key-access',
])

/**
 * MySQL and MariaDB print the tables of a join in the order in which they are read, not the joins. The joins are the
 * left-deep tree over that order: each one has everything before it as outer and the next table as inner input.
 */
export function joinChain(steps: readonly JoinStep[]): NodeDraft | undefined {
  let joined = steps[0]?.node
  for (let index = 1; index < steps.length; index++) {
    const step = steps[index]
    if (!joined || !step) break
    const span = {
      start: Math.min(joined.span.start, step.node.span.start),
      end: Math.max(joined.span.end, step.node.span.end),
    }
    joined = implied(step.operator, step.label, span, [related(joined, 'outer'), related(step.node, 'inner')])
    const rows = step.rows ?? productOfRows(joined)
    if (rows !== undefined) joined.estimate.rowsPerLoop = rows
    step.describe?.(joined)
    if (step.cost !== undefined) joined.estimate.subtreeCost = step.cost
  }
  return joined
}

/** Without a printed number: the rows of the outer side times the rows that each of them finds on the inner side. */
function productOfRows({ operator, children }: NodeDraft): number | undefined {
  const [outer, inner] = children
  if (!oneForEachMatch.has(operator)) return undefined
  const outerRows = outer?.estimate.rowsPerLoop
  const innerRows = inner?.estimate.rowsPerLoop
  return outerRows === undefined || innerRows === undefined ? undefined : tidy(outerRows * innerRows)
}

/** MySQL's words for its join buffers. */
export function bufferedJoin(words: string): Operator | undefined {
  if (words === 'hash join') return 'hash-join'
  if (words === 'Block Nested Loop') return 'block-nested-loop'
  if (words.startsWith('Batched Key Access')) return 'batched-key-access'
  return undefined
}
