import type { AlikeSiblings } from './alike-siblings'
import { childrenOf, type FlatPlan } from './flat-plan'

/** What of a plan is folded away; nodes as indexes of the flat plan, as ids are long in deep plans. */
export interface Fold {
  /** Nodes whose subtree is hidden. */
  readonly collapsed: ReadonlySet<number>
  /** Alike siblings that stand apart from the stack of the others. */
  readonly apart: ReadonlySet<number>
}

export const nothingFolded: Fold = { collapsed: new Set<number>(), apart: new Set<number>() }

/** The cards that show under a fold, as preorder arrays like those of the flat plan. */
export interface CardTree {
  /** The node of each card, as an index of the flat plan; of a stack its first member. */
  readonly node: Int32Array
  /** Parents, depths and ends of subtrees, counted in cards. */
  readonly parent: Int32Array
  readonly depth: Int32Array
  readonly end: Int32Array
  /** Members of each card that is a stack, as indexes of the flat plan. */
  readonly members: ReadonlyMap<number, readonly number[]>
  /** Nodes that each card hides: below it, and beside its first member. */
  readonly hidden: Int32Array
  /** The card of each node of the flat plan: its own, or the one that hides it. */
  readonly cardOf: Int32Array
}

/** Least members that make a stack; a single one left behind stands for itself. */
const leastInStack = 2

/** The tree of cards. Linear in the nodes, without recursion. */
export function cardTree(flat: FlatPlan, alike: AlikeSiblings, fold: Fold): CardTree {
  const count = flat.nodes.length
  const node = new Int32Array(count)
  const parent = new Int32Array(count)
  const depth = new Int32Array(count)
  const hidden = new Int32Array(count)
  const cardOf = new Int32Array(count)
  const members = new Map<number, number[]>()
  const stackOf = new Map<number, number>()
  const isApart = (at: number) => fold.apart.size > 0 && fold.apart.has(at)
  const isCollapsed = (at: number) => fold.collapsed.size > 0 && fold.collapsed.has(at)
  let cards = 0
  for (let at = 0; at < count; ) {
    const end = flat.end[at] ?? at + 1
    const own = alike.groupOf[at] ?? -1
    const group = own === -1 || isApart(at) ? -1 : own
    const stack = stackOf.get(group)
    if (stack !== undefined) {
      members.get(stack)?.push(at)
      hidden[stack] = (hidden[stack] ?? 0) + end - at
      cardOf.fill(stack, at, end)
      at = end
      continue
    }
    const card = cards++
    const above = at === 0 ? -1 : (cardOf[flat.parent[at] ?? 0] ?? 0)
    node[card] = at
    parent[card] = above
    depth[card] = above === -1 ? 0 : (depth[above] ?? 0) + 1
    const together = alike.groups[group]?.filter((member) => !isApart(member)).length ?? 0
    const stacks = together >= leastInStack
    if (stacks) {
      stackOf.set(group, card)
      members.set(card, [at])
    }
    if (stacks || isCollapsed(at)) {
      hidden[card] = end - at - 1
      cardOf.fill(card, at, end)
      at = end
    } else {
      cardOf[at] = card
      at++
    }
  }
  const end = new Int32Array(cards)
  for (let card = 0; card < cards; card++) end[card] = card + 1
  for (let card = cards - 1; card > 0; card--) {
    const above = parent[card] ?? 0
    end[above] = Math.max(end[above] ?? 0, end[card] ?? 0)
  }
  return {
    node: node.slice(0, cards),
    parent: parent.slice(0, cards),
    depth: depth.slice(0, cards),
    end,
    members,
    hidden: hidden.slice(0, cards),
    cardOf,
  }
}

/** Nodes that no card of their own shows. */
export function hiddenCount(tree: CardTree): number {
  return tree.cardOf.length - tree.node.length
}

/** True when the node has a card of its own. */
export function hasCard(tree: CardTree, at: number): boolean {
  return tree.node[tree.cardOf[at] ?? 0] === at
}

/**
 * The fold with everything open that hides a node: the subtrees above it, and the stacks that it or a node above it
 * is in. The same fold when nothing hides it.
 */
export function reaching(flat: FlatPlan, alike: AlikeSiblings, fold: Fold, at: number): Fold {
  const collapsed = new Set(fold.collapsed)
  const apart = new Set(fold.apart)
  for (let above = at; above >= 0; above = flat.parent[above] ?? -1) {
    if (above !== at) collapsed.delete(above)
    if ((alike.groupOf[above] ?? -1) >= 0) apart.add(above)
  }
  const same = collapsed.size === fold.collapsed.size && apart.size === fold.apart.size
  return same ? fold : { collapsed, apart }
}

/** The fold with the subtree of a node hidden; alike siblings right below it are a stack again when it opens. */
export function folded(flat: FlatPlan, fold: Fold, at: number): Fold {
  const collapsed = new Set(fold.collapsed).add(at)
  const apart = new Set(fold.apart)
  for (const child of childrenOf(flat, at)) apart.delete(child)
  return { collapsed, apart }
}

/** The fold with a node's children shown; where there is only one child, its children too, until there is a choice. */
export function unfoldedAt(flat: FlatPlan, fold: Fold, at: number): Fold {
  const collapsed = new Set(fold.collapsed)
  let open = at
  do {
    collapsed.delete(open)
    open++
  } while (flat.nodes[open - 1]?.children.length === 1)
  return { ...fold, collapsed }
}

/** The fold after a card was opened or closed: a stack spreads, a subtree hides or shows. Undefined for a leaf. */
export function toggled(flat: FlatPlan, tree: CardTree, fold: Fold, card: number): Fold | undefined {
  const at = tree.node[card] ?? 0
  const members = tree.members.get(card)
  if (members) return spread(fold, members)
  if ((tree.hidden[card] ?? 0) > 0) return unfoldedAt(flat, fold, at)
  return (tree.end[card] ?? 0) > card + 1 ? folded(flat, fold, at) : undefined
}

/** The fold with all members of a stack standing for themselves. */
export function spread(fold: Fold, members: readonly number[]): Fold {
  const apart = new Set(fold.apart)
  for (const member of members) apart.add(member)
  return { ...fold, apart }
}

/** Nothing folded and no stacks: one card for each node. */
export function wholePlan(alike: AlikeSiblings): Fold {
  return spread(nothingFolded, alike.groups.flat())
}
