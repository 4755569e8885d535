import { memberOf } from '../../json/cursor'
import type { JsonAt } from '../../json/tape'
import type { Access, IndexUse } from '../model'
import { indexesOf, indexUse, isDerivedName, mysqlAccessMethod, tidy } from './access-words'
import { draft, type NodeDraft, takeCondition } from './draft'
import type { JsonMembers } from './json-members'
import { mariadbTableRest } from './mariadb-vocabulary'

/** A table of MariaDB's JSON: its node, and the milliseconds that reading it took over all loops. */
export interface TableRead {
  readonly node: NodeDraft
  readonly totalMs: number | undefined
  /** True when the table was read before the statement ran (constant tables), so that its loops say nothing. */
  readonly measured: boolean
}

/** Reads members of a table that hold nodes: a materialized subquery. */
export type ReadNested = (key: string, at: JsonAt) => NodeDraft

/**
 * One `table` object.
 *
 *     { "table_name": "o", "access_type": "ref", "key": "ix_cust", "key_length": "4", "used_key_parts": ["customer_id"],
 *       "rowid_filter": { "range": { "key": "ix_total", "used_key_parts": ["total"] }, "rows": 80, … },
 *       "loops": 150, "r_loops": 150, "rows": 5, "r_rows": 2, "filtered": 40, "r_filtered": 100, … }
 *
 * `rows` and `r_rows` are per loop and before the condition, `filtered` and `r_filtered` the percentage that it keeps.
 * Times are sums over all loops; the model's are per loop.
 */
export function readTable(json: JsonMembers, at: JsonAt, readNested: ReadNested): TableRead {
  const node = draft('access', '', json.span(at))
  const access: { -readonly [Name in keyof Access]?: Access[Name] } = {}
  const ran: { loops?: number; rows?: number; kept?: number; totalMs?: number } = {}
  let table: string | undefined
  let accessType: string | undefined
  let key: string | undefined
  let keyLength: string | undefined
  let usedKeyParts: readonly string[] | undefined
  let merged: IndexUse[] | undefined
  let rowidFilter: IndexUse | undefined
  let materialized = false
  const number = (member: JsonAt, store: (value: number) => void) => {
    const value = json.number(member)
    if (value !== undefined) store(value)
  }
  for (const member of json.members(at)) {
    const name = json.key(member)
    switch (name) {
      case 'table_name':
        table = json.text(member)
        break
      case 'access_type':
        accessType = json.text(member)
        break
      case 'possible_keys':
        access.possibleIndexes = json.texts(member)
        break
      case 'key':
        key = json.text(member)
        break
      case 'key_length':
        keyLength = json.text(member)
        break
      case 'used_key_parts':
        usedKeyParts = json.texts(member)
        break
      case 'ref':
        access.ref = json.texts(member)
        break
      case 'partitions':
        access.partitions = json.texts(member)
        break
      case 'index_merge':
        merged = mergedIndexes(json, member)
        node.rest.index_merge = mergeText(json, member)
        break
      case 'rowid_filter':
        rowidFilter = readRowidFilter(json, member, node)
        break
      case 'rows':
        number(member, (value) => {
          node.estimate.rowsExaminedPerLoop = value
        })
        break
      case 'filtered':
        number(member, (value) => {
          node.estimate.keptFraction = value / 100
        })
        break
      case 'cost':
        number(member, (value) => {
          node.estimate.subtreeCost = value
        })
        break
      case 'r_loops':
        number(member, (value) => {
          ran.loops = value
        })
        break
      case 'r_rows':
        node.rest.r_rows = json.verbatim(member)
        number(member, (value) => {
          ran.rows = value
        })
        break
      case 'r_filtered':
        node.rest.r_filtered = json.verbatim(member)
        number(member, (value) => {
          ran.kept = value / 100
        })
        break
      case 'r_total_time_ms': // 10.5
      case 'r_table_time_ms':
      case 'r_other_time_ms':
        node.rest[name] = json.verbatim(member)
        number(member, (value) => {
          ran.totalMs = (ran.totalMs ?? 0) + value
        })
        break
      case 'index_condition':
      case 'index_condition_bka':
        access.indexCondition = true
        takeCondition(node, json.condition(member, 'index-filter'))
        break
      case 'attached_condition':
        takeCondition(node, json.condition(member, 'row-filter'))
        break
      case 'using_index':
        access.covering = json.boolean(member) ?? false
        break
      case 'materialized':
        materialized = true
        node.children.push(readNested(name, member))
        break
      default:
        if (mariadbTableRest.has(name)) node.rest[name] = json.verbatim(member)
        else json.unknown(member)
    }
  }
  if (table === undefined) {
    node.operator = 'result'
    node.label = String(node.rest.message ?? 'table')
    return { node, totalMs: ran.totalMs, measured: false }
  }
  const method = accessType === undefined ? 'none' : mysqlAccessMethod(accessType)
  if (accessType !== undefined && method === undefined) {
    json.note(`Unknown access_type "${accessType}"`, json.span(memberOf(json.tape, at, 'access_type')))
  }
  const derived = materialized || isDerivedName(table)
  const lengths = keyLength?.split(',') ?? []
  const indexes =
    merged?.map((each, index) => ({ ...each, ...indexUse(each.name, lengths[index], 'merge') })) ??
    (key === undefined ? [] : indexesOf(key, keyLength, accessType))
  const [main] = indexes
  if (key !== undefined && (key.startsWith('#hash#') || accessType === 'ALL')) node.rest.key = key
  node.label = accessType ?? String(node.rest.message ?? 'table')
  node.access = {
    table,
    ...(isDerivedName(table) ? {} : { alias: table }),
    method: node.rest.using_index_for_group_by !== undefined ? 'loose-scan' : (method ?? 'other'),
    accessType: rowidFilter ? `${accessType}|filter` : (accessType ?? ''),
    indexes: [
      ...(main && indexes.length === 1 && usedKeyParts ? [{ ...main, usedKeyParts }] : indexes),
      ...(rowidFilter ? [rowidFilter] : []),
    ],
    ...(access.possibleIndexes ? { possibleIndexes: access.possibleIndexes } : {}),
    ...(access.ref ? { ref: access.ref } : {}),
    // Groups are read from the index alone.
    covering: access.covering ?? node.rest.using_index_for_group_by !== undefined,
    direction: 'forward',
    multiRangeRead: node.rest.mrr_type !== undefined,
    indexCondition: access.indexCondition ?? false,
    ...(access.partitions ? { partitions: access.partitions } : {}),
    ...(derived ? { derived: true } : {}),
  }
  const { rowsExaminedPerLoop, keptFraction } = node.estimate
  if (rowsExaminedPerLoop !== undefined && keptFraction !== undefined) {
    node.estimate.rowsPerLoop = tidy(rowsExaminedPerLoop * keptFraction)
  }
  return { node, totalMs: ran.totalMs, measured: measuredRows(node, ran) }
}

