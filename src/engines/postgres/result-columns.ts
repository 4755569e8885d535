import type { PrintedAs, ResultColumn } from '../../core/experiment/printed-values'

/** Types by their fixed numbers (src/include/catalog/pg_type.dat); all others are PostgreSQL's own. */
const byType: Readonly<Record<number, PrintedAs>> = {
  16: 'boolean',
  17: 'binary',
  18: 'text',
  19: 'text',
  20: 'integer',
  21: 'integer',
  23: 'integer',
  25: 'text',
  26: 'integer',
  114: 'json',
  700: 'float',
  701: 'float',
  705: 'text',
  1043: 'text',
  1082: 'date',
  1083: 'time',
  1114: 'time',
  1184: 'zoned-time',
  1266: 'zoned-time',
  1700: 'decimal',
  2950: 'text',
  3802: 'json',
}

/** What a row description says of the column's values. */
export function resultColumn({
  name,
  dataTypeID,
}: {
  readonly name: string
  readonly dataTypeID: number
}): ResultColumn {
  return { name, printedAs: byType[dataTypeID] ?? 'other' }
}
