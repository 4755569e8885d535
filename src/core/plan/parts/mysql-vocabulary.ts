import type { Operator } from '../model'
import type { KeptObjects } from './json-members'

/** The words of MySQL 5.6 to 9.x in FORMAT=JSON, version 1, that carry no field of their own. */

/** Objects that are kept as text, and their keys. */
export const mysqlKeptObjects: KeptObjects = {
  windows: [
    'name',
    'definition_position',
    'using_temporary_table',
    'using_filesort',
    'filesort_key',
    'frame_buffer',
    'functions',
    'last_executed_window',
  ],
  frame_buffer: ['using_temporary_table', 'optimized_frame_evaluation'],
  sharing_temporary_table_with: ['select_id'],
  partial_update_columns: [],
}

/** Lists of subqueries: where in the statement they stand. */
export const mysqlSubqueryLists: ReadonlySet<string> = new Set([
  'select_list_subqueries',
  'attached_subqueries',
  'optimized_away_subqueries',
  'having_subqueries',
  'group_by_subqueries',
  'order_by_subqueries',
  'update_value_subqueries',
  'insert_update_subqueries',
  'insert_values_subqueries',
])

/** Operations around a join, and what they are. What they do besides (sort, temporary table) is said by flags. */
export const mysqlOperations: ReadonlyMap<string, Operator | undefined> = new Map<string, Operator | undefined>([
  // Ordering alone is a sort when it sorts, and nothing when an index delivers the order.
  ['ordering_operation', undefined],
  ['grouping_operation', 'aggregate'],
  ['duplicates_removal', 'distinct'],
  ['windowing', 'window'],
  ['buffer_result', undefined],
])

export const mysqlSetResults: ReadonlySet<string> = new Set([
  'union_result',
  'intersect_result',
  'except_result',
  'unary_result',
])

/** Facts about a table access that have no field of their own. */
export const mysqlTableRest: ReadonlySet<string> = new Set([
  'update',
  'delete',
  'insert',
  'replace',
  'rows_produced_per_join',
  'used_columns',
  'using_join_buffer',
  'using_where',
  'first_match',
  'loosescan',
  'not_exists',
  'distinct',
  'using_index_for_group_by',
  'using_index_for_skip_scan',
  'const_row_not_found',
  'unique_row_not_found',
  'impossible_on_condition',
  'full_scan_on_NULL_key',
  'range_checked_for_each_record',
  'rematerialize',
  'recursive',
  'ft_hints',
  'table_function',
  'pushed_join',
  'pushed_condition',
  'partial_update_columns',
  'skip_records_in_range_due_to_force',
  'using_secondary_engine',
  'using_temporary_table',
  'message',
  'select_id',
  // Tables of information_schema.
  'skip_open_table',
  'open_frm_only',
  'open_trigger_only',
  'open_full_table',
  'scanned_databases',
])

/** Facts about a block or an operation that have no field of their own. */
export const mysqlBlockRest: ReadonlySet<string> = new Set([
  'select_id',
  'message',
  'dependent',
  'cacheable',
  'recursive',
  'windows',
  'filesort_key',
  'sharing_temporary_table_with',
  'using_secondary_engine',
])
