import type { TextSpan } from '../../core/text-span'
import type { Trace, TraceJoinOrder } from '../../core/trace/model'
import { totalCost } from '../../core/trace/settle'

/** The join orders that were tried, as a tree of beginnings. */

export interface OrderNode {
  readonly id: number
  /** -1 for the first table of an order. */
  readonly parent: number
  /** The table that it adds; several where those between were never costed. */
  readonly table: string
  readonly order: readonly string[]
  readonly cost?: number | undefined
  readonly rows?: number | undefined
  readonly sortCost?: number | undefined
  readonly complete: boolean
  /** It is the order that was taken, or a beginning of it. */
  readonly onPath: boolean
  readonly chosen: boolean
  readonly prunedBy?: TraceJoinOrder['prunedBy']
  /** The cost that it was compared with when it was given up. */
  readonly bestCost?: number | undefined
  /** Of a whole order: its cost ÷ that of the one taken. */
  readonly timesChosen?: number | undefined
  readonly children: number
  readonly span: TextSpan
}

export interface OrderTree {
  readonly key: string
  readonly title: string
  readonly selectId: number
  readonly total: number
  readonly complete: number
  readonly pruned: number
  /** Parents before their children: the taken order with all beside it, the cheapest whole orders, then as tried. */
  readonly nodes: readonly OrderNode[]
}

/** A tree in full, as the worker keeps it. */
export interface WholeTree extends Omit<OrderTree, 'nodes'> {
  readonly all: readonly OrderNode[]
  readonly childrenOf: ReadonlyMap<number, readonly number[]>
}

/** So many are drawn at first; the rest unfolds. */
const mostAtFirst = 160
const mostBesidePath = 24
const mostWhole = 12

/** One tree per join search; searches of one table alone have nothing to show. */
export function orderTrees(trace: Pick<Trace, 'joinOrders'>): readonly WholeTree[] {
  const searches = new Map<number, TraceJoinOrder[]>()
  for (const order of trace.joinOrders) {
    const search = searches.get(order.search)
    if (search) search.push(order)
    else searches.set(order.search, [order])
  }
  const blocks = new Set(trace.joinOrders.map((one) => one.selectId))
  return [...searches.values()]
    .filter((orders) => orders.some((one) => one.order.length > 1))
    .map((orders) => wholeTree(orders, blocks.size > 1))
    .sort((a, b) => Number(b.all.some((one) => one.chosen)) - Number(a.all.some((one) => one.chosen)))
}

function wholeTree(orders: readonly TraceJoinOrder[], severalBlocks: boolean): WholeTree {
  const [first] = orders
  const byOrder = new Map<string, number>()
  const kept: TraceJoinOrder[] = []
  for (const order of [...orders].sort((a, b) => a.order.length - b.order.length)) {
    const key = order.order.join('\0')
    const known = byOrder.get(key)
    // The same beginning is tried again after a sort was weighed: the one that was taken counts.
    if (known !== undefined) {
      if (order.chosen) kept[known] = order
      continue
    }
    byOrder.set(key, kept.length)
    kept.push(order)
  }
  const chosenAt = kept.findIndex((one) => one.chosen)
  const chosen = kept[chosenAt]
  const parents = kept.map((one) => parentOf(one.order, byOrder))
  const beaten = beatenIn(kept)
  const path = new Set<number>()
  for (let at = chosenAt; at !== -1; at = parents[at] ?? -1) path.add(at)
  const childrenOf = new Map<number, number[]>()
  for (const [id, parent] of parents.entries()) {
    const list = childrenOf.get(parent)
    if (list) list.push(id)
    else childrenOf.set(parent, [id])
  }
  // The taken order stands on top; the others as they were tried.
  for (const list of childrenOf.values())
    list.sort((a, b) => Number(path.has(b)) - Number(path.has(a)) || startOf(kept[a]) - startOf(kept[b]))
  const all = kept.map((one, id): OrderNode => {
    const parent = parents[id] ?? -1
    const own = one.order.slice(parent === -1 ? 0 : (kept[parent]?.order.length ?? 0))
    const times =
      one.complete && chosen && !one.chosen && totalCost(chosen) > 0 ? totalCost(one) / totalCost(chosen) : undefined
    return {
      id,
      parent,
      table: own.join(', '),
      order: one.order,
      ...(one.cost !== undefined && { cost: one.cost }),
      ...(one.rows !== undefined && { rows: one.rows }),
      ...(one.sortCost !== undefined && { sortCost: one.sortCost }),
      complete: one.complete,
      onPath: path.has(id),
      chosen: one.chosen,
      ...(one.prunedBy !== undefined && { prunedBy: one.prunedBy }),
      ...beaten(one),
      ...(times !== undefined && Number.isFinite(times) && { timesChosen: times }),
      children: childrenOf.get(id)?.length ?? 0,
      span: one.span,
    }
  })
  const inside = first?.stage === 'materialization' ? 'inside the materialized subquery' : ''
  return {
    key: String(first?.search ?? 0),
    title:
      [severalBlocks ? `query block ${first?.selectId ?? 1}` : '', inside].filter(Boolean).join(', ') || 'the join',
    selectId: first?.selectId ?? 1,
    total: all.length,
    complete: all.filter((one) => one.complete).length,
    pruned: all.filter((one) => one.prunedBy !== undefined).length,
    all,
    childrenOf,
  }
}

