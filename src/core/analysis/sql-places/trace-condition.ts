import type { Family } from '../../engine'
import type { ColumnName } from '../../keyparts/expression'
import type { TextSpan } from '../../text-span'
import type { PossibleOwners } from './column-owners'
import { type ConditionKey, keysOf, readPrinted } from './condition-key'
import { rangeTexts } from './mysql-range'
import { bareSpelling, type StatementTerm, spelled } from './statement-conditions'

/** Where the statement says what a plan's condition demands. */
export interface TracedCondition {
  /** One place for each part that was traced, in the order of the statement, each once. */
  readonly places: readonly TextSpan[]
  /** All parts were traced. */
  readonly whole: boolean
}

export interface ConditionPlace {
  readonly text: string
  readonly checkedAt: string
  /** What columns without a table are of: the alias of the node's own table. */
  readonly table?: string | undefined
}

/** Finds what in the statement became a condition that a plan prints; nothing where several things could have. */
export class ConditionTracer {
  private readonly family: Family
  private readonly terms: readonly StatementTerm[]
  /** Names that mean tables in more than one query of the statement. */
  private readonly ambiguous: ReadonlySet<string>
  /** Names in the plan that stand for another name of the statement. */
  private readonly renamed: ReadonlyMap<string, string>
  private readonly traced = new Map<string, TracedCondition>()
  private readonly byKey = new Map<string, StatementTerm[]>()
  private readonly byLoose = new Map<string, StatementTerm[]>()

  constructor(
    terms: readonly StatementTerm[],
    family: Family,
    ambiguous: ReadonlySet<string>,
    renamed: ReadonlyMap<string, string>,
  ) {
    this.renamed = renamed
    this.family = family
    this.terms = terms
    this.ambiguous = ambiguous
    for (const term of terms) {
      add(this.byKey, term.bare.exact, term)
      add(this.byLoose, term.bare.loose, term)
    }
  }

  /** The same condition stands at each partition, by that one's name: it is read once. */
  trace(place: ConditionPlace): TracedCondition {
    const own = place.table
    const table = own === undefined ? undefined : this.nameOf(own)
    const isRenamed = own !== undefined && table !== undefined && table !== own
    const text = isRenamed ? place.text.split(`${own}.`).join(`${table}.`) : place.text
    const key = `${place.checkedAt}\n${table ?? ''}\n${text}`
    const known = this.traced.get(key) ?? this.traceAnew({ ...place, text })
    this.traced.set(key, known)
    return known
  }

  private traceAnew({ text, checkedAt, table: own }: ConditionPlace): TracedCondition {
    const isSeek = checkedAt === 'index-seek'
    const ranges = this.family === 'mysql' && isSeek ? rangeTexts(text) : undefined
    // MySQL and MariaDB leave the table out at lookups only; a bare name elsewhere is that of a select item.
    const table = this.family === 'mysql' && !isSeek ? undefined : own && this.nameOf(own)
    const spelling = (column: ColumnName) => spelled(column, this.nameOf(column.table) ?? table)
    const places: (TextSpan | undefined)[] = []
    for (const piece of ranges ?? [{ text, column: undefined, literals: [] }]) {
      if (piece.column !== undefined) {
        places.push(this.rangeOn(table, piece.column, piece.literals))
        continue
      }
      const expression = readPrinted(piece.text, this.family)
      const full = keysOf(expression, piece.text, this.family, spelling)
      const bare = keysOf(expression, piece.text, this.family, bareSpelling)
      if (full.length === 0) places.push(undefined)
      for (const [at, key] of full.entries()) places.push(this.placeOf(key, bare[at] ?? key, table))
    }
    const found = places.filter((place) => place !== undefined)
    const unique = [...new Map(found.map((place) => [`${place.start}-${place.end}`, place])).values()]
    return {
      places: unique.sort((a, b) => a.start - b.start),
      whole: places.length > 0 && found.length === places.length,
    }
  }

  /** Partitions go by the name of their table. */
  private nameOf(name: string | undefined): string | undefined {
    return name === undefined ? undefined : (this.renamed.get(name.toLowerCase()) ?? name.toLowerCase())
  }

