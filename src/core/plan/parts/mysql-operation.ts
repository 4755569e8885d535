import type { AccessMethod, Condition, Operator } from '../model'

/** One step of MySQL's executor as its phrase tells it. Places are offsets in the phrase. */
export interface Operation {
  /** The phrase without names, conditions and numbers. */
  label: string
  operator: Operator
  /** How many inputs stand below it, at least. */
  inputs: number
  access?: OperationAccess
  readonly conditions: { readonly text: string; start: number; end: number; checkedAt: Condition['checkedAt'] }[]
  /** Facts without a field of their own, under the names that FORMAT=JSON has for them. */
  readonly rest: Record<string, string | number | boolean>
  /** What was not understood. */
  problem?: { readonly start: number; readonly end: number }
}

export interface OperationAccess {
  readonly table: string
  readonly method: AccessMethod
  readonly index?: string
  readonly covering: boolean
  readonly backward: boolean
  readonly multiRangeRead: boolean
  readonly indexCondition: boolean
  /** The index parts in the lookup or the ranges, in their order. */
  readonly keyParts?: readonly string[]
}

/** Adds a condition that stands between two places of the phrase. */
export function addCondition(
  operation: Operation,
  phrase: string,
  start: number,
  end: number,
  checkedAt: Condition['checkedAt'],
): void {
  const text = phrase.slice(start, end)
  const blanks = text.length - text.trimStart().length
  const from = start + blanks
  const trimmed = text.trim()
  if (trimmed !== '') operation.conditions.push({ text: trimmed, start: from, end: from + trimmed.length, checkedAt })
}
