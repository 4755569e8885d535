/** What well-known counters count, in our words. Sources: server status variables of MySQL, EXPLAIN of PostgreSQL. */
const meanings: Readonly<Record<string, string>> = {
  Handler_read_first: 'times the first entry of an index was read: a full index scan began',
  Handler_read_key: 'look-ups by a key',
  Handler_read_last: 'times the last entry of an index was read',
  Handler_read_next: 'next entries in index order: range and index scans',
  Handler_read_prev: 'entries read backwards in index order',
  Handler_read_rnd: 'rows fetched by position: after a sort, or for a batch',
  Handler_read_rnd_next: 'rows read in table order: full scans, and reads of temporary tables',
  Handler_write: 'rows written, temporary tables included',
  Handler_update: 'rows changed, temporary tables included',
  Handler_delete: 'rows deleted',
  Handler_tmp_write: 'rows written into temporary tables',
  Handler_tmp_update: 'rows changed in temporary tables',
  Handler_icp_attempts: 'index entries checked by a pushed condition',
  Handler_icp_match: 'index entries that passed the pushed condition',
  Handler_mrr_init: 'batches of sorted row reads',
  Sort_rows: 'rows sorted',
  Sort_range: 'sorts over a range',
  Sort_scan: 'sorts over a full scan',
  Sort_merge_passes: 'passes that a sort needed because its buffer was too small',
  Created_tmp_tables: 'temporary tables made',
  Created_tmp_disk_tables: 'temporary tables that went to disk',
  Select_full_join: 'joins without an index on the inner table',
  Select_full_range_join: 'joins by a range on the inner table',
  Select_range: 'ranges on the first table',
  Select_range_check: 'joins that look for an index anew for each row',
  Select_scan: 'full scans of the first table',
  Innodb_buffer_pool_read_requests: 'pages asked for in memory',
  Innodb_buffer_pool_reads: 'pages that had to come from disk',
  Innodb_rows_read: 'rows that InnoDB read',
  Innodb_pages_read: 'pages read from disk',
  Last_query_cost: 'the optimizer’s cost of the last statement',
}

export function counterMeaning(name: string): string {
  return meanings[name] ?? ''
}

/** Rows first, then sorts and temporary tables, then pages. */
export function counterGroup(name: string): string {
  if (name.startsWith('Handler_')) return '1'
  if (/^(Sort|Created|Select)_/.test(name)) return '2'
  return '3'
}
