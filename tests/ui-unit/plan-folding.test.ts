// Protects folding: which siblings are alike, what a fold shows, what opens it again, and what a big plan opens with.
import { describe, expect, test } from 'vitest'
import type { Access, PlanNode } from '../../src/core/plan/model'
import { alikeSiblings } from '../../src/ui/plan/alike-siblings'
import { flattenPlan } from '../../src/ui/plan/flat-plan'
import {
  cardTree,
  type Fold,
  folded,
  hasCard,
  hiddenCount,
  nothingFolded,
  reaching,
  spread,
  toggled,
  unfoldedAt,
  wholePlan,
} from '../../src/ui/plan/folding'
import { openingFold } from '../../src/ui/plan/opening-fold'
import { drawn, generatedTree, node } from './plan-trees'

/** An access as a plan prints it; `index` undefined for a full scan. */
function scan(id: string, table: string, index?: string, more: Partial<Access> = {}): PlanNode {
  const access: Access = {
    table,
    method: index === undefined ? 'full-scan' : 'lookup',
    accessType: index === undefined ? 'ALL' : 'ref',
    indexes: index === undefined ? [] : [{ name: index, use: 'main' }],
    covering: false,
    direction: 'forward',
    multiRangeRead: false,
    indexCondition: false,
    ...more,
  }
  return node(access.accessType, [], { id, operator: 'access', access })
}

const numbered = (count: number, make: (at: number) => PlanNode) => Array.from({ length: count }, (_, at) => make(at))
const append = (children: readonly PlanNode[]) => flattenPlan(node('append', children, { operator: 'append' }))
const fold = (collapsed: readonly number[], apart: readonly number[] = []): Fold => ({
  collapsed: new Set(collapsed),
  apart: new Set(apart),
})

describe('alike siblings', () => {
  test.each([
    {
      title: 'five partitions read the same way are a group',
      children: numbered(5, (at) => scan(`p${at}`, `orders_p${at}`)),
      groups: [['p0', 'p1', 'p2', 'p3', 'p4']],
    },
    {
      title: 'four are quicker seen than unfolded',
      children: numbered(4, (at) => scan(`p${at}`, `orders_p${at}`)),
      groups: [],
    },
    {
      title: 'names of indexes may differ by the table’s own name',
      children: numbered(5, (at) => scan(`p${at}`, `orders_p${at}`, `orders_p${at}_at_idx`)),
      groups: [['p0', 'p1', 'p2', 'p3', 'p4']],
    },
    {
      title: 'another index is another work',
      children: numbered(6, (at) => scan(`p${at}`, `orders_p${at}`, at < 5 ? 'by_at' : 'by_id')),
      groups: [['p0', 'p1', 'p2', 'p3', 'p4']],
    },
    {
      title: 'one that is scanned among those that are sought stands for itself, wherever it stands',
      children: numbered(6, (at) => scan(`p${at}`, `orders_p${at}`, at === 2 ? undefined : 'by_at')),
      groups: [['p0', 'p1', 'p3', 'p4', 'p5']],
    },
    {
      title: 'what is below counts too',
      children: numbered(6, (at) =>
        node('Sort', [scan(`s${at}`, `t${at}`, at === 0 ? 'i' : undefined)], { id: `b${at}` }),
      ),
      groups: [['b1', 'b2', 'b3', 'b4', 'b5']],
    },
    {
      title: 'another kind of condition is another work',
      children: numbered(6, (at) => ({
        ...scan(`p${at}`, `t${at}`),
        conditions: at === 0 ? [] : [{ text: `t${at}.a = 1`, checkedAt: 'row-filter' as const }],
      })),
      groups: [['p1', 'p2', 'p3', 'p4', 'p5']],
    },
  ])('$title', ({ children, groups }) => {
    const flat = append(children)
    expect(alikeSiblings(flat).groups.map((group) => group.map((at) => flat.nodes[at]?.id))).toEqual(groups)
  })
})

