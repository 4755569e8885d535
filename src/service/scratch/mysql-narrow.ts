import type { Index, Table } from '../../core/catalog/model'
import { quoteName, quoteText } from '../../core/dialects/mysql-family'
import { fault } from '../../core/errors'
import type { ScratchTable } from '../../core/scratch/model'
import { namesInText } from '../../core/scratch/names-in-text'
import type { ScratchPlace } from './place'

/** How a table becomes the narrow one that was asked for. */
export interface Narrowed {
  /** Parts of ALTER TABLE for the empty copy. */
  readonly changes: string[]
  /** The columns whose values are copied: those that are kept and not computed. */
  readonly columns: readonly string[]
}

/**
 * Which columns, indexes and checks go. Indexes stay where all their columns do; a computed column brings those that it
 * is computed from.
 * @throws SargableError `unknown-column`, `bad-request` when nothing would be left
 */
export async function narrowed(place: ScratchPlace, table: ScratchTable, source: Table): Promise<Narrowed> {
  const kept = keptColumns(table, source)
  const columns = source.columns
    .filter(({ name, generated }) => kept.has(name) && generated === undefined)
    .map(({ name }) => name)
  const dropped = source.columns.map(({ name }) => name).filter((name) => !kept.has(name))
  if (dropped.length === 0) return { changes: [], columns }
  const gone = new Set(dropped.map((name) => name.toLowerCase()))
  const mentionsGone = (text: string) => namesInText(text, 'mysql').some(({ name }) => gone.has(name))
  await withoutPartitions(place, source, mentionsGone)
  const indexes = source.indexes.filter((index) => index.name !== 'PRIMARY' && !stays(index, kept, mentionsGone))
  const changes = [
    ...indexes.map(({ name }) => `DROP INDEX ${quoteName(name)}`),
    ...(await checksOf(place, source)).filter(({ clause }) => mentionsGone(clause)).map(({ drop }) => drop),
    ...dropped.map((name) => `DROP COLUMN ${quoteName(name)}`),
  ]
  if (indexes.length > 0) {
    place.note(`${source.name}: indexes left out with their columns: ${indexes.map(({ name }) => name).join(', ')}.`)
  }
  return { changes, columns }
}

/** SQL of "this table" for information_schema. */
export function isTable({ schema, name }: Pick<Table, 'schema' | 'name'>): string {
  return `TABLE_SCHEMA = ${quoteText(schema)} AND TABLE_NAME = ${quoteText(name)}`
}

/** The primary key, the columns asked for, and what those are computed from. */
export function keptColumns({ columns: wanted }: ScratchTable, source: Table): ReadonlySet<string> {
  const all = new Map(source.columns.map((column) => [column.name, column]))
  if (wanted === undefined) return new Set(all.keys())
  const kept = new Set<string>()
  const keep = (name: string) => {
    const column = all.get(name) ?? source.columns.find((other) => other.name.toLowerCase() === name.toLowerCase())
    if (!column) throw fault('unknown-column', `${source.name} has no column "${name}".`)
    if (kept.has(column.name)) return
    kept.add(column.name)
    if (column.generated === undefined) return
    for (const named of namesInText(column.generated, 'mysql')) {
      const base = source.columns.find((other) => other.name.toLowerCase() === named.name)
      if (base) keep(base.name)
    }
  }
  for (const name of [...(source.primaryKey ?? []), ...wanted]) keep(name)
  if (kept.size === 0) {
    throw fault('bad-request', `${source.name} has no primary key: a narrow copy needs at least one column.`)
  }
  return kept
}

function stays(index: Index, kept: ReadonlySet<string>, mentionsGone: (text: string) => boolean): boolean {
  return index.parts.every(({ column, expression }) =>
    column === undefined ? expression !== undefined && !mentionsGone(expression) : kept.has(column),
  )
}

async function withoutPartitions(
  { session, schema, signal, note }: ScratchPlace,
  source: Table,
  mentionsGone: (text: string) => boolean,
): Promise<void> {
  if (source.type !== 'partitioned') return
  const { rows } = await session.execute(
    `SELECT DISTINCT PARTITION_EXPRESSION, SUBPARTITION_EXPRESSION FROM information_schema.PARTITIONS WHERE ${isTable(source)}`,
    signal,
  )
  if (!rows.some((row) => row.some((expression) => expression && mentionsGone(expression)))) return
  const copy = `${quoteName(schema)}.${quoteName(source.name)}`
  await session.execute(`ALTER TABLE ${copy} REMOVE PARTITIONING`, signal)
  note(`${source.name}: its partitions are left out with the columns that they go by.`)
}

/** The checks of the copy, whose names may differ from the original's, and how each is dropped. */
async function checksOf(
  { session, schema, signal }: ScratchPlace,
  { name }: Table,
): Promise<readonly { readonly clause: string; readonly drop: string }[]> {
  const copy = { schema, name }
  const maria = session.identity.product === 'mariadb'
  const known = await session.read(
    `SELECT 1 FROM information_schema.TABLES WHERE TABLE_SCHEMA = 'information_schema' AND TABLE_NAME = 'CHECK_CONSTRAINTS'`,
    signal,
  )
  if (known.rows.length === 0) return []
  const { rows } = await session.execute(
    maria
      ? `SELECT CONSTRAINT_NAME, CHECK_CLAUSE FROM information_schema.CHECK_CONSTRAINTS
          WHERE CONSTRAINT_SCHEMA = ${quoteText(schema)} AND TABLE_NAME = ${quoteText(name)} AND LEVEL = 'Table'`
      : `SELECT CONSTRAINT_NAME, CHECK_CLAUSE FROM information_schema.CHECK_CONSTRAINTS
          JOIN information_schema.TABLE_CONSTRAINTS USING (CONSTRAINT_SCHEMA, CONSTRAINT_NAME)
          WHERE CONSTRAINT_TYPE = 'CHECK' AND ${isTable(copy)}`,
    signal,
  )
  return rows.map(([constraint, clause]) => ({
    clause: (clause ?? '').replace(/\\'/g, "'"),
    drop: `DROP ${maria ? 'CONSTRAINT' : 'CHECK'} ${quoteName(constraint ?? '')}`,
  }))
}
