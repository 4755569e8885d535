import type { Index } from '../catalog/model'
import type { IndexUse } from '../plan/model'
import { type AccessContext, isCoveringAccess, type PlacedPredicate } from './access-context'
import { totalBytes } from './column-bytes'
import { type DecodedKeyLength, decodeKeyLength, type KeyLengthInput } from './decode'
import { edgeReason } from './edge-reason'
import { expressionKey } from './expression'
import { readExpression } from './expression-reader'
import { type ResolvedPart, resolvedParts } from './index-parts'
import type { KeyPartRole, KeyPartUse, KeyUse } from './model'
import { fewerParts, onlyEqualities, unreadReason } from './mysql-reasons'
import { brokenOrder, type OrderUse, orderUse } from './order'
import { partUse } from './part-use'
import type { Predicate } from './predicate'
import { comparedText, conditionText } from './predicate-text'
import type { Reason } from './reasons'
import { mysqlSeek, type PartSeek } from './seek'
import { scannedReason, stopperOf, whyNot } from './why-not'

/** The index that the server reads here (or merges, or filters row ids with): decoded from what the server printed. */
export function chosenMysqlUse(context: AccessContext, index: Index, use: IndexUse): KeyUse {
  const parts = resolvedParts(context.table, index, 'mysql')
  const seeks = mysqlSeek(parts, use.use === 'merge' ? withBranches(context) : context, index.name)
  // What a branch of an OR does not read of its index is judged by the whole OR.
  const left = use.use === 'merge' ? mysqlSeek(parts, context, index.name) : seeks
  const method = use.use === 'rowid-filter' ? 'range' : context.access.method
  const isWhole = method === 'index-scan'
  const isLookup = method === 'lookup' || method === 'unique-lookup' || method === 'constant'
  const isListWhole = context.isMariadb ? !parts.some((part) => part.descending) : isLookup
  const decoded = decodedOf(index, parts, use, { wholeIndex: isWhole, fulltext: method === 'fulltext', isListWhole })
  const stated = statedCount(use, parts)
  const explained = decoded?.kind === 'explained' || decoded?.kind === 'whole' ? decoded : undefined
  const counted = isWhole ? 0 : (explained?.parts.length ?? stated ?? 0)
  const narrowing = narrowingCount(context, stated, counted)
  const order = orderUse(seeks, context)
  const delivered = context.sortedLater ? { ...order, parts: new Set<number>() } : order

  const uses = parts.map((part, at): KeyPartUse => {
    const bytes = explained?.parts[at] ?? part.bytes?.bytes
    const isStated = stated !== undefined && at < stated && !isWhole
    const basis = isStated ? 'stated' : explained === undefined ? 'inferred' : 'decoded'
    if (at < counted) {
      const used = usedPart(seeks, at, counted, context, method)
      if (used.role === 'skipped') return partUse(part, bytes, { ...used, narrows: 'none', basis })
      const predicted = seeks[at]?.narrows === 'edges' ? 'edges' : 'seek'
      const narrows = at < narrowing.sure ? 'seek' : at >= narrowing.most ? 'edges' : predicted
      return partUse(part, bytes, { ...used, narrows, basis, reason: edgeReason(seeks, at, narrows, context) })
    }
    return partUse(part, bytes, {
      ...leftPart(left, at, context, index, delivered, isWhole),
      narrows: 'none',
      basis,
    })
  })

  const sum = (explained?.parts ?? parts.slice(0, counted).map((part) => part.bytes?.bytes)).reduce<number | undefined>(
    (total, bytes) => (total === undefined || bytes === undefined ? undefined : total + totalBytes(bytes)),
    0,
  )
  const computed = explained === undefined && counted === 0 ? undefined : sum
  return {
    planIndex: context.planIndex,
    nodeId: context.node.id,
    table: context.table.name,
    index: index.name,
    chosen: true,
    ...(use.keyLengthBytes === undefined ? {} : { keyLengthBytes: use.keyLengthBytes }),
    ...(computed === undefined ? {} : { computedBytes: computed }),
    ...(use.keyLengthBytes === undefined ? {} : { agrees: computed === use.keyLengthBytes }),
    ...(decoded?.kind === 'unexplained' ? { unexplained: decoded.because } : {}),
    ...ambiguity(decoded, uses),
    parts: uses,
  }
}

