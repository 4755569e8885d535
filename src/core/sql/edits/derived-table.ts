import { quoteName } from '../../dialects/mysql-family'
import { atLeast } from '../../engine'
import type { ColumnNode, SyntaxNode } from '../syntax/model'
import type { QueryNode, SelectNode } from '../syntax/query-model'
import type { TableFactorNode } from '../syntax/table-model'
import { walk } from '../syntax/walk'
import { demandWellFormed, type Editable, editing, insertion, type Plan, refuse, textOf } from './editable'
import { findTable, leavesOf, type TableChoice, visibleName } from './find-table'
import type { AnyEditContext, EditOutcome, SqlEdit } from './model'
import { wrapPostgresStatement, wrapPostgresTable } from './postgres/derived-table'
import { sameName } from './quote'
import { removal } from './spacing'
import { writtenTables } from './written-tables'

/**
 * `FROM orders o FORCE INDEX (i)` as `FROM (SELECT * FROM orders o FORCE INDEX (i)) AS o`. `inside` is what may follow
 * the table there: a WHERE, an ORDER BY with LIMIT.
 */
export function wrapTable(sql: string, context: AnyEditContext, choice: TableChoice, inside = ''): EditOutcome {
  if (context.dialect === 'postgres') return wrapPostgresTable(sql, context, choice, inside)
  return editing(sql, context, (statement) => {
    demandWellFormed(statement)
    const node = findTable(statement, choice)
    demandReadOnlyTable(statement, node)
    const alias = quoteName(visibleName(node))
    const rest = inside.trim() === '' ? '' : ` ${inside.trim()}`
    const edits = [insertion(node.span.start, '(SELECT * FROM '), insertion(node.span.end, `${rest}) AS ${alias}`)]
    const notes = ['The server may merge the derived table into the query again (MySQL 5.7 and later, MariaDB).']
    return { edits, notes }
  })
}

/** A derived table cannot be written to, has no schema, and is not seen by FOR UPDATE OF. */
function demandReadOnlyTable({ tree, context }: Editable, node: TableFactorNode): void {
  const name = visibleName(node)
  let inFrom = false
  walk(tree.statement, (found: SyntaxNode) => {
    if (found.type === 'update' || found.type === 'delete') {
      if (writtenTables(found, context).tables.includes(node)) {
        throw refuse(`Rows of \`${name}\` are changed: a derived table cannot be.`, { span: node.span })
      }
    }
    if ('tables' in found && found.tables !== undefined && leavesOf(found.tables).includes(node)) inFrom = true
    if (isQualified(found) && sameName(found.table ?? '', name)) {
      throw refuse('A column is named with the schema of the table; a derived table has none.', { span: found.span })
    }
    if (found.type === 'lock' && found.of.some((one) => sameName(one.name, name))) {
      throw refuse(`The locking clause names \`${name}\`, and cannot name a derived table.`, { span: found.span })
    }
    if (found.type === 'with' && found.recursive) {
      for (const cte of found.ctes) {
        const inside = node.from >= cte.from && node.to <= cte.to
        if (inside && sameName(cte.name.name, node.name)) {
          throw refuse('A recursive table expression cannot name itself in a derived table.', { span: node.span })
        }
      }
    }
    return undefined
  })
  if (!inFrom) throw refuse(`\`${name}\` does not stand in a FROM.`, { span: node.span })
}

function isQualified(node: SyntaxNode): node is ColumnNode {
  return (node.type === 'column' || node.type === 'star') && node.schema !== undefined
}

/** `SELECT …` as `SELECT * FROM (SELECT …) AS q`. `outside` may follow: `LIMIT 10`, `WHERE n > 5`. */
export function wrapStatement(sql: string, context: AnyEditContext, alias = 'q', outside = ''): EditOutcome {
  if (context.dialect === 'postgres') return wrapPostgresStatement(sql, context, alias, outside)
  return editing(sql, context, (statement) => {
    demandWellFormed(statement)
    return wholePlan(statement, alias, outside.trim())
  })
}

