import { quoteName } from '../../../dialects/postgres'
import { fault } from '../../../errors'
import { insertion, refuse } from '../editable'
import type { TableChoice } from '../find-table'
import type { EditOutcome, PostgresEditContext, SqlEdit } from '../model'
import { sameName } from '../quote'
import { demandRead, editingPostgres, type PostgresEditable } from './editable'
import type { TablePlace } from './outline'

/** `FROM orders o` as `FROM (SELECT * FROM orders o) AS o`; `inside` is what may follow the table there. */
export function wrapPostgresTable(
  sql: string,
  context: PostgresEditContext,
  choice: TableChoice,
  inside: string,
): EditOutcome {
  return editingPostgres(sql, context, (statement) => {
    demandRead(statement)
    const table = findTable(statement, choice)
    const name = table.alias ?? table.name
    if (!table.stored) {
      throw refuse(`"${name}" is a common table expression: choose a table inside it.`, { span: table.span })
    }
    if (table.written) throw refuse(`Rows of "${name}" are changed: a derived table cannot be.`, { span: table.span })
    if (table.neededWhole !== undefined) {
      throw refuse('A column is named with the schema of the table, or is a system column; a derived table has none.', {
        span: table.neededWhole,
      })
    }
    const rest = inside.trim() === '' ? '' : ` ${inside.trim()}`
    const edits = [
      ...wordTable(statement, table),
      insertion(table.span.start, '(SELECT * FROM '),
      insertion(table.span.end, `${rest}) AS ${quoteName(name)}`),
    ]
    return {
      edits,
      notes: ['The server merges the derived table into the query again, unless it has LIMIT or OFFSET 0.'],
    }
  })
}

/** `TABLE t` takes a name only: it is written as the SELECT that it stands for. */
function wordTable({ code }: PostgresEditable, { span }: TablePlace): SqlEdit[] {
  for (let at = 1; at < code.length; at++) {
    if (code.start(at) !== span.start) continue
    const isWord = code.word(at - 1) === 'TABLE'
    return isWord ? [{ span: { start: code.start(at - 1), end: code.end(at - 1) }, text: 'SELECT * FROM' }] : []
  }
  return []
}

function findTable({ outline }: PostgresEditable, { table, schema, at }: TableChoice): TablePlace {
  const found = outline.tables.filter(
    (one) =>
      sameName(one.alias ?? one.name, table) &&
      (at === undefined || (one.span.start <= at && at <= one.span.end)) &&
      (schema === undefined || (one.schema !== undefined && sameName(one.schema, schema))),
  )
  const [first, second] = found
  if (first === undefined) throw fault('unknown-table', `The statement has no table "${table}".`)
  if (second !== undefined) {
    throw refuse(`"${table}" stands for ${found.length} tables of the statement.`, {
      hint: 'Say which by a place in the text.',
    })
  }
  return first
}

/** `SELECT …` as `SELECT * FROM (SELECT …) AS q`. `outside` may follow: `LIMIT 10`, `WHERE n > 5`. */
export function wrapPostgresStatement(
  sql: string,
  context: PostgresEditContext,
  alias: string,
  outside: string,
): EditOutcome {
  return editingPostgres(sql, context, (statement) => {
    const { outline, code } = statement
    if (outline.kind !== 'query' || !outline.readsOnly) {
      throw refuse('Only a query that changes nothing and has no INTO can be a derived table.', { span: outline.span })
    }
    const rest = outside.trim() === '' ? '' : ` ${outside.trim()}`
    const body = outline.input?.body
    const isOrdered = body?.type === 'query' && body.orderBy.length > 0 && body.limit === undefined
    // A hint before the first word stays there, where it is read.
    const start = code.word(0) === 'EXPLAIN' ? outline.inner.start : code.start(0)
    return {
      edits: [
        insertion(start, 'SELECT * FROM ('),
        insertion(code.end(code.length - 1), `) AS ${quoteName(alias)}${rest}`),
      ],
      notes: isOrdered ? ['The order of a derived table is not kept by the query around it.'] : [],
    }
  })
}
