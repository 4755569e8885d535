import type { KeyPartUse } from '../../core/keyparts/model'
import type { PlanNode } from '../../core/plan/model'
import type { TextSpan } from '../../core/text-span'

/** Where in the statement the condition on a key part stands, by the column's name; absent where no text tells. */
export function conditionSpanOf(node: Pick<PlanNode, 'conditions'>, part: KeyPartUse): TextSpan | undefined {
  const { column } = part
  if (column === undefined) return undefined
  const name = column.toLowerCase()
  return node.conditions.find((one) => one.sqlSpan && namesIn(one.text).includes(name))?.sqlSpan
}

/** The place to light up for a key part: the condition that feeds it, else why it does not narrow, else its table. */
export function spanOfPart(
  node: Pick<PlanNode, 'conditions' | 'sqlSpan'> | undefined,
  part: KeyPartUse,
): TextSpan | undefined {
  return part.sqlSpans?.[0] ?? part.reason?.sqlSpan ?? (node && (conditionSpanOf(node, part) ?? node.sqlSpan))
}

/** Identifiers of a condition, lower case, unquoted. */
function namesIn(text: string): readonly string[] {
  return [...text.matchAll(/[`"]([^`"]+)[`"]|([\p{L}_][\p{L}\p{N}_$]*)/gu)].map((match) =>
    (match[1] ?? match[2] ?? '').toLowerCase(),
  )
}
