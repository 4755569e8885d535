import { TokenKind } from '../tokens'
import type { DdlCursor } from './cursor'
import type { DraftKey, DraftTable, SchemaDraft } from './draft'
import { alterTable } from './postgres-alter'
import { readIndexBody } from './postgres-index'
import { addIndex, createTable } from './postgres-table'
import { readPostgresType } from './postgres-type'

/** Reads statements of PostgreSQL one after the other into a draft. */
export class PostgresSchemaReader {
  private readonly draft: SchemaDraft

  constructor(draft: SchemaDraft) {
    this.draft = draft
  }

  /** Reads one statement. Unknown ones become a note, those that change no table are stepped over. */
  read(cursor: DdlCursor): void {
    const from = cursor.at
    const first = cursor.word()
    if (cursor.take('CREATE')) this.create(cursor, from)
    else if (cursor.take('ALTER')) this.alter(cursor, from)
    else if (cursor.take('DROP')) this.drop(cursor)
    else if (first === 'SET') this.set(cursor)
    else if (first === 'SELECT') this.setConfig(cursor)
    else if (!harmless.has(first) && cursor.kind() !== TokenKind.none) {
      this.draft.note('This statement is not understood.', cursor.spanFrom(from))
    }
  }

  private create(cursor: DdlCursor, from: number): void {
    const { draft } = this
    cursor.take('OR', 'REPLACE')
    for (const word of ['GLOBAL', 'LOCAL', 'TEMPORARY', 'TEMP', 'UNLOGGED']) cursor.take(word)
    if (cursor.take('TABLE')) createTable(cursor, draft)
    else if (cursor.is('INDEX') || cursor.is('UNIQUE', 'INDEX')) this.index(cursor, from)
    else if (cursor.take('DOMAIN')) {
      const name = cursor.dotted().slice(-1)[0]
      cursor.take('AS')
      const type = readPostgresType(cursor, draft.schema)
      if (name !== undefined && type !== undefined) draft.domains.set(name, type.text)
    } else if (cursor.is('VIEW') || cursor.is('MATERIALIZED') || cursor.is('RECURSIVE')) {
      draft.note('The columns of views are not read from their text.', cursor.spanFrom(from))
    } else if (cursor.is('FOREIGN', 'TABLE')) {
      draft.note('Foreign tables are not read.', cursor.spanFrom(from))
    }
  }

  private index(cursor: DdlCursor, from: number): void {
    const { draft } = this
    const unique = cursor.take('UNIQUE')
    cursor.take('INDEX')
    cursor.take('CONCURRENTLY')
    const ifNotExists = cursor.take('IF', 'NOT', 'EXISTS')
    const name = cursor.is('ON') ? undefined : cursor.name()
    cursor.take('ON')
    const only = cursor.take('ONLY')
    const table = draft.find(cursor.dotted())
    if (table === undefined) {
      draft.note('The table of this index is not in this text.', cursor.spanFrom(from))
      return
    }
    if (ifNotExists && this.ownerOf(name) !== undefined) return
    const key = readIndexBody(cursor, table, unique, draft)
    if (name !== undefined) key.name = name
    addIndex(key, table, draft, false, only)
  }

  private alter(cursor: DdlCursor, from: number): void {
    const { draft } = this
    if (cursor.take('INDEX')) {
      cursor.take('IF', 'EXISTS')
      const owner = this.ownerOf(cursor.dotted().slice(-1)[0])
      if (cursor.take('RENAME', 'TO') && owner !== undefined) {
        owner.key.name = cursor.name()
        draft.taken(owner.table.schema, owner.key.name)
      }
      return
    }
    if (!cursor.take('TABLE')) return
    cursor.take('IF', 'EXISTS')
    const only = cursor.take('ONLY')
    const path = cursor.dotted()
    cursor.takeText('*')
    const table = draft.find(path)
    if (table !== undefined) alterTable(cursor, table, draft, only)
    // Dumps set the owner of sequences and views with ALTER TABLE, too.
    else if (!cursor.is('OWNER')) {
      draft.note('The table of this statement is not in this text.', cursor.spanFrom(from))
    }
  }

  private ownerOf(name: string | undefined): { table: DraftTable; key: DraftKey } | undefined {
    for (const table of this.draft.tables) {
      const key = table.keys.find((one) => one.name === name)
      if (key !== undefined) return { table, key }
    }
    return undefined
  }

  private drop(cursor: DdlCursor): void {
    const isIndex = cursor.take('INDEX')
    if (!isIndex && !cursor.take('TABLE')) return
    cursor.take('CONCURRENTLY')
    cursor.take('IF', 'EXISTS')
    for (const item of cursor.items()) {
      const path = item.dotted()
      const found = isIndex ? this.ownerOf(path[path.length - 1]) : undefined
      if (found !== undefined) found.table.keys = found.table.keys.filter((key) => key !== found.key)
      else if (!isIndex) this.draft.remove(this.draft.place(path))
    }
  }

  /** `SET search_path = app, public` */
  private set(cursor: DdlCursor): void {
    cursor.at++
    if (!cursor.take('LOCAL')) cursor.take('SESSION')
    if (!cursor.take('SEARCH_PATH')) return
    if (!cursor.take('TO')) cursor.takeText('=')
    this.takePath(cursor.text())
  }

  /** Dumps say `SELECT pg_catalog.set_config('search_path', 'app', false)`; an empty path leaves all as it is. */
  private setConfig(cursor: DdlCursor): void {
    cursor.at++
    const name = cursor.dotted().slice(-1)[0]
    const [setting, value] = name === 'set_config' ? (cursor.group()?.items() ?? []) : []
    if (setting?.text() === "'search_path'") this.takePath(value?.text() ?? '')
  }

  private takePath(text: string): void {
    const first = text
      .replace(/^['"]|['"]$/g, '')
      .split(',')[0]
      ?.trim()
    if (first !== undefined && first !== '' && first !== '$user' && first.toUpperCase() !== 'DEFAULT') {
      this.draft.schema = first
    }
  }
}

/** What else dumps hold; none of it changes a table's definition. */
const harmless: ReadonlySet<string> = new Set(
  `INSERT UPDATE DELETE MERGE WITH COPY VALUES BEGIN START COMMIT ROLLBACK END SAVEPOINT RELEASE GRANT REVOKE COMMENT
  ANALYZE VACUUM CLUSTER REINDEX REFRESH TRUNCATE LOCK SECURITY RESET SHOW DO CALL EXPLAIN PREPARE EXECUTE DEALLOCATE
  REASSIGN IMPORT NOTIFY LISTEN DISCARD CHECKPOINT TABLE`.split(/\s+/),
)
