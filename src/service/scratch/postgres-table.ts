import type { Table } from '../../core/catalog/model'
import { quoteName } from '../../core/dialects/postgres'
import { fault } from '../../core/errors'
import type { ScratchTable } from '../../core/scratch/model'
import { sampleCondition } from '../../core/scratch/sample-condition'
import type { CopyOrder, ScratchPlace } from './place'
import { copyIndexes, type Original } from './postgres-indexes'
import { copyPartitions, partitionClause } from './postgres-partitions'
import { copySequences, sequencesToEnd } from './postgres-sequences'
import { quoteLiteral } from './postgres-text'

/** Makes a table like the original, fills it, then builds its indexes. */
export async function copyTable(place: ScratchPlace, { table, source }: CopyOrder): Promise<void> {
  const { session, schema, signal, note } = place
  const original = await findOriginal(place, source)
  const copy = `${quoteName(schema)}.${quoteName(source.name)}`
  const columns = await columnsOf(place, original, table, source)
  const narrow = table.columns !== undefined
  if (narrow) {
    const kept = columns.map(({ name }) => quoteName(name)).join(', ')
    const kind = durability(place, original)
    await session.execute(
      `CREATE ${kind}TABLE ${copy} WITH (autovacuum_enabled = false) AS SELECT ${kept} FROM ${original.name} WITH NO DATA`,
      signal,
    )
    await keepNotNull(place, copy, columns)
    note(`${source.name}: defaults, checks and computed columns are left out of the narrow copy.`)
    if (original.partitioned) note(`${source.name}: its partitions are one table in the narrow copy.`)
  } else {
    await makeLike(place, original, copy)
    await copySequences(place, original, source.name)
  }
  if (source.foreignKeys.length > 0) note(`${source.name}: its foreign keys are left out.`)
  if (table.rows !== 'none') {
    const from = columns.filter(({ computed }) => narrow || !computed).map(({ name }) => quoteName(name))
    const where = samples(table, source)
      ? ` WHERE ${sampleCondition('postgres', rowKey(source), table.fraction ?? 1)}`
      : ''
    const list = from.join(', ')
    const overriding = narrow ? '' : ' OVERRIDING SYSTEM VALUE'
    place.progress({ text: `Copying ${source.name}` })
    await session.execute(
      `INSERT INTO ${copy} (${list})${overriding} SELECT ${list} FROM ${original.name}${where}`,
      signal,
    )
    if (!narrow) await sequencesToEnd(place, source.name)
  }
  place.progress({ text: `Building the indexes of ${source.name}` })
  await copyIndexes(place, original, copy, {
    secondary: table.indexes,
    columns: narrow ? new Set(columns.map(({ name }) => name)) : undefined,
  })
}

async function findOriginal({ session, signal, note }: ScratchPlace, source: Table): Promise<Original> {
  const name = `${quoteName(source.schema)}.${quoteName(source.name)}`
  const { rows } = await session.execute(
    `SELECT c.oid, c.relkind, array_to_string(c.reloptions, ', '), c.relhassubclass, c.relpersistence,
      EXISTS (SELECT FROM pg_inherits i JOIN pg_class f ON f.oid = i.inhrelid WHERE i.inhparent = c.oid AND f.relkind = 'f')
      FROM pg_class c WHERE c.oid = ${quoteLiteral(name)}::regclass`,
    signal,
  )
  const [oid, kind, options, children, , foreign] = rows[0] ?? []
  const words = { v: 'view', m: 'materialized view', f: 'foreign table' }[kind ?? '']
  if (words || (kind !== 'r' && kind !== 'p') || !oid) {
    throw fault(
      'not-allowed',
      `${source.name} is a ${words ?? 'relation of another kind'}; only tables can be copied.`,
      {
        hint: 'Name the tables that it reads instead.',
      },
    )
  }
  if (foreign === 't') {
    throw fault('not-allowed', `${source.name} has partitions that are foreign tables; these are not copied.`)
  }
  const partitioned = kind === 'p'
  if (children === 't' && !partitioned) note(`${source.name}: the rows of its child tables are in the copy itself.`)
  return { oid, schema: source.schema, table: source.name, name, partitioned, options: options ?? '' }
}

