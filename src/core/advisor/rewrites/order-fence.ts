import { withShiftedSorts } from '../../experiment/shifted-sorts'
import type { ColumnReference, ColumnTarget } from '../../sql/meaning/model'
import { isSame } from './order-items'
import { type Rewritable, rewritten, textAt } from './rewritable'

const wholeNumber = /^(?:tiny|small|medium|big)?int|^(?:int|big|small)?serial/i
const text = /^(?:text|character varying|varchar)/i

/**
 * `ORDER BY id` as `ORDER BY id + 0`: the same order, which no index is known to give, so that the server reads by the
 * condition and sorts what it finds. Only the first item; whole numbers everywhere, texts on PostgreSQL.
 */
export function fenced(of: Rewritable): string | undefined {
  const [first] = of.block.orderBy
  if (first?.column === undefined) return undefined
  const [reference] = orderReferences(of, first.span)
  if (reference === undefined || reference.span.start !== first.span.start) return undefined
  if (!meansColumn(of, reference.name, first.column)) return undefined
  const type = reference.type ?? ''
  const shift = wholeNumber.test(type) ? ' + 0' : of.dialect === 'postgres' && text.test(type) ? ` || ''` : undefined
  if (shift === undefined) return undefined
  return rewritten(of, [{ span: reference.span, text: `${textAt(of, reference.span)}${shift}` }])
}

/** The reverse: `ORDER BY id + 0` as `ORDER BY id`, for all items that a number is added to. */
export function unfenced(of: Rewritable): { readonly sql: string; readonly columns: readonly string[] } | undefined {
  const [plain] = withShiftedSorts(of.meaning, of.sql).blocks
  const columns: string[] = []
  const edits = of.block.orderBy.flatMap((sort, at) => {
    const found = plain?.orderBy[at]?.column
    if (sort.column !== undefined || sort.item !== undefined || found === undefined) return []
    const [reference] = orderReferences(of, sort.span)
    if (reference === undefined) return []
    columns.push(found.column)
    const tail = /\s+(?:ASC|DESC)\s*$/i.exec(textAt(of, sort.span))?.[0] ?? ''
    // `id - 5` sorts as `id`, `5 - id` the other way round.
    if (/^\(?\s*\d+\s*-/.test(textAt(of, sort.span))) return []
    return [{ span: sort.span, text: `${textAt(of, reference.span)}${tail}` }]
  })
  if (edits.length === 0 || edits.length !== columns.length) return undefined
  const sql = rewritten(of, edits)
  return sql === undefined ? undefined : { sql, columns }
}

/** In an expression a name may mean the output's column or the table's, by server: they must be the same one. */
function meansColumn({ block }: Rewritable, name: string, target: ColumnTarget): boolean {
  if (name.toLowerCase() !== target.column.toLowerCase() || block.output === undefined) return false
  return block.output.every(
    (one) => one.name.toLowerCase() !== name.toLowerCase() || (one.column !== undefined && isSame(one.column, target)),
  )
}

function orderReferences({ block }: Rewritable, span: { readonly start: number; readonly end: number }) {
  return block.references.filter(
    (one: ColumnReference) => one.clause === 'order' && one.span.start >= span.start && one.span.end <= span.end,
  )
}
