import { TokenKind } from '../tokens'
import { DdlCursor } from './cursor'
import type { DraftKey, DraftPart, DraftTable, SchemaDraft } from './draft'
import { postgresExpressionText } from './postgres-expression'

/** What comes after the table in CREATE INDEX: `USING method (parts) INCLUDE … WHERE …`. */
export function readIndexBody(cursor: DdlCursor, table: DraftTable, unique: boolean, draft: SchemaDraft): DraftKey {
  const key: DraftKey = {
    kind: unique ? 'unique' : 'plain',
    method: cursor.take('USING') ? (cursor.name() ?? 'btree') : 'btree',
    visible: true,
    parts: [],
    include: [],
    implied: false,
    constraint: false,
  }
  const from = cursor.at
  const inside = cursor.group()
  if (inside === undefined) draft.note('This index has no parts.', cursor.spanFrom(from))
  for (const item of inside?.items() ?? []) key.parts.push(readPart(item, table, key.method ?? 'btree', draft))
  readIndexRest(cursor, key, table, draft)
  return key
}

/** `INCLUDE (…)`, storage options and `WHERE …`, of indexes and constraints. */
export function readIndexRest(cursor: DdlCursor, key: DraftKey, table: DraftTable, draft: SchemaDraft): void {
  while (!cursor.done) {
    if (cursor.take('INCLUDE')) {
      key.include = (cursor.group()?.items() ?? []).flatMap((item) => item.name() ?? [])
    } else if (cursor.take('WHERE')) {
      const wrapped = cursor.at
      const inside = cursor.group()
      const whole = inside !== undefined && cursor.done ? inside : new DdlCursor(cursor.code, wrapped, cursor.end)
      key.where = postgresExpressionText(whole, table, draft, true).text
      cursor.at = cursor.end
    } else if (cursor.take('WITH')) cursor.group()
    else if (cursor.take('TABLESPACE')) cursor.at++
    else if (cursor.take('USING', 'INDEX', 'TABLESPACE')) cursor.at++
    else if (cursor.take('NULLS', 'NOT', 'DISTINCT') || cursor.take('NULLS', 'DISTINCT')) continue
    else return
  }
}

function readPart(cursor: DdlCursor, table: DraftTable, method: string, draft: SchemaDraft): DraftPart {
  const { collation } = draft
  const from = cursor.at
  const part: DraftPart = { descending: false }
  let own: string | undefined
  const group = cursor.group()
  if (group !== undefined || cursor.kind(1) === TokenKind.openParen || cursor.kind(1) === TokenKind.dot) {
    const call = callEnd(cursor, from)
    if (group === undefined) cursor.at = call
    const expression = postgresExpressionText(group ?? new DdlCursor(cursor.code, from, call), table, draft, true)
    if (expression.column !== undefined) part.column = expression.column
    else {
      part.expression = expression.callLike ? expression.text : `(${expression.text})`
      part.label = expression.label
    }
    own = expression.collation
  } else part.column = cursor.name()
  const column = table.columns.find((one) => one.name === part.column)
  const inherited = column === undefined ? collation : column.collation
  if (cursor.take('COLLATE')) own = cursor.dotted().slice(-1)[0]
  if (own !== undefined && own !== 'default' && own !== inherited) part.collation = own
  if (cursor.kind() === TokenKind.word && !cursor.is('ASC') && !cursor.is('DESC') && !cursor.is('NULLS')) {
    const opclass = cursor.dotted().slice(-1)[0]
    cursor.group()
    if (opclass !== undefined && !isDefaultClass(opclass, method)) part.opclass = opclass
  }
  if (cursor.take('DESC')) part.descending = true
  else cursor.take('ASC')
  if (!cursor.take('NULLS', 'FIRST')) cursor.take('NULLS', 'LAST')
  if (!cursor.done) draft.note('The end of this index part is not understood.', cursor.spanFrom(cursor.at))
  return part
}

/** The place behind a call `name(…)` or `schema.name(…)`. */
function callEnd(cursor: DdlCursor, from: number): number {
  const probe = new DdlCursor(cursor.code, from, cursor.end)
  probe.dotted()
  probe.group()
  return probe.at
}

/** Operator classes of pg_opclass that are not their type's default. Those of extensions rarely are. */
const otherClasses: Readonly<Record<string, ReadonlySet<string>>> = {
  btree: new Set(['varchar_ops', 'cidr_ops', 'text_pattern_ops', 'varchar_pattern_ops', 'bpchar_pattern_ops']),
  hash: new Set([
    'varchar_ops',
    'cidr_ops',
    'text_pattern_ops',
    'varchar_pattern_ops',
    'bpchar_pattern_ops',
    'aclitem_ops',
  ]),
  gin: new Set(['jsonb_path_ops', 'gin_trgm_ops']),
  gist: new Set(['inet_ops', 'gist_trgm_ops']),
  spgist: new Set(['kd_point_ops']),
  brin: new Set(['inet_minmax_ops', 'varchar_minmax_ops', 'cidr_minmax_ops']),
}

function isDefaultClass(name: string, method: string): boolean {
  if (method === 'brin' && /_(?:bloom|minmax_multi)_ops$/.test(name)) return false
  return otherClasses[method]?.has(name) === false && name.endsWith('_ops')
}
