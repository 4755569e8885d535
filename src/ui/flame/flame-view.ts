import { type FlameLayout, runOf } from './flame-layout'

/** From the icicle's own units to pixels: what is looked at, how high a row is, and which node lies under a point. */

/** Heights of a row with its gap, the most readable first. */
const rowHeights = [33, 25, 19] as const
/** Below a row, in pixels. */
export const rowGapPx = 1

/** The highest row with which all levels fit into the room; the least where none does, and the pane scrolls. */
export function rowHeightPx(levels: number, roomPx: number): number {
  return rowHeights.find((height) => levels * height <= roomPx) ?? rowHeights[rowHeights.length - 1] ?? 19
}

/** What is drawn: the subtree of `top` (all without one) over the whole width. */
export interface FlameScale {
  readonly top: number | undefined
  readonly topLevel: number
  /** Of the icicle's units. */
  readonly from: number
  readonly pxPerUnit: number
  readonly rowPx: number
  /** Where the drawing starts on its surface. */
  readonly shiftX: number
  readonly shiftY: number
}

export function scaleOf(layout: FlameLayout, top: number | undefined, widthPx: number, rowPx: number): FlameScale {
  const from = top === undefined ? 0 : (layout.start[top] ?? 0)
  const length = top === undefined ? layout.total : (layout.width[top] ?? 0)
  return {
    top,
    topLevel: top === undefined ? 0 : (layout.level[top] ?? 0),
    from,
    pxPerUnit: length > 0 ? widthPx / length : 0,
    rowPx,
    shiftX: 0,
    shiftY: 0,
  }
}

export interface FlameBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The rectangle of a node in pixels, without the gap below it. */
export function flameBox(layout: FlameLayout, scale: FlameScale, at: number): FlameBox {
  return {
    x: ((layout.start[at] ?? 0) - scale.from) * scale.pxPerUnit + scale.shiftX,
    y: ((layout.level[at] ?? 0) - scale.topLevel) * scale.rowPx + scale.shiftY,
    width: (layout.width[at] ?? 0) * scale.pxPerUnit,
    height: scale.rowPx - rowGapPx,
  }
}

/** Nodes narrower than they can be hit are still found this near to the pointer. */
const nearPx = 3

/** The node under a point, or the narrow one beside it. */
export function nodeAt(layout: FlameLayout, scale: FlameScale, x: number, y: number): number | undefined {
  const row = Math.floor(y / scale.rowPx)
  if (row < 0) return undefined
  const { from, to } = runOf(layout, scale.topLevel + row, scale.top)
  let low = from
  let high = to
  while (low < high) {
    const between = (low + high) >> 1
    if (flameBox(layout, scale, layout.levels[between] ?? 0).x > x) high = between
    else low = between + 1
  }
  let nearest: number | undefined
  let distance = nearPx
  for (let place = Math.max(from, low - 1); place <= Math.min(to - 1, low); place++) {
    const at = layout.levels[place] ?? 0
    const box = flameBox(layout, scale, at)
    const away = Math.max(box.x - x, x - box.x - box.width)
    if (away > distance) continue
    distance = away
    nearest = at
  }
  return nearest
}

/** The node that a key leads to, or undefined at the border. */
export function flameNeighbour(
  layout: FlameLayout,
  parent: Int32Array,
  top: number | undefined,
  at: number,
  key: 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight',
): number | undefined {
  if (key === 'ArrowUp') {
    const above = parent[at] ?? -1
    return at === top || above === -1 ? undefined : above
  }
  if (key === 'ArrowDown') {
    const child = layout.firstChild[at] ?? -1
    return child === -1 ? undefined : child
  }
  const { from, to } = runOf(layout, layout.level[at] ?? 0, top)
  const place = layout.levels.subarray(from, to).indexOf(at) + from
  const next = place + (key === 'ArrowRight' ? 1 : -1)
  return next >= from && next < to ? layout.levels[next] : undefined
}

/** The last node in reading order of what is shown: the one at the end of the deepest path along the right border. */
export function lastOf(layout: FlameLayout, parent: Int32Array, top: number | undefined): number {
  const end = top === undefined ? layout.rank.length : (layout.subtreeEnd[top] ?? 0)
  const at = layout.rank.indexOf(end - 1)
  return at === -1 ? (top ?? parent.indexOf(-1)) : at
}
