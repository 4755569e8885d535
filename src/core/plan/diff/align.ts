import type { Plan, PlanNode } from '../model'
import { preorder } from '../walk'
import type { PlanDiff, PlanMatch } from './model'

/** One line of two plans set side by side. At least one of `a` and `b` is there. */
export interface AlignedRow {
  readonly a?: AlignedStep
  readonly b?: AlignedStep
  /** What changed between the two, where the row's nodes are matched. */
  readonly match?: PlanMatch
  /** A matched node whose partner stands in another row, because the plans have them in another order. */
  readonly moved: boolean
  /** The other plan's format never prints such a step. */
  readonly unprinted: boolean
}

export interface AlignedStep {
  readonly node: PlanNode
  /** How many steps stand above it. */
  readonly depth: number
}

/**
 * Two plans line by line: matched nodes on one line, in the printed order of both; where the order differs, as many as
 * can be are kept beside each other and the others stand alone on either side, marked as moved. O(n log n).
 */
export function alignPlans(a: Plan, b: Plan, diff: PlanDiff): readonly AlignedRow[] {
  const left = steps(a)
  const right = steps(b)
  const placeInB = new Map(right.map(({ node }, at) => [node.id, at]))
  const matchOfA = new Map(diff.matches.map((match) => [match.a, match]))
  const matchOfB = new Map(diff.matches.map((match) => [match.b, match]))
  const unprinted = new Set([...diff.unprintedA.map((id) => `a${id}`), ...diff.unprintedB.map((id) => `b${id}`)])
  const pairs: Pair[] = []
  for (const [at, { node }] of left.entries()) {
    const match = matchOfA.get(node.id)
    const partner = match && placeInB.get(match.b)
    if (partner !== undefined) pairs.push({ a: at, b: partner })
  }
  const rows: AlignedRow[] = []
  let nextA = 0
  let nextB = 0
  const alone = (untilA: number, untilB: number) => {
    for (; nextA < untilA; nextA++) {
      const step = left[nextA]
      if (!step) break
      const match = matchOfA.get(step.node.id)
      rows.push({
        a: step,
        ...(match && { match }),
        moved: match !== undefined,
        unprinted: unprinted.has(`a${step.node.id}`),
      })
    }
    for (; nextB < untilB; nextB++) {
      const step = right[nextB]
      if (!step) break
      const match = matchOfB.get(step.node.id)
      rows.push({
        b: step,
        ...(match && { match }),
        moved: match !== undefined,
        unprinted: unprinted.has(`b${step.node.id}`),
      })
    }
  }
  for (const pair of longestRun(pairs)) {
    alone(pair.a, pair.b)
    const one = left[pair.a]
    const two = right[pair.b]
    if (!one || !two) continue
    const match = matchOfA.get(one.node.id)
    rows.push({ a: one, b: two, ...(match && { match }), moved: false, unprinted: false })
    nextA = pair.a + 1
    nextB = pair.b + 1
  }
  alone(left.length, right.length)
  return rows
}

/** What a row says at a glance. */
export type RowState = 'same' | 'changed' | 'only-a' | 'only-b' | 'moved' | 'unprinted'

export function rowState({ a, b, match, moved, unprinted }: AlignedRow): RowState {
  if (unprinted) return 'unprinted'
  if (moved) return 'moved'
  if (!b) return 'only-a'
  if (!a) return 'only-b'
  return match && match.changes.length > 0 ? 'changed' : 'same'
}

interface Pair {
  readonly a: number
  readonly b: number
}

function steps({ root }: Plan): readonly AlignedStep[] {
  const { nodes, parents } = preorder(root)
  const depths = new Int32Array(nodes.length)
  return nodes.map((node, at) => {
    const parent = parents[at] ?? -1
    const depth = parent === -1 ? 0 : (depths[parent] ?? 0) + 1
    depths[at] = depth
    return { node, depth }
  })
}

/** The longest run of pairs that grows in both plans; they are given as they grow in A (patience sorting). */
function longestRun(pairs: readonly Pair[]): readonly Pair[] {
  /** Per length of a run, the place of the pair that ends it lowest in B. */
  const ends: number[] = []
  const before = new Int32Array(pairs.length).fill(-1)
  for (const [at, { b }] of pairs.entries()) {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((pairs[ends[middle] ?? 0]?.b ?? 0) < b) low = middle + 1
      else high = middle
    }
    if (low > 0) before[at] = ends[low - 1] ?? -1
    ends[low] = at
  }
  const run: Pair[] = []
  for (let at = ends[ends.length - 1] ?? -1; at !== -1; at = before[at] ?? -1) {
    const pair = pairs[at]
    if (pair) run.push(pair)
  }
  return run.reverse()
}
