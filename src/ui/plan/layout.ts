import type { Plan } from '../../core/plan/model'
import { flattenPlan } from './flat-plan'

/**
 * Tidy tree: levels stand in rows, a parent stands in the middle above its first and last child, and subtrees are
 * pushed together until their outlines touch (Reingold and Tilford's contours with threads). Numbers only, iterative,
 * linear in the number of nodes.
 *
 * "Breadth" is the axis along which siblings lie, "depth" the one from parent to child; which of them is x is the
 * drawing's choice.
 */

/** The tree as preorder arrays (see flat-plan.ts) and how much room each node takes, in pixels. */
export interface LayoutInput {
  readonly parent: Int32Array
  readonly depth: Int32Array
  readonly end: Int32Array
  /** Size along the breadth axis: one for all nodes, or one each. */
  readonly breadth: number | Float64Array
  /** Size along the depth axis. */
  readonly length: number | Float64Array
  /** Least room between neighbours on one level. */
  readonly breadthGap: number
  /** Room between two levels. */
  readonly levelGap: number
}

export interface Layout {
  /** Middle of each node on the breadth axis; the smallest outline starts at 0. */
  readonly middle: Float64Array
  /** Where each level starts on the depth axis; one more entry for the end of the last level. */
  readonly levelStart: Float64Array
  readonly breadthTotal: number
  readonly depthTotal: number
  /** Nodes level by level, from small to large breadth; level `d` is `levels[levelFrom[d] .. levelFrom[d + 1])`. */
  readonly levels: Int32Array
  readonly levelFrom: Int32Array
}

/** Lays out the tree. An empty one gives empty arrays. */
export function layoutTree(input: LayoutInput): Layout {
  const { depth, levelGap } = input
  const count = depth.length
  const middle = placeOnBreadth(input)
  const levelCount = count === 0 ? 0 : depth.reduce((most, own) => Math.max(most, own), 0) + 1

  const levelFrom = new Int32Array(levelCount + 1)
  const levelLength = new Float64Array(levelCount)
  for (let at = 0; at < count; at++) {
    const level = at4(depth, at)
    levelFrom[level + 1] = at4(levelFrom, level + 1) + 1
    levelLength[level] = Math.max(at8(levelLength, level), sizeOf(input.length, at))
  }
  const levelStart = new Float64Array(levelCount + 1)
  for (let level = 0; level < levelCount; level++) {
    levelFrom[level + 1] = at4(levelFrom, level + 1) + at4(levelFrom, level)
    levelStart[level + 1] = at8(levelStart, level) + at8(levelLength, level) + (level + 1 < levelCount ? levelGap : 0)
  }
  // Preorder meets the nodes of one level from left to right, so this is already sorted.
  const levels = new Int32Array(count)
  const next = levelFrom.slice()
  for (let at = 0; at < count; at++) {
    const level = at4(depth, at)
    const place = at4(next, level)
    levels[place] = at
    next[level] = place + 1
  }

  let low = 0
  let high = 0
  for (let at = 0; at < count; at++) {
    const half = sizeOf(input.breadth, at) / 2
    low = Math.min(low, at8(middle, at) - half)
    high = Math.max(high, at8(middle, at) + half)
  }
  for (let at = 0; at < count; at++) middle[at] = at8(middle, at) - low
  return { middle, levelStart, breadthTotal: high - low, depthTotal: at8(levelStart, levelCount), levels, levelFrom }
}

/** A plan laid out with cards of one size, as the diagram draws them when no card has badges. */
export function layoutPlan(plan: Pick<Plan, 'root'>): Layout {
  return layoutTree({ ...flattenPlan(plan.root), breadth: 44, length: 208, breadthGap: 12, levelGap: 28 })
}

