import type { TextSpan } from '../text-span'
import type { Trace, TraceStep } from './model'

/** A place of the trace, and what of the statement it is about. */
export interface PlacedStep {
  readonly span: TextSpan
  /** As the statement calls it. */
  readonly table?: string | undefined
  readonly index?: string | undefined
  readonly selectId?: number | undefined
}

/**
 * What a character of the trace belongs to: the shortest of ways to read a table, join orders, second looks and all
 * else with a place around it; else the step of a table. Undefined outside of all.
 */
export function stepAt(trace: Trace, offset: number): PlacedStep | undefined {
  let best: PlacedStep | undefined
  const offer = (one: PlacedStep) => {
    if (!holds(one.span, offset)) return
    if (best === undefined || sizeOf(one.span) < sizeOf(best.span)) best = one
  }
  for (const { table, selectId, alternatives, range } of trace.tables) {
    for (const { span, index, indexes } of alternatives)
      if (holds(span, offset)) offer({ span, table, selectId, ...indexNamed(index ?? indexes?.join(' + ')) })
    if (range) offer({ span: range.span, table, selectId, ...indexNamed(range.indexes.join(' + ')) })
  }
  for (const { order, selectId, span } of trace.joinOrders)
    if (holds(span, offset)) offer({ span, selectId, table: order.at(-1) })
  for (const { table, selectId, index, span, candidates } of trace.rechecks) {
    offer({ span, table, selectId, ...indexNamed(index) })
    for (const one of candidates) offer({ span: one.span, table, selectId, index: one.index })
  }
  for (const { order, selectId, span } of trace.semiJoins) offer({ span, selectId, table: order.at(-1) })
  for (const { table, selectId, span } of [...trace.conditions, ...trace.work]) offer({ span, table, selectId })
  for (const { selectId, span } of trace.transformations) offer({ span, selectId })
  for (const { span } of trace.lines) offer({ span })
  const step = innermostOfTable(trace.steps, offset)
  if (step)
    offer({ span: step.span, table: step.table, ...(step.selectId !== undefined && { selectId: step.selectId }) })
  return best
}

/** The deepest step around the place that names a table. */
function innermostOfTable(root: TraceStep, offset: number): TraceStep | undefined {
  let found: TraceStep | undefined
  for (let step: TraceStep | undefined = root; step !== undefined; ) {
    if (step.table !== undefined) found = step
    step = step.children.find((child) => holds(child.span, offset))
  }
  return found
}

function indexNamed(index: string | undefined): { readonly index?: string } {
  return index === undefined || index === '' ? {} : { index }
}

function holds({ start, end }: TextSpan, offset: number): boolean {
  return start <= offset && offset < end
}

function sizeOf({ start, end }: TextSpan): number {
  return end - start
}