/** Puts what happened into the node. Constant tables and direct index lookups print zero loops and were read all the same. */
function measuredRows(
  node: NodeDraft,
  { loops, rows, kept }: { loops?: number; rows?: number; kept?: number },
): boolean {
  if (loops === undefined) {
    // The one table of an UPDATE or DELETE is read once and prints no loops.
    return (node.rest.update ?? node.rest.delete) !== undefined && rows !== undefined
      ? measuredRows(node, { loops: 1, rows, ...(kept === undefined ? {} : { kept }) })
      : false
  }
  const method = node.access?.accessType ?? ''
  if (loops === 0 && /^(?:const|system|unique_subquery|index_subquery)$/.test(method)) return true
  const read = rows ?? 0
  const left = tidy(read * (kept ?? 1))
  node.actual = {
    loops,
    rowsPerLoop: left,
    ...(kept === undefined ? {} : { rowsFilteredPerLoop: Math.max(0, tidy(read - left)) }),
    neverExecuted: loops === 0,
  }
  return true
}

/** `{"sort_union": [{"range": {"key": "ix_a", "used_key_parts": ["a"]}}, …]}`; before 10.11 with repeated keys. */
function mergedIndexes(json: JsonMembers, at: JsonAt): IndexUse[] {
  const found: IndexUse[] = []
  for (const member of json.children(at)) {
    const name = json.key(member)
    if (name === '') found.push(...mergedIndexes(json, member))
    else if (name === 'range') found.push(...rangeIndex(json, member, 'merge'))
    else if (mergeWords.has(name)) found.push(...mergedIndexes(json, member))
    else json.unknown(member)
  }
  return found
}

const mergeWords: ReadonlySet<string> = new Set(['union', 'sort_union', 'intersect', 'sort_intersect'])

/** How the indexes are merged, in the words of the table format: `sort_union`. */
function mergeText(json: JsonMembers, at: JsonAt): string {
  return json
    .children(at)
    .map((member) => json.key(member))
    .filter((name) => mergeWords.has(name))
    .join(' ')
}

function rangeIndex(json: JsonMembers, at: JsonAt, use: IndexUse['use']): IndexUse[] {
  let name: string | undefined
  let usedKeyParts: readonly string[] | undefined
  for (const member of json.members(at)) {
    const key = json.key(member)
    if (key === 'key') name = json.text(member)
    else if (key === 'used_key_parts') usedKeyParts = json.texts(member)
    else json.unknown(member)
  }
  return name === undefined ? [] : [usedKeyParts === undefined ? { name, use } : { name, usedKeyParts, use }]
}

const rowidFilterRest: ReadonlySet<string> = new Set([
  'rows',
  'selectivity_pct',
  'r_rows',
  'r_lookups',
  'r_selectivity_pct',
  'r_buffer_size',
  'r_filling_time_ms',
])

function readRowidFilter(json: JsonMembers, at: JsonAt, node: NodeDraft): IndexUse | undefined {
  let filter: IndexUse | undefined
  for (const member of json.members(at)) {
    const key = json.key(member)
    if (key === 'range') [filter] = rangeIndex(json, member, 'rowid-filter')
    else if (rowidFilterRest.has(key)) node.rest[`rowid_filter.${key}`] = json.verbatim(member)
    else json.unknown(member)
  }
  return filter
}
