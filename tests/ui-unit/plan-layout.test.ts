// Protects the diagram's layout: no two cards of a level overlap, parents stand over their children, depth costs nothing.
import { describe, expect, test } from 'vitest'
import { childrenOf, flattenPlan } from '../../src/ui/plan/flat-plan'
import { layoutTree } from '../../src/ui/plan/layout'
import { drawn, generatedTree, node } from './plan-trees'

/** Cards 10 wide, 4 high, 2 apart, levels 6 apart: sums are easy by hand. */
const small = { breadth: 10, length: 4, breadthGap: 2, levelGap: 6 }

/** Least distance between the edges of neighbours, over all levels; worked out pair by pair. */
function leastGap(middle: Float64Array, depth: Int32Array, breadth: (at: number) => number): number {
  const byLevel = new Map<number, number[]>()
  depth.forEach((level, at) => {
    byLevel.set(level, [...(byLevel.get(level) ?? []), at])
  })
  let least = Number.POSITIVE_INFINITY
  for (const level of byLevel.values())
    for (let place = 1; place < level.length; place++) {
      const [left = 0, right = 0] = [level[place - 1], level[place]]
      const gap = (middle[right] ?? 0) - (middle[left] ?? 0) - (breadth(left) + breadth(right)) / 2
      least = Math.min(least, gap)
    }
  return least
}

describe('by hand', () => {
  const cases = [
    { title: 'one node stands half its width from the edge', tree: 'a', middles: { a: 5 } },
    { title: 'a chain stands in one column', tree: 'a(b(c))', middles: { a: 5, b: 5, c: 5 } },
    { title: 'a parent stands over the middle of two', tree: 'a(b c)', middles: { a: 11, b: 5, c: 17 } },
    { title: 'three children are evenly spread', tree: 'a(b c d)', middles: { a: 17, b: 5, c: 17, d: 29 } },
    {
      title: 'cousins keep apart: c moves right until f clears e',
      tree: 'a(b(d e) c(f g))',
      middles: { d: 5, e: 17, f: 29, g: 41, b: 11, c: 35, a: 23 },
    },
    {
      title: 'a shallow sibling stands close, over the deep one below its neighbour',
      tree: 'a(b(d(e f)) c)',
      middles: { e: 5, f: 17, d: 11, b: 11, c: 23, a: 17 },
    },
    {
      title: 'an outline goes on through a thread: x under d clears what stands under b, two siblings away',
      tree: 'a(b(e(f g h)) c d(i(x)))',
      middles: { f: 5, g: 17, h: 29, e: 17, b: 17, c: 29, x: 41, i: 41, d: 41, a: 29 },
    },
  ]
  test.each(cases)('$title', ({ tree, middles }) => {
    const flat = flattenPlan(drawn(tree))
    const { middle } = layoutTree({ ...flat, ...small })
    expect(Object.fromEntries(flat.nodes.map((one, at) => [one.id, middle[at]]))).toEqual(middles)
  })

  test('levels start below the tallest card of the level above', () => {
    const flat = flattenPlan(drawn('a(b c(d))'))
    const { levelStart, depthTotal, levels, levelFrom } = layoutTree({
      ...flat,
      ...small,
      length: Float64Array.of(4, 4, 9, 4),
    })
    // a: 0..4, gap 6, b and c: 10..19, gap 6, d: 25..29
    expect([...levelStart]).toEqual([0, 10, 25, 29])
    expect(depthTotal).toBe(29)
    expect([...levels]).toEqual([0, 1, 2, 3])
    expect([...levelFrom]).toEqual([0, 1, 3, 4])
  })
})

describe('trees of every shape', () => {
  test.each([
    { count: 40, seed: 1 },
    { count: 400, seed: 2 },
    { count: 3000, seed: 3 },
    { count: 3000, seed: 4 },
  ])('$count nodes of seed $seed: neighbours never come closer than the gap, with cards of several widths', (made) => {
    const flat = flattenPlan(generatedTree(made.count, made.seed))
    expect(flat.nodes.length).toBe(made.count)
    const widths = Float64Array.from(flat.nodes, (_, at) => 10 + ((at * 7) % 5) * 4)
    const { middle, breadthTotal } = layoutTree({ ...flat, ...small, breadth: widths })
    expect(leastGap(middle, flat.depth, (at) => widths[at] ?? 0)).toBeGreaterThanOrEqual(2 - 1e-6)
    expect(Math.min(...Array.from(middle, (one, at) => one - (widths[at] ?? 0) / 2))).toBeCloseTo(0, 6)
    expect(breadthTotal).toBeGreaterThan(10)
    for (let at = 0; at < flat.nodes.length; at++) {
      const children = childrenOf(flat, at)
      const [first, last] = [children[0], children.at(-1)]
      if (first === undefined || last === undefined) continue
      expect(middle[at]).toBeCloseTo(((middle[first] ?? 0) + (middle[last] ?? 0)) / 2, 6)
    }
  })

  test('a chain ten thousand deep is one column', () => {
    let root = node('n9999')
    for (let at = 9998; at >= 0; at--) root = node(`n${at}`, [root])
    const flat = flattenPlan(root)
    const { middle, levelStart } = layoutTree({ ...flat, ...small })
    expect(new Set(middle)).toEqual(new Set([5]))
    expect(levelStart[10_000]).toBe(10_000 * 4 + 9_999 * 6)
  })
})

describe('preorder arrays', () => {
  const flat = flattenPlan(drawn('a(b(c d) e)'))

  test('parents, depths and ends of subtrees', () => {
    expect(flat.nodes.map((one) => one.id)).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect([...flat.parent]).toEqual([-1, 0, 1, 1, 0])
    expect([...flat.depth]).toEqual([0, 1, 2, 2, 1])
    expect([...flat.end]).toEqual([5, 4, 3, 4, 5])
    expect(flat.indexOf.get('d')).toBe(3)
  })

  test.each([
    { of: 'a', children: [1, 4] },
    { of: 'b', children: [2, 3] },
    { of: 'e', children: [] },
  ])('children of $of', ({ of, children }) => {
    expect(childrenOf(flat, flat.indexOf.get(of) ?? -1)).toEqual(children)
  })
})
