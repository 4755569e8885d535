import type { Catalog } from '../../catalog/model'
import type { Family } from '../../engine'
import type { ColumnName } from '../../keyparts/expression'
import type { SqlCondition, Statement } from '../../sql/model'
import type { TextSpan } from '../../text-span'
import { ColumnOwners, type PossibleOwners } from './column-owners'
import { type ConditionKey, keysOf, readPrinted } from './condition-key'
import { blockAt, type QueryBlock } from './query-blocks'

/** One thing that the statement demands, as plans may print it, with its place there. */
export interface StatementTerm {
  readonly span: TextSpan
  /** Columns as `alias.column`, lower case; undefined when the owner of one is not certain. */
  readonly key?: Pick<ConditionKey, 'exact' | 'loose'> | undefined
  /** Columns by their name alone. */
  readonly bare: Pick<ConditionKey, 'exact' | 'loose'>
  readonly folds: boolean
  /** The owner of each column: its name, or those it can be. */
  readonly owners: readonly (string | PossibleOwners)[]
  /** The columns, `alias.column`, of which all are certain. */
  readonly columns: readonly string[]
  readonly condition?: SqlCondition | undefined
  /** A branch of an OR: an index merge prints it by itself. */
  readonly branch: boolean
}

export function spelled(column: ColumnName, table: string | undefined): string {
  return `${table === undefined ? '' : `${table.toLowerCase()}.`}${column.name.toLowerCase()}`
}

export const bareSpelling = (column: ColumnName) => column.name.toLowerCase()

/** Everything that the statement demands by AND, in each of its queries. */
export function statementTerms(
  statement: Pick<Statement, 'tables' | 'conditions'>,
  blocks: readonly QueryBlock[],
  family: Family,
  catalog: Catalog | undefined,
): readonly StatementTerm[] {
  const owners = new ColumnOwners(statement.tables, blocks, catalog)
  const terms = statement.conditions.flatMap((condition) => [
    ...termsOf(condition.text, condition.span, family, owners, condition),
    ...likeEdges(condition, family, owners),
    ...semiJoin(condition, family, owners),
    ...branches(condition, family, owners),
  ])
  const using = blocks.flatMap((block) =>
    block.using.map((column) => usingTerm(column, statement, blocks, block)).filter((term) => term !== undefined),
  )
  return [...terms, ...using]
}

/** The terms of a condition's text that stands at `span`. */
function termsOf(
  text: string,
  span: TextSpan,
  family: Family,
  owners: ColumnOwners,
  condition: SqlCondition | undefined,
  columnPlace: TextSpan = span,
): readonly StatementTerm[] {
  const expression = readPrinted(text, family)
  const ownerOf = (column: ColumnName) => owners.of(column, columnPlace)
  const full = keysOf(expression, text, family, (column) => {
    const owner = ownerOf(column)
    return spelled(column, owner.known ? owner.name : undefined)
  })
  const bare = keysOf(expression, text, family, bareSpelling)
  return full.flatMap((key, at): StatementTerm[] => {
    const bareKey = bare[at]
    if (bareKey === undefined) return []
    const found = key.columns.filter((column) => column.name !== '*' && column.name !== '~').map(ownerOf)
    const named = key.columns.map((column) => {
      const owner = ownerOf(column)
      return owner.known ? spelled(column, owner.name) : undefined
    })
    const isKnown = found.every((owner) => owner.known)
    return [
      {
        span,
        ...(isKnown ? { key } : {}),
        bare: bareKey,
        folds: key.folds,
        owners: found.map((owner) => (owner.known ? owner.name : owner)),
        columns: named.filter((name) => name !== undefined),
        condition,
        branch: false,
      },
    ]
  })
}

/** The branches of an OR, each with its own place. */
function branches(condition: SqlCondition, family: Family, owners: ColumnOwners): readonly StatementTerm[] {
  const expression = readPrinted(condition.text, family)
  if (expression.kind !== 'or') return []
  return expression.items
    .flatMap((item) => (item.kind === 'and' ? item.items : [item]))
    .flatMap(({ span }) => {
      const place = { start: condition.span.start + span.start, end: condition.span.start + span.end }
      return termsOf(condition.text.slice(span.start, span.end), place, family, owners, condition)
    })
    .map((term) => ({ ...term, branch: true }))
}

