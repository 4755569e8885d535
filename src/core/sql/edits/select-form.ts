import { quoteName } from '../../dialects/mysql-family'
import { exhausted, SargableError } from '../../errors'
import type { SyntaxTree } from '../syntax/model'
import type { DeleteNode, InsertNode, UpdateNode } from '../syntax/statement-model'
import type { TableFactorNode, TableNode } from '../syntax/table-model'
import { TokenKind } from '../tokens'
import { applyEdits } from './apply'
import { fitsInAnd } from './condition-text'
import { afterPartition } from './delete-form'
import { checkResult, demandWellFormed, type Editable, editing, insertion, type Plan, refuse } from './editable'
import { leavesOf } from './find-table'
import type { AnyEditContext, EditContext, EditOutcome, SqlEdit } from './model'
import { hintRightAfter } from './optimizer-hints'
import { postgresSelectForm } from './postgres/select-form'
import { rowKeyOf } from './row-keys'
import { writtenTables } from './written-tables'

/**
 * An UPDATE, DELETE, INSERT … SELECT or REPLACE … SELECT as the SELECT that finds its rows: of UPDATE and DELETE the
 * keys of the rows that they change (of a join one for each match), of the others their query. WITH, hints, ORDER BY
 * and LIMIT stay; an EXPLAIN around it goes.
 */
export function selectForm(sql: string, context: AnyEditContext): EditOutcome {
  if (context.dialect === 'postgres') return postgresSelectForm(sql, context)
  return editing(sql, context, selectFormPlan)
}

/** The select form as text, of a statement whose tree is there; undefined when it has none. */
export function selectFormOf(tree: SyntaxTree, context: EditContext): string | undefined {
  const { span } = tree.statement
  const { text } = tree.code.tokens
  try {
    const statement: Editable = { text, tree, context }
    const { edits } = selectFormPlan(statement)
    const inside = edits.map((edit) => ({
      span: { start: edit.span.start - span.start, end: edit.span.end - span.start },
      text: edit.text,
    }))
    const found = applyEdits(text.slice(span.start, span.end), inside)
    if (hasExecutableComments(statement)) checkResult(statement, found)
    return found
  } catch (error) {
    if (error instanceof SargableError) return undefined
    throw error
  }
}

/** An edit may cut such a comment in two; everything else goes from token to token. */
function hasExecutableComments({ tree: { code, statement } }: Editable): boolean {
  const { tokens } = code
  const end = code.index(statement.to - 1)
  for (let i = code.index(statement.from); i < end; i++) {
    if (tokens.kind(i) === TokenKind.executableOpen || tokens.kind(i) === TokenKind.executableClose) return true
  }
  return false
}

function selectFormPlan(statement: Editable): Plan {
  demandWellFormed(statement)
  let node = statement.tree.statement
  const edits: SqlEdit[] = []
  while (node.type === 'explain' || node.type === 'set-statement') {
    if (node.type === 'explain') {
      edits.push({ span: { start: node.span.start, end: node.statement.span.start }, text: '' })
    }
    node = node.statement
  }
  const plan = planOf(statement, node)
  return { edits: [...edits, ...plan.edits], notes: plan.notes ?? [] }
}

function planOf(statement: Editable, node: Editable['tree']['statement']): Plan {
  switch (node.type) {
    case 'update':
      return ofUpdate(statement, node)
    case 'delete':
      return ofDelete(statement, node)
    case 'insert':
      return ofInsert(statement, node)
    default:
      throw refuse('Only UPDATE, DELETE, INSERT … SELECT and REPLACE … SELECT have rows to find.', { span: node.span })
  }
}

function ofUpdate(statement: Editable, node: UpdateNode): Plan {
  const { code } = statement.tree
  const verb = node.with?.to ?? node.from
  const [first] = node.tables
  const last = node.tables[node.tables.length - 1]
  if (first === undefined || last === undefined) throw refuse('The tables are not understood.', { span: node.span })
  refusePortion(node.tables)
  const keys = keysOf(statement, node)
  const next = nextClause(statement, last.to, [node.where, node.orderBy, node.limit])
  const edits = [
    word(statement, verb, 'SELECT'),
    {
      span: { start: listStart(statement, verb), end: code.start(first.from) },
      text: ` ${keys.items.join(', ')} FROM `,
    },
    { span: { start: last.span.end, end: next ?? node.span.end }, text: next === undefined ? '' : ' ' },
    ...foundRowsOnly(node, keys),
    ...withoutReturning(node, next),
  ]
  const notes = [...keys.notes, ...lostPlaceholders(statement, last.to, next), ...ignoreNotes(node.modifiers)]
  return { edits, notes }
}