describe('cards under a fold', () => {
  // Preorder: a 0, b 1, c 2, d 3, e 4.
  const flat = flattenPlan(drawn('a(b(c d) e)'))
  const alike = alikeSiblings(flat)

  test.each([
    {
      title: 'nothing folded',
      of: nothingFolded,
      node: [0, 1, 2, 3, 4],
      hidden: [0, 0, 0, 0, 0],
      cardOf: [0, 1, 2, 3, 4],
    },
    { title: 'b folded hides c and d', of: fold([1]), node: [0, 1, 4], hidden: [0, 2, 0], cardOf: [0, 1, 1, 1, 2] },
    {
      title: 'a fold inside of a fold changes nothing',
      of: fold([0, 1]),
      node: [0],
      hidden: [4],
      cardOf: [0, 0, 0, 0, 0],
    },
    {
      title: 'a folded leaf hides nothing',
      of: fold([4]),
      node: [0, 1, 2, 3, 4],
      hidden: [0, 0, 0, 0, 0],
      cardOf: [0, 1, 2, 3, 4],
    },
  ])('$title', ({ of, node: nodes, hidden, cardOf }) => {
    const tree = cardTree(flat, alike, of)
    expect([...tree.node]).toEqual(nodes)
    expect([...tree.hidden]).toEqual(hidden)
    expect([...tree.cardOf]).toEqual(cardOf)
    expect(hiddenCount(tree)).toBe(5 - nodes.length)
  })

  test('parents, depths and ends are counted in cards', () => {
    const tree = cardTree(flat, alike, fold([1]))
    expect([[...tree.parent], [...tree.depth], [...tree.end]]).toEqual([
      [-1, 0, 0],
      [0, 1, 1],
      [3, 2, 3],
    ])
  })
})

describe('stacks', () => {
  // append 0; p0 … p5 at 1 … 6, of which p2 is another work.
  const flat = append(numbered(6, (at) => scan(`p${at}`, `orders_p${at}`, at === 2 ? undefined : 'by_at')))
  const alike = alikeSiblings(flat)

  test.each([
    {
      title: 'alike siblings are one card at the first one’s place',
      apart: [],
      node: [0, 1, 3],
      members: [[1, [1, 2, 4, 5, 6]]],
    },
    { title: 'one stands apart', apart: [4], node: [0, 1, 3, 4], members: [[1, [1, 2, 5, 6]]] },
    {
      title: 'with the first one apart the second leads',
      apart: [1],
      node: [0, 1, 2, 3],
      members: [[2, [2, 4, 5, 6]]],
    },
    {
      title: 'a last one alone is no stack',
      apart: [1, 2, 4, 5],
      node: [0, 1, 2, 3, 4, 5, 6],
      members: [],
    },
  ])('$title', ({ apart, node: nodes, members }) => {
    const tree = cardTree(flat, alike, fold([], apart))
    expect([...tree.node]).toEqual(nodes)
    expect([...tree.members]).toEqual(members)
    expect(hiddenCount(tree)).toBe(7 - nodes.length)
  })

  test('opening a stack spreads it, a subtree folds and unfolds, a leaf does neither', () => {
    const shown = (of: Fold) => cardTree(flat, alike, of)
    const open = toggled(flat, shown(nothingFolded), nothingFolded, 1)
    expect(open).toEqual(fold([], [1, 2, 4, 5, 6]))
    expect(open && toggled(flat, shown(open), open, 1)).toBeUndefined()
    const shut = open && toggled(flat, shown(open), open, 0)
    // Folding the parent puts the stack together again.
    expect(shut).toEqual(fold([0]))
    expect(shut && toggled(flat, shown(shut), shut, 0)).toEqual(nothingFolded)
  })

  test('a whole plan has a card for each node', () => {
    expect(hiddenCount(cardTree(flat, alike, wholePlan(alike)))).toBe(0)
  })
})