/** An index that the server does not read here: how far the conditions would carry it. */
export function otherMysqlUse(context: AccessContext, index: Index): KeyUse {
  const parts = resolvedParts(context.table, index, 'mysql')
  const isSearchable = index.method === undefined || index.method === 'btree' || index.method === 'hash'
  const seeks = mysqlSeek(parts, context, index.name)
  const order = isSearchable ? orderUse(seeks, context) : undefined
  let computed = 0
  const uses = parts.map((part, at): KeyPartUse => {
    const seek = seeks[at]
    const bytes = part.bytes?.bytes
    if (isSearchable && seek !== undefined && seek.narrows !== 'none' && seek.bound.kind === 'bound') {
      computed += bytes === undefined ? 0 : totalBytes(bytes)
      const { role, comparedWith } = seek.bound
      const why =
        edgeReason(seeks, at, seek.narrows, context) ?? (at === 0 ? unreadReason(seeks, context, index) : undefined)
      return partUse(part, bytes, { role, comparedWith, narrows: seek.narrows, basis: 'inferred', reason: why })
    }
    const left = leftPart(seeks, at, context, index, order, false)
    // It would be read for its order: why it is not is as good to know.
    const why = left.role === 'order' && at === 0 ? unreadReason(seeks, context, index) : left.reason
    return partUse(part, bytes, { ...left, reason: why, narrows: 'none', basis: 'inferred' })
  })
  return {
    planIndex: context.planIndex,
    nodeId: context.node.id,
    table: context.table.name,
    index: index.name,
    chosen: false,
    ...(computed === 0 ? {} : { computedBytes: computed }),
    parts: uses,
  }
}

/** An index merge reads each index for its branch of an OR: the branches' conditions count like any other. */
function withBranches(context: AccessContext): AccessContext {
  const opened = <P extends Predicate>(predicates: readonly P[]): readonly P[] =>
    predicates.flatMap((predicate) =>
      predicate.branches === undefined
        ? [predicate]
        : predicate.branches
            .flat()
            .map((branch) => ({ ...predicate, obstacle: undefined, branches: undefined, ...branch })),
    )
  return {
    ...context,
    planPredicates: opened(context.planPredicates),
    sqlPredicates: opened(context.sqlPredicates),
  }
}

function decodedOf(
  index: Index,
  parts: readonly ResolvedPart[],
  use: IndexUse,
  how: Pick<KeyLengthInput, 'wholeIndex' | 'fulltext' | 'isListWhole'>,
): DecodedKeyLength | undefined {
  if (use.keyLengthBytes === undefined) return undefined
  const { keyLengthBytes, usedKeyParts } = use
  return decodeKeyLength({ index: index.name, parts, keyLengthBytes, usedKeyParts, ...how })
}

/** How many leading parts the server lists; names are compared as the server prints them, expressions by meaning. */
function statedCount(use: IndexUse, parts: readonly ResolvedPart[]): number | undefined {
  if (use.usedKeyParts === undefined) return undefined
  let count = 0
  for (const name of use.usedKeyParts) {
    const part = parts[count]
    const isColumn = part?.columnName?.toLowerCase() === name.toLowerCase()
    const isExpression =
      part?.expressionKey !== undefined && part.expressionKey === expressionKey(readExpression(name, 'mysql'))
    if (!isColumn && !isExpression) break
    count++
  }
  return count
}

/**
 * Of the parts that key_len counts, MySQL lists as used_key_parts only those that narrow the read. MariaDB lists all that
 * it counts, but stops before the first descending part: there the list tells nothing about narrowing. `sure` parts
 * narrow, those from `most` on narrow only edges, in between conditions tell.
 */
function narrowingCount(
  context: AccessContext,
  stated: number | undefined,
  counted: number,
): { sure: number; most: number } {
  const isRange = context.access.method === 'range' || context.access.method === 'index-merge'
  if (!isRange) return { sure: counted, most: counted }
  if (stated === undefined || stated === 0 || !context.statedPartsNarrow) return { sure: 0, most: counted }
  const narrowing = Math.min(stated, counted)
  return { sure: narrowing, most: narrowing }
}

/** Role of a part that key_len counts. */
function usedPart(
  seeks: readonly PartSeek[],
  at: number,
  counted: number,
  context: AccessContext,
  method: string,
): { role: KeyPartRole; comparedWith?: string | undefined } {
  const bound = seeks[at]?.bound
  if (method === 'lookup' || method === 'unique-lookup' || method === 'constant')
    return { role: 'equality', comparedWith: context.access.ref?.[at] ?? boundText(seeks[at]) }
  if (method === 'fulltext') return { role: 'equality', comparedWith: 'match … against' }
  if (method === 'loose-scan' && bound?.kind !== 'bound') return { role: 'skipped' }
  if (method === 'skip-scan' && bound?.kind !== 'bound') return { role: 'skipped' }
  if (bound?.kind === 'bound') return { role: bound.role, comparedWith: bound.comparedWith }
  // The server counts a part of which no condition was understood: the last one is a range, those before it points.
  const own = bound?.kind === 'blocked' ? conditionText(bound.predicates) : undefined
  return { role: at === counted - 1 ? 'range' : 'equality', comparedWith: own }
}

function boundText(seek: PartSeek | undefined): string | undefined {
  return seek?.bound.kind === 'bound' ? seek.bound.comparedWith : undefined
}

