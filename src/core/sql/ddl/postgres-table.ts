import type { DdlCursor } from './cursor'
import type { DraftColumn, DraftKey, DraftTable, SchemaDraft } from './draft'
import { readPostgresColumn } from './postgres-column'
import { beginsConstraint, NewConstraints, readConstraint } from './postgres-constraint'
import { freeName, hasConstraint, indexName } from './postgres-names'

/** Reads CREATE TABLE from behind that word. */
export function createTable(cursor: DdlCursor, draft: SchemaDraft): void {
  const from = cursor.at
  const ifNotExists = cursor.take('IF', 'NOT', 'EXISTS')
  const path = cursor.dotted()
  if (path.length === 0) {
    draft.note('This table has no name.', cursor.spanFrom(from))
    return
  }
  if (ifNotExists && draft.find(path) !== undefined) return
  const table: DraftTable = { ...draft.place(path), engine: 'heap', columns: [], keys: [], foreignKeys: [] }
  const into = new NewConstraints()
  const parentPath = cursor.take('PARTITION', 'OF') ? cursor.dotted() : undefined
  const parent = parentPath === undefined ? undefined : draft.find(parentPath)
  if (parentPath !== undefined && parent === undefined) {
    draft.note('The table that this one is a partition of is not in this text.', cursor.spanFrom(from))
  }
  if (parent !== undefined) table.columns.push(...copied(parent.columns))
  const inside = cursor.is('FOR') || cursor.is('DEFAULT') ? undefined : cursor.group()
  if (inside === undefined && parentPath === undefined) {
    draft.note('The columns of this table are not read.', cursor.spanFrom(from))
    return
  }
  const likes: DraftTable[] = []
  const inherits = inheritedTables(cursor, draft)
  for (const other of inherits) inheritColumns(table, other)
  for (const item of inside?.items() ?? []) readItem(item, table, draft, into, likes)
  for (const work of into.whenColumnsAreKnown) work()
  readOptions(cursor, table, draft)
  draft.add(table)
  addConstraints(table, into, draft)
  for (const like of likes) cloneKeys(like, table, draft)
  if (parent !== undefined) becomePartition(table, parent, draft)
}

function readItem(
  item: DdlCursor,
  table: DraftTable,
  draft: SchemaDraft,
  into: NewConstraints,
  likes: DraftTable[],
): void {
  if (beginsConstraint(item)) {
    readConstraint(item, table, draft, into)
    return
  }
  if (item.is('LIKE')) {
    const like = readLike(item, table, draft)
    if (like !== undefined) likes.push(like)
    return
  }
  const before = table.columns.length
  readPostgresColumn(item, table, draft, into)
  mergeRepeated(table, before)
}

/** `LIKE other INCLUDING INDEXES`: its columns, and the table when its indexes are wanted, too. */
function readLike(item: DdlCursor, table: DraftTable, draft: SchemaDraft): DraftTable | undefined {
  const from = item.at
  item.take('LIKE')
  const other = draft.find(item.dotted())
  if (other === undefined) {
    draft.note('The table that this one is like is not in this text.', item.spanFrom(from))
    return undefined
  }
  const wanted = new Set<string>()
  while (!item.done) {
    const including = item.is('INCLUDING')
    item.at++
    if (including) wanted.add(item.word())
    else wanted.delete(item.word())
    item.at++
  }
  const all = wanted.has('ALL')
  for (const column of copied(other.columns)) {
    table.columns.push(all || wanted.has('GENERATED') ? column : { ...column, generated: undefined })
  }
  return all || wanted.has('INDEXES') ? other : undefined
}

function copied(columns: readonly DraftColumn[]): DraftColumn[] {
  return columns.map((column) => ({ ...column }))
}

function inheritColumns(table: DraftTable, parent: DraftTable): void {
  for (const column of copied(parent.columns)) {
    if (!table.columns.some((one) => one.name === column.name)) table.columns.push(column)
  }
}

