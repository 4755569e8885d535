import type { Index } from '../catalog/model'
import { type AccessContext, among } from './access-context'
import { type Bound, boundBy, boundOf, partName } from './bounds'
import { predicatesOf } from './conditions'
import { edgeReason } from './edge-reason'
import { accessEvidence, conditionEvidence } from './evidence'
import { type ResolvedPart, resolvedParts } from './index-parts'
import type { KeyPartUse, KeyUse } from './model'
import { brokenOrder, type OrderUse, orderUse } from './order'
import { partUse } from './part-use'
import type { Predicate } from './predicate'
import { comparedText, conditionText, predicateText } from './predicate-text'
import { type Reason, reason } from './reasons'
import { btreeSeek, type PartSeek } from './seek'
import { scannedReason, sqlSpanOf, stopperOf, whyNot } from './why-not'

/** The index that a scan node reads: its Index Cond against the index's parts. There are no bytes on PostgreSQL. */
export function chosenPostgresUse(context: AccessContext, index: Index, maySkip: boolean): KeyUse {
  const parts = resolvedParts(context.table, index, 'postgres')
  const inIndexCond = context.planPredicates.filter((one) => one.own && one.checkedAt === 'index-seek')
  // In an Index Cond everything on the other side has its value by then.
  const seeking: AccessContext = { ...context, scope: undefined }
  const sought = (part: ResolvedPart): Bound => boundBy(part, among(part, inIndexCond, seeking), seeking, index.name)
  if (index.method !== undefined && index.method !== 'btree')
    return keyUse(
      context,
      index,
      true,
      parts.map((part) => anyOrderPart(part, among(part, inIndexCond, seeking).direct)),
    )

  // The executor of 18 steps over gaps. Measured, the number of searches tells if it did; unmeasured, only a point
  // behind the gap makes it likely: between two ranges it has been seen to search once.
  const { indexSearches } = context
  const skipping = maySkip && indexSearches !== 1 && hasGap(parts, sought, indexSearches === undefined)
  const backward = context.node.rest['Scan Direction'] === 'Backward'
  const seeks = btreeSeek(parts, sought, { skipping, backward, closesRanges: maySkip })
  const wanted = btreeSeek(parts, (part) => boundOf(part, context, index.name))
  const found = orderUse(wanted, context)
  const order = context.sortedLater ? { ...found, parts: new Set<number>() } : found
  const isWhole = inIndexCond.length === 0
  const lastBound = seeks.reduce((last, seek, at) => (seek.narrows === 'seek' ? at : last), -1)

  return keyUse(
    context,
    index,
    true,
    parts.map((part, at): KeyPartUse => {
      const seek = seeks[at]
      if (seek?.bound.kind === 'bound') {
        const { role, comparedWith } = seek.bound
        if (seek.narrows !== 'none') {
          const jumped = skipping ? jumpedOver(seeks, at) : undefined
          const narrows = jumped === undefined ? seek.narrows : 'edges'
          const why = jumped ? jumpReason(seek, jumped, context) : edgeReason(seeks, at, narrows, context)
          return partUse(part, undefined, { role, comparedWith, narrows, basis: 'decoded', reason: why })
        }
        const why = whyNot(seeks, at, context, 'only-index-condition')
        return partUse(part, undefined, {
          role: 'index-filter',
          comparedWith,
          narrows: 'none',
          basis: 'decoded',
          reason: why,
        })
      }
      if (skipping && at < lastBound)
        return partUse(part, undefined, { role: 'skipped', narrows: 'none', basis: 'decoded' })
      return leftPart(wanted, at, context, index, { order, isWhole, covers: context.access.covering, basis: 'decoded' })
    }),
  )
}

