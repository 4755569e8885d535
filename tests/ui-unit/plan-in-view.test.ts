// Protects culling: what is drawn is exactly what touches the window, at any place of a big plan.
import { describe, expect, test } from 'vitest'
import { flattenPlan } from '../../src/ui/plan/flat-plan'
import { edgesInView, type LevelRun, nodesInView, type ViewWindow } from '../../src/ui/plan/in-view'
import { type Layout, layoutTree } from '../../src/ui/plan/layout'
import { generatedTree } from './plan-trees'

const flat = flattenPlan(generatedTree(2000, 11))
const breadth = 10
const layout = layoutTree({ ...flat, breadth, length: 4, breadthGap: 2, levelGap: 6 })

function members(runs: readonly LevelRun[]): number[] {
  return runs.flatMap((run) => [...layout.levels.slice(run.from, run.to)]).sort((a, b) => a - b)
}

/** Level band from its start to the start of the next one (the last: to its end), as the culling promises it. */
function band(of: Layout, level: number): [number, number] {
  return [of.levelStart[level] ?? 0, of.levelStart[level + 1] ?? 0]
}

const middle = layout.breadthTotal / 2
const windows: { title: string; view: ViewWindow }[] = [
  { title: 'the whole plan', view: { breadthFrom: -1, breadthTo: 1e9, depthFrom: -1, depthTo: 1e9 } },
  { title: 'the root only', view: { breadthFrom: 0, breadthTo: 1e9, depthFrom: 0, depthTo: 1 } },
  { title: 'a strip in the middle', view: { breadthFrom: middle, breadthTo: middle + 90, depthFrom: 0, depthTo: 1e9 } },
  { title: 'a small window deep inside', view: { breadthFrom: 300, breadthTo: 420, depthFrom: 45, depthTo: 70 } },
  { title: 'a window between two levels', view: { breadthFrom: 0, breadthTo: 1e9, depthFrom: 25, depthTo: 27 } },
  { title: 'nothing, right of all', view: { breadthFrom: 1e8, breadthTo: 1e9, depthFrom: 0, depthTo: 1e9 } },
]

describe.each(windows)('$title', ({ view }) => {
  test('holds the nodes whose card touches it', () => {
    const expected = flat.nodes.flatMap((_, at) => {
      const [from, to] = band(layout, flat.depth[at] ?? 0)
      const left = (layout.middle[at] ?? 0) - breadth / 2
      const touches =
        to >= view.depthFrom && from <= view.depthTo && left + breadth >= view.breadthFrom && left <= view.breadthTo
      return touches ? [at] : []
    })
    expect(members(nodesInView(layout, () => breadth, view))).toEqual(expected)
  })

  test('holds every edge that crosses it', () => {
    const found = new Set(members(edgesInView(layout, flat.parent, view)))
    flat.nodes.forEach((_, at) => {
      const above = flat.parent[at] ?? -1
      if (above === -1) return
      const [own, over] = [layout.middle[at] ?? 0, layout.middle[above] ?? 0]
      const top = layout.levelStart[flat.depth[above] ?? 0] ?? 0
      const bottom = layout.levelStart[flat.depth[at] ?? 0] ?? 0
      const crosses =
        bottom >= view.depthFrom &&
        top <= view.depthTo &&
        Math.max(own, over) >= view.breadthFrom &&
        Math.min(own, over) <= view.breadthTo
      if (crosses) expect(found.has(at)).toBe(true)
    })
  })
})
