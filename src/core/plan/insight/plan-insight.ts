import type { Access, Plan, PlanMetrics, PlanNode } from '../model'
import { find } from '../walk'
import { type Coverage, coverageOf } from './coverage'
import { type EstimateError, estimateErrorsOf } from './estimate-errors'
import { type EstimateStarts, estimateStartsOf } from './estimate-starts'
import { frameOf, type PlanFrame } from './frame'
import { type Hottest, hottestOf } from './hottest'
import type { RowCount } from './row-count'
import { type RowFlow, rowFlowOf } from './row-flow'
import { tableFlowsOf } from './table-flow'

/** What a plan says by itself, each part worked out once, when the first of verdict, findings and panels asks for it. */
export interface PlanInsight {
  readonly plan: Plan
  readonly frame: PlanFrame
  readonly coverage: Coverage
  readonly flow: RowFlow
  readonly hottest: Hottest | undefined
  /** Where estimates go wrong; of these `errors` says all. */
  readonly estimateStarts: EstimateStarts
  readonly errors: readonly EstimateError[]
  /** Milliseconds of the whole plan, where measured. */
  readonly totalMs: number | undefined
  /** Rows that all accesses to tables read. */
  readonly totalRead: RowCount | undefined
  find(id: string): PlanNode | undefined
}

export interface InsightInput {
  readonly plan: Plan
  /** Its numbers, where somebody has them already. */
  readonly metrics?: PlanMetrics | undefined
  /** Rows of a stored table, where a catalog knows them. */
  readonly tableRows?: ((access: Access) => number | undefined) | undefined
  /** Rows that the client got, where somebody counted them. */
  readonly returned?: RowCount | undefined
}

const alone = new WeakMap<Plan, PlanInsight>()

/** A plan of which nothing else is known is looked into once, whoever asks. */
export function insightOf(input: InsightInput): PlanInsight {
  const { plan, metrics, tableRows, returned } = input
  if (metrics !== undefined || tableRows !== undefined || returned !== undefined) return lookedInto(input)
  const known = alone.get(plan) ?? lookedInto(input)
  alone.set(plan, known)
  return known
}

function lookedInto({ plan, metrics, tableRows, returned }: InsightInput): PlanInsight {
  const frame = frameOf(plan, metrics)
  const tables = once(() => tableFlowsOf(frame, tableRows))
  const coverage = once(() => coverageOf(plan))
  const flow = once(() => rowFlowOf(frame, tables(), returned))
  const hottest = once(() => hottestOf(frame, tables()))
  const starts = once(() => estimateStartsOf(frame))
  const errors = once(() => estimateErrorsOf(frame, starts(), tables))
  const totalMs = once(() => totalMsOf(frame))
  return {
    plan,
    frame,
    get coverage() {
      return coverage()
    },
    get flow() {
      return flow()
    },
    get hottest() {
      return hottest()
    },
    get estimateStarts() {
      return starts()
    },
    get errors() {
      return errors()
    },
    get totalMs() {
      return totalMs()
    },
    get totalRead() {
      const [first] = flow().stages
      return first?.kind === 'read' ? first.rows : undefined
    },
    find: (id) => find(plan.root, id),
  }
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** The sum of own times: the root's time alone leaves out what MySQL runs while rows go to the client. */
function totalMsOf(frame: PlanFrame): number | undefined {
  let total: number | undefined
  for (const own of frame.numbers) {
    const ms = own?.selfMs
    if (ms !== undefined) total = (total ?? 0) + ms
  }
  return total
}
