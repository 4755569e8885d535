import type { AccessContext } from './access-context'
import type { PartSeek } from './seek'

/** Which parts deliver an order that the statement asks for. */
export interface OrderUse {
  /** Positions in the list of parts, from the first that matters to the last. */
  readonly parts: ReadonlySet<number>
  /** The part at which the directions asked for do not fit those of the index. */
  readonly mixedAt?: number | undefined
}

const nothing: OrderUse = { parts: new Set() }

/**
 * An index delivers ORDER BY (or GROUP BY) when, behind the parts that are fixed to one value, its parts are the
 * columns asked for, in order, all in its own direction or all against it. A partial match saves no sort.
 */
export function orderUse(seeks: readonly PartSeek[], context: AccessContext): OrderUse {
  const scope = context.scope
  if (scope === undefined || readBefore(context)) return nothing
  const grouping = scope.orderBy.length === 0
  const asked = grouping ? scope.groupBy : scope.orderBy
  const fixed = new Set(seeks.filter((seek) => isFixed(seek)).map((seek) => seek.part.columnName?.toLowerCase()))
  const items = asked.filter((item) => !fixed.has(item.column?.name.toLowerCase() ?? ''))
  if (items.length === 0) return nothing

  let at = 0
  while (at < seeks.length && seeks[at] !== undefined && isFixedAt(seeks, at)) at++
  const parts = new Set<number>()
  let backward: boolean | undefined
  for (const item of items) {
    while (at < seeks.length && isFixedAt(seeks, at)) at++
    const part = seeks[at]?.part
    if (part === undefined || item.column === undefined || part.prefixChars !== undefined || part.included)
      return nothing
    if (part.columnName?.toLowerCase() !== item.column.name.toLowerCase() || !context.owns(item.column)) return nothing
    const against = part.descending !== item.descending
    if (!grouping) {
      if (backward !== undefined && backward !== against) return { parts: new Set(), mixedAt: at }
      backward = against
    }
    parts.add(at)
    at++
  }
  return { parts }
}

function isFixedAt(seeks: readonly PartSeek[], at: number): boolean {
  const seek = seeks[at]
  return seek !== undefined && isFixed(seek)
}

/** Bound to one value: `=`, IS NULL. A prefix of a column fixes no order. */
function isFixed(seek: PartSeek): boolean {
  return seek.bound.kind === 'bound' && seek.bound.role === 'equality' && seek.part.prefixChars === undefined
}

/** Only the first table of a join can deliver its order to the result. */
function readBefore(context: AccessContext): boolean {
  return (
    context.scope?.tables.some((table) => context.tablesBefore.has((table.alias ?? table.name).toLowerCase())) ?? false
  )
}
