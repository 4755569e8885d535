import type { Plan } from '../model'
import { isUncounted, type PlanFrame } from './frame'

/** From this factor on an estimate misleads the planner. */
export const misestimateFactor = 10
/** Below this many rows on both sides, all loops together, a wrong estimate costs nothing. */
export const harmlessRows = 100
/** An error is its input's when the input carries this part of it (of the logarithm of the factor). */
const inheritedShare = 0.5
/** The sides of a join may carry an error together; one that is off by less than this factor is right. */
const leastCarried = 2

/** Nodes whose rows went wrong without their inputs, and those that are wrong because of them; by place. */
export interface EstimateStarts {
  readonly starts: readonly number[]
  /** Of each start the lowest step above that is wrong because of it, of each such step the next one; -1: none. */
  readonly lastAbove: Int32Array
  readonly nextAbove: Int32Array
}

/**
 * Where estimates go wrong, found in one look at rows; what hangs on it, estimate-errors.ts says. None in plans that were
 * not measured.
 *
 * The start of an error is found per path: from each wrong step (factor 10 or more) downward to the input that carries
 * at least half of the error (in logarithms), until no input does. A join inherits the product of its sides' errors.
 * Not errors: steps that a limit or a first match stopped early and that gave too few rows; steps below an index
 * condition of MySQL, which counts only after it; inputs that a merge join read again; steps that gave and were
 * expected to give fewer than 100 rows.
 */
export function estimateStartsOf(frame: PlanFrame): EstimateStarts {
  const count = frame.nodes.length
  const errors = frame.plan.source.measured ? logErrors(frame) : new Float64Array(0)
  const starts: number[] = []
  const isStart = new Uint8Array(count)
  const lastAbove = new Int32Array(count).fill(-1)
  const nextAbove = new Int32Array(count).fill(-1)
  for (let at = 0; at < errors.length; at++) {
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

const noPlaces: readonly number[] = []

/** The steps above a start that are wrong because of it, lowest first. */
export function inheritorsOf({ lastAbove, nextAbove }: EstimateStarts, start: number): readonly number[] {
  const first = lastAbove[start] ?? -1
  if (first === -1) return noPlaces
  const places: number[] = []
  for (let at = first; at !== -1; at = nextAbove[at] ?? -1) places.push(at)
  return places
}

/** Decimal logarithm of a factor; no rows at all count as a thousand times too few. */
export function logOf(ratio: number): number {
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
