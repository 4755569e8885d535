import type { Condition, NodeId, Plan, PlanNode } from '../model'
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
  /** The node's place in the printed order. */
  readonly at: number
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
  /** Their places in the printed order. */
  readonly inheritedAt: readonly number[]
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
  const { starts, lastAbove, nextAbove } = startsOf(frame)
  if (starts.length === 0) return []
  const work = dependentWork(frame, tables)
  const found: EstimateError[] = []
  const weights: number[] = []
  for (const at of starts) {
    const node = frame.nodes[at]
    const estimated = node?.estimate.rowsPerLoop
    if (node?.actual === undefined || estimated === undefined) continue
    const workShare = work.shareOf(at)
    const inheritedAt = chain(lastAbove[at] ?? -1, nextAbove)
    const ratio = node.actual.rowsPerLoop / Math.max(estimated, 1)
    weights.push(workShare * Math.min(6, Math.abs(logOf(ratio))))
    found.push({
      nodeId: node.id,
      at,
      node,
      ratio,
      estimatedPerLoop: estimated,
      actualPerLoop: node.actual.rowsPerLoop,
      loops: node.actual.loops,
      conditions: conditionsOf(node),
      inheritedBy: inheritedAt.length === 0 ? noIds : inheritedAt.flatMap((above) => frame.nodes[above]?.id ?? []),
      inheritedAt,
      workShare,
      workBasis: work.basis,
      matters: workShare >= leastWorkShare,
    })
  }
  return byWeight(found, weights)
}

/** The heaviest first; those of one weight stay in order. */
function byWeight(found: readonly EstimateError[], weights: readonly number[]): readonly EstimateError[] {
  const order = Uint32Array.from(weights, (_, place) => place)
  order.sort((a, b) => (weights[b] ?? 0) - (weights[a] ?? 0) || a - b)
  return Array.from(order).flatMap((place) => found[place] ?? [])
}

/** Nodes whose rows went wrong without their inputs, and those that are wrong because of them; by place. */
interface Starts {
  readonly starts: readonly number[]
  /** Of each start the lowest step above that is wrong because of it, of each such step the next one; -1: none. */
  readonly lastAbove: Int32Array
  readonly nextAbove: Int32Array
}

function startsOf(frame: PlanFrame): Starts {
  const count = frame.nodes.length
  const errors = logErrors(frame)
  const starts: number[] = []
  const isStart = new Uint8Array(count)
  const lastAbove = new Int32Array(count).fill(-1)
  const nextAbove = new Int32Array(count).fill(-1)
  for (let at = 0; at < count; at++) {
    if (!isWrong(frame, at, errors[at] ?? Number.NaN)) continue
    const start = startBelow(frame, errors, at)
    if (isStart[start] === 0) {
      isStart[start] = 1
      starts.push(start)
    }
    if (start === at) continue
    // Higher steps stand first in the order, so the one that comes last is the lowest.
    nextAbove[at] = lastAbove[start] ?? -1
    lastAbove[start] = at
  }
  return { starts, lastAbove, nextAbove }
}

const noIds: readonly NodeId[] = []

const noPlaces: readonly number[] = []

function chain(first: number, next: Int32Array): readonly number[] {
  if (first === -1) return noPlaces
  const places: number[] = []
  for (let at = first; at !== -1; at = next[at] ?? -1) places.push(at)
  return places
}

/** Decimal logarithm of a factor; no rows at all count as a thousand times too few. */
function logOf(ratio: number): number {
  return Math.log10(Math.max(ratio, 0.001))
}

/** Logarithm of actual ÷ estimated rows of each node; NaN where the two cannot be compared. */
function logErrors(frame: PlanFrame): Float64Array {
  const { nodes, plan } = frame
  const errors = new Float64Array(nodes.length).fill(Number.NaN)
  const pushesDown = /^mysql-(?:tree|json-v2)$/.test(plan.source.format)
  const forces = forcesIndex(plan)
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at]
    const actual = node?.actual
    const expected = node?.estimate.rowsPerLoop
    if (node === undefined || actual === undefined || actual.neverExecuted || expected === undefined) continue
    if (isUncounted(node) || isBatched(frame, at)) continue
    // MySQL 9 makes no estimate for a range on an index that the statement forces: it prints one row.
    if (forces && node.access !== undefined && expected === 1) continue
    // Less than one row of one loop is estimated as one.
    if (expected <= 1 && actual.rowsPerLoop <= 1) continue
    const error = logOf(actual.rowsPerLoop / Math.max(expected, 1))
    // MySQL's trees count the rows that pass the index condition, and estimate those before it.
    const fewerIsRight = frame.cut[at] === true || (pushesDown && node.access?.indexCondition === true)
    if (error < 0 && fewerIsRight) continue
    if (error > 0 && isReadAgain(frame, at)) continue
    errors[at] = error
  }
  return errors
}

