import type { AccessContext } from './access-context'
import { partName } from './bounds'
import { conditionText } from './predicate-text'
import { type Reason, reason } from './reasons'
import type { PartSeek } from './seek'
import type { OrderItem } from './statement-scope'

/** Why an index does not give the order asked for, for every part that would have given some of it. */
export interface OrderBreak {
  readonly code: 'mixed-order' | 'order-breaks'
  readonly clause: 'ORDER BY' | 'GROUP BY'
  /** The end of a sentence. */
  readonly because: string
  /** Positions in the list of parts. */
  readonly parts: ReadonlySet<number>
}

/** Which parts deliver an order that the statement asks for. */
export interface OrderUse {
  /** Positions in the list of parts, from the first that matters to the last. */
  readonly parts: ReadonlySet<number>
  readonly broken?: OrderBreak | undefined
}

const nothing: OrderUse = { parts: new Set() }

/**
 * An index delivers ORDER BY (or GROUP BY) when, behind the parts that are fixed to one value, its parts are the
 * columns asked for, in order, all in its own direction or all against it. A partial match saves no sort: it is told
 * at which part and why the order breaks.
 */
export function orderUse(seeks: readonly PartSeek[], context: AccessContext): OrderUse {
  const scope = context.scope
  if (scope === undefined) return nothing
  const clause = scope.orderBy.length === 0 ? 'GROUP BY' : 'ORDER BY'
  const asked = clause === 'GROUP BY' ? scope.groupBy : scope.orderBy
  const items = asked.filter((item) => !seeks.some((seek) => isFixed(seek) && isOf(item, seek, context)))
  const wanted = new Set(seeks.flatMap((seek, at) => (items.some((item) => isOf(item, seek, context)) ? [at] : [])))
  if (wanted.size === 0) return nothing
  const broken = (because: string, code: OrderBreak['code'] = 'order-breaks'): OrderUse => ({
    parts: new Set(),
    broken: { code, clause, because, parts: wanted },
  })

  const before = readBefore(context)
  if (before !== undefined)
    return broken(`the table is read after \`${before}\`, and only the first table of a join gives an order`)
  const parts = new Set<number>()
  let first: { readonly item: OrderItem; readonly against: boolean } | undefined
  let at = 0
  for (const item of items) {
    while (at < seeks.length && isFixedAt(seeks, at)) at++
    const seek = seeks[at]
    if (seek === undefined || !isOf(item, seek, context))
      return broken(whyNotNext(item, seek, at, parts, seeks, context))
    const { part } = seek
    if (part.included) return broken(`\`${partName(part)}\` is only included, the index is not sorted by it`)
    if (part.prefixChars !== undefined)
      return broken(`it holds only the first ${part.prefixChars} characters of \`${part.columnName ?? ''}\``)
    const against = part.descending !== item.descending
    if (clause === 'ORDER BY') {
      if (first !== undefined && first.against !== against)
        return broken(`\`${first.item.text}\`, then \`${item.text}\``, 'mixed-order')
      first ??= { item, against }
    }
    parts.add(at)
    at++
  }
  return { parts }
}

/** Said of a part that would give some of the order asked for, and on which there is no condition. */
export function brokenOrder(seek: PartSeek, at: number, order: OrderUse | undefined): Reason | undefined {
  const broken = order?.broken
  if (broken === undefined || !broken.parts.has(at) || seek.bound.kind !== 'none') return undefined
  const { clause, because } = broken
  const evidence = [{ from: 'statement', text: clause } as const]
  return reason(broken.code, { part: partName(seek.part), order: { clause, because } }, undefined, evidence)
}

/** Why the part at which the index goes on is not what the statement asks for next. */
function whyNotNext(
  item: OrderItem,
  seek: PartSeek | undefined,
  at: number,
  given: ReadonlySet<number>,
  seeks: readonly PartSeek[],
  context: AccessContext,
): string {
  const asked = `\`${item.text}\``
  if (seek !== undefined && seeks.some((one, place) => place > at && isOf(item, one, context))) {
    const condition = seek.bound.kind === 'bound' ? conditionText(seek.bound.predicates) : undefined
    const name = `\`${partName(seek.part)}\``
    return condition === undefined
      ? `${name} stands before it in the index and is not fixed to one value`
      : `\`${condition}\` leaves more than one value of ${name}, which stands before it in the index`
  }
  if (item.column !== undefined && !context.owns(item.column)) return `${asked} is of another table`
  return given.size === 0
    ? `it begins with ${asked}, with which the index does not go on`
    : `it goes on with ${asked}, the index does not`
}

/** The item is this part's column, or the expression of a functional part. */
function isOf(item: OrderItem, { part }: PartSeek, context: AccessContext): boolean {
  if (item.expression !== undefined) return item.expression === part.expressionKey
  if (item.column === undefined || part.columnName === undefined) return false
  return part.columnName.toLowerCase() === item.column.name.toLowerCase() && context.owns(item.column)
}

function isFixedAt(seeks: readonly PartSeek[], at: number): boolean {
  const seek = seeks[at]
  return seek !== undefined && isFixed(seek)
}

/** Bound to one value: `=`, IS NULL. A prefix of a column fixes no order. */
function isFixed(seek: PartSeek): boolean {
  return seek.bound.kind === 'bound' && seek.bound.role === 'equality' && seek.part.prefixChars === undefined
}

/** A table of the query that is read before this one: only the first can deliver its order to the result. */
function readBefore(context: AccessContext): string | undefined {
  const nameOf = (table: { readonly name: string; readonly alias?: string | undefined }) => table.alias ?? table.name
  const found = context.scope?.tables.find((table) => context.tablesBefore.has(nameOf(table).toLowerCase()))
  return found && nameOf(found)
}
