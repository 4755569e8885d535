import type { EditedSql } from '../../../../src/core/sql/edits/model'

/** Goes through both texts from the left: between edits they are the same, and where one is its text stands. */
export function keepsTheRest(before: string, { sql, edits }: EditedSql): boolean {
  let at = 0
  let now = 0
  for (const { span, text } of edits) {
    const kept = before.slice(at, span.start)
    if (span.start < at || sql.slice(now, now + kept.length + text.length) !== kept + text) return false
    now += kept.length + text.length
    at = span.end
  }
  return sql.slice(now) === before.slice(at)
}
