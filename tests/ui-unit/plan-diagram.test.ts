// Protects the diagram's geometry: direction, edges, the camera, and where arrow keys lead.
import { describe, expect, test } from 'vitest'
import { fitted, opening, revealing, windowOf } from '../../src/ui/plan/camera'
import { boxOf, diagramOf, edgeEnds, edgeWidthPx, neighbour } from '../../src/ui/plan/diagram-geometry'
import { flattenPlan } from '../../src/ui/plan/flat-plan'
import { drawn, generatedTree, node } from './plan-trees'

const flat = flattenPlan(drawn('a(b(d e) c)'))
const none = new Uint8Array(flat.nodes.length)
const pane = { width: 900, height: 500 }

describe('direction', () => {
  test.each([
    { title: 'a short chain grows down', tree: drawn('a(b(c))'), direction: 'down' },
    { title: 'ten inputs of one append grow to the right', tree: drawn('a(b c d e f g h i j k)'), direction: 'right' },
    { title: 'a big plan grows to the right', tree: generatedTree(400, 3), direction: 'right' },
  ])('$title', ({ tree, direction }) => {
    const own = flattenPlan(tree)
    expect(diagramOf(own, new Uint8Array(own.nodes.length)).direction).toBe(direction)
  })

  test('a card with badges is taller, its level too', () => {
    const chain = flattenPlan(drawn('a(b(c))'))
    const plain = diagramOf(chain, Uint8Array.of(0, 0, 0), 'down')
    const badged = diagramOf(chain, Uint8Array.of(0, 1, 0), 'down')
    const extra = badged.cardHeight(1) - plain.cardHeight(1)
    expect(extra).toBeGreaterThan(0)
    expect(boxOf(badged, chain, 2).y - boxOf(plain, chain, 2).y).toBe(extra)
  })
})

describe('arrow keys', () => {
  const down = diagramOf(flat, none, 'down')
  const right = diagramOf(flat, none, 'right')
  // Preorder: a 0, b 1, d 2, e 3, c 4.
  test.each([
    { in: down, from: 0, key: 'ArrowDown', to: 1 },
    { in: down, from: 1, key: 'ArrowRight', to: 4 },
    { in: down, from: 4, key: 'ArrowLeft', to: 1 },
    { in: down, from: 4, key: 'ArrowRight', to: undefined },
    { in: down, from: 3, key: 'ArrowUp', to: 1 },
    { in: down, from: 0, key: 'ArrowUp', to: undefined },
    { in: down, from: 3, key: 'ArrowDown', to: undefined },
    { in: right, from: 0, key: 'ArrowRight', to: 1 },
    { in: right, from: 1, key: 'ArrowDown', to: 4 },
    { in: right, from: 1, key: 'ArrowLeft', to: 0 },
  ] as const)('$in.direction: $key from $from leads to $to', ({ in: diagram, from, key, to }) => {
    expect(neighbour(diagram, flat, from, key)).toBe(to)
  })
})

describe('edges', () => {
  test('width is the root of the share of the largest flow', () => {
    // From 1.5 to 14 px: a quarter of the rows is half the way, 7.75 px.
    expect([0, 25, 100, 400].map((rows) => edgeWidthPx(rows, 100))).toEqual([1.5, 7.75, 14, 14])
    expect(edgeWidthPx(undefined, 100)).toBe(1.5)
    expect(edgeWidthPx(0, 0)).toBe(1.5)
  })

  test('an edge leaves at the far side of the parent and arrives at the near side of the child', () => {
    const [parent, child] = [
      { x: 0, y: 0, width: 100, height: 40 },
      { x: 200, y: 80, width: 100, height: 40 },
    ]
    expect(edgeEnds('down', parent, child)).toEqual({ fromX: 20, fromY: 40, toX: 220, toY: 80 })
    expect(edgeEnds('down', { ...parent, x: 300 }, child)).toEqual({ fromX: 320, fromY: 40, toX: 255, toY: 80 })
    expect(edgeEnds('right', parent, child)).toEqual({ fromX: 100, fromY: 20, toX: 200, toY: 100 })
  })
})

describe('camera', () => {
  const small = diagramOf(flat, none, 'down')

  test('a small plan opens whole at its own size', () => {
    const chain = flattenPlan(drawn('a(b)'))
    const diagram = diagramOf(chain, new Uint8Array(2), 'down')
    expect(opening(diagram, 0, boxOf(diagram, chain, 1), pane).scale).toBe(1)
  })

  test('a plan that would be unreadable whole opens at what matters, in the middle', () => {
    const big = flattenPlan(generatedTree(2000, 5))
    const diagram = diagramOf(big, new Uint8Array(big.nodes.length))
    const box = boxOf(diagram, big, 1500)
    const camera = opening(diagram, 0, box, pane)
    expect(fitted(diagram, 0, pane).scale).toBeLessThan(0.1)
    expect(camera.scale).toBe(0.9)
    expect((box.x + box.width / 2) * camera.scale + camera.x).toBeCloseTo(pane.width / 2, 6)
  })

  test('a card in view moves nothing; one outside comes in', () => {
    const camera = { scale: 1, x: 0, y: 0 }
    const inside = { x: 100, y: 100, width: 200, height: 50 }
    expect(revealing(camera, inside, pane)).toBe(camera)
    const moved = revealing(camera, { ...inside, x: 2000 }, pane)
    expect(2000 + 200 + moved.x).toBeLessThanOrEqual(pane.width)
    expect(moved.y).toBe(0)
  })

  test('the window turns with the direction', () => {
    const camera = { scale: 0.5, x: -100, y: 50 }
    expect(windowOf(camera, 'down', pane, 0)).toEqual({
      breadthFrom: 200,
      breadthTo: 2000,
      depthFrom: -100,
      depthTo: 900,
    })
    expect(windowOf(camera, 'right', pane, 0)).toEqual({
      breadthFrom: -100,
      breadthTo: 900,
      depthFrom: 200,
      depthTo: 2000,
    })
  })

  test('one node is a diagram too', () => {
    const one = flattenPlan(node('a'))
    const diagram = diagramOf(one, new Uint8Array(1))
    expect([diagram.width, diagram.height]).toEqual([296, 48])
    expect(small.width).toBeGreaterThan(diagram.width)
  })
})
