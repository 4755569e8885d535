import { DdlCursor } from './cursor'
import { type DraftColumn, type DraftKey, type DraftTable, type SchemaDraft, sameName } from './draft'
import { chooseCharset, type MysqlTarget, serverDefault } from './mysql-charsets'
import { readMysqlColumn } from './mysql-column'
import { beginsKey, readKeyItem } from './mysql-keys'
import { isText } from './mysql-settle'
import { addColumn, readCharsetOption, readTableOptions, renameTable } from './mysql-table'

/** Applies the actions of an ALTER TABLE, from behind the table's name, to a draft. */
export function alterTable(cursor: DdlCursor, table: DraftTable, draft: SchemaDraft, target: MysqlTarget): void {
  const wait = cursor.take('WAIT') || cursor.take('NOWAIT')
  if (wait) cursor.at++
  for (const item of cursor.items()) {
    const from = item.at
    if (!alterOne(item, table, draft, target)) draft.note('This change is not understood.', item.spanFrom(from))
  }
}

function alterOne(item: DdlCursor, table: DraftTable, draft: SchemaDraft, target: MysqlTarget): boolean {
  if (item.take('ADD')) return add(item, table, draft, target)
  if (item.take('DROP')) return drop(item, table)
  if (item.take('MODIFY')) {
    item.take('COLUMN')
    item.take('IF', 'EXISTS')
    return redefine(item, item.text().replace(/^`|`$/g, ''), table, draft, target)
  }
  if (item.take('CHANGE')) {
    item.take('COLUMN')
    item.take('IF', 'EXISTS')
    const name = item.name()
    return name !== undefined && redefine(item, name, table, draft, target)
  }
  if (item.take('RENAME')) return rename(item, table, draft)
  if (item.take('ALTER')) return alterPart(item, table)
  if (item.take('CONVERT', 'TO')) {
    const written: { charset?: string | undefined; collation?: string | undefined } = {}
    readCharsetOption(item, written)
    readCharsetOption(item, written)
    const choice = chooseCharset(written, serverDefault(target), target)
    table.charset = choice.charset
    table.collation = choice.collation
    for (const column of table.columns) if (isText(column)) Object.assign(column, choice)
    return true
  }
  if (item.is('PARTITION', 'BY')) {
    table.type = 'partitioned'
    return true
  }
  if (item.take('REMOVE', 'PARTITIONING')) {
    table.type = undefined
    return true
  }
  readTableOptions(item, table, draft)
  return true
}

function add(item: DdlCursor, table: DraftTable, draft: SchemaDraft, target: MysqlTarget): boolean {
  if (item.is('PARTITION') || item.is('SYSTEM')) return true
  if (beginsKey(item)) {
    const { keys, foreignKeys } = readKeyItem(item, draft, target)
    table.keys.push(...keys)
    table.foreignKeys.push(...foreignKeys)
    return keys.length + foreignKeys.length > 0 || item.is('CHECK') || item.is('PERIOD')
  }
  item.take('COLUMN')
  item.take('IF', 'NOT', 'EXISTS')
  const several = item.group()
  if (several !== undefined) {
    for (const one of several.items()) {
      const read = readMysqlColumn(one, draft, target)
      if (read !== undefined) addColumn(table, read)
    }
    return true
  }
  const place = placeOf(item)
  const read = readMysqlColumn(place.definition, draft, target)
  if (read === undefined) return true
  addColumn(table, read)
  moveColumn(table, read.column, place)
  return true
}

interface Place {
  readonly definition: DdlCursor
  readonly first: boolean
  readonly after?: string | undefined
}

/** `… FIRST` and `… AFTER name` at the end of a column definition, and what is before them. */
function placeOf(item: DdlCursor): Place {
  const { code, at, end } = item
  if (code.word(end - 1) === 'FIRST' && end - 1 > at + 1) {
    return { definition: new DdlCursor(code, at, end - 1), first: true }
  }
  if (code.word(end - 2) === 'AFTER' && end - 2 > at + 1) {
    const after = new DdlCursor(code, end - 1, end).name()
    return { definition: new DdlCursor(code, at, end - 2), first: false, after }
  }
  return { definition: item, first: false }
}

