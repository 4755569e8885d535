/**
 * The icicle's geometry in units of its metric: each node as wide as its number with all below it, its inputs side by
 * side under it from the left. What is left uncovered below a node is its own part. Numbers only, iterative, linear.
 */

/** The tree as arrays by node, and each node's number with everything below it; NaN where the plan has none. */
export interface FlameInput {
  /** -1 for a root; there may be several. */
  readonly parent: Int32Array
  readonly value: Float64Array
}

/** How a node came to its width. */
export type FlameBasis =
  /** By its own number. */
  | 'told'
  /** It has no number: as wide as its inputs together. */
  | 'inputs'
  /** Neither it nor anything below has a number: a mark in the room that is left; its width says nothing. */
  | 'unknown'

export interface FlameLayout {
  readonly start: Float64Array
  readonly width: Float64Array
  /** Width that the number asks for ÷ width drawn: below 1 where inputs say more than the node above them. */
  readonly fit: Float64Array
  /** The node above whose number is too small for its inputs, where `fit` is below 1; else -1. */
  readonly narrowedBy: Int32Array
  readonly basis: readonly FlameBasis[]
  readonly total: number
  readonly level: Int32Array
  /** Nodes level by level, from left to right; level `d` is `levels[levelFrom[d] .. levelFrom[d + 1])`. */
  readonly levels: Int32Array
  readonly levelFrom: Int32Array
  /** Place of each node in the order parents first; its subtree is `rank[at] .. subtreeEnd[at]`. */
  readonly rank: Int32Array
  readonly subtreeEnd: Int32Array
  readonly firstChild: Int32Array
  readonly nextSibling: Int32Array
}

/** Sums of rounded numbers may exceed their whole by this much before they are called contradictory; as in the metrics. */
export const roundingShare = 0.02
/** A mark for a node without numbers is at most this part of the whole. */
const largestMark = 0.03

/** Lays out the icicle. `total` is 0 when no node has a number. */
export function layoutFlame({ parent, value }: FlameInput): FlameLayout {
  const count = parent.length
  const { firstChild, nextSibling, roots } = childLists(parent)
  const order = inOrder(roots, firstChild, nextSibling, count)
  const rank = new Int32Array(count)
  const level = new Int32Array(count)
  const subtreeEnd = new Int32Array(count)
  order.forEach((at, place) => {
    rank[at] = place
    const above = parent[at] ?? -1
    level[at] = above === -1 ? 0 : (level[above] ?? 0) + 1
    subtreeEnd[at] = place + 1
  })

  // Backwards: what each node would need, looking through those that have no number of their own.
  const need = Float64Array.from(value)
  const below = new Float64Array(count)
  const knownBelow = new Uint8Array(count)
  const basis = new Array<FlameBasis>(count).fill('told')
  for (let place = count - 1; place >= 0; place--) {
    const at = order[place] ?? 0
    if (Number.isNaN(need[at])) {
      basis[at] = knownBelow[at] === 1 ? 'inputs' : 'unknown'
      if (knownBelow[at] === 1) need[at] = below[at] ?? 0
    }
    const above = parent[at] ?? -1
    if (above === -1) continue
    subtreeEnd[above] = Math.max(subtreeEnd[above] ?? 0, subtreeEnd[at] ?? 0)
    if (Number.isNaN(need[at])) continue
    below[above] = (below[above] ?? 0) + (need[at] ?? 0)
    knownBelow[above] = 1
  }

  const start = new Float64Array(count)
  const width = new Float64Array(count)
  const fit = new Float64Array(count).fill(1)
  const narrowedBy = new Int32Array(count).fill(-1)
  let total = 0
  for (const root of roots) if (!Number.isNaN(need[root])) total += need[root] ?? 0

  /** Puts a row of siblings side by side, from `from` on, into `room`; `scale` is their parent's `fit`. */
  const place = (first: number, from: number, room: number, scale: number, above: number) => {
    let sum = 0
    let marks = 0
    for (let at = first; at !== -1; at = nextSibling[at] ?? -1) {
      if (Number.isNaN(need[at])) marks++
      else sum += (need[at] ?? 0) * scale
    }
    const squeeze = sum > room && sum > 0 ? room / sum : 1
    const free = Math.max(0, room - sum * squeeze)
    const alone = above !== -1 && basis[above] === 'unknown'
    const mark = marks === 0 ? 0 : alone ? free / marks : Math.min(free / (marks + 1), total * largestMark)
    let x = from
    for (let at = first; at !== -1; at = nextSibling[at] ?? -1) {
      const known = !Number.isNaN(need[at])
      const own = known ? (need[at] ?? 0) * scale * squeeze : mark
      start[at] = x
      width[at] = Math.max(0, Math.min(own, from + room - x))
      x += own
      if (!known) continue
      fit[at] = scale * squeeze
      if ((fit[at] ?? 1) >= 1 - roundingShare) continue
      const earlier = narrowedBy[above] ?? -1
      narrowedBy[at] = squeeze < 1 - roundingShare || earlier === -1 ? above : earlier
    }
  }
  const [firstRoot] = roots
  if (firstRoot !== undefined) place(firstRoot, 0, total, 1, -1)
  for (const at of order) {
    const first = firstChild[at] ?? -1
    if (first !== -1) place(first, start[at] ?? 0, width[at] ?? 0, fit[at] ?? 1, at)
  }

  const { levels, levelFrom } = byLevel(order, level)
  return {
    start,
    width,
    fit,
    narrowedBy,
    basis,
    total,
    level,
    levels,
    levelFrom,
    rank,
    subtreeEnd,
    firstChild,
    nextSibling,
  }
}

