import type { AccessMethod } from '../plan/model'

/** How the servers' words for a way of reading a table map to ours. */
export function methodOfTraced(accessType: string): AccessMethod {
  switch (accessType) {
    case 'ref':
    case 'ref_or_null':
      return 'lookup'
    case 'eq_ref':
      return 'unique-lookup'
    case 'const':
    case 'system':
      return 'constant'
    case 'range':
    case 'dynamic_range':
      return 'range'
    case 'index_merge':
      return 'index-merge'
    case 'index':
    case 'index_scan':
      return 'index-scan'
    case 'scan':
    case 'table_scan':
    case 'scan_with_join_cache':
    // A join buffer is probed by a hash; the table itself is read whole.
    case 'hash':
      return 'full-scan'
    case 'fulltext':
      return 'fulltext'
    default:
      return 'other'
  }
}

/** The same for what the range optimizer settled on. */
export function methodOfRange(type: string): AccessMethod {
  if (type === 'index_group') return 'loose-scan'
  if (type === 'skip_scan') return 'skip-scan'
  return type === 'range_scan' ? 'range' : 'index-merge'
}
