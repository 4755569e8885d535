import { TokenKind } from '../tokens'
import type { DdlCursor } from './cursor'
import type { DraftColumn, DraftTable, SchemaDraft } from './draft'
import { addKey, constraintKey, type NewConstraints, readReference } from './postgres-constraint'
import { postgresExpressionText } from './postgres-expression'
import { readIndexRest } from './postgres-index'
import { hasCollation, readPostgresType } from './postgres-type'

/**
 * Reads `name type constraints …` to the end of the cursor and puts the column into the table.
 */
export function readPostgresColumn(
  cursor: DdlCursor,
  table: DraftTable,
  draft: SchemaDraft,
  into: NewConstraints,
): void {
  const from = cursor.at
  const name = cursor.name()
  const type = name === undefined ? undefined : readPostgresType(cursor, draft.schema)
  if (name === undefined || type === undefined) {
    draft.note('This is not understood as a column.', cursor.spanFrom(from))
    return
  }
  const column: DraftColumn = { name, type: type.text, nullable: !type.serial }
  column.collation = collationOf(type.text, draft)
  table.columns.push(column)
  while (!cursor.done) {
    if (readColumnConstraint(cursor, column, table, draft, into)) continue
    draft.note('This part of the column is not known.', cursor.spanFrom(cursor.at))
    return
  }
}

/** The collation of a column of this type that names none. */
export function collationOf(type: string, draft: SchemaDraft): string | undefined {
  const plain = type.replace(/\[\]$/, '')
  if (plain === 'name') return 'C'
  return hasCollation(draft.domains.get(plain) ?? plain) ? draft.collation : undefined
}

function readColumnConstraint(
  cursor: DdlCursor,
  column: DraftColumn,
  table: DraftTable,
  draft: SchemaDraft,
  into: NewConstraints,
): boolean {
  const name = cursor.take('CONSTRAINT') ? cursor.name() : undefined
  if (cursor.take('NOT', 'NULL')) {
    column.nullable = false
    cursor.take('NO', 'INHERIT')
  } else if (cursor.take('NULL')) return true
  else if (cursor.take('COLLATE')) {
    const wanted = cursor.dotted().slice(-1)[0]
    if (wanted !== 'default') column.collation = wanted
  } else if (cursor.take('DEFAULT')) skipDefault(cursor)
  else if (cursor.take('CHECK')) {
    cursor.group()
    cursor.take('NO', 'INHERIT')
  } else if (cursor.is('PRIMARY', 'KEY') || cursor.is('UNIQUE')) {
    const kind = cursor.take('PRIMARY', 'KEY') ? 'primary' : 'unique'
    if (kind === 'unique') cursor.take('UNIQUE')
    const key = constraintKey(kind, [column.name], name)
    readIndexRest(cursor, key, table, draft)
    addKey(key, table, into)
  } else if (cursor.is('REFERENCES')) readReference(cursor, [column.name], name, draft, into)
  else if (cursor.take('GENERATED')) readGenerated(cursor, column, table, draft, into)
  else return skipOther(cursor)
  return true
}

function readGenerated(
  cursor: DdlCursor,
  column: DraftColumn,
  table: DraftTable,
  draft: SchemaDraft,
  into: NewConstraints,
): void {
  if (!cursor.take('ALWAYS')) cursor.take('BY', 'DEFAULT')
  cursor.take('AS')
  if (cursor.take('IDENTITY')) {
    column.nullable = false
    cursor.group()
    return
  }
  const inside = cursor.group()
  if (inside !== undefined) {
    into.whenColumnsAreKnown.push(() => {
      column.generated = postgresExpressionText(inside, table, draft, false).text
    })
  }
  if (!cursor.take('STORED')) cursor.take('VIRTUAL')
}

/** Says when the uniqueness is checked, or how values are stored: nothing that the catalog holds. */
function skipOther(cursor: DdlCursor): boolean {
  for (const words of [
    ['NOT', 'DEFERRABLE'],
    ['DEFERRABLE'],
    ['INITIALLY', 'DEFERRED'],
    ['INITIALLY', 'IMMEDIATE'],
    ['NOT', 'ENFORCED'],
    ['ENFORCED'],
    ['NOT', 'VALID'],
    ['NO', 'INHERIT'],
  ]) {
    if (cursor.take(...words)) return true
  }
  if (cursor.take('STORAGE') || cursor.take('COMPRESSION')) {
    cursor.at++
    return true
  }
  if (!cursor.take('OPTIONS') && !cursor.take('WITH')) return false
  cursor.group()
  return true
}

const afterDefault = new Set(
  'CONSTRAINT NOT NULL CHECK PRIMARY UNIQUE REFERENCES GENERATED COLLATE DEFERRABLE INITIALLY STORAGE COMPRESSION'.split(
    ' ',
  ),
)

/** An expression without AND, OR and the like, which the grammar forbids here. */
function skipDefault(cursor: DdlCursor): void {
  cursor.skip()
  while (!cursor.done) {
    // A word may go on: `now() AT TIME ZONE 'utc'`, `'a'::character varying`.
    if (cursor.kind() === TokenKind.word && afterDefault.has(cursor.word())) return
    cursor.skip()
  }
}