function ofDelete(statement: Editable, node: DeleteNode): Plan {
  const { code } = statement.tree
  if (node.history !== undefined || node.modifiers.includes('HISTORY')) {
    throw refuse('The rows that DELETE HISTORY removes are seen by no SELECT of this form.', { span: node.span })
  }
  const verb = node.with?.to ?? node.from
  const [first] = node.tables
  if (first === undefined) throw refuse('The tables are not understood.', { span: node.span })
  refusePortion(node.tables)
  const keys = keysOf(statement, node)
  const start = listStart(statement, verb)
  const edits = [
    word(statement, verb, 'SELECT'),
    { span: { start, end: code.start(first.from) }, text: ` ${keys.items.join(', ')} FROM ` },
    ...(node.form === 'single' && first.type === 'table' ? afterPartition(statement, first, '') : []),
    ...foundRowsOnly(node, keys),
    ...withoutReturning(node, node.span.start),
  ]
  return { edits, notes: [...keys.notes, ...ignoreNotes(node.modifiers)] }
}

function ofInsert(statement: Editable, node: InsertNode): Plan {
  const { query, verb } = node
  if (query === undefined) throw refuse(`${verb} of given values finds no rows.`, { span: node.span })
  const edits: SqlEdit[] = [{ span: { start: node.span.start, end: query.span.start }, text: '' }]
  if (query.span.end < node.span.end) edits.push({ span: { start: query.span.end, end: node.span.end }, text: '' })
  const notes: string[] = []
  const hint = hintRightAfter(statement, node)
  if (hint !== undefined && query.type === 'select' && query.hint === undefined) {
    const place = statement.tree.code.end(query.with?.to ?? query.from)
    edits.push(insertion(place, ` ${statement.text.slice(hint.span.start, hint.span.end)}`))
  } else if (hint !== undefined) notes.push(`The hints of the ${verb} are left out.`)
  if (node.onDuplicateKey !== undefined || verb === 'REPLACE') {
    notes.push('Rows of the target with the same keys are changed too; this finds the new rows only.')
  }
  return { edits, notes }
}

interface Keys {
  readonly items: readonly string[]
  readonly notes: readonly string[]
  /** The one table that is written, and a column of it that is never NULL. */
  readonly only?: { readonly table: TableFactorNode; readonly neverNull: string } | undefined
}

function keysOf(statement: Editable, node: UpdateNode | DeleteNode): Keys {
  const { tables, certain } = writtenTables(node, statement.context)
  if (tables.length === 0) throw refuse('The table whose rows change is not a stored one.', { span: node.span })
  if (node.type === 'delete' && !certain)
    throw refuse('A target of the DELETE is not in its FROM.', { span: node.span })
  const keys = tables.map((table) => rowKeyOf(table, qualifierOf(statement, table), statement.context))
  const notes: string[] = []
  const joined = leavesOf(node.tables).length > 1
  if (!certain) notes.push('Which table a column belongs to is not known: the keys of all tables are shown.')
  if (joined) notes.push('A row that several rows of the other tables match is listed for each of them.')
  const [table, second] = tables
  const neverNull = keys[0]?.neverNull
  const only = table !== undefined && second === undefined && neverNull !== undefined ? { table, neverNull } : undefined
  if (only === undefined && tables.some((one) => mayBeMissing(node.tables, one))) {
    notes.push('Where an outer join finds no row of a table, its columns are NULL and no row changes.')
  }
  if (node.limit !== undefined && node.orderBy === undefined) {
    notes.push('LIMIT without ORDER BY: which rows it takes is up to the plan.')
  }
  return { items: keys.flatMap(({ items }) => items), notes, only }
}

