import { type AccessContext, among, type PartPredicates, predicatesOn } from './access-context'
import { columnTypeOf } from './column-type'
import { conversionOf, takesRowLists } from './conversion'
import type { ResolvedPart } from './index-parts'
import type { KeyPartReasonCode, ReasonEvidence } from './model'
import type { Predicate } from './predicate'
import { comparedText, predicateText } from './predicate-text'
import type { ReasonFacts } from './reasons'

/** What the conditions on a part allow an index read to do with it. */
export type Bound =
  | {
      readonly kind: 'bound'
      readonly role: 'equality' | 'in-list' | 'range'
      /** Ends of a range; both closed for the others. */
      readonly low?: 'closed' | 'open' | undefined
      readonly high?: 'closed' | 'open' | undefined
      readonly comparedWith: string
      readonly predicates: readonly Predicate[]
      /** Part of a row comparison that PostgreSQL can search by. */
      readonly inRow: boolean
      /** A LIKE whose literal fills the index prefix: a range of values, but of one entry prefix, so later parts narrow. */
      readonly fillsPrefix: boolean
      /** A LIKE on a prefix part whose literal does not fill the prefix. */
      readonly shortLiteral?: string | undefined
    }
  | {
      readonly kind: 'blocked'
      readonly code: KeyPartReasonCode
      readonly facts: ReasonFacts
      readonly evidence?: readonly ReasonEvidence[] | undefined
      readonly predicates: readonly Predicate[]
    }
  | { readonly kind: 'none' }

/** The name of a part as people write it: `msg_type(5)`, or its expression. */
export function partName(part: ResolvedPart): string {
  const name = part.columnName ?? part.expression ?? ''
  return part.prefixChars === undefined ? name : `${name}(${part.prefixChars})`
}

/** What all conditions on a part together allow, wherever the plan checks them. */
export function boundOf(part: ResolvedPart, context: AccessContext, index: string): Bound {
  const isRead = context.access.indexes.some(({ name }) => name === index)
  return boundBy(part, isRead ? predicatesOn(part, context) : askedOf(part, context), context, index)
}

/**
 * MySQL adds `IS NOT NULL` for a column that a later table is joined by. An index that is not read is judged by what the
 * statement asks, where that is more.
 */
function askedOf(part: ResolvedPart, context: AccessContext): PartPredicates {
  const printed = predicatesOn(part, context)
  const isAdded = printed.direct.length > 0 && printed.direct.every(isNotNull)
  const asked = context.family === 'mysql' && isAdded ? among(part, context.sqlPredicates, context) : printed
  return asked.direct.some((one) => !isNotNull(one)) ? asked : printed
}

function isNotNull({ kind, negated }: Predicate): boolean {
  return kind === 'null-test' && negated
}

/** The same for given conditions. An equality beats a list, a list beats ranges; ranges are taken together. */
export function boundBy(part: ResolvedPart, found: PartPredicates, context: AccessContext, index: string): Bound {
  const judged = found.direct.map((predicate) => ({ predicate, blocked: blockOf(part, predicate, context, index) }))
  const usable = judged.filter((one) => one.blocked === undefined).map((one) => one.predicate)
  const equality = usable.find((predicate) => roleOf(predicate) === 'equality')
  if (equality !== undefined) return bound('equality', [equality])
  const list = usable.find((predicate) => roleOf(predicate) === 'in-list')
  if (list !== undefined) return bound('in-list', [list])
  if (usable.length > 0) return rangeBound(usable, part)
  const first = judged.find((one) => one.blocked !== undefined)
  if (first?.blocked !== undefined)
    return { kind: 'blocked', ...first.blocked, predicates: judged.map((one) => one.predicate) }
  const mention = found.mentioned[0]
  if (mention === undefined) return { kind: 'none' }
  if (mention.castTo !== undefined)
    return { kind: 'blocked', ...castBlock(part, mention, mention.castTo), predicates: found.mentioned }
  const code = codeOf(mention)
  return {
    kind: 'blocked',
    code,
    facts: { part: partName(part), condition: predicateText(mention) },
    predicates: found.mentioned,
  }
}

function bound(role: 'equality' | 'in-list', predicates: readonly Predicate[]): Bound {
  const comparedWith = comparedText(predicates) ?? ''
  const inRow = predicates.some((predicate) => predicate.row !== undefined)
  return { kind: 'bound', role, low: 'closed', high: 'closed', comparedWith, predicates, inRow, fillsPrefix: false }
}

function rangeBound(predicates: readonly Predicate[], part: ResolvedPart): Bound {
  const ends = predicates.map((predicate) => endsOf(predicate, part))
  const best = (side: 'low' | 'high') => {
    const found = ends.map((one) => one[side]).filter((end) => end !== undefined)
    return found.length === 0 ? undefined : found.includes('open') ? 'open' : 'closed'
  }
  const like = predicates.find((predicate) => predicate.kind === 'like' && predicate.fixedPrefix !== undefined)
  const literal = part.prefixChars === undefined ? undefined : like?.fixedPrefix
  const fillsPrefix = literal !== undefined && literal.length >= (part.prefixChars ?? 0)
  return {
    kind: 'bound',
    role: 'range',
    // Entries behind NULL: `a < 5` on a column that may be NULL begins after the NULLs.
    low: best('low') ?? (part.column?.nullable ? 'open' : undefined),
    high: best('high'),
    comparedWith: comparedText(predicates) ?? '',
    predicates,
    inRow: predicates.some((predicate) => predicate.row !== undefined),
    fillsPrefix,
    shortLiteral: fillsPrefix ? undefined : literal,
  }
}

