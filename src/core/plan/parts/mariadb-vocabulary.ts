import type { Operator } from '../model'
import type { KeptObjects } from './json-members'

/** The words of MariaDB 10.5 to 11.8 in FORMAT=JSON that carry no field of their own, and what its operations are. */

/** Objects that are kept as text, and their keys. */
export const mariadbKeptObjects: KeptObjects = {
  r_engine_stats: [
    'pages_accessed',
    'pages_updated',
    'pages_read_count',
    'pages_read_time_ms',
    'pages_prefetch_read_count',
    'old_rows_read',
    'engine',
  ],
  r_keys: ['full_scan', 'index_merge', 'range'],
}

/** Facts about a table access. */
export const mariadbTableRest: ReadonlySet<string> = new Set([
  'message',
  'update',
  'delete',
  'insert',
  'loops',
  'r_table_loops',
  'r_index_rows',
  'r_icp_filtered',
  'r_total_filtered',
  'r_engine_stats',
  'using_index_for_group_by',
  'using_index_for_skip_scan',
  'not_exists',
  'distinct',
  'first_match',
  'loose_scan',
  'impossible_on_condition',
  'const_row_not_found',
  'full-scan-on-null_key',
  'table_function',
  'mrr_type',
  // Tables of information_schema.
  'skip_open_table',
  'open_frm_only',
  'open_trigger_only',
  'open_full_table',
  'scanned_databases',
])

/** Facts about blocks and operations. */
export const mariadbBlockRest: ReadonlySet<string> = new Set([
  'select_id',
  'message',
  'operation',
  'cost',
  'loops',
  'r_loops',
  'r_total_time_ms',
  'r_table_time_ms',
  'r_other_time_ms',
  'sort_key',
  'r_limit',
  'r_used_priority_queue',
  'r_output_rows',
  'r_sort_passes',
  'r_buffer_size',
  'r_sort_mode',
  'r_rows',
  'r_filtered',
  'filtered',
  'state',
  'r_hit_ratio',
  'buffer_type',
  'buffer_size',
  'join_type',
  'mrr_type',
  'r_unpack_time_ms',
  'r_unpack_ops',
  'r_effective_rows',
  'r_index_lookups',
  'r_partial_matches',
  'r_partial_match_buffer_size',
  'r_partial_match_array_sizes',
  'r_strategy',
  'unique',
  'lateral',
  'keys',
  'r_keys',
])

/** Objects around tables and joins, and what they are. Blocks and wrappers without work of their own are `undefined`. */
export const mariadbOperations: ReadonlyMap<string, Operator | undefined> = new Map<string, Operator | undefined>([
  ['query_block', undefined],
  ['filesort', 'sort'],
  ['read_sorted_file', undefined],
  ['temporary_table', 'temporary-table'],
  ['buffer', 'temporary-table'],
  ['window_functions_computation', 'window'],
  ['duplicates_removal', 'distinct'],
  ['duplicate_removal', 'distinct'],
  ['union_result', 'union'],
  ['intersect_result', 'union'],
  ['except_result', 'union'],
  ['unit_result', 'union'],
  ['recursive_union', 'union'],
  ['materialized', 'materialize'],
  ['materialization', 'materialize'],
  ['expression_cache', 'memoize'],
  ['subquery_cache', 'memoize'],
  ['range-checked-for-each-record', undefined],
  ['full-scan-on-null_key', undefined],
])

/** Conditions of blocks and operations, by key, and where they are checked. */
export const mariadbBlockConditions = {
  having_condition: 'having',
  const_condition: 'row-filter',
  outer_ref_condition: 'row-filter',
  pseudo_bits_condition: 'row-filter',
  attached_condition: 'row-filter',
} as const

/** MariaDB's join buffer algorithms (`join_type`). */
export const mariadbJoins: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ['BNL', 'block-nested-loop'],
  ['BNLH', 'hash-join'],
  ['BKA', 'batched-key-access'],
  ['BKAH', 'batched-key-access'],
])
