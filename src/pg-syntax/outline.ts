import type { StatementOutline, TablePlace } from '../core/sql/edits/postgres/outline'
import type { ColumnInput } from '../core/sql/meaning/input'
import { unwrap } from '../core/sql/wrappers'
import type { TextSpan } from '../core/text-span'
import { readOnlyAtMost } from './effects'
import type { Node } from './grammar'
import type { TableUse } from './input/context'
import { statementInput } from './input/statement'
import { literalsOf } from './literals'
import { visit } from './nodes'
import { rowsForm } from './rows-form'
import type { StatementPlaces } from './statement-places'
import { tablesOf } from './tables'

/** The places of a statement's pieces, for edits. */
export function outlineOf(places: StatementPlaces, root: Node, span: TextSpan): StatementOutline {
  const { code } = places
  const reading = statementInput(places, root)
  const context = reading?.read === true ? reading.context : undefined
  const inner = 'ExplainStmt' in root ? (root.ExplainStmt.query ?? root) : root
  const columns = columnsOf(places, inner)
  const stored = new Set(tablesOf(root).map(({ location }) => code.start(places.at(location ?? 0))))
  const first = 'ExplainStmt' in root ? code.start(unwrap(code).at) : span.start
  return {
    span,
    kind: kindOf(inner),
    inner: { start: first, end: span.end },
    explainable: explained.some((type) => type in inner),
    input: reading?.read === true ? reading.input : undefined,
    blocks: context?.blocks ?? [],
    conditions: context?.conditions ?? [],
    tables: (context?.tables ?? []).map((use) => tablePlace(use, columns, stored)),
    literals: literalsOf(places, inner),
    readsOnly: 'SelectStmt' in inner && !writes(inner),
    rows: (listOf) => rowsForm(places, inner, listOf),
  }
}

function kindOf(node: Node): StatementOutline['kind'] {
  if ('SelectStmt' in node) return 'query'
  if ('InsertStmt' in node) return 'insert'
  if ('UpdateStmt' in node) return 'update'
  if ('DeleteStmt' in node) return 'delete'
  return 'MergeStmt' in node ? 'merge' : 'other'
}

/** ExplainableStmt of the server's grammar. */
const explained = [
  'SelectStmt',
  'InsertStmt',
  'UpdateStmt',
  'DeleteStmt',
  'MergeStmt',
  'DeclareCursorStmt',
  'CreateTableAsStmt',
  'RefreshMatViewStmt',
  'ExecuteStmt',
]

/** A lock is none: it may stand in a derived table. */
function writes(node: Node): boolean {
  let found = false
  visit([node], (inner) => {
    if ('SelectStmt' in inner && inner.SelectStmt.intoClause !== undefined) found = true
    else if (!('SelectStmt' in inner)) found ||= readOnlyAtMost(inner) === 'no'
    return !found
  })
  return found
}

type Column = Pick<ColumnInput, 'schema' | 'table' | 'name' | 'span'>

/** Every mention of a column in the tree, resolved or not. */
function columnsOf(places: StatementPlaces, root: Node): Column[] {
  const { code } = places
  const found: Column[] = []
  visit([root], (node) => {
    if (!('ColumnRef' in node)) return true
    const { fields = [], location } = node.ColumnRef
    const names = fields.map((field) => ('String' in field ? (field.String.sval ?? '') : '*'))
    const [name = '', table, schema] = [...names].reverse()
    if (location === undefined) return true
    const at = places.at(location)
    found.push({ schema, table, name, span: { start: code.start(at), end: code.end(at + 2 * fields.length - 2) } })
    return true
  })
  return found
}

function tablePlace(use: TableUse, columns: readonly Column[], stored: ReadonlySet<number>): TablePlace {
  const { schema, name, alias, span, nameSpan, written } = use
  const isStored = stored.has(nameSpan.start)
  const qualified = columns.find(
    (column) => column.schema !== undefined && alias === undefined && column.table === name,
  )
  const system = columns.find(
    (column) => systemColumns.has(column.name) && (column.table === undefined || column.table === (alias ?? name)),
  )
  return { schema, name, alias, span, stored: isStored, written, neededWhole: (qualified ?? system)?.span }
}

const systemColumns: ReadonlySet<string> = new Set(['ctid', 'tableoid', 'xmin', 'xmax', 'cmin', 'cmax'])
