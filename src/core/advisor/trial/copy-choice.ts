import type { Table } from '../../catalog/model'
import type { ScratchTable } from '../../scratch/model'
import { defaultMaxBytes, type SizedTable, scratchSize } from '../../scratch/size'
import type { QueryBlock } from '../../sql/meaning/model'

/** How the tables of a statement are copied to try advice. */
export interface CopyChoice {
  readonly rows: 'all' | 'sample' | 'narrow'
  /** 0..1, with `sample`. */
  readonly fraction?: number | undefined
}

/** Up to this, copying everything takes seconds. */
const wholeBytes = 256 * 1024 ** 2
const usualFraction = 0.1

/**
 * All rows where they are few. Larger tables as narrow copies with all their rows: what decides about an index is how
 * few rows it leaves, and a sample tells that badly (39 of 440 rows became 560; a narrow copy gave 440). A sample only
 * where even that would be too much.
 */
export function copyChoice(tables: readonly SizedTable[], asked: CopyChoice | undefined): CopyChoice {
  if (asked !== undefined) {
    return asked.rows === 'sample' ? { ...asked, fraction: asked.fraction ?? usualFraction } : { rows: asked.rows }
  }
  const { bytes } = scratchSize(tables)
  if (bytes <= wholeBytes) return { rows: 'all' }
  if (bytes <= defaultMaxBytes) return { rows: 'narrow' }
  return { rows: 'sample', fraction: Math.min(usualFraction, wholeBytes / bytes) }
}

/**
 * The columns that a narrow copy of a table must have besides its primary key: those that the statement or the advice
 * names. Undefined: all of them, because a `*` or a NATURAL JOIN may mean them.
 */
export function columnsNamed(
  table: Pick<Table, 'columns'>,
  blocks: readonly QueryBlock[] | undefined,
  names: ReadonlySet<string>,
): readonly string[] | undefined {
  if (blocks === undefined || blocks.some(({ stars }) => stars.length > 0) || names.has('natural')) return undefined
  return table.columns.map(({ name }) => name).filter((name) => names.has(name.toLowerCase()))
}

/** One table as it is copied by this choice. */
export function copied(
  { table, source }: SizedTable,
  { rows, fraction }: CopyChoice,
  columns: readonly string[] | undefined,
): SizedTable {
  const base: ScratchTable = { ...table, rows: rows === 'sample' ? 'sample' : 'all' }
  if (rows === 'sample') return { table: { ...base, ...(fraction !== undefined && { fraction }) }, source }
  return rows === 'narrow' && columns !== undefined ? { table: { ...base, columns }, source } : { table: base, source }
}
