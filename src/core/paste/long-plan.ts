import type { PastePart } from './model'
import { isLong, planFacts } from './piece-facts'
import { dialectOfFormat, looksLikeTrace, planFormatOf } from './plan-shapes'

/**
 * What `recognize` says of a long text that is one JSON plan, told by its head and its end alone: where sending the text
 * to be recognized takes longer than looking. Undefined for every other text.
 */
export function longPlan(text: string): PastePart | undefined {
  const start = text.search(/\S/)
  const piece = text.slice(start === -1 ? text.length : start).trimEnd()
  if (!isLong(piece) || !/^[[{]/.test(piece) || !/[\]}]$/.test(piece) || looksLikeTrace(piece)) return undefined
  const format = planFormatOf(piece)
  if (format === undefined) return undefined
  const span = { start, end: start + piece.length }
  return { kind: 'plan', dialect: dialectOfFormat(format), format, span, facts: planFacts(piece) }
}
