/** MySQL's and MariaDB's tabular EXPLAIN have the same columns; these tell them apart from others and from each other. */

export function looksLikePlanRows(head: string): boolean {
  return (
    /(?:^|[\s|"])id["\s|]+select_type["\s|]+table\b/.test(head) ||
    /^[ \t]*select_type: .*\r?\n[ \t]*table: /m.test(head)
  )
}

/**
 * Words that only MariaDB prints, or an empty `Extra` where MySQL prints NULL. A table without any of them is printed
 * by both alike and counts as MySQL's until the server is known.
 */
export function looksLikeMariaDbRows(head: string): boolean {
  // Only MySQL has both columns at once (5.7 and later).
  if (/\bpartitions\b/.test(head) && /\bfiltered\b/.test(head)) return false
  return (
    /\br_rows\b|\br_filtered\b|\|filter\b|\bhash_(?:ALL|range|index)|#hash#/.test(head) ||
    /\((?:flat|incremental), B|(?:Rowid|Key)-ordered|Using rowid filter|Const row not found|Zero limit/.test(head) ||
    /\b(?:UNIT RESULT|LATERAL DERIVED|RECURSIVE UNION|PUSHED \w+)\b/.test(head) ||
    /^ *(?:\d+|NULL)\t(?:[^\t\n]*\t)+ *$/m.test(head) ||
    /^[ \t]*\|[ \t]*(?:\d+|NULL) +\|.*\|[ \t]+\|[ \t]*\r?$/m.test(head) ||
    /^[ \t]*Extra:[ \t]*\r?$/m.test(head)
  )
}
