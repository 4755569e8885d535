import type { Layout } from './layout'

/** A rectangle in layout coordinates: breadth along siblings, depth from the root down. */
export interface ViewWindow {
  readonly breadthFrom: number
  readonly breadthTo: number
  readonly depthFrom: number
  readonly depthTo: number
}

/** A run `[from, to)` of `layout.levels`: neighbours on one level. */
export interface LevelRun {
  readonly level: number
  readonly from: number
  readonly to: number
}

/** First place in `[from, to)` for which `reached` holds; `reached` must be false, then true, along the run. */
function firstPlace(from: number, to: number, reached: (place: number) => boolean): number {
  let low = from
  let high = to
  while (low < high) {
    const between = (low + high) >> 1
    if (reached(between)) high = between
    else low = between + 1
  }
  return low
}

function levelsBetween(layout: Layout, from: number, to: number): [number, number] {
  const last = layout.levelFrom.length - 1
  // A level reaches from its own start to the next one's: the gap below it holds its edges.
  const first = firstPlace(0, last, (level) => (layout.levelStart[level + 1] ?? 0) >= from)
  const stop = firstPlace(0, last, (level) => (layout.levelStart[level] ?? 0) > to)
  return [first, stop]
}

/** Nodes that touch the window, as runs per level. Two binary searches per level, whatever the size of the plan. */
export function nodesInView(layout: Layout, breadthOf: (at: number) => number, view: ViewWindow): LevelRun[] {
  const runs: LevelRun[] = []
  const [first, stop] = levelsBetween(layout, view.depthFrom, view.depthTo)
  const middleAt = (place: number) => layout.middle[layout.levels[place] ?? 0] ?? 0
  const halfAt = (place: number) => breadthOf(layout.levels[place] ?? 0) / 2
  for (let level = first; level < stop; level++) {
    const start = layout.levelFrom[level] ?? 0
    const end = layout.levelFrom[level + 1] ?? 0
    const from = firstPlace(start, end, (place) => middleAt(place) + halfAt(place) >= view.breadthFrom)
    const to = firstPlace(from, end, (place) => middleAt(place) - halfAt(place) > view.breadthTo)
    if (to > from) runs.push({ level, from, to })
  }
  return runs
}

/**
 * Children whose edge to their parent touches the window. Along a level both ends of the edges only grow, so the
 * visible edges are one run as well, also when both cards are outside.
 */
export function edgesInView(layout: Layout, parent: Int32Array, view: ViewWindow): LevelRun[] {
  const runs: LevelRun[] = []
  const [first, stop] = levelsBetween(layout, view.depthFrom, view.depthTo)
  const last = layout.levelFrom.length - 1
  const own = (place: number) => layout.middle[layout.levels[place] ?? 0] ?? 0
  const above = (place: number) => layout.middle[parent[layout.levels[place] ?? 0] ?? 0] ?? 0
  for (let level = Math.max(1, first); level < Math.min(last, stop + 1); level++) {
    const start = layout.levelFrom[level] ?? 0
    const end = layout.levelFrom[level + 1] ?? 0
    const from = firstPlace(start, end, (place) => Math.max(own(place), above(place)) >= view.breadthFrom)
    const to = firstPlace(from, end, (place) => Math.min(own(place), above(place)) > view.breadthTo)
    if (to > from) runs.push({ level, from, to })
  }
  return runs
}
