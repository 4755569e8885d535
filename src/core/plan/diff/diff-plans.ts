import { metricsOf } from '../metrics'
import type { Plan, PlanMetrics } from '../model'
import { shapeOf } from '../shape'
import { changed, meansChanges } from './changes'
import { kinds, matchNodes } from './match'
import type { PlanChange, PlanDiff, PlanMatch } from './model'
import { numberChanges } from './number-changes'
import { comparableCosts, wouldPrint } from './printing'
import { diffVerdict } from './sentence'
import { orderChanges } from './table-order'
import { differs, estimateFactor } from './thresholds'
import { type Work, workOf } from './work'

export interface DiffInput {
  readonly plan: Plan
  /** Worked out anew when absent. */
  readonly metrics?: PlanMetrics | undefined
}

/**
 * The difference of two plans of whatever servers and formats. Only what both formats can print is compared, and an
 * absent number is no change. `diffPlans(a, b)` and `diffPlans(b, a)` are each other's mirror.
 */
export function diffPlans(inputA: DiffInput, inputB: DiffInput): PlanDiff {
  const a = workOf(inputA.plan)
  const b = workOf(inputB.plan)
  const metricsA = inputA.metrics ?? metricsOf(inputA.plan)
  const metricsB = inputB.metrics ?? metricsOf(inputB.plan)
  const matching = matchNodes(a, b)
  const orders = orderChanges(a, b, matching)
  const bothMeasured = a.plan.source.measured === b.plan.source.measured
  const costs = comparableCosts(a.plan, b.plan)
  const matches: PlanMatch[] = []
  const onlyA: number[] = []
  for (const [at, one] of a.nodes.entries()) {
    const partner = matching.partnersOfA[at] ?? -1
    const two = b.nodes[partner]
    if (!two) {
      onlyA.push(at)
      continue
    }
    const changes: PlanChange[] = [...meansChanges(one, two, { styleA: a.style, styleB: b.style, bothMeasured })]
    const order = orders.get(at)
    if (order) changes.push(changed('ORDER', 'tableOrder', order.before, order.after))
    const countedA = { node: one, metrics: metricsA[one.id], style: a.style }
    const countedB = { node: two, metrics: metricsB[two.id], style: b.style }
    changes.push(...numberChanges(countedA, countedB))
    if (at === 0 && partner === 0 && costs) changes.push(...costChange(a, b))
    matches.push({ a: one.id, b: two.id, changes })
  }
  const onlyB: number[] = []
  for (const [at] of b.nodes.entries()) if (matching.partnersOfB[at] === -1) onlyB.push(at)
  const shapeA = shapeOf(a)
  const shapeB = shapeOf(b)
  const found = {
    matches,
    onlyA: idsOf(a, onlyA),
    onlyB: idsOf(b, onlyB),
    unprintedA: idsOf(a, unprinted(a, b, onlyA)),
    unprintedB: idsOf(b, unprinted(b, a, onlyB)),
    sameShape: shapeA === shapeB,
    shapeA,
    shapeB,
    formatA: inputA.plan.source.format,
    formatB: inputB.plan.source.format,
  }
  return { ...found, verdict: diffVerdict(a, b, found) }
}

/** The whole statement's cost, told once: a step's cost contains those below it. */
function costChange(a: Work, b: Work): readonly PlanChange[] {
  const before = a.plan.root.estimate.subtreeCost
  const after = b.plan.root.estimate.subtreeCost
  if (before === undefined || after === undefined || !differs(before, after, estimateFactor)) return []
  return [changed('ESTIMATE', 'subtreeCost', before, after)]
}

/** Nodes whose absence in the other plan says nothing. */
function unprinted(own: Work, other: Work, places: readonly number[]): readonly number[] {
  // A table of rows says once for a query block that it sorts, however often it does.
  const sortsAlike = hasSort(own) === hasSort(other)
  const reads = new Set(own.reads.flatMap((read) => read.places))
  return places.filter((at) => {
    const node = own.nodes[at]
    if (!node) return false
    const isPart = node.access !== undefined && !reads.has(at)
    if (own.style !== other.style && (isPart || (kinds[node.operator] === 'sort' && sortsAlike))) return true
    // MySQL's executor does not print tables that were read before it starts.
    if (other.style === 'iterators' && own.style !== 'iterators' && node.access?.method === 'constant') return true
    return !wouldPrint(own.style, other.style, node.operator, node.synthetic)
  })
}

function hasSort(work: Work): boolean {
  return work.nodes.some((node) => kinds[node.operator] === 'sort')
}

function idsOf(work: Work, places: readonly number[]): readonly string[] {
  return places.flatMap((at) => work.nodes[at]?.id ?? [])
}