/** An index that the plan does not read: how far the conditions would carry it. */
export function otherPostgresUse(context: AccessContext, index: Index): KeyUse {
  const parts = resolvedParts(context.table, index, 'postgres')
  const missing = missingCondition(context, index)
  const isBtree = index.method === undefined || index.method === 'btree'
  const bounds = (part: ResolvedPart): Bound => {
    const bound = boundOf(part, context, index.name)
    const isPoint = bound.kind === 'bound' && bound.role === 'equality'
    return isBtree || index.method === 'brin' || (index.method === 'hash' && isPoint) ? bound : { kind: 'none' }
  }
  const seeks = btreeSeek(parts, bounds, { skipping: index.method === 'brin' })
  const order = isBtree && missing === undefined ? orderUse(seeks, context) : undefined
  const covers = missing === undefined && isBtree && isCoveringIndex(context, index)
  return keyUse(
    context,
    index,
    false,
    parts.map((part, at): KeyPartUse => {
      if (missing !== undefined) {
        const besides = `The index holds only rows with \`${missing}\`, which the statement does not demand.`
        const evidence = [{ from: 'catalog', text: `WHERE ${index.where ?? ''}` } as const]
        const why = reason('not-in-condition', { part: partName(part), besides }, undefined, evidence)
        return partUse(part, undefined, { role: 'unused', narrows: 'none', basis: 'inferred', reason: why })
      }
      const seek = seeks[at]
      if (seek?.bound.kind === 'bound' && seek.narrows !== 'none')
        return partUse(part, undefined, {
          role: seek.bound.role,
          comparedWith: seek.bound.comparedWith,
          narrows: seek.narrows,
          basis: 'inferred',
          reason: at === 0 ? unread(seek, context, index) : edgeReason(seeks, at, seek.narrows, context),
        })
      if (seek?.bound.kind === 'bound' && seeks[0]?.narrows === 'seek')
        return partUse(part, undefined, {
          role: 'index-filter', // a later column stands in the Index Cond without narrowing
          comparedWith: seek.bound.comparedWith,
          narrows: 'none',
          basis: 'inferred',
          reason: whyNot(seeks, at, context, 'only-index-condition'),
        })
      return leftPart(seeks, at, context, index, { order, isWhole: false, covers, basis: 'inferred' })
    }),
  )
}

/**
 * The part with several values behind which this one stands: the executor of 18 jumps from value to value only where
 * that seems to save pages, and else reads on. To a single value behind a gap it does jump.
 */
function jumpedOver(seeks: readonly PartSeek[], at: number): PartSeek | undefined {
  const before = seeks.slice(0, at)
  const range = before.find(({ bound }) => bound.kind === 'bound' && bound.role === 'range')
  if (range !== undefined) return range
  const gap = before.find(({ bound }) => bound.kind !== 'bound')
  if (gap === undefined) return undefined
  const own = seeks[at]?.bound
  if (own?.kind === 'bound' && own.role !== 'equality') return gap
  return before.find(({ bound }) => bound.kind === 'bound' && bound.role === 'in-list')
}

function jumpReason(seek: PartSeek, jumped: PartSeek, context: AccessContext): Reason {
  const facts = { part: partName(seek.part), previous: partName(jumped.part), searches: context.indexSearches }
  return reason(
    'narrows-only-range-edges',
    { ...facts, isJumped: true },
    undefined,
    conditionEvidence(seek.part, context),
  )
}

/** Why an index that could narrow the read is not read; said at its first part. */
function unread(seek: PartSeek, context: AccessContext, index: Index): Reason {
  const part = partName(seek.part)
  if (!index.visible)
    return reason('hint-forbids', { part }, undefined, [{ from: 'catalog', text: `${index.name} is not valid` }])
  const read = context.access.indexes.map(({ name }) => name).join(' and ')
  const facts = { part, ...(read === '' ? {} : { chosenIndex: read }) }
  return reason('not-chosen', facts, sqlSpanOf(seek, context), [
    ...conditionEvidence(seek.part, context),
    ...accessEvidence(context),
  ])
}

interface LeftOptions {
  readonly order: OrderUse | undefined
  readonly isWhole: boolean
  readonly covers: boolean
  readonly basis: 'decoded' | 'inferred'
}