/** A column that a parent has, too, stays in the parent's place. */
function mergeRepeated(table: DraftTable, before: number): void {
  const [added] = table.columns.slice(before)
  if (added === undefined) return
  const at = table.columns.findIndex((one) => one.name === added.name)
  const inherited = table.columns[at]
  if (at === before || inherited === undefined) return
  table.columns.length = before
  inherited.nullable = inherited.nullable !== false && added.nullable !== false
}

function inheritedTables(cursor: DdlCursor, draft: SchemaDraft): readonly DraftTable[] {
  if (!cursor.take('INHERITS')) return []
  return (cursor.group()?.items() ?? []).flatMap((item) => draft.find(item.dotted()) ?? [])
}

function readOptions(cursor: DdlCursor, table: DraftTable, draft: SchemaDraft): void {
  while (!cursor.done) {
    const from = cursor.at
    if (cursor.take('PARTITION', 'BY')) {
      table.type = 'partitioned'
      // Where the rows lie is said by each partition.
      table.engine = undefined
      cursor.at++
      cursor.group()
    } else if (cursor.take('USING')) table.engine = cursor.name()
    else if (cursor.take('AS')) {
      draft.note('Columns that come from a query are not read.', cursor.spanFrom(from))
      cursor.at = cursor.end
    } else cursor.skip()
  }
}

/**
 * Makes the indexes of a statement's constraints, the primary key first, and then its foreign keys.
 * @param only ALTER TABLE ONLY: partitions are left alone
 */
export function addConstraints(table: DraftTable, into: NewConstraints, draft: SchemaDraft, only = false): void {
  const ordered = [
    ...into.keys.filter((key) => key.kind === 'primary'),
    ...into.keys.filter((key) => key.kind !== 'primary'),
  ]
  const kept: DraftKey[] = []
  for (const key of ordered) {
    // A column that is PRIMARY KEY and UNIQUE gets one index.
    const same = into.exclusions.has(key) ? undefined : kept.find((one) => sameIndex(one, key))
    if (same !== undefined) same.name ??= key.name
    else kept.push(key)
  }
  for (const key of kept) addIndex(key, table, draft, into.exclusions.has(key), only)
  for (const key of into.foreignKeys) {
    key.name ??= freeName(table.name, key.columns.join('_'), 'fkey', (name) => hasConstraint(draft, table.schema, name))
    table.foreignKeys.push(key)
    draft.taken(table.schema, key.name)
  }
}

function sameIndex(a: DraftKey, b: DraftKey): boolean {
  const shape = ({ method, parts, include, where }: DraftKey) => JSON.stringify([method, parts, include, where])
  return shape(a) === shape(b)
}

/** Adds an index, names it when nobody did, and gives it to the partitions. */
export function addIndex(key: DraftKey, table: DraftTable, draft: SchemaDraft, exclusion = false, only = false): void {
  key.name ??= indexName(table, key, draft, exclusion)
  table.keys.push(key)
  draft.taken(table.schema, key.name)
  if (only) return
  for (const partition of table.partitions ?? []) cloneKey(key, partition, draft)
}

function cloneKey(key: DraftKey, table: DraftTable, draft: SchemaDraft): void {
  if (key.kind === 'primary') {
    for (const column of table.columns)
      if (key.parts.some((part) => part.column === column.name)) column.nullable = false
  }
  addIndex({ ...key, name: undefined, parts: key.parts.map((part) => ({ ...part })) }, table, draft)
}

function cloneKeys(from: DraftTable, table: DraftTable, draft: SchemaDraft): void {
  for (const key of from.keys) cloneKey(key, table, draft)
}

/** A partition gets the indexes and foreign keys of its parent that it does not have. */
export function becomePartition(table: DraftTable, parent: DraftTable, draft: SchemaDraft): void {
  parent.partitions = [...(parent.partitions ?? []), table]
  for (const key of parent.keys) {
    if (!table.keys.some((one) => sameIndex(one, key) && one.kind === key.kind)) cloneKey(key, table, draft)
  }
  for (const key of parent.foreignKeys) {
    if (!table.foreignKeys.some((one) => one.columns.join() === key.columns.join() && one.toTable === key.toTable)) {
      table.foreignKeys.push({ ...key })
    }
  }
}