function startOf(order: TraceJoinOrder | undefined): number {
  return order?.span.start ?? 0
}

/**
 * What a beginning was given up for: MariaDB says it, MySQL means the best whole order found before. Answers for any
 * beginning of one search.
 */
function beatenIn(orders: readonly TraceJoinOrder[]) {
  const ends: number[] = []
  const least: number[] = []
  for (const one of orders.filter((each) => each.complete).sort((a, b) => a.span.end - b.span.end)) {
    ends.push(one.span.end)
    least.push(Math.min(least[least.length - 1] ?? Number.POSITIVE_INFINITY, totalCost(one)))
  }
  return (one: TraceJoinOrder): { readonly bestCost?: number } => {
    if (one.bestCost !== undefined) return { bestCost: one.bestCost }
    if (one.prunedBy !== 'cost') return {}
    let low = 0
    let high = ends.length
    while (low < high) {
      const between = (low + high) >> 1
      if ((ends[between] ?? 0) <= one.span.start) low = between + 1
      else high = between
    }
    const best = least[low - 1]
    return best !== undefined && Number.isFinite(best) ? { bestCost: best } : {}
  }
}

/** The longest beginning that was costed itself: constant tables and fixed orders leave gaps. */
function parentOf(order: readonly string[], byOrder: ReadonlyMap<string, number>): number {
  for (let length = order.length - 1; length > 0; length--) {
    const parent = byOrder.get(order.slice(0, length).join('\0'))
    if (parent !== undefined) return parent
  }
  return -1
}

/** What the page draws before anything is unfolded. */
export function shownTree(tree: WholeTree): OrderTree {
  const { all, childrenOf, ...facts } = tree
  if (all.length <= mostAtFirst) return { ...facts, nodes: inOrder(tree, new Set(all.map((one) => one.id))) }
  const shown = new Set<number>()
  const add = (id: number) => {
    for (let at = id; at !== -1 && !shown.has(at); at = all[at]?.parent ?? -1) shown.add(at)
  }
  const path = all.filter((one) => one.onPath)
  for (const one of path) add(one.id)
  for (const one of [-1, ...path.map(({ id }) => id)])
    for (const child of (childrenOf.get(one) ?? []).slice(0, mostBesidePath)) add(child)
  const whole = all.filter((one) => one.complete).sort((a, b) => totalCost(a) - totalCost(b))
  for (const one of whole.slice(0, mostWhole)) add(one.id)
  return { ...facts, nodes: inOrder(tree, shown) }
}

/** Preorder, so that parents stand before children. */
function inOrder({ all, childrenOf }: WholeTree, wanted: ReadonlySet<number>): readonly OrderNode[] {
  const nodes: OrderNode[] = []
  const open = [...(childrenOf.get(-1) ?? [])].reverse()
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    const node = all[id]
    if (!node || !wanted.has(id)) continue
    nodes.push(node)
    open.push(...[...(childrenOf.get(id) ?? [])].reverse())
  }
  return nodes
}

/** All children of one node, for unfolding. */
export function childNodes({ all, childrenOf }: WholeTree, id: number): readonly OrderNode[] {
  return (childrenOf.get(id) ?? []).flatMap((child) => all[child] ?? [])
}