/** The table as columns of the statement name it, in the statement's own quotes. */
function qualifierOf({ text }: Editable, { alias, nameSpan, name }: TableFactorNode): string {
  if (alias !== undefined) return text.slice(alias.span.start, alias.span.end)
  // Blanks and comments may stand around the dot, and a dot alone before the name.
  const written = text.slice(nameSpan.start, nameSpan.end)
  return /^[\w$`"\u0080-\uffff][\w$`."\u0080-\uffff]*$/.test(written) ? written : quoteName(name)
}

/** An outer join's rows without a partner change nothing: they are left out when one written table may be missing. */
function foundRowsOnly(node: UpdateNode | DeleteNode, { only }: Keys): SqlEdit[] {
  if (only === undefined || !mayBeMissing(node.tables, only.table)) return []
  const test = `${only.neverNull} IS NOT NULL`
  const { where } = node
  if (where !== undefined) {
    const after = insertion(where.span.end, `${fitsInAnd(where) ? '' : ')'} AND ${test}`)
    return fitsInAnd(where) ? [after] : [insertion(where.span.start, '('), after]
  }
  const last = node.tables[node.tables.length - 1]
  return last === undefined ? [] : [insertion(last.span.end, ` WHERE ${test}`)]
}

/** Does the table stand on the side of an outer join that may have no row? */
function mayBeMissing(tables: readonly TableNode[], table: TableFactorNode): boolean {
  const waiting = tables.map((node) => ({ node, nullable: false }))
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, nullable } = next
    switch (node.type) {
      case 'join':
        waiting.push({ node: node.left, nullable: nullable || node.kind === 'right' })
        waiting.push({ node: node.right, nullable: nullable || node.kind === 'left' })
        break
      case 'table-parentheses':
        waiting.push(...node.items.map((item) => ({ node: item, nullable })))
        break
      case 'odbc-join':
        waiting.push({ node: node.table, nullable })
        break
      case 'table':
        if (node === table) return nullable
        break
      case 'derived-table':
      case 'json-table':
      case 'opaque':
        break
      default:
        exhausted(node)
    }
  }
  return false
}

function refusePortion(tables: readonly TableNode[]): void {
  for (const leaf of leavesOf(tables)) {
    if (leaf.type === 'table' && leaf.portion !== undefined) {
      throw refuse('FOR PORTION OF splits rows; no SELECT of this form finds them.', { span: leaf.span })
    }
  }
}

/** Where the select list goes: after the verb and the hints that follow it at once. */
function listStart(statement: Editable, verb: number): number {
  const { tokens } = statement.tree.code
  let i = statement.tree.code.index(verb) + 1
  while (tokens.kind(i) === TokenKind.blank) i++
  return tokens.kind(i) === TokenKind.hint ? tokens.end(i) : statement.tree.code.end(verb)
}

/** The start of the keyword of the first of these clauses that is there. */
function nextClause(
  { tree: { code } }: Editable,
  from: number,
  [where, ...rest]: readonly ({ readonly from: number } | undefined)[],
): number | undefined {
  // The keyword WHERE stands right before its condition; the nodes of the others begin with theirs.
  if (where !== undefined && where.from > from) return code.start(where.from - 1)
  const next = rest.find((clause) => clause !== undefined)
  return next === undefined ? undefined : code.start(next.from)
}

/** RETURNING goes, unless all from the tables to the end went before. */
function withoutReturning({ returning, ...node }: UpdateNode | DeleteNode, kept: number | undefined): SqlEdit[] {
  if (returning === undefined || kept === undefined) return []
  const before = node.limit ?? node.orderBy ?? node.where ?? node.tables[node.tables.length - 1]
  return before === undefined ? [] : [{ span: { start: before.span.end, end: node.span.end }, text: '' }]
}

function lostPlaceholders({ tree: { code } }: Editable, from: number, next: number | undefined): string[] {
  let count = 0
  for (let at = from; at < code.length && (next === undefined || code.start(at) < next); at++) {
    if (code.kind(at) === TokenKind.placeholder) count++
  }
  return count === 0 ? [] : [`${count} placeholders of SET are left out with it.`]
}

function ignoreNotes(modifiers: readonly string[]): string[] {
  return modifiers.includes('IGNORE') ? ['IGNORE skips rows that cannot be changed; they are found here too.'] : []
}

function word({ tree: { code } }: Editable, at: number, text: string): SqlEdit {
  return { span: { start: code.start(at), end: code.end(at) }, text }
}