/** Children in the order of their indexes; roots are siblings of each other. */
function childLists(parent: Int32Array) {
  const count = parent.length
  const firstChild = new Int32Array(count).fill(-1)
  const nextSibling = new Int32Array(count).fill(-1)
  const roots: number[] = []
  for (let at = count - 1; at >= 0; at--) {
    const above = parent[at] ?? -1
    if (above === -1) {
      nextSibling[at] = roots.at(-1) ?? -1
      roots.push(at)
    } else {
      nextSibling[at] = firstChild[above] ?? -1
      firstChild[above] = at
    }
  }
  return { firstChild, nextSibling, roots: roots.reverse() }
}

/** All nodes, parents before children, siblings from left to right. */
function inOrder(
  roots: readonly number[],
  firstChild: Int32Array,
  nextSibling: Int32Array,
  count: number,
): readonly number[] {
  const order: number[] = []
  const waiting: number[] = roots.slice(0, 1)
  while (order.length < count) {
    const at = waiting.pop()
    if (at === undefined) break
    order.push(at)
    const next = nextSibling[at] ?? -1
    if (next !== -1) waiting.push(next)
    const child = firstChild[at] ?? -1
    if (child !== -1) waiting.push(child)
  }
  return order
}

function byLevel(order: readonly number[], level: Int32Array) {
  const levelCount = order.length === 0 ? 0 : level.reduce((most, own) => Math.max(most, own), 0) + 1
  const levelFrom = new Int32Array(levelCount + 1)
  for (const at of order) {
    const next = (level[at] ?? 0) + 1
    levelFrom[next] = (levelFrom[next] ?? 0) + 1
  }
  for (let one = 0; one < levelCount; one++) levelFrom[one + 1] = (levelFrom[one + 1] ?? 0) + (levelFrom[one] ?? 0)
  const levels = new Int32Array(order.length)
  const next = levelFrom.slice()
  for (const at of order) {
    const own = level[at] ?? 0
    const place = next[own] ?? 0
    levels[place] = at
    next[own] = place + 1
  }
  return { levels, levelFrom }
}

/** The nodes of one level that are `top` or below it, as a run of `levels`. */
export function runOf(
  layout: Pick<FlameLayout, 'levels' | 'levelFrom' | 'rank' | 'subtreeEnd'>,
  level: number,
  top: number | undefined,
): { readonly from: number; readonly to: number } {
  const from = layout.levelFrom[level] ?? 0
  const to = layout.levelFrom[level + 1] ?? from
  if (top === undefined) return { from, to }
  const rankAt = (place: number) => layout.rank[layout.levels[place] ?? 0] ?? 0
  const firstFrom = (least: number) => {
    let low = from
    let high = to
    while (low < high) {
      const between = (low + high) >> 1
      if (rankAt(between) >= least) high = between
      else low = between + 1
    }
    return low
  }
  return { from: firstFrom(layout.rank[top] ?? 0), to: firstFrom(layout.subtreeEnd[top] ?? 0) }
}

/** True when `at` is `top` or below it; everything is below no top. */
export function isBelow(
  layout: Pick<FlameLayout, 'rank' | 'subtreeEnd'>,
  at: number,
  top: number | undefined,
): boolean {
  if (top === undefined) return true
  const rank = layout.rank[at] ?? 0
  return rank >= (layout.rank[top] ?? 0) && rank < (layout.subtreeEnd[top] ?? 0)
}

/** Number of levels from `top` down to its deepest node. */
export function levelsBelow(layout: FlameLayout, top: number | undefined): number {
  if (top === undefined) return layout.levelFrom.length - 1
  let level = layout.level[top] ?? 0
  for (; level < layout.levelFrom.length - 1; level++) {
    const { from, to } = runOf(layout, level, top)
    if (from === to) break
  }
  return level - (layout.level[top] ?? 0)
}
