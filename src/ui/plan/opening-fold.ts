import type { AlikeSiblings } from './alike-siblings'
import { childrenOf, type FlatPlan } from './flat-plan'
import { cardTree, type Fold, nothingFolded } from './folding'

/** Plans of up to this many cards open with every subtree shown. */
export const smallPlanCards = 80
/** A bigger one opens with about so many cards. */
const openingCards = 60
/** Of them this part goes to the levels under the root, so that one sees what the plan is made of. */
const rootPart = 1 / 3
/** So many problems are looked at; the rest is reached by "next problem". */
const mostProblems = 200
/** A member of a stack with this part of its work stands apart from it. */
const dominating = 0.5

/**
 * The fold with which a plan opens: alike siblings as stacks, and of a big plan only what matters: the way to the
 * hottest node, the levels under the root, the ways to problems, and then the subtrees with the most weight.
 * @param weights heat of each node at its index, as shares or sizes of an error
 * @param problems stops of "next problem", the hottest first
 */
export function openingFold(
  flat: FlatPlan,
  alike: AlikeSiblings,
  weights: Float64Array,
  problems: readonly number[],
): Fold {
  const below = subtreeSums(flat, weights)
  const apart = new Set<number>()
  for (const members of alike.groups) {
    const whole = members.reduce((sum, member) => sum + (below[member] ?? 0), 0)
    const chief = members.find((member) => whole > 0 && (below[member] ?? 0) >= whole * dominating)
    if (chief !== undefined) apart.add(chief)
  }
  const stacked: Fold = { collapsed: nothingFolded.collapsed, apart }
  // Each card but those of stacks stands for one node at least, so counting cards is only needed where there are stacks.
  const few = flat.nodes.length <= smallPlanCards
  if (few || (alike.groups.length > 0 && cardTree(flat, alike, stacked).node.length <= smallPlanCards)) return stacked

  const open = new Uint8Array(flat.nodes.length)
  let cards = 1
  const inStack = (at: number) => (alike.groupOf[at] ?? -1) >= 0 && !apart.has(at)
  /** Cards that opening a node adds: its children, each stack as one. */
  const cardsBelow = (at: number) => {
    const stacks = new Set<number>()
    let alone = 0
    for (const child of childrenOf(flat, at)) {
      if (inStack(child)) stacks.add(alike.groupOf[child] ?? -1)
      else alone++
    }
    return alone + stacks.size
  }
  const tryOpen = (at: number, most: number): boolean => {
    if (open[at] === 1) return true
    const more = cardsBelow(at)
    if (cards + more > most) return false
    open[at] = 1
    cards += more
    return true
  }
  /** Nodes above a node that have to be open so that it shows, or the stack that it is in, from the root down. */
  const wayTo = (at: number): number[] => {
    const way: number[] = []
    for (let above = at; above > 0; ) {
      const parent = flat.parent[above] ?? 0
      if (inStack(above)) way.length = 0
      way.unshift(parent)
      above = parent
    }
    return way
  }
  const openWay = (at: number) => {
    const way = wayTo(at)
    const cost = way.reduce((sum, above) => sum + (open[above] === 1 ? 0 : cardsBelow(above)), 0)
    if (cards + cost <= openingCards) for (const above of way) tryOpen(above, openingCards)
  }

  // The hottest node: as far down as there is room.
  wayTo(hottest(weights)).every((above) => tryOpen(above, openingCards))
  const rootCards = Math.max(cards, openingCards * rootPart)
  for (let level: number[] = [0]; level.length > 0; ) {
    const opened = level.filter((at) => !inStack(at) && tryOpen(at, rootCards))
    level = opened.length === level.length ? opened.flatMap((at) => childrenOf(flat, at)) : []
  }
  for (const at of problems.slice(0, mostProblems)) openWay(at)
  // What room is left goes to the heaviest folded subtrees.
  const waiting = [0]
  for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
    if (!tryOpen(at, openingCards)) continue
    waiting.push(...childrenOf(flat, at).filter((child) => !inStack(child) && hasChildren(flat, child)))
    waiting.sort((a, b) => (below[b] ?? 0) - (below[a] ?? 0))
  }

  const collapsed = new Set<number>()
  for (let at = 0; at < open.length; at++) if (open[at] !== 1 && hasChildren(flat, at)) collapsed.add(at)
  return { collapsed, apart }
}

function hasChildren(flat: Pick<FlatPlan, 'end'>, at: number): boolean {
  return (flat.end[at] ?? 0) > at + 1
}

/** Index of the largest weight; the root where all are 0. */
export function hottest(weights: Float64Array): number {
  let best = 0
  for (let at = 1; at < weights.length; at++) if ((weights[at] ?? 0) > (weights[best] ?? 0)) best = at
  return best
}

/** Weight of each node with everything below it. */
function subtreeSums(flat: Pick<FlatPlan, 'parent'>, weights: Float64Array): Float64Array {
  const sums = weights.slice()
  for (let at = sums.length - 1; at > 0; at--) {
    const above = flat.parent[at] ?? 0
    sums[above] = (sums[above] ?? 0) + (sums[at] ?? 0)
  }
  return sums
}