function leftPart(
  seeks: readonly PartSeek[],
  at: number,
  context: AccessContext,
  _index: Index,
  options: LeftOptions,
): KeyPartUse {
  const seek = seeks[at]
  const part = seek?.part
  if (seek === undefined || part === undefined) throw new RangeError(`No part ${at}`)
  const predicates = seek.bound.kind === 'none' ? [] : seek.bound.predicates
  const comparedWith = comparedText(predicates)
  const isScanned = options.isWhole && stopperOf(seeks, at) === undefined && seek.bound.kind !== 'blocked'
  const why =
    part.included && predicates.length === 0
      ? undefined
      : isScanned
        ? scannedReason(seek, conditionText(predicates), context)
        : (brokenOrder(seek, at, options.order) ?? whyNot(seeks, at, context, 'fewer-parts-chosen'))
  const found = { narrows: 'none', basis: options.basis, comparedWith, reason: why } as const
  if (predicates.length > 0 && options.covers) return partUse(part, undefined, { ...found, role: 'index-filter' })
  if (options.order?.parts.has(at))
    return partUse(part, undefined, { ...found, role: 'order', reason: isScanned ? why : undefined })
  const name = part.columnName?.toLowerCase()
  const isUsed = name !== undefined && (context.usedColumns?.has(name) ?? false)
  return partUse(part, undefined, { ...found, role: options.covers && isUsed ? 'cover' : 'unused' })
}

/** GIN, GiST, SP-GiST, BRIN, hash: every part in the Index Cond narrows, in whatever order. */
function anyOrderPart(part: ResolvedPart, direct: readonly Predicate[]): KeyPartUse {
  const first = direct[0]
  if (first === undefined) {
    const why = reason('not-in-condition', { part: partName(part) })
    return partUse(part, undefined, { role: 'unused', narrows: 'none', basis: 'decoded', reason: why })
  }
  const role = first.kind === 'equality' || first.kind === 'in-list' ? first.kind : 'range'
  const comparedWith = comparedText(direct)
  return partUse(part, undefined, { role, comparedWith, narrows: 'seek', basis: 'decoded' })
}

/** A part without an equality stands before a bound one; with `beforePoint` only an equality or a list counts as that. */
function hasGap(parts: readonly ResolvedPart[], sought: (part: ResolvedPart) => Bound, beforePoint: boolean): boolean {
  let gap = false
  for (const part of parts) {
    const bound = sought(part)
    if (bound.kind === 'bound' && gap && !(beforePoint && bound.role === 'range')) return true
    if (bound.kind !== 'bound' || bound.role === 'range') gap = true
  }
  return false
}

/** The first condition of a partial index that no condition of the statement says word for word. */
function missingCondition(context: AccessContext, index: Index): string | undefined {
  if (index.where === undefined) return undefined
  const said = new Set([...context.planPredicates, ...context.sqlPredicates].map(meaningOf))
  const missing = predicatesOf(index.where, 'postgres').find((predicate) => !said.has(meaningOf(predicate)))
  return missing === undefined ? undefined : predicateText(missing)
}

function meaningOf(predicate: Predicate): string {
  const subject = predicate.column?.name ?? predicate.expression ?? ''
  const isPlain = predicate.literal !== undefined && predicate.kind !== 'in-list' && predicate.kind !== 'or'
  const value = isPlain ? `${predicate.operator} ${predicate.literal.value}` : predicate.comparedWith
  return `${subject} ${predicate.kind} ${predicate.negated} ${value.replace(/::[\w ]+/g, '')}`.toLowerCase()
}

/** All columns that the statement needs of the table are in the index. */
export function isCoveringIndex(context: AccessContext, index: Index): boolean {
  if (context.usedColumns === undefined || context.usedColumns.size === 0) return false
  const held = new Set([...index.parts.map((part) => part.column?.toLowerCase()), ...(index.include ?? [])])
  return [...context.usedColumns].every((column) => held.has(column))
}

function keyUse(context: AccessContext, index: Index, chosen: boolean, parts: readonly KeyPartUse[]): KeyUse {
  const { planIndex, node, table } = context
  return { planIndex, nodeId: node.id, table: table.name, index: index.name, chosen, parts }
}
