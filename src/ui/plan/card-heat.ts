import type { FlatPlan } from './flat-plan'
import type { CardTree } from './folding'
import { type HeatCell, stepOfRatio, stepOfShare } from './heat'

/** Heat of what the cards show and hide. */
export interface CardHeat {
  /** Of each card: its node's cell; of a stack all its members together, or the worst of them for errors. */
  readonly cells: readonly (HeatCell | undefined)[]
  /** Of a card with a folded subtree: what is hidden below it, together or the worst. */
  readonly below: ReadonlyMap<number, HeatCell>
}

/** Joins the cells of nodes that share a card. Each node is looked at once. */
export function cardHeat(
  flat: Pick<FlatPlan, 'end'>,
  tree: CardTree,
  cells: readonly (HeatCell | undefined)[],
): CardHeat {
  const below = new Map<number, HeatCell>()
  const own = Array.from(tree.node, (at, card) => {
    const members = tree.members.get(card)
    if (members) return joined(cells, flat, members, 0)
    if ((tree.hidden[card] ?? 0) > 0) {
      const hidden = joined(cells, flat, [at], 1)
      if (hidden) below.set(card, hidden)
    }
    return cells[at]
  })
  return { cells: own, below }
}

/** All cells of some subtrees as one; `skip` leaves out so many nodes at the start of each. */
function joined(
  cells: readonly (HeatCell | undefined)[],
  flat: Pick<FlatPlan, 'end'>,
  roots: readonly number[],
  skip: number,
): HeatCell | undefined {
  let worst: HeatCell | undefined
  let value = 0
  let weight = 0
  let measured = true
  for (const root of roots) {
    for (let at = root + skip; at < (flat.end[root] ?? root + 1); at++) {
      const cell = cells[at]
      if (!cell) continue
      value += cell.value
      weight += cell.weight
      measured &&= cell.measured
      if (!worst || cell.weight > worst.weight) worst = cell
    }
  }
  if (!worst) return undefined
  if (worst.metric === 'estimate-error') return { ...worst, step: stepOfRatio(worst.value) }
  return { metric: worst.metric, step: stepOfShare(weight), value, weight, measured }
}