function forcesIndex({ source: { format, sql } }: Plan): boolean {
  return format.startsWith('mysql') && /\bforce\s+index\b|\/\*\+[^*]*\bindex\s*\(/i.test(sql ?? '')
}

/** A batched look-up, and MariaDB's look-up in a hash table, are estimated for one outer row and counted for many. */
function isBatched(frame: PlanFrame, at: number): boolean {
  const node = frame.nodes[at]
  if (node?.access?.accessType.startsWith('hash_')) return true
  return node?.relation === 'inner' && frame.nodes[frame.parent[at] ?? -1]?.operator === 'batched-key-access'
}

/** The inner side of a merge join is read again for equal values of the outer one, and counts those rows again. */
function isReadAgain(frame: PlanFrame, at: number): boolean {
  return frame.nodes[at]?.relation === 'inner' && frame.nodes[frame.parent[at] ?? -1]?.operator === 'merge-join'
}

const leastError = Math.log10(misestimateFactor) - 1e-9
const leastCarriedError = Math.log10(leastCarried)

function isWrong(frame: PlanFrame, at: number, error: number): boolean {
  if (!(Math.abs(error) >= leastError)) return false
  const node = frame.nodes[at]
  if (node?.actual === undefined) return false
  const most = Math.max(node.actual.rowsPerLoop, node.estimate.rowsPerLoop ?? 0) * node.actual.loops
  return most >= harmlessRows
}

function startBelow(frame: PlanFrame, errors: Float64Array, from: number): number {
  const error = errors[from] ?? 0
  let here = from
  for (;;) {
    const carrier = carrierOf(frame, errors, here, error)
    if (carrier === -1) return here
    here = carrier
  }
}

/**
 * The input that brings most of an error, when the inputs together bring at least half of it; -1 without one. Steps
 * without numbers of their own are looked through.
 */
function carrierOf(frame: PlanFrame, errors: Float64Array, above: number, error: number): number {
  if ((frame.ends[above] ?? 0) === above + 1) return -1
  let inherited = 0
  let carrier = -1
  let most = 0
  const waiting: number[] = []
  addInputs(frame, above, waiting)
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const own = errors[at] ?? Number.NaN
    if (Number.isNaN(own)) {
      if (frame.nodes[at]?.actual === undefined) addInputs(frame, at, waiting)
      continue
    }
    if (Math.sign(own) !== Math.sign(error)) continue
    inherited += own
    if (carrier === -1 || Math.abs(own) > Math.abs(most)) {
      carrier = at
      most = own
    }
  }
  if (carrier === -1 || Math.abs(inherited) < Math.abs(error) * inheritedShare) return -1
  return Math.abs(most) >= leastCarriedError ? carrier : -1
}

/** Places of the inputs of a node; subqueries and CTEs are plans of their own. */
function addInputs({ nodes, ends }: PlanFrame, above: number, waiting: number[]): void {
  const stop = ends[above] ?? 0
  for (let at = above + 1; at < stop; at = ends[at] ?? stop) {
    const relation = nodes[at]?.relation
    if (relation !== 'init-plan' && relation !== 'cte' && relation !== 'subquery') waiting.push(at)
  }
}

/** Conditions of the step; what is only checked again is none. */
function conditionsOf({ conditions }: PlanNode): readonly Condition[] {
  return conditions.some((one) => one.checkedAt === 'recheck')
    ? conditions.filter((one) => one.checkedAt !== 'recheck')
    : conditions
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
  const own = new Float64Array(frame.nodes.length)
  for (let at = 0; at < own.length; at++) own[at] = (timed ? frame.numbers[at]?.selfMs : frame.out[at]?.rows) ?? 0
  if (!timed) for (const { at, read } of tables) own[at] = read?.rows ?? 0
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
