import type { KeyUse } from '../../core/keyparts/model'
import type { Plan, PlanNode } from '../../core/plan/model'
import { each, find } from '../../core/plan/walk'
import type { TextSpan } from '../../core/text-span'
import type { Selection } from '../state/atoms'

/** Between a way of the trace and the same thing in plan, key ruler and statement. */

export interface LinkedWay {
  /** As the trace calls it, lower case. */
  readonly table: string
  readonly index?: string | undefined
}

/** What the selection means in the trace; undefined where it is about no table. */
export function linkedWay(plan: Pick<Plan, 'root'>, { nodeId, keyPart }: Selection): LinkedWay | undefined {
  const node = nodeId === undefined ? undefined : find(plan.root, nodeId)
  if (!node?.access) return undefined
  const index = keyPart?.index
  return { table: shownName(node.access).toLowerCase(), ...(index !== undefined && { index }) }
}

/** A table as the statement calls it. */
export function shownName(access: { readonly table: string; readonly alias?: string | undefined }): string {
  return access.alias ?? access.table
}

interface PickedWay {
  readonly table: string
  readonly index?: string | undefined
  readonly span: TextSpan
}

/**
 * The linked selection of a way: the plan's step that reads the table, the index in the ruler, and what feeds it in the
 * statement, each where it is known.
 */
export function selectionOfWay(
  shown: { readonly plan: Pick<Plan, 'root'>; readonly keyUse: readonly KeyUse[] } | undefined,
  planIndex: number,
  { table, index, span }: PickedWay,
): Selection {
  const node = shown && nodeReading(shown.plan, table, index)
  const base: Selection = { planIndex, traceSpan: span }
  if (!shown || !node) return base
  const use = shown.keyUse.find(
    (one) => one.planIndex === planIndex && one.nodeId === node.id && index !== undefined && one.index === index,
  )
  const spans = use?.parts.flatMap((part) => (part.narrows === 'none' ? [] : (part.sqlSpans ?? []))) ?? []
  const first = use?.parts[0]
  return {
    ...base,
    nodeId: node.id,
    planSpan: node.span,
    sqlSpan: spans[0] ?? node.sqlSpan,
    ...(spans.length > 0 && { sqlSpans: spans }),
    ...(use && first && { keyPart: { index: use.index, position: first.position } }),
  }
}

/** The step that reads the table; where several do, the one by this index. */
function nodeReading(plan: Pick<Plan, 'root'>, table: string, index: string | undefined): PlanNode | undefined {
  const wanted = table.toLowerCase()
  let found: PlanNode | undefined
  for (const node of each(plan.root)) {
    if (!node.access || shownName(node.access).toLowerCase() !== wanted) continue
    if (index !== undefined && node.access.indexes.some((one) => one.name === index)) return node
    found ??= node
  }
  return found
}
