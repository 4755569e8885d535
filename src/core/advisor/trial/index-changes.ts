import type { Dialect } from '../../engine'
import { DdlCursor } from '../../sql/ddl/cursor'
import { SignificantTokens } from '../../sql/significant-tokens'
import { splitStatements } from '../../sql/statements'
import { tokenize } from '../../sql/tokenizer'

/** An index that a change of tables makes. */
export interface AddedIndex {
  readonly kind: 'add'
  readonly schema?: string | undefined
  readonly table: string
  /** Absent where the server would choose one. */
  readonly name?: string | undefined
  /** UNIQUE, FULLTEXT, SPATIAL, upper case. */
  readonly special?: 'UNIQUE' | 'FULLTEXT' | 'SPATIAL' | undefined
  /** All behind the name of index and table: `(a, b(5))`, `USING gin (tags) WHERE …`. */
  readonly definition: string
  /** The key parts as written. */
  readonly parts: readonly string[]
}

/** An index that a change of tables takes away. */
export interface DroppedIndex {
  readonly kind: 'drop'
  readonly schema?: string | undefined
  /** PostgreSQL's DROP INDEX does not say it. */
  readonly table?: string | undefined
  readonly name: string
}

/** What changes more than single indexes. */
export interface OtherChange {
  readonly kind: 'other'
  readonly sql: string
}

export type IndexChange = AddedIndex | DroppedIndex | OtherChange

/** What statements do to indexes, one after the other; whatever is not understood whole is `other`. */
export function indexChanges(statements: readonly string[], dialect: Dialect): readonly IndexChange[] {
  return statements.flatMap((sql) => {
    const tokens = tokenize(sql, dialect)
    return splitStatements(tokens).flatMap((range): readonly IndexChange[] => {
      const cursor = new DdlCursor(new SignificantTokens(tokens, range.from, range.to))
      return changesOf(cursor) ?? [{ kind: 'other', sql: sql.slice(range.span.start, range.span.end) }]
    })
  })
}

function changesOf(cursor: DdlCursor): readonly IndexChange[] | undefined {
  if (cursor.take('ALTER')) return altered(cursor)
  if (cursor.take('CREATE')) return one(created(cursor))
  if (cursor.take('DROP', 'INDEX')) return one(dropped(cursor))
  return undefined
}

function one(change: IndexChange | undefined): readonly IndexChange[] | undefined {
  return change && [change]
}

/** `ALTER TABLE t ADD KEY …, DROP KEY …` of MySQL and MariaDB. */
function altered(cursor: DdlCursor): readonly IndexChange[] | undefined {
  for (const word of ['ONLINE', 'IGNORE']) cursor.take(word)
  if (!cursor.take('TABLE')) return undefined
  cursor.take('IF', 'EXISTS')
  const place = tableAt(cursor)
  if (place === undefined) return undefined
  const changes: IndexChange[] = []
  for (const item of cursor.items()) {
    // How it is built is no part of what is built.
    if (item.is('ALGORITHM') || item.is('LOCK')) continue
    const change = item.take('ADD') ? addedKey(item, place) : item.take('DROP') ? droppedKey(item, place) : undefined
    if (change === undefined) return undefined
    changes.push(change)
  }
  return changes.length > 0 ? changes : undefined
}

type Place = Pick<AddedIndex, 'schema' | 'table'>

function tableAt(cursor: DdlCursor): Place | undefined {
  const names = cursor.dotted()
  const [table, schema] = [...names].reverse()
  return table === undefined ? undefined : { table, ...(schema !== undefined && { schema }) }
}

function specialOf(cursor: DdlCursor): AddedIndex['special'] {
  for (const word of ['UNIQUE', 'FULLTEXT', 'SPATIAL'] as const) if (cursor.take(word)) return word
  return undefined
}

function addedKey(item: DdlCursor, place: Place): AddedIndex | undefined {
  const special = specialOf(item)
  if (!item.take('KEY') && !item.take('INDEX') && special === undefined) return undefined
  item.take('IF', 'NOT', 'EXISTS')
  const name = item.is('USING') ? undefined : item.name()
  return definitionAt(item, { ...place, name, special })
}

function droppedKey(item: DdlCursor, place: Place): DroppedIndex | undefined {
  if (!item.take('KEY') && !item.take('INDEX')) return undefined
  item.take('IF', 'EXISTS')
  const name = item.name()
  return name === undefined || !item.done ? undefined : { kind: 'drop', ...place, name }
}

/** `[UNIQUE] INDEX [CONCURRENTLY] [IF NOT EXISTS] [name] [USING method] ON [ONLY] table [USING method] (…) …` */
function created(cursor: DdlCursor): AddedIndex | undefined {
  const special = specialOf(cursor)
  if (!cursor.take('INDEX')) return undefined
  cursor.take('CONCURRENTLY')
  cursor.take('IF', 'NOT', 'EXISTS')
  const name = cursor.is('ON') || cursor.is('USING') ? undefined : cursor.dotted().at(-1)
  const early = cursor.take('USING') ? `USING ${cursor.name() ?? ''} ` : ''
  if (!cursor.take('ON')) return undefined
  cursor.take('ONLY')
  const place = tableAt(cursor)
  const added = place && definitionAt(cursor, { ...place, name, special })
  return added && { ...added, definition: `${early}${added.definition}` }
}

/** `INDEX [CONCURRENTLY] [IF EXISTS] name [ON table]`, behind DROP INDEX. */
function dropped(cursor: DdlCursor): DroppedIndex | undefined {
  cursor.take('CONCURRENTLY')
  cursor.take('IF', 'EXISTS')
  const [name, schema] = [...cursor.dotted()].reverse()
  if (name === undefined) return undefined
  if (cursor.take('ON')) {
    const place = tableAt(cursor)
    return place && { kind: 'drop', ...place, name }
  }
  for (const word of ['RESTRICT', 'CASCADE']) cursor.take(word)
  return cursor.done ? { kind: 'drop', name, ...(schema !== undefined && { schema }) } : undefined
}

function definitionAt(cursor: DdlCursor, rest: Place & Pick<AddedIndex, 'name' | 'special'>): AddedIndex | undefined {
  const from = cursor.at
  if (cursor.take('USING')) cursor.name()
  const group = cursor.group()
  if (group === undefined) return undefined
  const parts = group.items().map((item) => item.source(item.at, item.end).replace(/[`"]/g, ''))
  if (parts.length === 0) return undefined
  return {
    kind: 'add',
    ...rest,
    definition: cursor.source(from, cursor.end),
    parts,
  }
}
