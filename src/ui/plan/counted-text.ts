import { formatRows } from '../../core/figures'
import type { Counted } from './rows'

/** `4,716 rows`, `≈ 11,940 rows`, `≈ 4 rows each time`. */
export function formatCounted(counted: Counted): string {
  const rows = `${counted.measured ? '' : '≈ '}${formatRows(counted.value)} ${counted.value === 1 ? 'row' : 'rows'}`
  return counted.perLoop ? `${rows} each time` : rows
}
