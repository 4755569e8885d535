import { asBoolean, asNumber, asText, asTexts, memberOf } from '../json/cursor'
import type { JsonAt, JsonTape } from '../json/tape'
import type { TextSpan } from '../text-span'
import type {
  TraceAlternative,
  TraceCondition,
  TraceJoinOrder,
  TraceLine,
  TraceRecheck,
  TraceSemiJoin,
  TraceStage,
  TraceTable,
  TraceTransformation,
  TraceWork,
} from './model'
import { tracedName } from './table-name'

/** DBL_MAX is 1.7977e308; MySQL prints it rounded, MariaDB as 1.79769e308. */
const neverWorkedOut = 1e307

export type Writable<Shape> = { -readonly [Key in keyof Shape]: Shape[Key] }

export interface DraftTable extends Omit<Writable<TraceTable>, 'alternatives'> {
  readonly alternatives: Writable<TraceAlternative>[]
}

/** Where in the optimizer's work a piece of the trace stands. */
export interface Place {
  readonly selectId: number
  readonly stage: TraceStage
  /** The table that the piece is about, as the statement calls it. */
  readonly table?: string | undefined
}

/** What the readers of the pieces put together. */
export interface TraceDraft {
  readonly tape: JsonTape
  readonly tables: Map<string, DraftTable>
  readonly transformations: TraceTransformation[]
  readonly joinOrders: Writable<TraceJoinOrder>[]
  readonly semiJoins: Writable<TraceSemiJoin>[]
  readonly rechecks: Writable<TraceRecheck>[]
  readonly conditions: TraceCondition[]
  readonly work: TraceWork[]
  readonly lines: TraceLine[]
  /** MariaDB names the orders that it took. */
  readonly bestOrders: (Pick<TraceJoinOrder, 'selectId' | 'order' | 'cost' | 'rows' | 'span'> & {
    readonly at: JsonAt
  })[]
  /** The search that was taken of several for one block, by block. */
  readonly takenSearches: Map<number, number>
  /** What each column of an index could be compared with in a lookup, by block, table and index (MariaDB). */
  readonly keyUses: Map<string, { readonly field: string; readonly equals: string }[]>
  /** Index hints of the statements, by block and table. */
  readonly hints: Map<string, string>
  /** MariaDB: lookups that became ranges; of which table, it does not say. */
  readonly refsToRanges: Pick<TraceRecheck, 'selectId' | 'cause' | 'span'>[]
  /** MariaDB: second looks for an order that no range analysis follows. */
  readonly orderTests: Set<JsonAt>
  /** MySQL: where the search of a subquery stands that is filled once instead of run for each row, by block. */
  readonly filledOnce: Map<number, TextSpan>
  /** How many join searches were read. */
  searches: number
}

export function emptyDraft(tape: JsonTape): TraceDraft {
  return {
    tape,
    tables: new Map(),
    transformations: [],
    joinOrders: [],
    semiJoins: [],
    rechecks: [],
    conditions: [],
    work: [],
    lines: [],
    bestOrders: [],
    takenSearches: new Map(),
    filledOnce: new Map(),
    keyUses: new Map(),
    hints: new Map(),
    refsToRanges: [],
    orderTests: new Set(),
    searches: 0,
  }
}

/** The table of a query block; made when it is met first. `written` is its name as the trace writes it. */
export function tableOf(draft: TraceDraft, selectId: number, written: string): DraftTable {
  const { shown, name, hints } = tracedName(written)
  const key = `${selectId} ${shown}`
  let table = draft.tables.get(key)
  if (!table) {
    table = { selectId, table: shown, constant: false, impossibleRange: false, alternatives: [] }
    draft.tables.set(key, table)
  }
  if (name !== undefined && name !== shown) table.name = name
  if (hints !== undefined) table.hints = hints
  return table
}

/** The block that holds the table: this one, or the latest that does where MariaDB 11 ends the work of several in one. */
export function blockOf(draft: TraceDraft, selectId: number, written: string): number {
  const { shown } = tracedName(written)
  if (draft.tables.has(`${selectId} ${shown}`)) return selectId
  let latest = selectId
  for (const one of draft.tables.values()) if (one.table === shown) latest = one.selectId
  return latest
}

/**
 * The member's number; undefined where it is missing, a word (`"cost": "not applicable"`) or the largest double, by
 * which servers say that a cost was never worked out.
 */
export function numberIn(tape: JsonTape, object: JsonAt, key: string): number | undefined {
  const at = memberOf(tape, object, key)
  const number = at === -1 ? undefined : asNumber(tape, at)
  return number === undefined || Math.abs(number) < neverWorkedOut ? number : undefined
}

export function textIn(tape: JsonTape, object: JsonAt, key: string): string | undefined {
  const at = memberOf(tape, object, key)
  return at === -1 ? undefined : asText(tape, at)
}

export function booleanIn(tape: JsonTape, object: JsonAt, key: string): boolean | undefined {
  const at = memberOf(tape, object, key)
  return at === -1 ? undefined : asBoolean(tape, at)
}

export function textsIn(tape: JsonTape, object: JsonAt, key: string): string[] | undefined {
  const at = memberOf(tape, object, key)
  return at === -1 ? undefined : asTexts(tape, at)
}

/** The first of several keys that is there: servers and versions name one thing differently. */
export function firstOf(tape: JsonTape, object: JsonAt, keys: readonly string[]): JsonAt {
  for (const key of keys) {
    const at = memberOf(tape, object, key)
    if (at !== -1) return at
  }
  return -1
}

/** An object without the members that are undefined, so that what is unknown is absent. */
export function known<Shape extends object>(shape: Shape): Shape {
  for (const key of Object.keys(shape)) {
    if (Reflect.get(shape, key) === undefined) Reflect.deleteProperty(shape, key)
  }
  return shape
}
