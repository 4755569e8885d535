import type { DdlCursor } from './cursor'
import type { DraftForeignKey, DraftKey, DraftPart, SchemaDraft } from './draft'
import type { MysqlTarget } from './mysql-charsets'
import { mysqlExpressionText } from './mysql-expression'

/** What an item of a CREATE TABLE list, or one after ADD, brings besides columns. */
export interface ReadKeys {
  readonly keys: readonly DraftKey[]
  readonly foreignKeys: readonly DraftForeignKey[]
}

const nothing: ReadKeys = { keys: [], foreignKeys: [] }

/** Does the item at the cursor define a key or a constraint, and no column? */
export function beginsKey(cursor: DdlCursor): boolean {
  if (keyWords.has(cursor.word())) return true
  if (cursor.is('VECTOR')) return cursor.word(1) === 'INDEX' || cursor.word(1) === 'KEY'
  return cursor.is('PERIOD', 'FOR')
}

const keyWords = new Set(['CONSTRAINT', 'PRIMARY', 'UNIQUE', 'KEY', 'INDEX', 'FULLTEXT', 'SPATIAL', 'FOREIGN', 'CHECK'])

/** Reads the item at the cursor; see `beginsKey`. */
export function readKeyItem(cursor: DdlCursor, draft: SchemaDraft, target: MysqlTarget): ReadKeys {
  const from = cursor.at
  let symbol: string | undefined
  if (cursor.take('CONSTRAINT') && !afterSymbol.has(cursor.word())) symbol = cursor.name()
  if (cursor.is('CHECK') || cursor.is('PERIOD')) return nothing
  if (cursor.take('FOREIGN', 'KEY')) return readForeignKey(cursor, draft, symbol)
  const kind = readKind(cursor)
  const key = kind === undefined ? undefined : readKey(cursor, kind, symbol, draft, target)
  if (key === undefined) {
    draft.note('This is not understood as a key.', cursor.spanFrom(from))
    return nothing
  }
  return { keys: [key], foreignKeys: [] }
}

const afterSymbol = new Set(['PRIMARY', 'UNIQUE', 'FOREIGN', 'CHECK'])

/** Reads `UNIQUE KEY`, `FULLTEXT INDEX`, `PRIMARY KEY` …; what CREATE … INDEX has before the name, too. */
export function readKind(cursor: DdlCursor): DraftKey['kind'] | undefined {
  if (cursor.take('PRIMARY', 'KEY')) return 'primary'
  const kinds = { UNIQUE: 'unique', FULLTEXT: 'fulltext', SPATIAL: 'spatial', VECTOR: 'vector' } as const
  for (const [word, kind] of Object.entries(kinds)) {
    if (!cursor.take(word)) continue
    if (!cursor.take('KEY')) cursor.take('INDEX')
    return kind
  }
  return cursor.take('KEY') || cursor.take('INDEX') ? 'plain' : undefined
}

function readKey(
  cursor: DdlCursor,
  kind: DraftKey['kind'],
  symbol: string | undefined,
  draft: SchemaDraft,
  target: MysqlTarget,
): DraftKey | undefined {
  cursor.take('IF', 'NOT', 'EXISTS')
  const named = cursor.is('USING') || cursor.is('TYPE') ? undefined : cursor.name()
  return readKeyBody(cursor, kind, named ?? symbol, draft, target)
}

/** What comes after the name: `USING …`, the parts, options. `CREATE INDEX` has its table before the parts. */
export function readKeyBody(
  cursor: DdlCursor,
  kind: DraftKey['kind'],
  name: string | undefined,
  draft: SchemaDraft,
  target: MysqlTarget,
): DraftKey | undefined {
  const key: DraftKey = {
    kind,
    ...(name !== undefined && kind !== 'primary' && { name }),
    visible: true,
    parts: [],
    include: [],
    implied: false,
    constraint: false,
  }
  readOptions(cursor, key)
  const inside = cursor.group()
  if (inside === undefined) return undefined
  for (const item of inside.items()) {
    const part = readPart(item, draft, target)
    if (part !== undefined) key.parts.push(part)
  }
  readOptions(cursor, key)
  return key.parts.length === 0 ? undefined : key
}

