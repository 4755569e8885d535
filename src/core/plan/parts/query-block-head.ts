/** MySQL's first JSON format and MariaDB's both hold a query block; these tell the two apart. */

export function looksLikeQueryBlock(head: string): boolean {
  return /^\s*\{/.test(head) && /"query_block"\s*:\s*\{/.test(head)
}

const mysqlOnly =
  /"(?:cost_info|rows_examined_per_scan|used_columns|using_MRR|materialized_from_subquery|cacheable|\w+_operation)"\s*:/

const mariadbOnly =
  /"(?:query_optimization|r_loops|r_rows|loops|cost|block-nl-join|filesort|temporary_table|read_sorted_file|expression_cache|subqueries|materialized|rowid_filter|mrr_type|recursive_union|const_condition|operation|range-checked-for-each-record)"\s*:/

/** What is written: MySQL prints `true`. */
const numberedChange = /"(?:update|delete|insert)"\s*:\s*1\b/

/** Lists on one line: MySQL prints one element per line. */
const listOnOneLine = /"(?:possible_keys|used_key_parts|ref|partitions)"\s*:\s*\["/

/** A name without back ticks at the start of a condition: MySQL prints `` `schema`.`table`.`column` ``. */
const bareName = /_condition"\s*:\s*"[^"`']*\b[A-Za-z_]\w*\.[A-Za-z_`]/

/**
 * Words and manners that only MariaDB has. A small plan without any of them is printed by both alike and counts as
 * MySQL's until the server is known.
 */
export function looksLikeMariaDbJson(head: string): boolean {
  if (mysqlOnly.test(head)) return false
  if (numberedChange.test(head)) return true
  return mariadbOnly.test(head) || listOnOneLine.test(head) || bareName.test(head) || joinOfOneTable(head)
}

/** Since 10.11 MariaDB prints a join also around a single table. */
function joinOfOneTable(head: string): boolean {
  return /"nested_loop"\s*:/.test(head) && head.match(/"table"\s*:/g)?.length === 1
}