/** Middles on the breadth axis, the root's at 0. */
function placeOnBreadth(input: LayoutInput): Float64Array {
  const { parent, end, breadth, breadthGap } = input
  const count = parent.length
  /** From the parent's middle (while its forest is built: from the first child's). */
  const offset = new Float64Array(count)
  // Outlines: the next node below on the left and right side, where it is not simply the first or last child.
  const leftThread = new Int32Array(count).fill(-1)
  const rightThread = new Int32Array(count).fill(-1)
  const leftThreadBy = new Float64Array(count)
  const rightThreadBy = new Float64Array(count)
  // The deepest node of each subtree's outlines, and its distance from the subtree's root.
  const leftFoot = new Int32Array(count)
  const rightFoot = new Int32Array(count)
  const leftFootBy = new Float64Array(count)
  const rightFootBy = new Float64Array(count)
  const lastChild = new Int32Array(count).fill(-1)

  for (let root = count - 1; root >= 0; root--) {
    const stop = at4(end, root)
    const first = root + 1
    leftFoot[root] = root
    rightFoot[root] = root
    if (first >= stop) continue

    let last = first
    let forestLeftFoot = at4(leftFoot, first)
    let forestLeftFootBy = at8(leftFootBy, first)
    let forestRightFoot = at4(rightFoot, first)
    let forestRightFootBy = at8(rightFootBy, first)
    for (let child = at4(end, first); child < stop; child = at4(end, child)) {
      // Walk down the forest's right side and the child's left side together; the closest meeting decides.
      let right = last
      let rightBy = at8(offset, last)
      let left = child
      let leftBy = 0
      let shift = Number.NEGATIVE_INFINITY
      let rightNext = -1
      let leftNext = -1
      while (true) {
        const need = rightBy + (sizeOf(breadth, right) + sizeOf(breadth, left)) / 2 + breadthGap - leftBy
        if (need > shift) shift = need
        const rightChild = at4(lastChild, right)
        rightNext = rightChild === -1 ? at4(rightThread, right) : rightChild
        const leftHasChild = at4(end, left) > left + 1
        leftNext = leftHasChild ? left + 1 : at4(leftThread, left)
        if (rightNext === -1 || leftNext === -1) break
        rightBy += rightChild === -1 ? at8(rightThreadBy, right) : at8(offset, rightChild)
        leftBy += leftHasChild ? at8(offset, left + 1) : at8(leftThreadBy, left)
        right = rightNext
        left = leftNext
      }
      offset[child] = shift
      const ownLeftFoot = at4(leftFoot, child)
      const ownRightFoot = at4(rightFoot, child)
      const ownRightFootBy = shift + at8(rightFootBy, child)
      if (leftNext !== -1) {
        // The child is deeper: the forest's left side goes on in it.
        const rise = at4(end, left) > left + 1 ? at8(offset, left + 1) : at8(leftThreadBy, left)
        leftThread[forestLeftFoot] = leftNext
        leftThreadBy[forestLeftFoot] = shift + leftBy + rise - forestLeftFootBy
        forestLeftFoot = ownLeftFoot
        forestLeftFootBy = shift + at8(leftFootBy, child)
        forestRightFoot = ownRightFoot
        forestRightFootBy = ownRightFootBy
      } else if (rightNext !== -1) {
        // The forest is deeper: the child's right side goes on in it.
        const inner = at4(lastChild, right)
        const fall = inner === -1 ? at8(rightThreadBy, right) : at8(offset, inner)
        rightThread[ownRightFoot] = rightNext
        rightThreadBy[ownRightFoot] = rightBy + fall - ownRightFootBy
      } else {
        forestRightFoot = ownRightFoot
        forestRightFootBy = ownRightFootBy
      }
      last = child
    }

    const centre = at8(offset, last) / 2
    for (let child = first; child < stop; child = at4(end, child)) offset[child] = at8(offset, child) - centre
    lastChild[root] = last
    leftFoot[root] = forestLeftFoot
    leftFootBy[root] = forestLeftFootBy - centre
    rightFoot[root] = forestRightFoot
    rightFootBy[root] = forestRightFootBy - centre
  }

  for (let at = 1; at < count; at++) offset[at] = at8(offset, at) + at8(offset, at4(parent, at))
  return offset
}

function sizeOf(size: number | Float64Array, at: number): number {
  return typeof size === 'number' ? size : at8(size, at)
}

// Indexes here are always inside; the compiler cannot know, and 0 keeps the arithmetic total.
function at4(array: Int32Array, at: number): number {
  return array[at] ?? 0
}
function at8(array: Float64Array, at: number): number {
  return array[at] ?? 0
}
