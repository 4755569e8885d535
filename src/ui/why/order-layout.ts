import type { OrderNode } from './order-tree'

/** Places of the drawn beginnings: one column per table of the order, each beside its first child, so that one order runs straight. */
export interface PlacedOrder {
  readonly node: OrderNode
  readonly x: number
  readonly y: number
  /** Children that are not drawn. */
  readonly hidden: number
  /** Row of its parent among the placed; -1 at the start. */
  readonly parent: number
}

export interface OrderLayout {
  readonly placed: readonly PlacedOrder[]
  readonly widthPx: number
  readonly heightPx: number
  /** Width of a box. */
  readonly boxPx: number
  /** Middle of the start mark. */
  readonly startY: number
}

/** A box, and its room with the gap, px. */
export const orderBox = { height: 36, rowPx: 46, startPx: 68, topPx: 8 } as const
const widest = { box: 128, gap: 22 }
/** Narrower boxes cannot hold a cost and what it lost to. */
const leastBoxPx = 108

/**
 * @param nodes parents before children
 * @param roomPx of the pane: boxes shrink a little where that brings all columns into view
 */
export function orderLayout(nodes: readonly OrderNode[], roomPx = 0): OrderLayout {
  const placeOf = new Map(nodes.map((node, at) => [node.id, at]))
  const children: number[][] = nodes.map(() => [])
  const roots: number[] = []
  const depth = new Int32Array(nodes.length)
  for (const [at, node] of nodes.entries()) {
    const parent = placeOf.get(node.parent)
    if (parent === undefined) roots.push(at)
    else {
      children[parent]?.push(at)
      depth[at] = (depth[parent] ?? 0) + 1
    }
  }
  const y = new Float64Array(nodes.length)
  let row = 0
  // Children stand behind their parents in the list, so from the end every child is placed before its parent; leaves
  // take their rows in the order of the tree.
  const open = [...roots].reverse()
  const preorder: number[] = []
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    preorder.push(at)
    const below = children[at] ?? []
    if (below.length === 0) y[at] = orderBox.topPx + row++ * orderBox.rowPx
    open.push(...[...below].reverse())
  }
  for (const at of [...preorder].reverse()) {
    const [first] = children[at] ?? []
    if (first !== undefined) y[at] = y[first] ?? 0
  }
  const columns = depth.reduce((most, one) => Math.max(most, one), 0) + 1
  const fittingPx = Math.floor((roomPx - orderBox.startPx) / columns) - widest.gap
  const boxPx = fittingPx >= leastBoxPx ? Math.min(widest.box, fittingPx) : widest.box
  const columnPx = boxPx + widest.gap
  const placed = nodes.map(
    (node, at): PlacedOrder => ({
      node,
      x: orderBox.startPx + (depth[at] ?? 0) * columnPx,
      y: y[at] ?? 0,
      hidden: node.children - (children[at]?.length ?? 0),
      parent: placeOf.get(node.parent) ?? -1,
    }),
  )
  const [root] = roots
  return {
    placed,
    widthPx: orderBox.startPx + columns * columnPx,
    heightPx: orderBox.topPx + Math.max(1, row) * orderBox.rowPx,
    boxPx,
    startY: (root === undefined ? 0 : (y[root] ?? 0)) + orderBox.height / 2,
  }
}