  private placeOf(full: ConditionKey, bare: ConditionKey, table: string | undefined): TextSpan | undefined {
    const columns = full.columns.filter((column) => column.name !== '*' && column.name !== '~')
    const owners = columns.map((column) => this.nameOf(column.table) ?? table)
    if (columns.some((column, at) => this.mayBeAnother(owners[at], column.name))) return undefined
    const exact = this.among(this.byKey.get(bare.exact), full.exact, owners, 'exact')
    if (exact.length > 0) return onePlace(exact)
    // Old servers print `a <=> 1` for an `a = 1` that an index serves.
    const equal = (key: string) => key.replace(/^<=>\(/, '=(')
    if (this.family === 'mysql' && full.exact.startsWith('<=>('))
      return onePlace(this.among(this.byKey.get(equal(bare.exact)), equal(full.exact), owners, 'exact'))
    if (full.columns.length === 0) return this.onlySubquery(full.exact)
    const loose = this.among(this.byLoose.get(bare.loose), full.loose, owners, 'loose')
    // A literal in the statement is printed as it is: only what is computed may differ.
    return loose.every((term) => term.folds) ? onePlace(loose) : undefined
  }

  /** PostgreSQL's `(NOT (hashed SubPlan 1))`: the statement's only condition of that kind. */
  private onlySubquery(key: string): TextSpan | undefined {
    const form = {
      'true(‹subquery›)': /^(?:in subquery|exists)\(/,
      'not true(‹subquery›)': /^not (?:in subquery|exists)\(/,
    }[key]
    return form && onePlace(this.terms.filter((term) => form.test(term.bare.exact)))
  }

  /**
   * A name that two queries of the statement use: its conditions can be told by their text as long as no equality
   * hands a condition on the column from one to the other.
   */
  private mayBeAnother(owner: string | undefined, column: string): boolean {
    if (owner === undefined || !this.ambiguous.has(owner)) return false
    const name = `${owner}.${column.toLowerCase()}`
    return this.terms.some((term) => term.owners.length > 1 && (term.columns.includes(name) || term.key === undefined))
  }

  private among(
    terms: readonly StatementTerm[] = [],
    key: string,
    owners: readonly (string | undefined)[],
    by: 'exact' | 'loose',
  ): readonly StatementTerm[] {
    const found = terms.filter((term) => (term.key === undefined ? canOwn(term.owners, owners) : term.key[by] === key))
    const whole = found.filter((term) => !term.branch)
    return whole.length > 0 ? whole : found
  }

  /** The one condition on a column whose literals bound a range that MySQL prints. */
  private rangeOn(owner: string | undefined, column: string, literals: readonly string[]): TextSpan | undefined {
    const bounds = literals.filter((literal) => literal !== 'null')
    if (bounds.length === 0 || owner === undefined || this.mayBeAnother(owner, column)) return undefined
    const name = `${owner}.${column.toLowerCase()}`
    const on = this.terms.filter((term) => term.key !== undefined && term.columns.includes(name))
    // BETWEEN is two terms of one place.
    const said = (term: StatementTerm, bound: string) =>
      on.some((other) => onePlace([term, other]) !== undefined && says(other, bound))
    const found = on.filter((term) => bounds.every((bound) => said(term, bound)))
    const branches = found.filter((term) => term.branch)
    return onePlace(branches.length > 0 ? branches : found)
  }
}

/** Is the literal one of the term's? The ends of a LIKE's range begin with its fixed part. */
function says({ bare, condition }: StatementTerm, literal: string): boolean {
  const { fixedPrefix = '' } = condition ?? {}
  if (fixedPrefix !== '' && literal.startsWith(`'${fixedPrefix}`)) return true
  return bare.exact.includes(`${literal})`) || bare.exact.includes(`${literal},`)
}

/** Can the columns of a term, of which some owners are not certain, be those of the plan? */
function canOwn(owners: readonly (string | PossibleOwners)[], printed: readonly (string | undefined)[]): boolean {
  if (owners.length !== printed.length) return false
  const left = printed.slice()
  for (const owner of owners) {
    if (typeof owner !== 'string') continue
    const at = left.indexOf(owner)
    if (at === -1) return false
    left.splice(at, 1)
  }
  return owners
    .filter((owner) => typeof owner !== 'string')
    .every(({ possible, others }) => {
      const at = left.findIndex((name) => name === undefined || possible.has(name) || others?.has(name) === false)
      if (at === -1) return false
      left.splice(at, 1)
      return true
    })
}

function onePlace(terms: readonly StatementTerm[]): TextSpan | undefined {
  const [first] = terms
  if (first === undefined) return undefined
  const { start, end } = first.span
  return terms.every(({ span }) => span.start === start && span.end === end) ? first.span : undefined
}

function add<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else list.push(value)
}
