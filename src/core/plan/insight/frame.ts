import { isMergePart } from '../merge-part'
import { metricsInOrder, numbersOf } from '../metrics'
import type { NodeMetrics, Plan, PlanMetrics, PlanNode } from '../model'
import { orderOf } from '../walk'
import { cutShort } from './cut-short'
import { type LoopPrecision, loopPrecisionOf, overLoops, type RowCount } from './row-count'

/**
 * A plan with how often each step runs and how many rows it hands on, all lists by the node's place in preorder.
 * What everything in this folder starts from.
 */
export interface PlanFrame {
  readonly plan: Plan
  readonly nodes: readonly PlanNode[]
  readonly parent: Int32Array
  /** The place behind the last node below each node. */
  readonly ends: Int32Array
  /** Nodes that somebody above may have stopped early. */
  readonly cut: readonly boolean[]
  /** Executions of the node: counted, or what the estimates make of it. */
  readonly loops: readonly (RowCount | undefined)[]
  /** Rows handed to the parent, all executions together. */
  readonly out: readonly (RowCount | undefined)[]
  readonly precision: LoopPrecision
  /** The derived numbers of each node; by place, as ids are long in deep plans. */
  readonly numbers: readonly (NodeMetrics | undefined)[]
}

/** Joins whose inner side is read once for each outer row. */
const loopJoins: ReadonlySet<string> = new Set(['nested-loop', 'batched-key-access', 'semi-join', 'anti-join'])

/** Steps that give other rows than they get; without a number of their own they give an unknown one. */
const regrouping: ReadonlySet<string> = new Set(['aggregate', 'distinct', 'union', 'limit', 'temporary-table'])

/**
 * Works out loops and rows once for all readers. Counted where the server counted. Estimated:
 * - rows per loop as the optimizer printed them; a join without a number of its own is the product of its sides;
 * - loops of an inner side = loops of the join × estimated rows of the outer side; a materialized input is filled once;
 *   a dependent subquery runs for each row that the step above handles.
 * In a measured plan nothing is filled in with estimates, save that a constant table has one row.
 */
export function frameOf(plan: Plan, metrics?: PlanMetrics): PlanFrame {
  const { nodes, parents, ends } = orderOf(plan)
  const precision = loopPrecisionOf(plan)
  const { measured } = plan.source
  let rows: FrameRows | undefined
  const workedOut = (): FrameRows => {
    if (rows) return rows
    rows = measured ? countedRows(nodes, precision) : expectedRows(nodes, parents, ends, precision)
    if (measured && hasNoOuterJoin(plan)) fillJoins(nodes, parents, rows.out)
    return rows
  }
  let numbers: PlanFrame['numbers'] | undefined
  return {
    plan,
    nodes,
    parent: parents,
    ends,
    cut: cutShort({ nodes, parent: parents }, hasUnprintedLimit(plan)),
    // Rows and numbers are worked out for those who ask; a picture of the plan does without some of them.
    get loops() {
      return workedOut().loops
    },
    get out() {
      return workedOut().out
    },
    precision,
    get numbers() {
      numbers ??= metrics === undefined ? numbersOf(plan) : metricsInOrder(plan, metrics)
      return numbers
    },
  }
}

interface FrameRows {
  readonly loops: (RowCount | undefined)[]
  readonly out: (RowCount | undefined)[]
}

/** Of a plan that ran: what was counted, and nothing guessed. */
function countedRows(nodes: readonly PlanNode[], precision: LoopPrecision): FrameRows {
  const loops: (RowCount | undefined)[] = []
  const out: (RowCount | undefined)[] = []
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at]
    const actual = node?.actual
    loops.push(actual && { rows: actual.loops, measured: true })
    out.push(node && handedOn(node, undefined, undefined, precision))
  }
  return { loops, out }
}

