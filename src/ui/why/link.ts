import type { KeyPartUse, KeyUse } from '../../core/keyparts/model'
import type { Plan, PlanNode } from '../../core/plan/model'
import { each, find } from '../../core/plan/walk'
import type { TextSpan } from '../../core/text-span'
import type { PlacedStep } from '../../core/trace/step-at'
import type { Selection } from '../state/atoms'
import type { ConsideredTable, ConsideredWay } from './considered'

/** Between a step of the trace and the same thing in plan, key ruler and statement. */

export interface LinkedWay {
  /** As the trace calls it, lower case. */
  readonly table: string
  readonly index?: string | undefined
  /** The query block, where the plan tells it: one name may stand in several. */
  readonly selectId?: number | undefined
}

/** What the selection means in the trace; undefined where it is about no table. */
export function linkedWay(plan: Pick<Plan, 'root'>, { nodeId, keyPart }: Selection): LinkedWay | undefined {
  const node = nodeId === undefined ? undefined : find(plan.root, nodeId)
  if (!node?.access) return undefined
  const index = keyPart?.index
  const selectId = queryBlockOf(plan, node.id)
  return {
    table: shownName(node.access).toLowerCase(),
    ...(index !== undefined && { index }),
    ...(selectId !== undefined && { selectId }),
  }
}

/** A table as the statement calls it. */
export function shownName(access: { readonly table: string; readonly alias?: string | undefined }): string {
  return access.alias ?? access.table
}

/** MySQL and MariaDB number query blocks alike in plan and trace; node ids are paths from the root. */
export function queryBlockOf({ root }: Pick<Plan, 'root'>, nodeId: string): number | undefined {
  let block: number | undefined
  for (let node: PlanNode | undefined = root; node !== undefined; ) {
    const number = node.rest['select_id']
    if (typeof number === 'number') block = number
    node = node.children.find(({ id }) => nodeId === id || nodeId.startsWith(`${id}.`))
  }
  return block
}

/** Whether a table of the trace is the one that is meant: by its block too, where both tell it and the trace has it so. */
export function isLinkedTable(
  { table, selectId }: Pick<ConsideredTable, 'table' | 'selectId'>,
  linked: LinkedWay,
  tables: readonly Pick<ConsideredTable, 'table' | 'selectId'>[],
): boolean {
  if (table.toLowerCase() !== linked.table) return false
  // A subquery that became a semi-join keeps its number in the plan, but is searched with the block around it.
  const isNumbered = tables.some((one) => one.selectId === linked.selectId && one.table.toLowerCase() === linked.table)
  return !isNumbered || selectId === linked.selectId
}

/**
 * The step of the trace that a picked node or key part comes from: the way by its index that the plan came to, or that
 * was weighed at its point; for a table alone the way it is read by.
 */
export function stepOfLinked(tables: readonly ConsideredTable[], linked: LinkedWay): TextSpan | undefined {
  const ways = tables
    .filter((one) => isLinkedTable(one, linked, tables))
    .flatMap(({ points }) => points.flatMap((point) => point.ways))
  const { index } = linked
  const own = ways.filter((way) => (index === undefined ? way.state === 'taken' : readsBy(way, index)))
  return (own.find(({ state }) => state === 'taken') ?? own[0])?.span
}

/** `a + b` is a merge of two indexes. */
export function readsBy({ index }: Pick<ConsideredWay, 'index'>, wanted: string): boolean {
  return index?.split(' + ').includes(wanted) ?? false
}

/** The step of the trace that the reason of a key part rests on. */
export function stepBehind({ reason }: Pick<KeyPartUse, 'reason'>): TextSpan | undefined {
  return reason?.evidence?.find(({ from, span }) => from === 'trace' && span !== undefined)?.span
}

/**
 * The linked selection of a step of the trace: the plan's step that reads the table, the index in the ruler, and what
 * feeds it in the statement, each where it is known.
 */
export function selectionOfStep(
  shown: { readonly plan: Pick<Plan, 'root'>; readonly keyUse: readonly KeyUse[] } | undefined,
  planIndex: number,
  { table, index, selectId, span }: PlacedStep,
): Selection {
  const node = shown && table !== undefined ? nodeReading(shown.plan, { table, index, selectId }) : undefined
  const base: Selection = { planIndex, traceSpan: span }
  if (!shown || !node) return base
  const use = shown.keyUse.find(
    (one) =>
      one.planIndex === planIndex && one.nodeId === node.id && index !== undefined && readsBy({ index }, one.index),
  )
  const parts = use?.parts ?? []
  const narrowing = parts.flatMap((part) => (part.narrows === 'none' ? [] : (part.sqlSpans ?? [])))
  const spans = narrowing.length > 0 ? narrowing : parts.flatMap((part) => part.sqlSpans ?? [])
  const [first] = parts
  return {
    ...base,
    nodeId: node.id,
    planSpan: node.span,
    sqlSpan: spans[0] ?? node.sqlSpan,
    ...(spans.length > 0 && { sqlSpans: spans }),
    ...(use && first && { keyPart: { index: use.index, position: first.position } }),
  }
}

interface WantedAccess {
  readonly table: string
  readonly index?: string | undefined
  readonly selectId?: number | undefined
}

/** The step that reads the table; where several do, the one of the query block, then the one by this index. */
function nodeReading(plan: Pick<Plan, 'root'>, { table, index, selectId }: WantedAccess): PlanNode | undefined {
  const wanted = table.toLowerCase()
  const all: PlanNode[] = []
  for (const node of each(plan.root)) if (node.access && shownName(node.access).toLowerCase() === wanted) all.push(node)
  const inBlock =
    selectId === undefined || all.length < 2 ? [] : all.filter((node) => queryBlockOf(plan, node.id) === selectId)
  const found = inBlock.length > 0 ? inBlock : all
  return found.find((node) => node.access?.indexes.some(({ name }) => index && readsBy({ index }, name))) ?? found[0]
}
