import type { DdlCursor } from './cursor'
import type { DraftTable, SchemaDraft } from './draft'
import { collationOf, readPostgresColumn } from './postgres-column'
import { beginsConstraint, NewConstraints, readConstraint } from './postgres-constraint'
import { addConstraints, becomePartition } from './postgres-table'
import { readPostgresType } from './postgres-type'

/** Applies the actions of an ALTER TABLE, from behind the table's name, to a draft. */
export function alterTable(cursor: DdlCursor, table: DraftTable, draft: SchemaDraft, only: boolean): void {
  const into = new NewConstraints()
  for (const item of cursor.items()) {
    const from = item.at
    if (!alterOne(item, table, draft, into)) draft.note('This change is not understood.', item.spanFrom(from))
  }
  for (const work of into.whenColumnsAreKnown) work()
  addConstraints(table, into, draft, only)
}

function alterOne(item: DdlCursor, table: DraftTable, draft: SchemaDraft, into: NewConstraints): boolean {
  if (item.take('ADD')) {
    if (beginsConstraint(item)) readConstraint(item, table, draft, into)
    else {
      item.take('COLUMN')
      const known = item.take('IF', 'NOT', 'EXISTS') && table.columns.some((one) => one.name === item.text())
      if (!known) readPostgresColumn(item, table, draft, into)
    }
    return true
  }
  if (item.take('DROP')) return drop(item, table)
  if (item.take('ALTER')) return alterColumn(item, table, draft)
  if (item.take('RENAME')) return rename(item, table, draft)
  if (item.take('ATTACH', 'PARTITION')) {
    const partition = draft.find(item.dotted())
    if (partition !== undefined) becomePartition(partition, table, draft)
    return partition !== undefined
  }
  if (item.take('SET', 'SCHEMA')) {
    draft.rename(table, { schema: item.name() ?? table.schema, name: table.name })
    return true
  }
  return otherActions.has(item.word())
}

/** Actions that change no definition. */
const otherActions = new Set(
  'OWNER SET RESET ENABLE DISABLE CLUSTER REPLICA VALIDATE INHERIT NO FORCE DETACH OF NOT OPTIONS'.split(' '),
)

function drop(item: DdlCursor, table: DraftTable): boolean {
  if (item.take('CONSTRAINT')) {
    item.take('IF', 'EXISTS')
    const name = item.name()
    table.keys = table.keys.filter((key) => !(key.constraint && key.name === name))
    table.foreignKeys = table.foreignKeys.filter((key) => key.name !== name)
    return true
  }
  item.take('COLUMN')
  item.take('IF', 'EXISTS')
  const name = item.name()
  if (name === undefined) return false
  table.columns = table.columns.filter((column) => column.name !== name)
  // An index with the column goes whole.
  table.keys = table.keys.filter(
    (key) => !key.include.includes(name) && !key.parts.some((part) => part.column === name),
  )
  table.foreignKeys = table.foreignKeys.filter((key) => !key.columns.includes(name))
  return true
}

function alterColumn(item: DdlCursor, table: DraftTable, draft: SchemaDraft): boolean {
  if (item.take('CONSTRAINT')) return true
  item.take('COLUMN')
  const name = item.name()
  const column = table.columns.find((one) => one.name === name)
  if (column === undefined) return false
  if (item.take('SET', 'NOT', 'NULL') || item.is('ADD', 'GENERATED')) column.nullable = false
  else if (item.take('DROP', 'NOT', 'NULL')) column.nullable = true
  else if (item.take('DROP', 'EXPRESSION')) column.generated = undefined
  else if (item.take('SET', 'DATA', 'TYPE') || item.take('TYPE')) {
    const type = readPostgresType(item, draft.schema)
    if (type === undefined) return false
    column.type = type.text
    column.collation = item.take('COLLATE') ? item.dotted().slice(-1)[0] : collationOf(type.text, draft)
  }
  return true
}

function rename(item: DdlCursor, table: DraftTable, draft: SchemaDraft): boolean {
  if (item.take('TO')) {
    draft.rename(table, { schema: table.schema, name: item.name() ?? table.name })
    return true
  }
  const constraint = item.take('CONSTRAINT')
  if (!constraint) item.take('COLUMN')
  const from = item.name()
  item.take('TO')
  const to = item.name()
  if (from === undefined || to === undefined) return false
  if (constraint) {
    draft.taken(table.schema, to)
    for (const key of [...table.keys, ...table.foreignKeys]) if (key.name === from) key.name = to
    return true
  }
  for (const column of table.columns) if (column.name === from) column.name = to
  for (const key of table.keys) {
    for (const part of key.parts) if (part.column === from) part.column = to
    key.include = key.include.map((one) => (one === from ? to : one))
  }
  for (const key of table.foreignKeys) key.columns = key.columns.map((one) => (one === from ? to : one))
  return true
}
