import type { AccessMethod, Condition, Operator } from '../model'
import { appended } from './draft'
import { rangeParts } from './mysql-ranges'
import { findOutside, listPieces, pieceOf } from './outside-quotes'

/** One step of MySQL's executor as its phrase tells it. */
export interface Operation {
  /** The phrase without names, conditions and numbers. */
  label: string
  operator: Operator
  /** How many inputs stand below it, at least. */
  inputs: number
  access: OperationAccess | undefined
  conditions: Condition[]
  /** Facts without a field of their own, under the names that FORMAT=JSON has for them. */
  readonly rest: Record<string, string | number | boolean>
  /** What was not understood: offsets in the phrase. */
  problem: { readonly start: number; readonly end: number } | undefined
}

export interface OperationAccess {
  readonly table: string
  readonly method: AccessMethod
  readonly index?: string | undefined
  readonly covering: boolean
  readonly backward: boolean
  readonly multiRangeRead: boolean
  readonly indexCondition: boolean
  /** What the index parts are compared with, as it is printed: `a = 1, b = c.id`. */
  readonly lookup?: string | undefined
  /** The ranges as they are printed. */
  readonly ranges?: string | undefined
}

/** The index parts in the lookup or the ranges, in their order. */
export function keyPartsOf({ lookup, ranges }: OperationAccess): readonly string[] | undefined {
  return lookup !== undefined ? lookupParts(lookup) : ranges === undefined ? undefined : rangeParts(ranges)
}

/** What stands to the left in `a = 1, b = c.id`. */
function lookupParts(lookup: string): readonly string[] {
  let parts: string[] = []
  for (const { text } of listPieces(lookup, 0, lookup.length)) {
    const equals = findOutside(text, 0, (_at, code) => code === equalsSign)
    if (equals > 0) parts = parts.concat(text.slice(0, equals).trim())
  }
  return parts
}

const equalsSign = 61

/** A phrase and where it stands in its text. */
export interface Phrase {
  readonly text: string
  /** Where its first letter stands. */
  readonly start: number
  /** The conditions are wanted; where the server tells them elsewhere too, they are not. */
  readonly keepsConditions: boolean
}

/** Adds a condition that stands between two places of the phrase. */
export function addCondition(
  operation: Operation,
  { text, start, keepsConditions }: Phrase,
  from: number,
  to: number,
  checkedAt: Condition['checkedAt'],
): void {
  const piece = keepsConditions ? pieceOf(text, from, to) : undefined
  if (!piece) return
  const span = { start: start + piece.start, end: start + piece.end }
  operation.conditions = appended(operation.conditions, { text: piece.text, checkedAt, span })
}
