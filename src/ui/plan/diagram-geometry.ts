import { type Layout, layoutTree } from './layout'

/** Where cards stand in the diagram's own pixels, and which way the tree grows. */

/** A tree as preorder arrays: of nodes (flat-plan.ts) or of cards (folding.ts). */
export interface TreeShape {
  readonly parent: Int32Array
  readonly depth: Int32Array
  readonly end: Int32Array
}

/** `down`: the result on top, table accesses at the bottom. `right`: the result at the left. */
export type Direction = 'down' | 'right'

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface DiagramGeometry {
  readonly direction: Direction
  readonly layout: Layout
  readonly width: number
  readonly height: number
  readonly cardWidth: number
  readonly cardHeight: (at: number) => number
  /** Room along the axis of siblings. */
  readonly breadthOf: (at: number) => number
}

interface CardSizes {
  readonly width: number
  readonly height: number
  /** Added for each further line: badges, what is folded, numbers of a stack. */
  readonly line: number
  readonly breadthGap: number
  readonly levelGap: number
}

const sizes: Record<Direction, CardSizes> = {
  down: { width: 296, height: 48, line: 22, breadthGap: 24, levelGap: 40 },
  right: { width: 184, height: 44, line: 22, breadthGap: 10, levelGap: 24 },
}

/** Above this many nodes the tree grows to the right without trying the other way: labels stay readable. */
const smallPlanNodes = 60
/** Shape of the pane that the direction is chosen for; fixed, so that resizing never turns the plan around. */
const usualPane = { width: 900, height: 560 }
/** How much better growing to the right must fit before it is taken. */
const preferDown = 1.15

/** Lays out a tree of cards; `lines` tells how many further lines each card has. Without a direction the better fit is taken. */
export function diagramOf(tree: TreeShape, lines: Uint8Array, direction?: Direction): DiagramGeometry {
  if (direction !== undefined) return geometry(tree, lines, direction)
  const right = geometry(tree, lines, 'right')
  if (tree.depth.length > smallPlanNodes) return right
  const down = geometry(tree, lines, 'down')
  return fitScale(right, usualPane) > preferDown * fitScale(down, usualPane) ? right : down
}

function geometry(tree: TreeShape, lines: Uint8Array, direction: Direction): DiagramGeometry {
  const size = sizes[direction]
  const heights = Float64Array.from(lines, (count) => size.height + count * size.line)
  const down = direction === 'down'
  const layout = layoutTree({
    parent: tree.parent,
    depth: tree.depth,
    end: tree.end,
    breadth: down ? size.width : heights,
    length: down ? heights : size.width,
    breadthGap: size.breadthGap,
    levelGap: size.levelGap,
  })
  const cardHeight = (at: number) => heights[at] ?? size.height
  return {
    direction,
    layout,
    width: down ? layout.breadthTotal : layout.depthTotal,
    height: down ? layout.depthTotal : layout.breadthTotal,
    cardWidth: size.width,
    cardHeight,
    breadthOf: down ? () => size.width : cardHeight,
  }
}

/** Scale at which the whole diagram fits into a pane, at most 1. */
export function fitScale(
  diagram: Pick<DiagramGeometry, 'width' | 'height'>,
  pane: { readonly width: number; readonly height: number },
): number {
  return Math.min(1, pane.width / Math.max(1, diagram.width), pane.height / Math.max(1, diagram.height))
}

/** Where a card stands. */
export function boxOf(diagram: DiagramGeometry, tree: Pick<TreeShape, 'depth'>, at: number): Box {
  const middle = diagram.layout.middle[at] ?? 0
  const start = diagram.layout.levelStart[tree.depth[at] ?? 0] ?? 0
  const width = diagram.cardWidth
  const height = diagram.cardHeight(at)
  return diagram.direction === 'down'
    ? { x: middle - width / 2, y: start, width, height }
    : { x: start, y: middle - height / 2, width, height }
}

/** Where edges touch a card growing down: left of the middle, so that the row count beside the edge stays over the card. */
const downAnchorFraction = 0.2
const downAnchorFromRight = 0.55

/** Ends of the edge between a parent's and a child's card. */
export function edgeEnds(
  direction: Direction,
  parent: Box,
  child: Box,
): { readonly fromX: number; readonly fromY: number; readonly toX: number; readonly toY: number } {
  if (direction === 'down') {
    return {
      fromX: parent.x + Math.round(parent.width * downAnchorFraction),
      fromY: parent.y + parent.height,
      // An edge from the right has its row count at its left, over the card too.
      toX: child.x + Math.round(child.width * (child.x < parent.x ? downAnchorFromRight : downAnchorFraction)),
      toY: child.y,
    }
  }
  return {
    fromX: parent.x + parent.width,
    fromY: parent.y + parent.height / 2,
    toX: child.x,
    toY: child.y + child.height / 2,
  }
}

const thinnestEdgePx = 1.5
const thickestEdgePx = 14

/** Edge width: area tells the rows, so the root of their share of the plan's largest flow. */
export function edgeWidthPx(rows: number | undefined, mostRows: number): number {
  if (rows === undefined || mostRows <= 0) return thinnestEdgePx
  return thinnestEdgePx + (thickestEdgePx - thinnestEdgePx) * Math.sqrt(Math.min(1, rows / mostRows))
}

/** The card that an arrow key leads to, or undefined at the border of the tree. */
export function neighbour(
  diagram: DiagramGeometry,
  tree: TreeShape,
  at: number,
  arrow: 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight',
): number | undefined {
  const down = diagram.direction === 'down'
  const inward = down ? 'ArrowDown' : 'ArrowRight'
  const outward = down ? 'ArrowUp' : 'ArrowLeft'
  if (arrow === outward) return at === 0 ? undefined : tree.parent[at]
  if (arrow === inward) return (tree.end[at] ?? at + 1) > at + 1 ? at + 1 : undefined
  const { levels, levelFrom } = diagram.layout
  const level = tree.depth[at] ?? 0
  const from = levelFrom[level] ?? 0
  const to = levelFrom[level + 1] ?? 0
  const place = levels.subarray(from, to).indexOf(at) + from
  const next = place + (arrow === 'ArrowRight' || arrow === 'ArrowDown' ? 1 : -1)
  return next >= from && next < to ? levels[next] : undefined
}
