import { asText, firstIn, isArray, isObject, keyOf, memberSpanOf, nextIn, rawOf } from '../json/cursor'
import type { JsonAt, JsonTape } from '../json/tape'
import { known, type Place, type TraceDraft, textIn } from './draft'
import type { TraceWork } from './model'
import { tracedName } from './table-name'

/** A temporary table that is made or moved to disk, with what the server tells of it. */
export function readTemporaryTable(draft: TraceDraft, at: JsonAt, place: Place): void {
  add(draft, at, place, 'temporary-table')
}

/** A sort: its plan (`adding_sort_to_table`) or how it ran (`filesort_summary`, `filesort_priority_queue_optimization`). */
export function readFilesort(draft: TraceDraft, at: JsonAt, place: Place): void {
  add(draft, at, place, 'filesort')
}

function add(draft: TraceDraft, at: JsonAt, place: Place, kind: TraceWork['kind']): void {
  const { tape } = draft
  const facts: { name: string; value: string }[] = []
  collect(tape, at, facts)
  if (facts.length === 0) return
  const written = facts.find(({ name }) => name === 'table')?.value ?? place.table
  draft.work.push(
    known({
      selectId: place.selectId,
      kind,
      table: written === undefined ? undefined : tracedName(written).shown,
      facts: facts.filter(({ name }) => name !== 'table'),
      cause: isObject(tape, at) ? textIn(tape, at, 'cause') : undefined,
      span: memberSpanOf(tape, at),
    }),
  )
}

/** The plain members, those of objects inside included. */
function collect(tape: JsonTape, at: JsonAt, facts: { name: string; value: string }[]): void {
  const open = [at]
  for (let container = open.pop(); container !== undefined; container = open.pop()) {
    for (let member = firstIn(tape, container); member !== -1; member = nextIn(tape, container, member)) {
      if (isObject(tape, member) || isArray(tape, member)) open.push(member)
      else if (keyOf(tape, member) !== '') {
        facts.push({ name: keyOf(tape, member), value: asText(tape, member) ?? rawOf(tape, member) })
      }
    }
  }
}
