import { childrenOf, insideSpanOf, isObject, memberOf } from '../json/cursor'
import type { JsonAt } from '../json/tape'
import { blockOf, type Place, type TraceDraft, textIn } from './draft'
import type { TraceCondition } from './model'
import { tracedName } from './table-name'

const keys: readonly (readonly [string, TraceCondition['kind']])[] = [
  ['attached', 'attached'],
  // MariaDB 11
  ['attached_condition', 'attached'],
  ['final_table_condition', 'final'],
  ['pushed_index_condition', 'index'],
  ['index_condition', 'index'],
]

/** Conditions of a list of `{table, …}`: attached, left over after index lookups, or checked in the index. */
export function readConditions(draft: TraceDraft, list: JsonAt, place: Place): void {
  const { tape } = draft
  for (const each of childrenOf(tape, list)) {
    if (!isObject(tape, each)) continue
    const written = textIn(tape, each, 'table')
    if (written === undefined) continue
    for (const [key, kind] of keys) {
      const at = memberOf(tape, each, key)
      const text = at === -1 ? undefined : textIn(tape, each, key)
      if (text === undefined) continue
      const table = tracedName(written).shown
      const selectId = blockOf(draft, place.selectId, written)
      draft.conditions.push({ selectId, table, text, kind, span: insideSpanOf(tape, at) })
    }
  }
}