/** Role and reason of a part that does not bound the read. */
function leftPart(
  seeks: readonly PartSeek[],
  at: number,
  context: AccessContext,
  index: Index,
  order: OrderUse | undefined,
  isWhole: boolean,
): { role: KeyPartRole; comparedWith?: string | undefined; reason?: Reason | undefined } {
  const seek = seeks[at]
  if (seek === undefined) return { role: 'unused' }
  const predicates = seek.bound.kind === 'none' ? [] : seek.bound.predicates
  const comparedWith = comparedText(predicates)
  const scanned = isWhole && stopperOf(seeks, at) === undefined && seek.bound.kind !== 'blocked'
  const condition = conditionText(predicates)
  const why = scanned ? scannedReason(seek, condition, context) : undefined
  const account = isWhole ? undefined : fewerParts(seek, context, index)
  if (checkedInIndex(seeks, seek, context, index)) {
    const code = account === undefined ? 'only-index-condition' : 'fewer-parts-chosen'
    const because = account?.because ?? onlyEqualities(seek, context, index)
    const reason = why ?? whyNot(seeks, at, context, code, { because }, account?.evidence)
    return { role: 'index-filter', comparedWith, reason }
  }
  if (order?.parts.has(at)) return { role: 'order', comparedWith, reason: why ?? whyNotForOrder(seeks, at, context) }
  const besides =
    seek.part.prefixChars !== undefined && predicates.length > 0
      ? `A prefix of ${seek.part.prefixChars} characters is not enough to check the condition in the index either.`
      : undefined
  const otherwise = isWhole ? 'index-scan' : 'fewer-parts-chosen'
  const left =
    why ??
    brokenOrder(seek, at, order) ??
    whyNot(seeks, at, context, otherwise, { besides, because: account?.because }, account?.evidence)
  return isCovering(seek, context, index)
    ? { role: 'cover', comparedWith, reason: left }
    : { role: 'unused', comparedWith, reason: left }
}

function whyNotForOrder(seeks: readonly PartSeek[], at: number, context: AccessContext): Reason | undefined {
  return seeks[at]?.bound.kind === 'none' ? undefined : whyNot(seeks, at, context, 'fewer-parts-chosen')
}

/**
 * The condition on this part is checked on the index entry: MySQL says so for the index it reads (index condition, or
 * any condition of a covering index); for others it could, unless the part is a prefix or the index holds the rows.
 */
function checkedInIndex(seeks: readonly PartSeek[], seek: PartSeek, context: AccessContext, index: Index): boolean {
  if (seek.bound.kind === 'none' || seek.part.prefixChars !== undefined) return false
  // A comparison with a table that is read later is checked there.
  if (seek.bound.kind === 'blocked' && seek.bound.code === 'other-table') return false
  const name = seek.part.columnName?.toLowerCase()
  const use = context.access.indexes.find((one) => one.name === index.name)
  if (use !== undefined) {
    if (isCoveringAccess(context.access)) return true
    return context.planPredicates.some(
      (predicate: PlacedPredicate) =>
        predicate.own &&
        predicate.checkedAt === 'index-filter' &&
        predicate.columns.some((column) => column.name.toLowerCase() === name && context.owns(column)),
    )
  }
  if (isCoveringIndex(context, index)) return true
  const isClustered = index.name === 'PRIMARY' && context.table.engine?.toLowerCase() === 'innodb'
  // Something bounds the read, so there are entries to check.
  return !isClustered && seeks[0] !== undefined && seeks[0].narrows !== 'none'
}

function isCovering(seek: PartSeek, context: AccessContext, index: Index): boolean {
  const name = seek.part.columnName?.toLowerCase()
  if (name === undefined || seek.part.prefixChars !== undefined) return false
  const isRead = context.access.indexes.some((one) => one.name === index.name)
  const covers = isRead ? isCoveringAccess(context.access) : isCoveringIndex(context, index)
  return covers && (context.usedColumns?.has(name) ?? false)
}

/** All columns that the statement needs of the table are in the index, whole. */
export function isCoveringIndex(context: AccessContext, index: Index): boolean {
  if (context.usedColumns === undefined || context.usedColumns.size === 0 || index.method === 'fulltext') return false
  if (index.name === 'PRIMARY' && context.table.engine?.toLowerCase() === 'innodb') return false
  const held = new Set(
    resolvedParts(context.table, index, 'mysql')
      .filter((part) => part.prefixChars === undefined)
      .map((part) => part.columnName?.toLowerCase()),
  )
  return [...context.usedColumns].every((column) => held.has(column))
}

function ambiguity(decoded: DecodedKeyLength | undefined, uses: readonly KeyPartUse[]): Pick<KeyUse, 'ambiguous'> {
  if (decoded?.kind !== 'explained' || decoded.otherCounts.length === 0) return {}
  const roles = decoded.otherCounts.map((count) =>
    uses.map((use, at): KeyPartRole => (at < count ? (use.narrows === 'none' ? 'equality' : use.role) : 'unused')),
  )
  return { ambiguous: roles }
}
