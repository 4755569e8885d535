import { TokenKind } from '../tokens'
import type { DdlCursor } from './cursor'
import { type DraftKey, type DraftTable, type SchemaDraft, sameName } from './draft'
import { alterTable } from './mysql-alter'
import { type CharsetChoice, chooseCharset, type MysqlTarget, serverDefault } from './mysql-charsets'
import { readMysqlColumn } from './mysql-column'
import { beginsKey, readKeyBody, readKeyItem, readKind } from './mysql-keys'
import { reprintGenerated, settleMysqlTable } from './mysql-settle'
import { addColumn, readCharsetOptions, readTableOptions, renameTable } from './mysql-table'

/** Reads statements of MySQL and MariaDB one after the other into a draft. */
export class MysqlSchemaReader {
  private readonly draft: SchemaDraft
  private readonly target: MysqlTarget
  /** Charsets of databases whose CREATE DATABASE was seen, by lower-case name. */
  private readonly databases = new Map<string, CharsetChoice>()

  constructor(draft: SchemaDraft, target: MysqlTarget) {
    this.draft = draft
    this.target = target
  }

  /** Reads one statement. Unknown ones become a note, those that change no table are stepped over. */
  read(cursor: DdlCursor): void {
    const from = cursor.at
    const first = cursor.word()
    if (first === 'CREATE') {
      this.create(cursor)
      return
    }
    if (first === 'ALTER') {
      this.alter(cursor)
      return
    }
    if (first === 'DROP') {
      this.drop(cursor)
      return
    }
    if (first === 'RENAME') {
      this.rename(cursor)
      return
    }
    if (cursor.take('USE')) {
      this.draft.schema = cursor.name() ?? this.draft.schema
      return
    }
    if (!harmless.has(first) && cursor.kind() !== TokenKind.none) {
      this.draft.note('This statement is not understood.', cursor.spanFrom(from))
    }
  }

  private create(cursor: DdlCursor): void {
    const from = cursor.at
    cursor.take('CREATE')
    cursor.take('OR', 'REPLACE')
    if (cursor.is('DATABASE') || cursor.is('SCHEMA')) {
      this.database(cursor)
      return
    }
    cursor.take('TEMPORARY')
    if (cursor.take('TABLE')) {
      this.table(cursor)
      return
    }
    for (const word of ['ONLINE', 'OFFLINE']) cursor.take(word)
    const kind = cursor.is('INDEX') ? 'plain' : readKind(cursor)
    if (kind !== undefined) {
      cursor.take('INDEX')
      this.index(cursor, kind, from)
      return
    }
    while (!cursor.done && !createdThings.has(cursor.word())) cursor.skip()
    if (cursor.is('VIEW')) this.draft.note('The columns of views are not read from their text.', cursor.spanFrom(from))
    else if (cursor.done) this.draft.note('This statement is not understood.', cursor.spanFrom(from))
  }

  private database(cursor: DdlCursor): void {
    cursor.at++
    cursor.take('IF', 'NOT', 'EXISTS')
    const name = cursor.name()
    if (name === undefined) return
    const before = this.databases.get(name.toLowerCase()) ?? serverDefault(this.target)
    this.databases.set(name.toLowerCase(), chooseCharset(readCharsetOptions(cursor), before, this.target))
  }

  private charsetIn(schema: string): CharsetChoice {
    return this.databases.get(schema.toLowerCase()) ?? serverDefault(this.target)
  }

  private settle(table: DraftTable): void {
    settleMysqlTable(table, this.charsetIn(table.schema), this.target, this.draft.whenColumnsAreKnown.splice(0))
  }

  private table(cursor: DdlCursor): void {
    const { draft, target } = this
    const from = cursor.at
    const ifNotExists = cursor.take('IF', 'NOT', 'EXISTS')
    const path = cursor.dotted()
    const likeInside = cursor.kind() === TokenKind.openParen && cursor.word(1) === 'LIKE'
    if (path.length === 0) {
      draft.note('This table has no name.', cursor.spanFrom(from))
      return
    }
    if (ifNotExists && draft.find(path) !== undefined) return
    if (cursor.is('LIKE') || likeInside) {
      if (likeInside) cursor.at++
      this.tableLike(cursor, path)
      return
    }
    const inside = cursor.group()
    if (inside === undefined) {
      draft.note('The columns of this table are not read.', cursor.spanFrom(from))
      return
    }
    const table: DraftTable = { ...draft.place(path), engine: 'InnoDB', columns: [], keys: [], foreignKeys: [] }
    for (const item of inside.items()) {
      if (beginsKey(item)) {
        const { keys, foreignKeys } = readKeyItem(item, draft, target)
        table.keys.push(...keys)
        table.foreignKeys.push(...foreignKeys)
      } else {
        const read = readMysqlColumn(item, draft, target)
        if (read !== undefined) addColumn(table, read)
      }
    }
    readTableOptions(cursor, table, draft)
    this.settle(table)
    draft.add(table)
  }

