import { DdlCursor } from './cursor'
import type { DraftForeignKey, DraftKey, DraftTable, SchemaDraft } from './draft'
import { postgresExpressionText } from './postgres-expression'
import { readIndexRest } from './postgres-index'

/** Constraints of a statement, in the order in which the server makes their indexes. */
export class NewConstraints {
  readonly keys: DraftKey[] = []
  readonly foreignKeys: DraftForeignKey[] = []
  /** Keys made by EXCLUDE, which are named otherwise. */
  readonly exclusions = new Set<DraftKey>()
  /** Work that needs the types of all columns. */
  readonly whenColumnsAreKnown: (() => void)[] = []
}

const words = new Set(['CONSTRAINT', 'PRIMARY', 'UNIQUE', 'FOREIGN', 'CHECK', 'EXCLUDE'])

/** Does the item at the cursor define a constraint of the table, and no column? */
export function beginsConstraint(cursor: DdlCursor): boolean {
  return words.has(cursor.word()) || cursor.is('NOT', 'NULL')
}

/** Reads a table constraint; see `beginsConstraint`. */
export function readConstraint(cursor: DdlCursor, table: DraftTable, draft: SchemaDraft, into: NewConstraints): void {
  const from = cursor.at
  const name = cursor.take('CONSTRAINT') ? cursor.name() : undefined
  if (cursor.is('CHECK')) return
  if (cursor.take('NOT', 'NULL')) {
    const wanted = cursor.name()
    const column = table.columns.find((one) => one.name === wanted)
    if (column !== undefined) column.nullable = false
  } else if (cursor.take('FOREIGN', 'KEY')) {
    const columns = (cursor.group()?.items() ?? []).flatMap((item) => item.name() ?? [])
    readReference(cursor, columns, name, draft, into)
  } else if (cursor.take('EXCLUDE')) readExclusion(cursor, table, name, draft, into)
  else if (cursor.is('PRIMARY', 'KEY') || cursor.is('UNIQUE')) readUnique(cursor, table, name, draft, into)
  else draft.note('This is not understood as a constraint.', cursor.spanFrom(from))
}

function readUnique(
  cursor: DdlCursor,
  table: DraftTable,
  name: string | undefined,
  draft: SchemaDraft,
  into: NewConstraints,
): void {
  const from = cursor.at
  const kind = cursor.take('PRIMARY', 'KEY') ? 'primary' : 'unique'
  if (kind === 'unique') cursor.take('UNIQUE')
  if (!cursor.take('NULLS', 'NOT', 'DISTINCT')) cursor.take('NULLS', 'DISTINCT')
  if (cursor.take('USING', 'INDEX')) {
    const wanted = cursor.name()
    const index = table.keys.find((key) => key.name === wanted)
    if (index === undefined) {
      draft.note('This index is not in this text.', cursor.spanFrom(from))
      return
    }
    index.kind = kind
    index.constraint = true
    index.name = name ?? index.name
    draft.taken(table.schema, index.name)
    if (kind === 'primary') notNull(table, index)
    return
  }
  const inside = cursor.group()
  if (inside === undefined) {
    draft.note('This is not understood as a constraint.', cursor.spanFrom(from))
    return
  }
  const items = inside.items()
  const key = constraintKey(
    kind,
    items.flatMap((item) => item.name() ?? []),
    name,
  )
  if (items.some((item) => item.is('WITHOUT', 'OVERLAPS'))) key.method = 'gist'
  readIndexRest(cursor, key, table, draft)
  addKey(key, table, into)
}

export function constraintKey(
  kind: 'primary' | 'unique',
  columns: readonly string[],
  name: string | undefined,
): DraftKey {
  return {
    kind,
    ...(name !== undefined && { name }),
    method: 'btree',
    visible: true,
    parts: columns.map((column) => ({ column, descending: false })),
    include: [],
    implied: false,
    constraint: true,
  }
}

export function addKey(key: DraftKey, table: DraftTable, into: NewConstraints): void {
  if (key.kind === 'primary') notNull(table, key)
  into.keys.push(key)
}

function notNull(table: DraftTable, key: DraftKey): void {
  for (const part of key.parts) {
    const column = table.columns.find((one) => one.name === part.column)
    if (column !== undefined) column.nullable = false
  }
}

/** `EXCLUDE USING gist (room WITH =, during WITH &&) WHERE (…)` */
function readExclusion(
  cursor: DdlCursor,
  table: DraftTable,
  name: string | undefined,
  draft: SchemaDraft,
  into: NewConstraints,
): void {
  const key: DraftKey = {
    kind: 'plain',
    ...(name !== undefined && { name }),
    method: cursor.take('USING') ? (cursor.name() ?? 'gist') : 'btree',
    visible: true,
    parts: [],
    include: [],
    implied: false,
    constraint: true,
  }
  for (const item of cursor.group()?.items() ?? []) {
    const start = item.at
    while (!item.done && !item.is('WITH')) item.skip()
    const operand = new DdlCursor(item.code, start, item.at)
    if (item.at === start + 1) key.parts.push({ column: operand.name(), descending: false })
    else {
      const { text, label } = postgresExpressionText(operand, table, draft, true)
      key.parts.push({ expression: text, label, descending: false })
    }
  }
  readIndexRest(cursor, key, table, draft)
  into.exclusions.add(key)
  into.keys.push(key)
}

/** `REFERENCES table (columns) MATCH … ON DELETE …`, stepping behind it. */
export function readReference(
  cursor: DdlCursor,
  columns: readonly string[],
  name: string | undefined,
  draft: SchemaDraft,
  into: NewConstraints,
): void {
  const from = cursor.at
  const path = cursor.take('REFERENCES') ? cursor.dotted() : []
  if (path.length === 0) {
    draft.note('This is not understood as a foreign key.', cursor.spanFrom(from))
    return
  }
  const toColumns = cursor
    .group()
    ?.items()
    .flatMap((item) => item.name() ?? [])
  for (;;) {
    if (cursor.take('MATCH')) cursor.at++
    else if (cursor.is('ON', 'DELETE') || cursor.is('ON', 'UPDATE')) {
      cursor.at += 2
      if (cursor.take('SET', 'NULL') || cursor.take('SET', 'DEFAULT')) cursor.group()
      else if (!cursor.take('NO', 'ACTION')) cursor.at++
    } else break
  }
  const known = draft.find(path)
  const to = known ?? draft.place(path)
  into.foreignKeys.push({
    ...(name !== undefined && { name }),
    columns: [...columns],
    toSchema: to.schema,
    toTable: to.name,
    ...(toColumns !== undefined && { toColumns }),
  })
}
