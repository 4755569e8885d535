import type { Condition, NodeId, PlanNode } from '../model'
import { isUncounted, type PlanFrame } from './frame'
import type { TableFlow } from './table-flow'

/** From this factor on an estimate misleads the planner. */
export const misestimateFactor = 10
/** Below this many rows on both sides, all loops together, a wrong estimate costs nothing. */
export const harmlessRows = 100
/** An error is its input's when the input carries this part of it (of the logarithm of the factor). */
const inheritedShare = 0.5
/** The sides of a join may carry an error together; one that is off by less than this factor is right. */
const leastCarried = 2
/** Errors on which less of the work depends do not matter. */
const leastWorkShare = 0.05

/** A place where rows went wrong: its inputs were estimated right, its output was not. */
export interface EstimateError {
  readonly nodeId: NodeId
  readonly node: PlanNode
  /** Actual ÷ estimated rows of one execution; 0 when none came. */
  readonly ratio: number
  readonly estimatedPerLoop: number
  readonly actualPerLoop: number
  readonly loops: number
  /** What is checked at that step, as the server printed it. */
  readonly conditions: readonly Condition[]
  /** The steps above that are wrong because of it, lowest first. */
  readonly inheritedBy: readonly NodeId[]
  /** Share of the plan's work that is done in steps which depend on this number: time, else rows examined. */
  readonly workShare: number
  readonly workBasis: 'time' | 'rows'
  /** At least 5 % of the work depends on it. */
  readonly matters: boolean
}

/**
 * Where estimates go wrong, the one that matters most first: ordered by work that depends on the wrong number × size
 * of the error. Only for measured plans.
 *
 * The start of an error is found per path: from each wrong step (factor 10 or more) downward to the input that carries
 * at least half of the error (in logarithms), until no input does. A join inherits the product of its sides' errors.
 * Not errors: steps that a limit or a first match stopped early and that gave too few rows; steps below an index
 * condition of MySQL, which counts only after it; inputs that a merge join read again; steps that gave and were
 * expected to give fewer than 100 rows.
 */
export function estimateErrorsOf(frame: PlanFrame, tables: readonly TableFlow[]): readonly EstimateError[] {
  if (!frame.plan.source.measured) return []
  const errors = logErrors(frame)
  const children = childPlaces(frame)
  const starts = new Map<number, number[]>()
  errors.forEach((error, at) => {
    if (!isWrong(frame, at, error)) return
    const start = startBelow(frame, errors, children, at)
    const above = starts.get(start) ?? []
    if (start !== at) above.push(at)
    starts.set(start, above)
  })
  if (starts.size === 0) return []
  const work = dependentWork(frame, tables)
  const found: EstimateError[] = []
  for (const [at, above] of starts) {
    const node = frame.nodes[at]
    const estimated = node?.estimate.rowsPerLoop
    if (node?.actual === undefined || estimated === undefined) continue
    const workShare = work.shareOf(at)
    found.push({
      nodeId: node.id,
      node,
      ratio: node.actual.rowsPerLoop / Math.max(estimated, 1),
      estimatedPerLoop: estimated,
      actualPerLoop: node.actual.rowsPerLoop,
      loops: node.actual.loops,
      conditions: conditionsOf(frame, at),
      inheritedBy: above.reverse().flatMap((one) => frame.nodes[one]?.id ?? []),
      workShare,
      workBasis: work.basis,
      matters: workShare >= leastWorkShare,
    })
  }
  const weight = (error: EstimateError) => error.workShare * Math.min(6, Math.abs(logOf(error.ratio)))
  return found.sort((a, b) => weight(b) - weight(a))
}

/** Decimal logarithm of a factor; no rows at all count as a thousand times too few. */
function logOf(ratio: number): number {
  return Math.log10(Math.max(ratio, 0.001))
}

/** Logarithm of actual ÷ estimated rows of each node; undefined where the two cannot be compared. */
function logErrors(frame: PlanFrame): readonly (number | undefined)[] {
  return frame.nodes.map((node, at) => {
    const { actual, estimate } = node
    if (actual === undefined || actual.neverExecuted || estimate.rowsPerLoop === undefined) return undefined
    if (isUncounted(node) || isForced(frame, node) || isBatched(frame, at)) return undefined
    // Less than one row of one loop is estimated as one.
    if (estimate.rowsPerLoop <= 1 && actual.rowsPerLoop <= 1) return undefined
    const error = logOf(actual.rowsPerLoop / Math.max(estimate.rowsPerLoop, 1))
    if (error < 0 && (frame.cut[at] === true || isPushedDown(frame, node))) return undefined
    if (error > 0 && isReadAgain(frame, at)) return undefined
    return error
  })
}

/** MySQL's trees count the rows that pass the index condition, and estimate those before it. */
function isPushedDown({ plan }: PlanFrame, node: PlanNode): boolean {
  return node.access?.indexCondition === true && /^mysql-(?:tree|json-v2)$/.test(plan.source.format)
}