  private tableLike(cursor: DdlCursor, path: readonly string[]): void {
    const from = cursor.at
    cursor.take('LIKE')
    const source = this.draft.find(cursor.dotted())
    if (source === undefined) {
      this.draft.note('The table that this one is like is not in this text.', cursor.spanFrom(from))
      return
    }
    const copy: DraftTable = {
      ...source,
      ...this.draft.place(path),
      columns: source.columns.map((column) => ({ ...column })),
      keys: source.keys.map((key) => ({ ...key, parts: key.parts.map((part) => ({ ...part })) })),
      foreignKeys: [],
    }
    reprintGenerated(copy)
    this.draft.add(copy)
  }

  private index(cursor: DdlCursor, kind: DraftKey['kind'], from: number): void {
    cursor.take('IF', 'NOT', 'EXISTS')
    const name = cursor.is('ON') ? undefined : cursor.name()
    let method: string | undefined
    if (cursor.take('USING') || cursor.take('TYPE')) {
      method = cursor.word().toLowerCase()
      cursor.at++
    }
    cursor.take('ON')
    const table = this.draft.find(cursor.dotted())
    if (table === undefined) {
      this.draft.note('The table of this index is not in this text.', cursor.spanFrom(from))
      return
    }
    const key = readKeyBody(cursor, kind, name, this.draft, this.target)
    if (key === undefined) {
      this.draft.note('This index is not understood.', cursor.spanFrom(from))
      return
    }
    key.method ??= method
    table.keys.push(key)
    this.settle(table)
  }

  private alter(cursor: DdlCursor): void {
    const from = cursor.at
    cursor.take('ALTER')
    for (const word of ['ONLINE', 'OFFLINE', 'IGNORE']) cursor.take(word)
    if (cursor.is('DATABASE') || cursor.is('SCHEMA')) {
      this.database(cursor)
      return
    }
    if (!cursor.take('TABLE')) return
    cursor.take('IF', 'EXISTS')
    const table = this.draft.find(cursor.dotted())
    if (table === undefined) {
      this.draft.note('The table of this statement is not in this text.', cursor.spanFrom(from))
      return
    }
    alterTable(cursor, table, this.draft, this.target)
    this.settle(table)
  }

  private drop(cursor: DdlCursor): void {
    const { draft } = this
    cursor.take('DROP')
    cursor.take('TEMPORARY')
    if (cursor.take('TABLE') || cursor.take('TABLES')) {
      cursor.take('IF', 'EXISTS')
      for (const item of cursor.items()) draft.remove(draft.place(item.dotted()))
    } else if (cursor.take('INDEX')) {
      cursor.take('IF', 'EXISTS')
      const name = cursor.name()
      cursor.take('ON')
      const table = draft.find(cursor.dotted())
      if (table !== undefined) table.keys = table.keys.filter((key) => !sameName(key.name, name))
    } else if (cursor.take('DATABASE') || cursor.take('SCHEMA')) {
      cursor.take('IF', 'EXISTS')
      const name = cursor.name()
      for (const table of [...draft.tables]) if (table.schema === name) draft.remove(table)
    }
  }

  private rename(cursor: DdlCursor): void {
    cursor.take('RENAME')
    if (!cursor.take('TABLE') && !cursor.take('TABLES')) return
    for (const item of cursor.items()) {
      const table = this.draft.find(item.dotted())
      item.take('TO')
      if (table !== undefined) renameTable(table, this.draft.place(item.dotted()), this.draft)
    }
  }
}

/** What else dumps hold; none of it changes a table's definition. */
const harmless: ReadonlySet<string> = new Set(
  `SELECT INSERT REPLACE UPDATE DELETE WITH SET LOCK UNLOCK START BEGIN COMMIT ROLLBACK GRANT REVOKE ANALYZE OPTIMIZE CHECK REPAIR
  FLUSH LOAD TRUNCATE CALL DO EXPLAIN DESC DESCRIBE SHOW DELIMITER SAVEPOINT RELEASE CHANGE PREPARE EXECUTE DEALLOCATE
  VALUES TABLE INSTALL HANDLER KILL RESET`.split(/\s+/),
)

const createdThings = new Set(
  'VIEW PROCEDURE FUNCTION TRIGGER EVENT USER ROLE SERVER TABLESPACE LOGFILE SEQUENCE PACKAGE SPATIAL UNDO RESOURCE AGGREGATE'.split(
    ' ',
  ),
)