function wholePlan(statement: Editable, alias: string, outside: string): Plan {
  let outer = statement.tree.statement
  while (outer.type === 'explain' || outer.type === 'set-statement') outer = outer.statement
  if (outer.type === 'other' || outer.type === 'insert' || outer.type === 'update' || outer.type === 'delete') {
    throw refuse('Only a query can be a derived table.', { span: outer.span })
  }
  const query: QueryNode = outer
  if (query.type === 'opaque') throw refuse('Only a query can be a derived table.', { span: query.span })
  refuseOldUnion(statement, query)
  const edits: SqlEdit[] = []
  const notes: string[] = []
  walk(query, (node) => {
    if (node.type === 'into') throw refuse('A derived table cannot have INTO.', { span: node.span })
    if (node.type === 'procedure') throw refuse('A derived table cannot have PROCEDURE.', { span: node.span })
    return undefined
  })
  for (const select of selectsOf(query)) {
    edits.push(...removedModifiers(statement, select, notes))
    const twice = repeatedName(statement, select)
    if (select.items.some(({ expression }) => expression.type === 'star') && leavesOf(select.tables ?? []).length > 1) {
      notes.push('Names that the tables of `*` share are an error in a derived table (1060).')
    }
    if (twice !== undefined) {
      throw refuse(`Two columns of the query are called \`${twice}\`: a derived table's names differ.`, {
        span: select.span,
      })
    }
  }
  if (query.orderBy !== undefined && query.limit === undefined) {
    notes.push('The order of a derived table is not kept by the query around it.')
  }
  const rest = outside === '' ? '' : ` ${outside}`
  const { start, end } = query.span
  return {
    edits: [insertion(start, 'SELECT * FROM ('), ...edits, insertion(end, `) AS ${quoteName(alias)}${rest}`)],
    notes,
  }
}

/** `((SELECT 1) UNION (SELECT 2) ORDER BY 1) AS q`: MySQL 5.6 takes it as a statement, and not as a derived table. */
function refuseOldUnion({ context }: Editable, query: QueryNode): void {
  const { dialect, version } = context
  if (dialect !== 'mysql' || version === undefined || atLeast(version, 5, 7)) return
  const ends = query.type !== 'opaque' && (query.orderBy !== undefined || query.limit !== undefined)
  if (query.type === 'set-operation' && query.left.type !== 'select' && ends) {
    throw refuse('MySQL before 5.7 takes no ORDER BY and LIMIT after SELECTs in parentheses here.', {
      span: query.span,
    })
  }
}

/** The SELECTs that give the query its rows, not those inside of them. */
function selectsOf(query: QueryNode): readonly SelectNode[] {
  const found: SelectNode[] = []
  const waiting: QueryNode[] = [query]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type === 'select') found.push(node)
    else if (node.type === 'set-operation') waiting.push(node.right, node.left)
    else if (node.type === 'parenthesized-query') waiting.push(node.query)
  }
  return found
}

/** Modifiers that only the outermost SELECT may have. */
const outermostOnly: ReadonlySet<string> = new Set([
  'HIGH_PRIORITY',
  'SQL_BUFFER_RESULT',
  'SQL_CACHE',
  'SQL_CALC_FOUND_ROWS',
  'SQL_NO_CACHE',
])

function removedModifiers(statement: Editable, select: SelectNode, notes: string[]): SqlEdit[] {
  const { code } = statement.tree
  const edits: SqlEdit[] = []
  const end = select.items[0]?.from ?? select.from
  for (let at = (select.with?.to ?? select.from) + 1; at < end; at++) {
    if (!outermostOnly.has(code.word(at))) continue
    notes.push(`${code.word(at)} is left out: only the outermost SELECT can have it.`)
    edits.push(removal(statement, { start: code.start(at), end: code.end(at) }))
  }
  return edits
}

/** A name that two columns of the select list surely share. */
function repeatedName(statement: Editable, { items }: SelectNode): string | undefined {
  const seen = new Set<string>()
  for (const { alias, expression } of items) {
    if (expression.type === 'star') continue
    // A column without an alias has its own name, any other expression its text.
    const name = alias?.name ?? (expression.type === 'column' ? expression.name : textOf(statement, expression))
    if (seen.has(name.toLowerCase())) return name
    seen.add(name.toLowerCase())
  }
  return undefined
}
