import type { SqlEdit } from '../../sql/edits/model'
import { orderByColumns } from './order-items'
import { type OnlyTable, quoted, type Rewritable, removal, rewritten, textAt, whereOf, wherePlace } from './rewritable'

export interface DeferredJoinOptions {
  /** Behind the table inside the derived table: `FORCE INDEX (…)`. */
  readonly hint?: string | undefined
}

/**
 * `SELECT … FROM t WHERE … ORDER BY … LIMIT …` as a join with a derived table that picks the keys: condition, order and
 * limit go inside, the order stays outside too. The rows are fetched for the keys alone.
 */
export function asDeferredJoin(
  of: Rewritable,
  { source, table, qualifier }: OnlyTable,
  { hint }: DeferredJoinOptions = {},
): string | undefined {
  const { block, dialect } = of
  const key = table.primaryKey ?? []
  const where = wherePlace(of)
  const order = orderByColumns(of, qualifier)
  if (whereOf(of) !== undefined && where === undefined) return undefined
  if (key.length === 0 || order === undefined || order === '' || block.limit === undefined) return undefined
  const names = keyNames(key, table.columns)
  const picked = quoted(pickedName(source.name), dialect)
  const from = `${textAt(of, source.span)}${hint === undefined ? '' : ` ${hint}`}`
  const inner = [
    `SELECT ${key.map((column, at) => `${qualifier}.${quoted(column, dialect)} AS ${names[at]}`).join(', ')} FROM ${from}`,
    ...(where === undefined ? [] : [`WHERE ${textAt(of, where.span)}`]),
    `ORDER BY ${order}`,
    textAt(of, block.limit.span),
  ].join(' ')
  const on = key.map((column, at) => `${picked}.${names[at]} = ${qualifier}.${quoted(column, dialect)}`).join(' AND ')
  const edits: SqlEdit[] = [
    ...stars(of, qualifier),
    { span: { start: source.span.end, end: source.span.end }, text: ` JOIN (${inner}) AS ${picked} ON ${on}` },
    removal(of, block.limit.span),
  ]
  if (where !== undefined) edits.push(removal(of, { start: where.wordStart, end: where.span.end }))
  return rewritten(of, edits)
}

/** `*` would show the picked keys too. */
export function stars({ block, sql }: Rewritable, qualifier: string): readonly SqlEdit[] {
  return block.stars
    .filter(({ span }) => sql.slice(span.start, span.end) === '*')
    .map(({ span }) => ({ span, text: `${qualifier}.*` }))
}

/** Names that no column of the table has, so that names without a table still mean the table's. */
export function keyNames(key: readonly string[], columns: readonly { readonly name: string }[]): readonly string[] {
  const taken = new Set(columns.map(({ name }) => name.toLowerCase()))
  return key.map((_, at) => {
    let name = `picked_${at + 1}`
    while (taken.has(name)) name = `${name}_`
    return name
  })
}

/** A name for the derived table that is not the table's. */
export function pickedName(other: string | undefined): string {
  return other?.toLowerCase() === 'picked' ? 'picked_keys' : 'picked'
}
