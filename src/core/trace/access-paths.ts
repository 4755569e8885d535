import { childrenOf, memberOf, spanOf } from '../json/cursor'
import type { JsonAt, JsonTape } from '../json/tape'
import { booleanIn, numberIn, type Place, type TraceDraft, tableOf, textIn, type Writable } from './draft'
import { methodOfTraced } from './methods'
import type { TraceAlternative } from './model'
import { readSplitting } from './rechecks'

/**
 * The ways to read a table after the tables of the prefix: `best_access_path` or its list. The server marks each "best
 * so far" as chosen; here only the last of them stays chosen.
 */
export function readAccessPaths(
  draft: TraceDraft,
  at: JsonAt,
  place: Place,
  { prefix, search }: Pick<TraceAlternative, 'prefix' | 'search'>,
): void {
  const { tape } = draft
  const splitting = memberOf(tape, at, 'choose_best_splitting')
  if (splitting !== -1) readSplitting(draft, splitting)
  const list = memberOf(tape, at, 'considered_access_paths')
  const written = textIn(tape, at, 'table') ?? place.table
  if (list === -1 || written === undefined) return
  const table = tableOf(draft, place.selectId, written)
  const paths = childrenOf(tape, list).map((each) => accessPath(tape, each, place, { prefix, search }))
  let last: Writable<TraceAlternative> | undefined
  for (const path of paths) {
    if (path.chosen) {
      if (last) last.chosen = false
      last = path
    }
    table.alternatives.push(path)
  }
}

function accessPath(
  tape: JsonTape,
  at: JsonAt,
  place: Place,
  where: Pick<TraceAlternative, 'prefix' | 'search'>,
): Writable<TraceAlternative> {
  // MariaDB writes `type` where it did not cost a scan.
  const accessType = textIn(tape, at, 'access_type') ?? textIn(tape, at, 'type') ?? 'unknown'
  const details = memberOf(tape, at, 'range_details')
  const filter = memberOf(tape, at, 'filter')
  const filtered = filter === -1 || booleanIn(tape, filter, 'filter_used') === false ? undefined : filter
  const used = details === -1 ? undefined : usedIndex(textIn(tape, details, 'used_index') ?? '')
  const method = used?.method ?? methodOfTraced(accessType)
  // The most frequent object of a trace: built member by member, so that all have one shape each and none is trimmed.
  const way: Writable<TraceAlternative> = {
    selectId: place.selectId,
    prefix: where.prefix,
    stage: place.stage === 'estimation' ? 'join-search' : place.stage,
    phase: phaseOf(method),
    method,
    accessType,
    usable: booleanIn(tape, at, 'usable') ?? true,
    chosen: booleanIn(tape, at, 'chosen') ?? false,
    span: spanOf(tape, at),
  }
  if (where.search !== undefined) way.search = where.search
  const index = indexOf(tape, at) ?? used?.index
  if (index !== undefined) way.index = index
  if (used?.indexes) way.indexes = used.indexes
  const rows = numberIn(tape, at, 'rows') ?? numberIn(tape, at, 'rows_to_scan')
  if (rows !== undefined) way.rows = rows
  const rowsAfter = numberIn(tape, at, 'resulting_rows') ?? numberIn(tape, at, 'rows_out')
  if (rowsAfter !== undefined) way.rowsAfter = rowsAfter
  const cost = numberIn(tape, at, 'cost')
  if (cost !== undefined) way.cost = cost
  const cause = textIn(tape, at, 'cause')
  if (cause !== undefined) way.cause = cause
  const indexOnly = booleanIn(tape, at, 'index_only')
  if (indexOnly !== undefined) way.indexOnly = indexOnly
  const joinBuffer =
    booleanIn(tape, at, 'using_join_cache') ?? (accessType === 'scan_with_join_cache' ? true : undefined)
  if (joinBuffer !== undefined) way.joinBuffer = joinBuffer
  const rowidFilter =
    textIn(tape, at, 'rowid_filter_key') ??
    (filtered === undefined ? undefined : textIn(tape, filtered, 'rowid_filter_index'))
  if (rowidFilter !== undefined) way.rowidFilter = rowidFilter
  return way
}

/** MariaDB calls the hash of a join buffer an index, which it is not. */
function indexOf(tape: JsonTape, at: JsonAt): string | undefined {
  const index = textIn(tape, at, 'index') ?? textIn(tape, at, 'range_index') ?? textIn(tape, at, 'full-text index')
  return index === 'hj-key' ? undefined : index
}

interface UsedIndex {
  readonly method?: TraceAlternative['method']
  readonly index?: string
  readonly indexes?: readonly string[]
}

/** MySQL 5.7+ names what a range reads: `ix`, `index_for_group_by(ix)`, `sort_union(ix,intersect(iy,iz))`. */
function usedIndex(text: string): UsedIndex {
  const around = /^(index_for_group_by|index_for_skip_scan|intersect|union|sort_union)\((.*)\)$/.exec(text)
  if (!around) return text === '' ? {} : { index: text }
  const [, kind, inside = ''] = around
  if (kind === 'index_for_group_by') return { method: 'loose-scan', index: inside }
  if (kind === 'index_for_skip_scan') return { method: 'skip-scan', index: inside }
  const indexes = inside.split(/[(),]/).filter((each) => each !== '' && each !== 'intersect')
  return { method: 'index-merge', indexes: [...new Set(indexes)] }
}

function phaseOf(method: TraceAlternative['method']): TraceAlternative['phase'] {
  switch (method) {
    case 'full-scan':
    case 'index-scan':
      return 'scan'
    case 'range':
    case 'index-merge':
    case 'skip-scan':
      return 'range'
    case 'loose-scan':
      return 'group'
    default:
      return 'ref'
  }
}
