import type { TextSpan } from '../../core/text-span'
import { causeInWords } from '../../core/trace/causes'
import { type TraceHeadline, traceHeadline } from '../../core/trace/headline'
import type { Trace, TraceTable } from '../../core/trace/model'
import { numberText } from '../../core/trace/words'
import {
  type ConsideredTable,
  consideredTable,
  orderedTables,
  pointsOf,
  rechecksOf,
  type WeighedPoint,
} from './considered'
import { type OrderTree, orderTrees, shownTree, type WholeTree } from './order-tree'

/** What the page shows of a trace, small enough to be handed from the worker to the page whatever the trace's size. */

/** A line about one step, with its place in the text. */
export interface WhyLine {
  readonly text: string
  readonly detail?: string | undefined
  readonly table?: string | undefined
  /** The query block of the table. */
  readonly selectId?: number | undefined
  readonly span: TextSpan
}

export interface Rewriting {
  readonly name: string
  readonly before?: string | undefined
  readonly after?: string | undefined
  readonly applied: boolean
  readonly cause?: string | undefined
  readonly span: TextSpan
}

export interface Recheck {
  readonly text: string
  readonly changed: boolean
  readonly table: string
  readonly selectId: number
  readonly index?: string | undefined
  readonly candidates: readonly {
    readonly index: string
    readonly cost?: number | undefined
    readonly rows?: number | undefined
    readonly outcome: string
    readonly span: TextSpan
  }[]
  readonly span: TextSpan
}

export interface WhyOverview {
  readonly headline: TraceHeadline
  readonly characters: number
  /** Where the trace itself stands in a pasted text. */
  readonly span: TextSpan
  readonly cutAt?: number | undefined
  readonly truncatedBytes: number
  readonly notes: readonly WhyLine[]
  readonly tables: readonly ConsideredTable[]
  readonly severalBlocks: boolean
  readonly trees: readonly OrderTree[]
  readonly rewritings: readonly Rewriting[]
  readonly rechecks: readonly Recheck[]
  readonly semiJoins: readonly (WhyLine & { readonly chosen: boolean; readonly final: boolean })[]
  readonly conditions: readonly WhyLine[]
  readonly work: readonly WhyLine[]
  /** The hypergraph optimizer's own lines. */
  readonly lines: readonly (WhyLine & { readonly cost?: number | undefined })[]
  /** Indexes that the trace names, for the question about one. */
  readonly indexes: readonly { readonly table: string; readonly selectId: number; readonly index: string }[]
}

/** A trace worked out once, for the overview and for what is asked later. */
export interface WhyModel {
  readonly trace: Trace
  readonly tables: readonly TraceTable[]
  readonly points: readonly (readonly WeighedPoint[])[]
  readonly trees: readonly WholeTree[]
}

/** Longer lists are cut; the raw trace has everything. */
const most = { notes: 50, rewritings: 300, conditions: 300, work: 200, semiJoins: 300, lines: 5000, rechecks: 100 }
/** A rewritten query of a wide statement has tens of thousands of characters. */
const longestText = 20_000

export function whyModel(trace: Trace): WhyModel {
  const accesses = orderedTables(trace)
  return {
    trace,
    tables: accesses.map((one) => one.table),
    points: accesses.map((access, at) => pointsOf(trace, access, at)),
    trees: orderTrees(trace),
  }
}

export function whyOverview({ trace, tables, points, trees }: WhyModel, characters: number): WhyOverview {
  const names = new Map<string, { table: string; selectId: number; index: string }>()
  for (const table of tables)
    for (const way of table.alternatives)
      for (const index of way.indexes ?? (way.index === undefined ? [] : [way.index]))
        names.set(`${table.table}\0${index}`, { table: table.table, selectId: table.selectId, index })
  return {
    headline: traceHeadline(trace),
    characters,
    span: trace.steps.span,
    ...(trace.cutAt !== undefined && { cutAt: trace.cutAt }),
    truncatedBytes: trace.truncatedBytes,
    notes: trace.notes.slice(0, most.notes).map(({ message, span }) => ({ text: message, span })),
    tables: tables.map((table, at) => consideredTable(table, at, points[at] ?? [])),
    severalBlocks: new Set(tables.map((one) => one.selectId)).size > 1,
    trees: trees.map(shownTree),
    rewritings: trace.transformations
      .slice(0, most.rewritings)
      .map(({ name, before, after, applied, cause, span }) => ({
        name: rewritingName(name),
        ...(before !== undefined && { before: before.slice(0, longestText) }),
        ...(after !== undefined && { after: after.slice(0, longestText) }),
        applied,
        ...(cause !== undefined && { cause: causeInWords(cause) ?? cause }),
        span,
      })),
    rechecks: rechecksOf(trace).slice(0, most.rechecks),
    semiJoins: trace.semiJoins
      .slice(0, most.semiJoins)
      .map(({ strategy, order, cost, rows, chosen, final, cause, span }) => ({
        text: final ? `${strategy} runs` : `${strategy}${order.length === 0 ? '' : ` after ${order.join(', ')}`}`,
        detail: [
          cost === undefined ? '' : `cost ${numberText(cost)}`,
          rows === undefined ? '' : `${numberText(rows)} rows`,
          cause === undefined ? '' : (causeInWords(cause) ?? cause),
        ]
          .filter(Boolean)
          .join(', '),
        chosen,
        final,
        span,
      })),
    conditions: trace.conditions.slice(0, most.conditions).map(({ table, selectId, text, kind, span }) => ({
      text: text.slice(0, longestText),
      detail: { attached: 'checked at the table', final: 'left after index lookups', index: 'checked in the index' }[
        kind
      ],
      table,
      selectId,
      span,
    })),
    work: trace.work.slice(0, most.work).map(({ kind, table, selectId, facts, cause, span }) => ({
      text: kind === 'filesort' ? 'Sort' : 'Temporary table',
      detail: [
        ...(cause === undefined ? [] : [causeInWords(cause) ?? cause]),
        ...facts.map(({ name, value }) => `${name.replace(/_/g, ' ')} ${value}`),
      ].join(', '),
      ...(table !== undefined && { table, selectId }),
      span,
    })),
    lines: trace.lines.slice(0, most.lines),
    indexes: [...names.values()],
  }
}

const rewritingNames: Readonly<Record<string, string>> = {
  equality_propagation: 'Equal columns joined',
  constant_propagation: 'Constants put in',
  trivial_condition_removal: 'Trivial conditions removed',
  substitute_best_equal: 'Best of equal columns taken',
  substitute_generated_columns: 'Generated columns put in',
}

/** The server's step in words; what nobody has named yet stays the server's word. */
function rewritingName(name: string): string {
  const known = rewritingNames[name]
  if (known !== undefined) return known
  const words = name.replace(/_/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