/** Index options in any order; those that change nothing here are stepped over. */
function readOptions(cursor: DdlCursor, key: DraftKey): void {
  while (!cursor.done) {
    if (cursor.take('USING') || cursor.take('TYPE')) {
      key.method = cursor.word().toLowerCase()
      cursor.at++
    } else if (cursor.take('INVISIBLE') || cursor.take('IGNORED')) key.visible = false
    else if (cursor.take('NOT', 'IGNORED') || cursor.take('VISIBLE')) key.visible = true
    else if (optionWords.has(cursor.word())) {
      cursor.at += cursor.is('WITH', 'PARSER') ? 2 : 1
      cursor.takeText('=')
      cursor.skip()
    } else return
  }
}

const optionWords = new Set([
  'COMMENT',
  'KEY_BLOCK_SIZE',
  'WITH',
  'ENGINE_ATTRIBUTE',
  'SECONDARY_ENGINE_ATTRIBUTE',
  'CLUSTERING',
  'DISTANCE',
  'M',
])

function readPart(cursor: DdlCursor, draft: SchemaDraft, target: MysqlTarget): DraftPart | undefined {
  const from = cursor.at
  const part: DraftPart = { descending: false }
  const expression = cursor.group()
  if (expression !== undefined) {
    part.expression = expression.source(expression.at, expression.end)
    draft.whenColumnsAreKnown.push((table) => {
      part.expression = mysqlExpressionText(expression, table, draft, target, true)
    })
  }
  if (expression === undefined) {
    part.column = cursor.name()
    const length = cursor.group()
    if (length !== undefined && /^\d{1,9}$/.test(length.text())) part.prefixChars = Number(length.text())
  }
  if (cursor.take('DESC')) part.descending = true
  else cursor.take('ASC')
  if ((part.column !== undefined || part.expression !== undefined) && cursor.done) return part
  draft.note('This key part is not understood.', cursor.spanFrom(from))
  return undefined
}

function readForeignKey(cursor: DdlCursor, draft: SchemaDraft, symbol: string | undefined): ReadKeys {
  cursor.take('IF', 'NOT', 'EXISTS')
  const indexName = cursor.name()
  const columns = (cursor.group()?.items() ?? []).flatMap((item) => item.name() ?? [])
  const mariadb = cursor.code.dialect === 'mariadb'
  // MariaDB takes the index's name for the constraint, too.
  const foreignKey = readReferences(cursor, draft, columns, symbol ?? (mariadb ? indexName : undefined))
  if (foreignKey === undefined) return nothing
  return { keys: [impliedKey(columns, symbol ?? indexName)], foreignKeys: [foreignKey] }
}

/** The index that a foreign key gets when none begins with its columns. */
export function impliedKey(columns: readonly string[], name: string | undefined): DraftKey {
  return {
    kind: 'plain',
    ...(name !== undefined && { name }),
    visible: true,
    parts: columns.map((column) => ({ column, descending: false })),
    include: [],
    implied: true,
    constraint: false,
  }
}

/** `REFERENCES table (columns) MATCH … ON DELETE … ON UPDATE …`, stepping behind it. */
export function readReferences(
  cursor: DdlCursor,
  draft: SchemaDraft,
  columns: readonly string[],
  name: string | undefined,
): DraftForeignKey | undefined {
  const from = cursor.at
  const path = cursor.take('REFERENCES') ? cursor.dotted() : []
  if (path.length === 0 || columns.length === 0) {
    draft.note('This is not understood as a foreign key.', cursor.spanFrom(from))
    return undefined
  }
  const toColumns = cursor
    .group()
    ?.items()
    .flatMap((item) => item.name() ?? [])
  for (;;) {
    if (cursor.take('MATCH')) cursor.at++
    else if (cursor.is('ON', 'DELETE') || cursor.is('ON', 'UPDATE')) {
      cursor.at += 2
      if (!cursor.take('SET', 'NULL') && !cursor.take('SET', 'DEFAULT') && !cursor.take('NO', 'ACTION')) cursor.at++
    } else break
  }
  const to = draft.place(path)
  return {
    ...(name !== undefined && { name }),
    columns: [...columns],
    toSchema: to.schema,
    toTable: to.name,
    ...(toColumns !== undefined && { toColumns }),
  }
}