describe('opening and closing', () => {
  const flat = flattenPlan(drawn('a(b(c(d(e f))) g)'))
  const alike = alikeSiblings(flat)
  const closed = fold([0, 1, 2, 3])
  const shownIds = (of: Fold) => [...cardTree(flat, alike, of).node].map((at) => flat.nodes[at]?.id).join('')

  test('reaching a node opens all above it, and nothing else', () => {
    expect(shownIds(reaching(flat, alike, closed, 3))).toBe('abcdg')
  })
  test('reaching a node that shows gives the same fold', () => {
    const open = fold([1])
    expect(reaching(flat, alike, open, 1)).toBe(open)
  })
  test('unfolding goes on while there is only one way', () => {
    expect(shownIds(unfoldedAt(flat, fold([1, 2, 3]), 1))).toBe('abcdefg')
  })
  test('folding hides what is below', () => expect(shownIds(folded(flat, nothingFolded, 1))).toBe('abg'))

  test('a member that is reached leaves its stack; folding the parent puts it back', () => {
    const own = append(numbered(6, (at) => scan(`p${at}`, `t_p${at}`)))
    const groups = alikeSiblings(own)
    const reached = reaching(own, groups, nothingFolded, 4)
    expect(hasCard(cardTree(own, groups, reached), 4)).toBe(true)
    const again = folded(own, reached, 0)
    expect([...cardTree(own, groups, fold([], [...again.apart])).members.values()]).toEqual([[1, 2, 3, 4, 5, 6]])
    expect(spread(nothingFolded, [1, 2]).apart).toEqual(new Set([1, 2]))
  })
})

describe('what a plan opens with', () => {
  const weightsOf = (count: number, hot: Readonly<Record<number, number>>) =>
    Float64Array.from({ length: count }, (_, at) => hot[at] ?? 0)

  test('a small plan whole', () => {
    const flat = flattenPlan(generatedTree(80, 1))
    const opening = openingFold(flat, alikeSiblings(flat), weightsOf(80, { 70: 1 }), [])
    expect(opening.collapsed.size).toBe(0)
  })

  test('three hundred partitions as one card, with the one that does most of the work beside it', () => {
    const flat = append(numbered(300, (at) => scan(`p${at}`, `t_p${at}`)))
    const opening = openingFold(flat, alikeSiblings(flat), weightsOf(301, { 100: 0.9, 200: 0.1 }), [])
    expect(opening).toEqual(fold([], [100]))
    expect(cardTree(flat, alikeSiblings(flat), opening).node.length).toBe(3)
  })

  test.each([
    { count: 400, seed: 2 },
    { count: 20_000, seed: 5 },
  ])('$count nodes: about a screenful, with the hottest node and the first problem in it', ({ count, seed }) => {
    const flat = flattenPlan(generatedTree(count, seed))
    const alike = alikeSiblings(flat)
    const hottest = Math.floor(count * 0.7)
    const problem = Math.floor(count * 0.3)
    const opening = openingFold(flat, alike, weightsOf(count, { [hottest]: 0.6, [problem]: 0.2 }), [hottest, problem])
    const tree = cardTree(flat, alike, opening)
    expect(tree.node.length).toBeGreaterThan(20)
    expect(tree.node.length).toBeLessThanOrEqual(60)
    expect(hasCard(tree, hottest)).toBe(true)
    expect(hiddenCount(tree)).toBe(count - tree.node.length)
  })

  test('a chain ten thousand deep opens as far as there is room', () => {
    let root = node('n9999')
    for (let at = 9998; at >= 0; at--) root = node(`n${at}`, [root])
    const flat = flattenPlan(root)
    const opening = openingFold(flat, alikeSiblings(flat), weightsOf(10_000, { 9999: 1 }), [])
    expect(cardTree(flat, alikeSiblings(flat), opening).node.length).toBe(60)
  })
})
