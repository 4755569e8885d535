import { exhausted } from '../../errors'
import type { Access, AccessMethod, PlanNode } from '../model'

/** The words for an access whose server gives only its short one (`ALL`, `range`, `eq_ref`). */
function accessTitle(method: AccessMethod): string {
  switch (method) {
    case 'full-scan':
      return 'Table scan'
    case 'index-scan':
      return 'Full index scan'
    case 'range':
      return 'Index range scan'
    case 'lookup':
      return 'Index lookup'
    case 'unique-lookup':
      return 'Unique index lookup'
    case 'constant':
      return 'Constant row'
    case 'index-merge':
      return 'Index merge'
    case 'skip-scan':
      return 'Index skip scan'
    case 'loose-scan':
      return 'Loose index scan'
    case 'bitmap':
      return 'Bitmap scan'
    case 'fulltext':
      return 'Full-text search'
    case 'spatial':
      return 'Spatial index scan'
    case 'function':
      return 'Function scan'
    case 'none':
      return 'No table'
    case 'other':
      return 'Table access'
    default:
      return exhausted(method)
  }
}

/** A short word of MySQL's or MariaDB's `type` column, not a name for people. */
const shortWord = /^(ALL|[a-z]+(?:[_|][A-Za-z]+)*)$/

/** The step's name: the server's own words, or plain ones where the server has only a short word. */
export function nodeTitle(node: PlanNode): string {
  const { access, label } = node
  if (access && (label === '' || label === access.table || label === access.alias || shortWord.test(label))) {
    return accessTitle(access.method)
  }
  if (label === '') return 'Step'
  return shortWord.test(label) ? label.charAt(0).toUpperCase() + label.slice(1).replace(/_/g, ' ') : label
}

/** `infamous_table`, `order_line ol`. */
export function tableName(access: Access): string {
  return access.alias !== undefined && access.alias !== access.table ? `${access.table} ${access.alias}` : access.table
}

/** Names of the indexes that are read, as one word: `t_msg`, `a + b` for a merge, `a, filter b` for a rowid filter. */
export function indexNames(access: Access): string | undefined {
  const main = access.indexes.filter((index) => index.use !== 'rowid-filter').map((index) => index.name)
  const filters = access.indexes.filter((index) => index.use === 'rowid-filter').map((index) => `filter ${index.name}`)
  const words = [...(main.length > 0 ? [main.join(' + ')] : []), ...filters]
  return words.length > 0 ? words.join(', ') : undefined
}