/** A LIKE with a fixed beginning is searched as a range: `name LIKE 'abc%'` is `name >= 'abc' AND name < 'abd'`. */
function likeEdges(condition: SqlCondition, family: Family, owners: ColumnOwners): readonly StatementTerm[] {
  const { fixedPrefix, columns, kind, text, span } = condition
  const column = /^[\s(]*((?:[\w$.]|[`"][^`"]+[`"])+)\s+LIKE\b/i.exec(text)?.[1]
  if (
    kind !== 'like' ||
    fixedPrefix === undefined ||
    fixedPrefix === '' ||
    column === undefined ||
    columns.length !== 1
  )
    return []
  const quoted = (value: string) => `'${value.replace(/'/g, "''").replace(/\\/g, '\\\\')}'`
  const last = fixedPrefix.charCodeAt(fixedPrefix.length - 1)
  const after = `${fixedPrefix.slice(0, -1)}${String.fromCharCode(last + 1)}`
  return [`${column} >= ${quoted(fixedPrefix)}`, `${column} < ${quoted(after)}`, `${column} = ${quoted(fixedPrefix)}`]
    .flatMap((edge) => termsOf(edge, span, family, owners, condition))
    .map((term) => ({ ...term, folds: false }))
}

/** `o.id IN (SELECT i.order_id FROM …)` is joined by `i.order_id = o.id`. */
function semiJoin(condition: SqlCondition, family: Family, owners: ColumnOwners): readonly StatementTerm[] {
  const name = '((?:[\\w$]+|`[^`]+`|"[^"]+")(?:\\.(?:[\\w$]+|`[^`]+`|"[^"]+"))*)'
  const form = new RegExp(`^${name}\\s+(?:NOT\\s+)?IN\\s*\\(\\s*SELECT\\s+(?:DISTINCT\\s+)?${name}\\s+FROM\\b`, 'i')
  const found = form.exec(condition.text)
  const [, outer, inner] = found ?? []
  if (outer === undefined || inner === undefined) return []
  const innerAt = condition.span.start + condition.text.indexOf(inner, outer.length)
  const parts = (text: string) => text.split('.').map((part) => part.replace(/^[`"]|[`"]$/g, ''))
  const owner = (text: string, place: TextSpan) => {
    const names = parts(text)
    return owners.of({ table: names[names.length - 2], name: names[names.length - 1] ?? '' }, place)
  }
  const left = owner(outer, { start: condition.span.start, end: condition.span.start + outer.length })
  const right = owner(inner, { start: innerAt, end: innerAt + inner.length })
  if (!left.known || !right.known) return []
  const quote = family === 'mysql' ? '`' : '"'
  const column = (text: string, table: string) => `${quote}${table}${quote}.${quote}${parts(text).pop() ?? ''}${quote}`
  const equality = `${column(outer, left.name)} = ${column(inner, right.name)}`
  return termsOf(equality, condition.span, family, owners, undefined)
}

/** `a JOIN b USING (id)` is `a.id = b.id`, with the table right before it on one side. */
function usingTerm(
  { name, span }: { readonly name: string; readonly span: TextSpan },
  { tables }: Pick<Statement, 'tables'>,
  blocks: readonly QueryBlock[],
  block: QueryBlock,
): StatementTerm | undefined {
  const before = tables.filter((table) => table.span.end <= span.start && blockAt(blocks, table.span) === block)
  const right = before[before.length - 1]
  if (right === undefined || before.length < 2) return undefined
  const nameOf = (table: (typeof before)[number]) => (table.alias ?? table.name).toLowerCase()
  const column = name.toLowerCase()
  const key = `=(${column}, ${column})`
  const others = before.slice(0, -1).map(nameOf)
  return {
    span,
    bare: { exact: key, loose: key },
    folds: false,
    owners: [nameOf(right), { known: false, possible: new Set(others), others: new Set() }],
    branch: false,
    columns: [`${nameOf(right)}.${column}`, ...(others.length === 1 ? [`${others[0]}.${column}`] : [])],
  }
}
