import type mysql from 'mysql2'
import type { PrintedAs, ResultColumn } from '../../core/experiment/printed-values'

/** Character set number of what has none. */
const binary = 63

/** Type bytes of column definitions (MySQL internals manual, "Protocol::ColumnType"). */
const byType: Readonly<Record<number, PrintedAs>> = {
  0: 'decimal',
  1: 'integer',
  2: 'integer',
  3: 'integer',
  4: 'float',
  5: 'float',
  6: 'text',
  7: 'zoned-time',
  8: 'integer',
  9: 'integer',
  10: 'date',
  11: 'time',
  12: 'time',
  13: 'integer',
  14: 'date',
  16: 'binary',
  245: 'json',
  246: 'decimal',
  247: 'text',
  248: 'text',
  255: 'binary',
}

/** What a column definition says of the column's values. */
export function resultColumn({ name, columnType, characterSet }: mysql.FieldPacket): ResultColumn {
  return { name, printedAs: byType[columnType ?? -1] ?? (characterSet === binary ? 'binary' : 'text') }
}