function moveColumn(table: DraftTable, column: DraftColumn, { first, after }: Place): void {
  if (!first && after === undefined) return
  const others = table.columns.filter((one) => one !== column)
  const at = first ? 0 : others.findIndex((one) => sameName(one.name, after)) + 1
  table.columns = [...others.slice(0, at), column, ...others.slice(at)]
}

/** MODIFY and CHANGE: a new definition in the old one's place; keys follow a new name. */
function redefine(
  item: DdlCursor,
  oldName: string,
  table: DraftTable,
  draft: SchemaDraft,
  target: MysqlTarget,
): boolean {
  const place = placeOf(item)
  const read = readMysqlColumn(place.definition, draft, target)
  const at = table.columns.findIndex((one) => sameName(one.name, oldName))
  if (read === undefined || at === -1) return false
  table.columns[at] = read.column
  renameInKeys(table, oldName, read.column.name)
  table.keys.push(...read.keys)
  moveColumn(table, read.column, place)
  return true
}

function renameInKeys(table: DraftTable, from: string, to: string): void {
  for (const key of table.keys) {
    for (const part of key.parts) if (sameName(part.column, from)) part.column = to
  }
  for (const key of table.foreignKeys) key.columns = key.columns.map((one) => (sameName(one, from) ? to : one))
}

function drop(item: DdlCursor, table: DraftTable): boolean {
  if (item.is('PARTITION') || item.is('SYSTEM') || item.is('PERIOD')) return true
  if (item.take('PRIMARY', 'KEY')) {
    table.keys = table.keys.filter((key) => key.kind !== 'primary')
    return true
  }
  const without = (name: string | undefined) => (key: { name?: string | undefined }) => !sameName(key.name, name)
  if (item.take('FOREIGN', 'KEY')) {
    item.take('IF', 'EXISTS')
    table.foreignKeys = table.foreignKeys.filter(without(item.name()))
    return true
  }
  if (item.take('KEY') || item.take('INDEX') || item.take('CHECK')) {
    item.take('IF', 'EXISTS')
    table.keys = table.keys.filter(without(item.name()))
    return true
  }
  if (item.take('CONSTRAINT')) {
    item.take('IF', 'EXISTS')
    const name = item.name()
    const foreign = table.foreignKeys.some((key) => sameName(key.name, name))
    if (foreign) table.foreignKeys = table.foreignKeys.filter(without(name))
    else table.keys = table.keys.filter(without(name))
    return true
  }
  item.take('COLUMN')
  item.take('IF', 'EXISTS')
  const name = item.name()
  table.columns = table.columns.filter(without(name))
  for (const key of table.keys) key.parts = key.parts.filter((part) => !sameName(part.column, name))
  return name !== undefined
}

function rename(item: DdlCursor, table: DraftTable, draft: SchemaDraft): boolean {
  const what = item.is('COLUMN') ? 'column' : item.is('KEY') || item.is('INDEX') ? 'key' : 'table'
  if (what === 'table') {
    if (!item.take('TO') && !item.take('AS')) item.takeText('=')
    const path = item.dotted()
    if (path.length > 0) renameTable(table, draft.place(path), draft)
    return path.length > 0
  }
  item.at++
  item.take('IF', 'EXISTS')
  const from = item.name()
  item.take('TO')
  const to = item.name()
  if (from === undefined || to === undefined) return false
  const renamed: { name?: string | undefined }[] = what === 'column' ? table.columns : table.keys
  const found = renamed.find((one) => sameName(one.name, from))
  if (found !== undefined) found.name = to
  if (what === 'column') renameInKeys(table, from, to)
  return found !== undefined
}

/** ALTER INDEX … INVISIBLE, ALTER COLUMN … SET DEFAULT. */
function alterPart(item: DdlCursor, table: DraftTable): boolean {
  if (!item.take('INDEX') && !item.take('KEY')) return true
  item.take('IF', 'EXISTS')
  const name = item.name()
  const key: DraftKey | undefined = table.keys.find((one) => sameName(one.name, name))
  if (key === undefined) return false
  key.visible = item.is('VISIBLE') || item.is('NOT', 'IGNORED')
  return true
}