/** Tables that are only read need no write-ahead log, and then nothing goes to standbys but their definition. */
function durability({ writes }: ScratchPlace, { partitioned }: Original): string {
  return writes || partitioned ? '' : 'UNLOGGED '
}

async function makeLike(place: ScratchPlace, original: Original, copy: string): Promise<void> {
  const { session, signal } = place
  const like = `(LIKE ${original.name} INCLUDING ALL EXCLUDING INDEXES)`
  if (original.partitioned) {
    const by = await partitionClause(place, original.oid)
    await session.execute(`CREATE TABLE ${copy} ${like} PARTITION BY ${by}`, signal)
    await copyPartitions(place, original, copy, !place.writes)
  } else {
    const options = [...(original.options ? [original.options] : []), 'autovacuum_enabled = false']
    const set = options
      .join(', ')
      .split(', ')
      .filter((option) => !/^autovacuum_enabled=/.test(option))
    await session.execute(`CREATE ${durability(place, original)}TABLE ${copy} ${like} WITH (${set.join(', ')})`, signal)
  }
  await keepStatisticsTargets(place, original, copy)
}

interface CopiedColumn {
  readonly name: string
  readonly notNull: boolean
  readonly computed: boolean
}

async function columnsOf(
  { session, signal }: ScratchPlace,
  { oid }: Original,
  table: ScratchTable,
  source: Table,
): Promise<readonly CopiedColumn[]> {
  const { rows } = await session.execute(
    `SELECT attname, attnotnull, attgenerated <> '' FROM pg_attribute WHERE attrelid = ${oid} AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    signal,
  )
  const all = rows.map(([name, notNull, computed]) => ({
    name: name ?? '',
    notNull: notNull === 't',
    computed: computed === 't',
  }))
  const { columns: wanted } = table
  if (wanted === undefined) return all
  const missing = wanted.find((name) => !all.some((column) => column.name === name))
  if (missing !== undefined) throw fault('unknown-column', `${source.name} has no column "${missing}".`)
  const kept = all.filter(({ name }) => wanted.includes(name) || source.primaryKey?.includes(name))
  if (kept.length > 0) return kept
  throw fault('bad-request', `${source.name} has no primary key: a narrow copy needs at least one column.`)
}

async function keepNotNull(
  { session, signal }: ScratchPlace,
  copy: string,
  columns: readonly CopiedColumn[],
): Promise<void> {
  const changes = columns
    .filter(({ notNull }) => notNull)
    .map(({ name }) => `ALTER COLUMN ${quoteName(name)} SET NOT NULL`)
  if (changes.length > 0) await session.execute(`ALTER TABLE ${copy} ${changes.join(', ')}`, signal)
}

/** How closely ANALYZE looks at a column is not part of LIKE. */
async function keepStatisticsTargets(
  { session, signal }: ScratchPlace,
  { oid }: Original,
  copy: string,
): Promise<void> {
  const { rows } = await session.execute(
    `SELECT attname, attstattarget FROM pg_attribute WHERE attrelid = ${oid} AND attnum > 0 AND NOT attisdropped AND attstattarget >= 0`,
    signal,
  )
  const changes = rows.map(([name, target]) => `ALTER COLUMN ${quoteName(name ?? '')} SET STATISTICS ${target}`)
  if (changes.length > 0) await session.execute(`ALTER TABLE ${copy} ${changes.join(', ')}`, signal)
}

function samples(table: ScratchTable, source: Table): boolean {
  return table.rows === 'sample' && (table.fraction ?? 1) < 1 && rowKey(source).length > 0
}

/** What tells rows apart for a sample: the primary key, else all columns. */
function rowKey(source: Table): readonly string[] {
  return source.primaryKey ?? source.columns.map(({ name }) => name)
}