/** The ends of a range as MySQL searches them; its own rules for prefixes. */
function endsOf(predicate: Predicate, part: ResolvedPart): Pick<Predicate, 'low' | 'high'> {
  if (predicate.kind === 'like') return { low: 'closed', high: 'closed' }
  if (predicate.kind === 'null-test') return { low: 'open' } // IS NOT NULL
  // Equal prefixes do not mean equal values, so a prefix is always searched with its value.
  const includes = part.prefixChars !== undefined || isPadded(part, predicate)
  const closed = (end: 'closed' | 'open' | undefined) => (end !== undefined && includes ? 'closed' : end)
  return { low: closed(predicate.low), high: closed(predicate.high) }
}

/** BINARY(6) stores a shorter value padded, so the value itself is never an entry. */
function isPadded(part: ResolvedPart, predicate: Predicate): boolean {
  const type = part.column === undefined ? undefined : columnTypeOf(part.column.type)
  return (
    type?.name === 'binary' &&
    predicate.literal?.type === 'string' &&
    predicate.literal.value.length < (type.numbers[0] ?? 1)
  )
}

function roleOf(predicate: Predicate): 'equality' | 'in-list' | 'range' {
  switch (predicate.kind) {
    case 'equality':
      return 'equality'
    case 'in-list':
      return 'in-list'
    case 'null-test':
      return predicate.negated ? 'range' : 'equality'
    case 'like':
      return predicate.wholeLiteral ? 'equality' : 'range'
    default:
      return 'range'
  }
}

interface Block {
  readonly code: KeyPartReasonCode
  readonly facts: ReasonFacts
  readonly evidence?: readonly ReasonEvidence[]
}

/** Why a condition on a part cannot bound a read of the index; undefined when it can. */
function blockOf(part: ResolvedPart, predicate: Predicate, context: AccessContext, index: string): Block | undefined {
  const facts: ReasonFacts = {
    part: partName(part),
    condition: predicateText(predicate),
  }
  const isPartExpression = predicate.expression !== undefined && predicate.expression === part.expressionKey
  if (predicate.obstacle !== undefined && !(predicate.obstacle === 'function-or-expression' && isPartExpression))
    return { code: codeOf(predicate), facts }
  if (predicate.kind === 'or' || predicate.kind === 'other') return { code: codeOf(predicate), facts }
  if (part.included) return { code: 'only-index-condition', facts: { ...facts, isIncluded: true } }
  const family = context.family
  const isRowList = predicate.kind === 'in-list' && !takesRowLists(context)
  if (predicate.row !== undefined && family === 'mysql' && (predicate.kind === 'range' || isRowList))
    return { code: 'row-constructor', facts }

  // Whatever is read first, such a comparison finds nothing in the index.
  if (predicate.castTo !== undefined) return castBlock(part, predicate, predicate.castTo)
  const foreign = predicate.references.filter((reference) => !context.owns(reference))
  if (predicate.references.length > foreign.length) return { code: 'function-or-expression', facts } // a = b of one row
  const notYet = foreign
    .map((reference) => context.aliasOf(reference))
    .find((alias) => alias !== undefined && !context.tablesBefore.has(alias))
  if (notYet !== undefined && isKnownTable(notYet, context))
    return { code: 'other-table', facts: { ...facts, otherTable: notYet } }
  if (family === 'mysql' && foreign.length > 0 && predicate.kind !== 'equality') return { code: 'other-table', facts }

  if (family === 'mysql') {
    const found = conversionOf(part, predicate, context, index)
    if (found !== undefined) return { ...found, facts: { ...facts, ...found.facts } }
  } else {
    if (predicate.kind === 'like' && !isPlainOrder(part))
      return { code: 'collation', facts, evidence: collationEvidence(part) }
    const sorted = part.collation ?? part.column?.collation
    const compared = predicate.collation?.name
    if (compared !== undefined && compared !== (sorted ?? 'default'))
      return {
        code: 'collation',
        facts: { ...facts, collations: { compared, sorted: sorted ?? 'default' } },
        evidence: collationEvidence(part),
      }
  }
  return undefined
}

/** PostgreSQL compares as another type than the column's. */
function castBlock(part: ResolvedPart, predicate: Predicate, to: string): Block {
  const condition = predicateText(predicate)
  return {
    code: 'implicit-conversion',
    facts: { part: partName(part), condition, conversion: { kind: 'cast', to } },
    evidence: typeEvidence(part),
  }
}

function codeOf(predicate: Predicate): KeyPartReasonCode {
  const obstacle = predicate.obstacle
  return obstacle === undefined || obstacle === 'not-understood' ? 'function-or-expression' : obstacle
}

/** Tables that the plan reads; a name that is none of them is an outer query's, whose values are there already. */
function isKnownTable(name: string, context: AccessContext): boolean {
  const wanted = name.toLowerCase()
  return context.scope?.tables.some((table) => (table.alias ?? table.name).toLowerCase() === wanted) ?? false
}

function typeEvidence({ column }: ResolvedPart): readonly ReasonEvidence[] {
  return column === undefined ? [] : [{ from: 'catalog', text: `${column.name} ${column.type}` }]
}

function collationEvidence({ column, collation, opclass }: ResolvedPart): readonly ReasonEvidence[] {
  const sorted = collation ?? column?.collation ?? 'default'
  return [{ from: 'catalog', text: `collation ${sorted}${opclass === undefined ? '' : `, ${opclass}`}` }]
}

/** LIKE needs the order of the characters' codes: a pattern operator class, or the C collation. */
function isPlainOrder(part: ResolvedPart): boolean {
  if (part.opclass?.includes('pattern_ops')) return true
  const collation = part.collation ?? part.column?.collation
  return collation === 'C' || collation === 'POSIX' || collation === 'ucs_basic'
}
