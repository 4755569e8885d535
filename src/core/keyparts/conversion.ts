import type { Column } from '../catalog/model'
import { atLeast } from '../engine'
import { type AccessContext, referencedColumn } from './access-context'
import { charsetOfCollation } from './charset-bytes'
import { columnTypeOf } from './column-type'
import type { ResolvedPart } from './index-parts'
import type { KeyPartReasonCode, ReasonEvidence } from './model'
import type { Predicate } from './predicate'
import type { Conversion, ReasonFacts } from './reasons'

const textTypes = new Set(['char', 'varchar', 'character', 'text', 'tinytext', 'mediumtext', 'longtext', 'bpchar'])
const numberTypes = new Set([
  'tinyint',
  'smallint',
  'mediumint',
  'int',
  'integer',
  'bigint',
  'decimal',
  'numeric',
  'float',
  'double',
  'real',
  'bit',
  'year',
]) // prettier-ignore
const timeTypes = new Set(['date', 'datetime', 'timestamp', 'time'])

export interface Obstruction {
  readonly code: KeyPartReasonCode
  readonly facts: ReasonFacts
  readonly evidence: readonly ReasonEvidence[]
}

/**
 * MySQL and MariaDB: what keeps the values of a column from being compared as they stand in the index. The types,
 * character sets and collations of the catalog tell it; the server's own warning proves it, and tells it alone where
 * the catalog does not.
 */
export function conversionOf(
  part: ResolvedPart,
  predicate: Predicate,
  context: AccessContext,
  index: string,
): Obstruction | undefined {
  const warning = conversionWarning(part, context, index)
  const proof: readonly ReasonEvidence[] = warning === undefined ? [] : [{ from: 'warning', text: warning }]
  const facts: ReasonFacts = warning === undefined ? {} : { serverSays: warning }
  const { column } = part
  const collations = column && collationsOf(column, predicate, context)
  if (column !== undefined && collations !== undefined)
    return {
      code: 'collation',
      facts: { ...facts, collations },
      evidence: [{ from: 'catalog', text: `${column.name} ${column.type} collation ${collations.sorted}` }, ...proof],
    }
  const found = column && conversionBetween(column, predicate, context)
  if (column !== undefined && found !== undefined) {
    const charset = column.charset === undefined ? '' : ` character set ${column.charset}`
    const evidence: ReasonEvidence = { from: 'catalog', text: `${column.name} ${column.type}${charset}` }
    return { code: 'implicit-conversion', facts: { ...facts, conversion: found }, evidence: [evidence, ...proof] }
  }
  return warning === undefined ? undefined : { code: 'implicit-conversion', facts, evidence: proof }
}

/** What the values of a column have to be converted to before they can be compared, by the catalog's types alone. */
export function conversionBetween(
  column: Column,
  predicate: Predicate,
  context: AccessContext,
): Conversion | undefined {
  const type = columnTypeOf(column.type).name
  const isOrdering = predicate.kind === 'range' || predicate.kind === 'like'
  if ((type === 'enum' || type === 'set') && isOrdering && predicate.literal?.type !== 'number')
    return { kind: 'member-names' }
  if (!textTypes.has(type) || predicate.kind === 'like') return undefined
  if (predicate.literal?.type === 'number') return { kind: 'number', columnType: column.type }
  const other = otherColumn(predicate, context)
  if (other === undefined) return undefined
  const otherType = columnTypeOf(other.type).name
  if (numberTypes.has(otherType)) return { kind: 'number', columnType: column.type }
  if (timeTypes.has(otherType)) return { kind: 'time', columnType: column.type }
  const [own, others] = [charsetOf(column), charsetOf(other)]
  if (own === undefined || others === undefined || !textTypes.has(otherType)) return undefined
  return own !== others && rankOf(own) < rankOf(others) ? { kind: 'charset', column: own, other: others } : undefined
}

/**
 * The collation of a comparison where it is not the column's. COLLATE decides; of two columns of one character set the
 * one with a binary collation does. Around a value, a binary collation still finds its entries in any order of theirs.
 */
function collationsOf(
  column: Column,
  predicate: Predicate,
  context: AccessContext,
): ReasonFacts['collations'] | undefined {
  const sorted = column.collation
  if (sorted === undefined) return undefined
  const other = otherColumn(predicate, context)
  if (predicate.collation !== undefined) {
    const { name, of } = predicate.collation
    const finds = of === 'value' && other === undefined && isBinary(name)
    return name.toLowerCase() === sorted.toLowerCase() || finds ? undefined : { compared: name, sorted }
  }
  if (other?.collation === undefined || charsetOf(column) !== charsetOf(other)) return undefined
  // MariaDB looks up by the index's own collation and compares what it finds.
  if (context.isMariadb) return undefined
  return isBinary(other.collation) && !isBinary(sorted) ? { compared: other.collation, sorted } : undefined
}

function isBinary(collation: string): boolean {
  return /_bin$/i.test(collation)
}

function otherColumn(predicate: Predicate, context: AccessContext): Column | undefined {
  const other = predicate.references.length === 1 ? predicate.references[0] : undefined
  return other === undefined ? undefined : referencedColumn(other, context)
}

function charsetOf({ charset, collation }: Column): string | undefined {
  const name = charset?.toLowerCase() ?? (collation === undefined ? undefined : charsetOfCollation(collation))
  return name === 'utf8' ? 'utf8mb3' : name
}

/** Of two character sets the text of the lower one is converted (MySQL manual, "Collation Coercibility in Expressions"). */
function rankOf(charset: string): number {
  if (charset === 'ascii') return 0
  if (charset === 'utf8mb3' || charset === 'ucs2') return 2
  return /^utf(?:8mb4|16|16le|32)$/.test(charset) ? 3 : 1
}

/** MySQL's warning 1739 and MariaDB's notes; told apart by their text, because MariaDB changed the code. */
function conversionWarning(part: ResolvedPart, context: AccessContext, index: string): string | undefined {
  const name = part.columnName
  if (name === undefined) return undefined
  const quoted = (one: string) => [`'${one}'`, `\`${one}\``]
  return context.warnings.find(
    (message) =>
      /^Cannot use (?:\w+ access on index|key)\b/i.test(message) &&
      quoted(index).some((one) => message.includes(one)) &&
      quoted(name).some((one) => message.includes(one)) &&
      /conversion|of type|collation/i.test(message),
  )
}

/** MySQL makes ranges of `(a, b) IN (…)` since 5.7.3; 5.6 compares row by row. */
export function takesRowLists({ isMariadb, engine }: AccessContext): boolean {
  return isMariadb || engine === undefined || atLeast(engine.version, 5, 7, 3)
}