function expectedRows(
  nodes: readonly PlanNode[],
  parents: Int32Array,
  ends: Int32Array,
  precision: LoopPrecision,
): FrameRows {
  const perLoop = estimatedPerLoop(nodes, ends)
  const loops: (RowCount | undefined)[] = []
  const out: (RowCount | undefined)[] = []
  const base = new Float64Array(nodes.length)
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at]
    if (!node) continue
    const above = parents[at] ?? -1
    const parent = nodes[above]
    const aboveLoops = loops[above]?.rows ?? 1
    // Counted loops need no guess.
    const isGuess = node.actual === undefined && parent !== undefined
    const own = isGuess ? estimatedLoops({ at, node, above, parent, aboveLoops, base: base[above] ?? 1, perLoop }) : 1
    const starts = parent === undefined || node.relation === 'subquery' || isLateral(node)
    base[at] = starts ? own : (base[above] ?? 1)
    const count = node.actual ? { rows: node.actual.loops, measured: true } : { rows: own, measured: false }
    loops.push(count)
    out.push(handedOn(node, known(perLoop, at), count, precision))
  }
  return { loops, out }
}

/** The number at a place; undefined where it is not known, which the array keeps as NaN. */
function known(numbers: Float64Array, at: number): number | undefined {
  const number = numbers[at] ?? Number.NaN
  return Number.isNaN(number) ? undefined : number
}

function handedOn(
  node: PlanNode,
  perLoop: number | undefined,
  loops: RowCount | undefined,
  precision: LoopPrecision,
): RowCount | undefined {
  const { actual } = node
  // PostgreSQL's bitmap nodes above several indexes count nothing.
  if (actual !== undefined && isUncounted(node)) return undefined
  if (actual !== undefined) return overLoops(actual.rowsPerLoop, actual.loops, precision)
  return perLoop === undefined || loops === undefined || loops.measured
    ? undefined
    : { rows: perLoop * loops.rows, measured: false }
}

/** Combines bitmaps of several indexes; the server prints 0 rows for it whatever it combined. */
export function isUncounted(node: PlanNode): boolean {
  return node.label === 'BitmapAnd' || node.label === 'BitmapOr'
}

interface LoopQuestion {
  readonly at: number
  readonly node: PlanNode
  readonly above: number
  readonly parent: PlanNode
  readonly aboveLoops: number
  readonly base: number
  readonly perLoop: Float64Array
}

function estimatedLoops({ at, node, above, parent, aboveLoops, base, perLoop }: LoopQuestion): number {
  if (node.relation === 'init-plan' || node.relation === 'cte') return 1
  if (node.relation === 'subquery') {
    if (!isDependent(node, parent)) return base
    const handled = parent.estimate.rowsExaminedPerLoop ?? known(perLoop, above) ?? 1
    return aboveLoops * handled
  }
  // Filled once and read many times; a lateral one is filled anew each time.
  if ((node.operator === 'materialize' || node.operator === 'temporary-table') && !isLateral(node)) return base
  if (parent.operator === 'materialize' && node.relation === 'input' && !isLateral(parent)) return base
  // The outer side stands right behind its join.
  const outer = above + 1
  if (node.relation === 'inner' && loopJoins.has(parent.operator) && outer !== at)
    return aboveLoops * (known(perLoop, outer) ?? 1)
  return aboveLoops
}

/** A derived table that depends on the outer row, and is filled anew for each. */
function isLateral({ rest, operator }: PlanNode): boolean {
  return operator === 'materialize' && (rest.cache_invalidators !== undefined || rest.lateral !== undefined)
}

/** A subquery that runs for each row of the step above it, as the server says in its own way. */
export function isDependent(node: PlanNode, parent: PlanNode): boolean {
  const { rest } = node
  if (rest.dependent !== undefined) return rest.dependent === true || rest.dependent === 'true'
  const select = String(rest.select_type ?? '')
  if (select !== '') return /^(?:DEPENDENT|UNCACHEABLE)/.test(select)
  // MariaDB: a subquery with a cache for its results, or one that is a look-up into an index for each row.
  if (node.operator === 'memoize' || /^(?:unique|index)_subquery$/.test(node.access?.accessType ?? '')) return true
  const name = rest['Subplan Name']
  if (typeof name !== 'string') return false
  const words = `${parent.conditions.map((one) => one.text).join(' ')} ${String(parent.rest.Output ?? '')}`
  return !words.includes(`hashed ${name}`)
}

