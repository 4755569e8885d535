import { type AlignedRow, type AlignedStep, type RowState, rowState } from '../../core/plan/diff/align'
import { fieldWords } from '../../core/plan/diff/field-words'
import type { ChangeKind, PlanChange } from '../../core/plan/diff/model'
import { ratioWords } from '../../core/plan/diff/number-words'
import { changeText } from '../../core/plan/diff/text'
import type { PlanMetrics, PlanNode } from '../../core/plan/model'

/** Rows of the difference as they are drawn: numbers and words chosen, nothing left to work out. */

export interface ShownRows {
  readonly value: number
  readonly measured: boolean
}

export interface ViewStep extends AlignedStep {
  /** Rows read by a table access, given on by any other step; undefined where the plan does not tell. */
  readonly rows?: ShownRows
}

export interface ViewRow {
  /** Place among all rows. */
  readonly index: number
  readonly state: RowState
  readonly a?: ViewStep
  readonly b?: ViewStep
  readonly changes: readonly PlanChange[]
  /** Rows of B against those of A, where both were counted or both estimated. */
  readonly ratio?: { readonly text: string; readonly factor: number }
  /** Changes by kind, each with what it says. */
  readonly chips: readonly { readonly kind: ChangeKind; readonly text: string }[]
  /** Of a moved step, the one that does the same in the other plan. */
  readonly partner?: PlanNode
}

interface Side {
  readonly metrics: PlanMetrics
}

export function viewRows(rows: readonly AlignedRow[], a: Side, b: Side): readonly ViewRow[] {
  const stepsA = new Map<string, PlanNode>()
  const stepsB = new Map<string, PlanNode>()
  for (const row of rows) {
    if (row.a) stepsA.set(row.a.node.id, row.a.node)
    if (row.b) stepsB.set(row.b.node.id, row.b.node)
  }
  return rows.map((row, index) => {
    const { match, moved } = row
    const one = row.a && viewStep(row.a, a)
    const two = row.b && viewStep(row.b, b)
    const changes = match?.changes ?? []
    const partner = moved && match ? (row.a ? stepsB.get(match.b) : stepsA.get(match.a)) : undefined
    // A moved step is told where it stands in B.
    const toldHere = !moved || row.b !== undefined
    const ratio = toldHere ? ratioOf(one?.rows ?? (partner && rowsOf(partner, a.metrics)), two?.rows) : undefined
    return {
      index,
      state: rowState(row),
      ...(one && { a: one }),
      ...(two && { b: two }),
      changes,
      ...(ratio && { ratio }),
      chips: toldHere ? chipsOf(changes) : [],
      ...(partner && { partner }),
    }
  })
}

/** True for rows that "only changes" keeps. */
export function isChange({ state }: ViewRow): boolean {
  return state === 'changed' || state === 'only-a' || state === 'only-b' || state === 'moved'
}

/** What a row is, in words for screen readers and tooltips. */
export function stateWords(state: RowState, other: string): string {
  switch (state) {
    case 'same':
      return 'unchanged'
    case 'changed':
      return 'changed'
    case 'only-a':
      return 'only in A'
    case 'only-b':
      return 'only in B'
    case 'moved':
      return 'at another place in the other plan'
    case 'unprinted':
      return `a step that ${other} never prints`
  }
}

function viewStep(step: AlignedStep, { metrics }: Side): ViewStep {
  const rows = rowsOf(step.node, metrics)
  return { ...step, ...(rows && { rows }) }
}

function rowsOf(node: PlanNode, metrics: PlanMetrics): ShownRows | undefined {
  const { actual, estimate, access } = node
  if (actual) {
    const value = access
      ? Math.round((actual.rowsPerLoop + (actual.rowsFilteredPerLoop ?? 0)) * actual.loops)
      : metrics[node.id]?.totalRows
    return value === undefined ? undefined : { value, measured: true }
  }
  const value = access ? (estimate.rowsExaminedPerLoop ?? estimate.rowsPerLoop) : estimate.rowsPerLoop
  return value === undefined ? undefined : { value, measured: false }
}

function ratioOf(a: ShownRows | undefined, b: ShownRows | undefined): ViewRow['ratio'] {
  if (!a || !b || a.measured !== b.measured) return undefined
  const text = ratioWords(a.value, b.value)
  return text === undefined ? undefined : { text, factor: b.value / a.value }
}

/** One chip per kind; its text lists the fields. */
function chipsOf(changes: readonly PlanChange[]): ViewRow['chips'] {
  const texts = new Map<ChangeKind, string[]>()
  for (const change of changes) {
    const known = texts.get(change.change)
    if (known) known.push(changeText(change))
    else texts.set(change.change, [changeText(change)])
  }
  return [...texts].map(([kind, lines]) => ({ kind, text: lines.join('; ') }))
}

/** `index`, `key parts`: what a change is about. */
export function fieldName({ field }: PlanChange): string {
  return fieldWords[field]
}
