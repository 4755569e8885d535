/** MySQL's first JSON format and MariaDB's both start with a query block; these tell the two apart. */

/** The head of either: an object with a `query_block`, perhaps behind MariaDB's `query_optimization`. */
export function looksLikeQueryBlock(head: string): boolean {
  return /^\s*\{\s*"query_(?:block|optimization)"\s*:/.test(head)
}

/**
 * Words that only MariaDB prints: times and rows of ANALYZE, costs without `cost_info`, its join buffers and sorts,
 * lists on one line, column names without the back-ticked schema, and a `nested_loop` around a single table.
 */
export function looksLikeMariaDbJson(head: string): boolean {
  if (/"(?:cost_info|rows_examined_per_scan|used_columns|using_MRR|materialized_from_subquery)"/.test(head))
    return false
  if (/"(?:ordering|grouping)_operation"|"query_specifications": \[\s*\{\s*"dependent"/.test(head)) return false
  return (
    /"(?:query_optimization|r_loops|r_rows|loops|cost|block-nl-join|filesort|temporary_table|read_sorted_file)"\s*:/.test(
      head,
    ) ||
    /"(?:expression_cache|subqueries|materialized|rowid_filter|mrr_type|recursive_union|const_condition)"\s*:/.test(
      head,
    ) ||
    /"(?:possible_keys|used_key_parts|ref|partitions)"\s*:\s*\["/.test(head) ||
    /"nested_loop"\s*:\s*\[\s*\{\s*"table"\s*:\s*\{[^{}]*\}\s*\}\s*\]/.test(head) ||
    /"select_id"\s*:\s*\d+\s*,\s*"operation"/.test(head)
  )
}