/** MySQL 9 makes no estimate for a range on an index that the statement forces: it prints one row. */
function isForced({ plan }: PlanFrame, node: PlanNode): boolean {
  if (node.access === undefined || node.estimate.rowsPerLoop !== 1) return false
  return /^mysql/.test(plan.source.format) && /\bforce\s+index\b|\/\*\+[^*]*\bindex\s*\(/i.test(plan.source.sql ?? '')
}

/** A batched look-up, and MariaDB's look-up in a hash table, are estimated for one outer row and counted for many. */
function isBatched(frame: PlanFrame, at: number): boolean {
  if (frame.nodes[at]?.access?.accessType.startsWith('hash_')) return true
  const parent = frame.nodes[frame.parent[at] ?? -1]
  return parent?.operator === 'batched-key-access' && frame.nodes[at]?.relation === 'inner'
}

/** The inner side of a merge join is read again for equal values of the outer one, and counts those rows again. */
function isReadAgain(frame: PlanFrame, at: number): boolean {
  const parent = frame.nodes[frame.parent[at] ?? -1]
  return parent?.operator === 'merge-join' && frame.nodes[at]?.relation === 'inner'
}

function isWrong(frame: PlanFrame, at: number, error: number | undefined): boolean {
  const node = frame.nodes[at]
  if (error === undefined || node?.actual === undefined) return false
  if (Math.abs(error) < Math.log10(misestimateFactor) - 1e-9) return false
  const most = Math.max(node.actual.rowsPerLoop, node.estimate.rowsPerLoop ?? 0) * node.actual.loops
  return most >= harmlessRows
}

function childPlaces(frame: PlanFrame): readonly (readonly number[])[] {
  const children: number[][] = frame.nodes.map(() => [])
  frame.nodes.forEach((node, at) => {
    const above = frame.parent[at] ?? -1
    const ownPlan = node.relation === 'init-plan' || node.relation === 'cte' || node.relation === 'subquery'
    if (above !== -1 && !ownPlan) children[above]?.push(at)
  })
  return children
}

function startBelow(
  frame: PlanFrame,
  errors: readonly (number | undefined)[],
  children: readonly (readonly number[])[],
  from: number,
): number {
  const error = errors[from]
  let here = from
  for (;;) {
    if (error === undefined) return here
    const carrier = carrierOf(frame, errors, children, children[here] ?? [], error)
    if (carrier === undefined) return here
    here = carrier
  }
}

/** The input that brings most of an error, when the inputs together bring at least half of it; steps without numbers of their own are looked through. */
function carrierOf(
  frame: PlanFrame,
  errors: readonly (number | undefined)[],
  children: readonly (readonly number[])[],
  inputs: readonly number[],
  error: number,
): number | undefined {
  let inherited = 0
  let carrier: { readonly at: number; readonly error: number } | undefined
  const waiting = [...inputs]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const own = errors[at]
    if (own === undefined) {
      if (frame.nodes[at]?.actual === undefined) waiting.push(...(children[at] ?? []))
      continue
    }
    if (Math.sign(own) !== Math.sign(error)) continue
    inherited += own
    if (carrier === undefined || Math.abs(own) > Math.abs(carrier.error)) carrier = { at, error: own }
  }
  if (carrier === undefined || Math.abs(inherited) < Math.abs(error) * inheritedShare) return undefined
  return Math.abs(carrier.error) >= Math.log10(leastCarried) ? carrier.at : undefined
}

/** Conditions of the step; of a filter's or bitmap's own input where the step prints none. */
function conditionsOf(frame: PlanFrame, at: number): readonly Condition[] {
  return frame.nodes[at]?.conditions.filter((one) => one.checkedAt !== 'recheck') ?? []
}

/**
 * Work that depends on the number of rows a step gives: of all steps above it, and of the other inputs of joins above
 * it, which run or are chosen by it. Its own work is not: that is done before anybody sees its output.
 */
function dependentWork(
  frame: PlanFrame,
  tables: readonly TableFlow[],
): { readonly basis: 'time' | 'rows'; shareOf(at: number): number } {
  const timed = frame.numbers.some((one) => (one?.selfMs ?? 0) > 0)
  const read = new Map(tables.map((one) => [one.node, one.read?.rows ?? 0]))
  const own = Float64Array.from(frame.nodes, (node, at) =>
    timed ? (frame.numbers[at]?.selfMs ?? 0) : (read.get(node) ?? frame.out[at]?.rows ?? 0),
  )
  const below = Float64Array.from(own)
  /** Work of the inner sides of a join: they are read as often as the outer side gives rows. */
  const inner = new Float64Array(own.length)
  for (let at = own.length - 1; at > 0; at--) {
    const above = frame.parent[at] ?? 0
    const work = below[at] ?? 0
    below[above] = (below[above] ?? 0) + work
    if (frame.nodes[at]?.relation === 'inner') inner[above] = (inner[above] ?? 0) + work
  }
  const depending = new Float64Array(own.length)
  for (let at = 1; at < own.length; at++) {
    const above = frame.parent[at] ?? 0
    const besides = frame.nodes[at]?.relation === 'outer' ? (inner[above] ?? 0) : 0
    depending[at] = (depending[above] ?? 0) + (own[above] ?? 0) + besides
  }
  const total = below[0] ?? 0
  return {
    basis: timed ? 'time' : 'rows',
    shareOf: (at) => (total <= 0 ? 0 : Math.min(1, (depending[at] ?? 0) / total)),
  }
}