/** Estimated rows of one execution by the nodes' places; NaN where they are not known. */
function estimatedPerLoop(nodes: readonly PlanNode[], ends: Int32Array): Float64Array {
  const found = new Float64Array(nodes.length).fill(Number.NaN)
  for (let at = nodes.length - 1; at >= 0; at--) {
    const node = nodes[at]
    if (node === undefined) continue
    const rows = node.estimate.rowsPerLoop ?? impliedRows(node, at, ends, found)
    // MySQL 5.6 prints filters of more than 100 % beside a LIMIT; nothing gives more than it reads.
    const most = node.access && node.estimate.rowsExaminedPerLoop
    if (rows !== undefined) found[at] = most === undefined ? rows : Math.min(rows, most)
  }
  return found
}

function impliedRows(node: PlanNode, at: number, ends: Int32Array, found: Float64Array): number | undefined {
  if (node.access !== undefined) return node.estimate.rowsExaminedPerLoop
  if (node.children.length === 0 || regrouping.has(node.operator)) return undefined
  const left = known(found, at + 1)
  if (node.children[1]?.relation !== 'inner') return left
  const right = known(found, ends[at + 1] ?? -1)
  if (left === undefined || right === undefined || node.operator === 'anti-join') return undefined
  return left * (node.operator === 'semi-join' ? Math.min(1, right) : right)
}

/**
 * MariaDB prints no rows for a join. Those of an inner loop join are what its inner side gave in all loops; a join
 * through a buffer prints what it looked at and which part of that matched.
 */
function fillJoins(nodes: readonly PlanNode[], parents: Int32Array, out: (RowCount | undefined)[]): void {
  for (let at = nodes.length - 1; at > 0; at--) {
    const node = nodes[at]
    const above = parents[at] ?? -1
    const join = nodes[above]
    if (node?.relation !== 'inner' || join === undefined || out[above] !== undefined || join.actual !== undefined)
      continue
    const buffered = bufferedPairs(join)
    if (buffered !== undefined) out[above] = { rows: buffered.matched, measured: true }
    else if (join.operator === 'nested-loop' && node.access !== undefined) {
      const rows = out[at]
      if (rows !== undefined) out[above] = rows
    }
  }
}

/**
 * Pairs of rows that a join of MariaDB through a buffer compared, and how many matched: `r_loops` outer rows ×
 * `r_effective_rows` each, of which `r_filtered` percent passed. Undefined for other joins and older versions.
 */
export function bufferedPairs({ rest }: PlanNode): { readonly compared: number; readonly matched: number } | undefined {
  const { r_loops: loops, r_effective_rows: rows, r_filtered: percent } = rest
  if (typeof loops !== 'number' || typeof rows !== 'number' || typeof percent !== 'number') return undefined
  const compared = loops * rows
  return { compared: Math.round(compared), matched: Math.round((compared * percent) / 100) }
}

/** Plans by table have no step for LIMIT; what it stops is seen in the statement only. */
export function hasUnprintedLimit({ source }: Plan): boolean {
  return /^(?:mysql-table|mysql-json-v1|mariadb)/.test(source.format) && /\blimit\b/i.test(source.sql ?? '')
}

/** Rows without a match go on from an outer join too, and MariaDB's plans neither count nor name them. */
function hasNoOuterJoin({ source }: Plan): boolean {
  return source.sql !== undefined && !/\b(?:left|right|full|outer)\b/i.test(source.sql)
}

/** True for accesses that read a stored table's rows: no temporary tables, targets of changes, or parts of a merge. */
export function readsStoredTable(node: PlanNode): boolean {
  const { access } = node
  if (access === undefined || access.derived === true || node.operator === 'insert') return false
  if (access.accessType === 'Bitmap Index Scan' || node.rest.insert === true || isMergePart(access)) return false
  return access.method !== 'none' && access.method !== 'function'
}
