import type { Index, Table } from '../../core/catalog/model'
import { quoteName } from '../../core/dialects/mysql-family'
import { fault } from '../../core/errors'
import { keyRanges } from '../../core/scratch/key-ranges'
import type { ScratchTable } from '../../core/scratch/model'
import { sampleCondition } from '../../core/scratch/sample-condition'
import { isTable, narrowed } from './mysql-narrow'
import type { CopyOrder, ScratchPlace } from './place'

/** Engines whose CREATE TABLE … LIKE gives a table of its own; MERGE and FEDERATED would write to the originals. */
const ownStorage = new Set(['innodb', 'myisam', 'aria', 'memory', 'heap', 'csv', 'archive', 'rocksdb', 'tokudb'])
/** A statement that copies this many rows ends within seconds, and so does its rollback. */
const rowsPerStatement = 100_000
const integerType = /^(tiny|small|medium|big)?int\b/

/** Makes a table like the original and fills it. */
export async function copyTable(place: ScratchPlace, { table, source }: CopyOrder): Promise<void> {
  const { session, signal, note } = place
  checkKind(source)
  const copy = `${quoteName(place.schema)}.${quoteName(source.name)}`
  const original = `${quoteName(source.schema)}.${quoteName(source.name)}`
  await session.execute(`CREATE TABLE ${copy} LIKE ${original}`, signal)
  const { changes, columns } = await narrowed(place, table, source)
  if (!table.indexes) changes.push(...droppable(source, await countedColumn(place, source), changes))
  // The server would compute statistics anew in the background, in the midst of an experiment.
  if (source.engine === 'InnoDB') changes.push('STATS_PERSISTENT=1', 'STATS_AUTO_RECALC=0')
  if (changes.length > 0) await session.execute(`ALTER TABLE ${copy} ${changes.join(', ')}`, signal)
  if (source.foreignKeys.length > 0) note(`${source.name}: its foreign keys are left out.`)
  if (table.rows === 'none') return
  const list = columns.map(quoteName).join(', ')
  const sampled = samples(table, source) ? [sampleCondition('mysql', rowKey(source), table.fraction ?? 1)] : []
  const pieces = await piecesOf(place, original, source)
  for (const [at, piece] of pieces.entries()) {
    place.progress({ text: `Copying ${source.name}`, done: at, total: pieces.length })
    const conditions = [...piece, ...sampled]
    const where = conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : ''
    await session.execute(`INSERT INTO ${copy} (${list}) SELECT ${list} FROM ${original}${where}`, signal)
  }
}

function samples(table: ScratchTable, source: Table): boolean {
  return table.rows === 'sample' && (table.fraction ?? 1) < 1 && rowKey(source).length > 0
}

/** What tells rows apart for a sample: the primary key, else all columns. */
function rowKey(source: Table): readonly string[] {
  return source.primaryKey ?? source.columns.filter(({ generated }) => generated === undefined).map(({ name }) => name)
}

function checkKind({ name, type, engine }: Table): void {
  if (type !== undefined && type !== 'partitioned') {
    throw fault('not-allowed', `${name} is a ${type}; only tables can be copied into a scratch schema.`, {
      hint: 'Name the tables that it reads instead.',
    })
  }
  if (engine === undefined || ownStorage.has(engine.toLowerCase())) return
  throw fault('not-allowed', `${name} is stored by the engine ${engine}, whose copies may share the original's rows.`, {
    hint: 'Copies are made of InnoDB, MyISAM, Aria, MEMORY, CSV, ARCHIVE and RocksDB tables.',
  })
}

/** DROP INDEX of the secondary indexes that the table can do without. */
function droppable(source: Table, counted: string | undefined, already: readonly string[]): readonly string[] {
  const clustered = source.primaryKey ? undefined : source.indexes.find((index) => givesRowOrder(index, source))
  // An AUTO_INCREMENT column must be in some index, as its first part in most engines.
  const needed = source.primaryKey?.includes(counted ?? '') ? undefined : counted
  return source.indexes
    .filter((index) => index.name !== 'PRIMARY' && index !== clustered)
    .filter(({ parts }) => needed === undefined || !parts.some(({ column }) => column === needed))
    .map(({ name }) => `DROP INDEX ${quoteName(name)}`)
    .filter((drop) => !already.includes(drop))
}

/** InnoDB stores a table without primary key in the order of its first unique index without NULL. */
function givesRowOrder(index: Index, { columns }: Table): boolean {
  const notNull = new Set(columns.filter(({ nullable }) => !nullable).map(({ name }) => name))
  return index.unique && index.parts.every(({ column }) => column !== undefined && notNull.has(column))
}

/** The AUTO_INCREMENT column. */
async function countedColumn({ session, signal }: ScratchPlace, source: Table): Promise<string | undefined> {
  const { rows } = await session.execute(
    `SELECT COLUMN_NAME FROM information_schema.COLUMNS WHERE ${isTable(source)} AND EXTRA LIKE '%auto_increment%'`,
    signal,
  )
  return rows[0]?.[0] ?? undefined
}

/** Conditions that cut the rows into pieces, where the primary key begins with a whole number. */
async function piecesOf(
  { session, signal }: ScratchPlace,
  original: string,
  source: Table,
): Promise<readonly (readonly string[])[]> {
  const key = source.primaryKey?.[0]
  const type = source.columns.find(({ name }) => name === key)?.type
  if (key === undefined || type === undefined || !integerType.test(type)) return [[]]
  if ((source.rows ?? 0) <= rowsPerStatement) return [[]]
  const column = quoteName(key)
  const { rows } = await session.execute(`SELECT MIN(${column}), MAX(${column}) FROM ${original}`, signal)
  const [lowest, highest] = rows[0] ?? []
  if (!lowest || !highest) return [[]]
  return keyRanges(BigInt(lowest), BigInt(highest), source.rows ?? 0, rowsPerStatement).map(({ from, to }) => [
    ...(from === undefined ? [] : [`${column} >= ${from}`]),
    ...(to === undefined ? [] : [`${column} < ${to}`]),
  ])
}
