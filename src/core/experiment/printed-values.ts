import type { EngineIdentity } from '../engine'

/** How the values of a result column come as text, as far as servers differ in it. */
export type PrintedAs =
  | 'integer'
  | 'decimal'
  | 'float'
  | 'text'
  | 'date'
  | 'time'
  | 'zoned-time'
  | 'boolean'
  | 'binary'
  | 'json'
  | 'other'

/** A column of a result as its server describes it. */
export interface ResultColumn {
  readonly name: string
  readonly printedAs: PrintedAs
}

/** The columns of a result, and the server that they came from. */
export interface PrintedResult {
  readonly engine: EngineIdentity
  readonly columns: readonly ResultColumn[]
}

const words: Readonly<Record<PrintedAs, string>> = {
  integer: 'an integer',
  decimal: 'a decimal number',
  float: 'a floating-point number',
  text: 'text',
  date: 'a date',
  time: 'a time',
  'zoned-time': 'a time with a time zone',
  boolean: 'a truth value',
  binary: 'bytes',
  json: 'JSON',
  other: 'of a type that this product alone has',
}

/** What every product prints with the same characters. */
const alikeEverywhere: ReadonlySet<PrintedAs> = new Set(['integer', 'text', 'date'])
/** What products of one family print with the same characters as well: they share the code for it. */
const alikeInFamily: ReadonlySet<PrintedAs> = new Set([
  'integer',
  'text',
  'date',
  'decimal',
  'float',
  'time',
  'boolean',
  'binary',
])

/**
 * Why the texts of two results from two servers may differ although the values are the same: the first column of which
 * that is so. MySQL prints 1.5000 where PostgreSQL prints 1.5000000000000000, times have fixed or trimmed fractions,
 * MariaDB keeps JSON as it was written.
 * @returns undefined where equal values have equal texts
 */
export function printedOtherwise(baseline: PrintedResult, variant: PrintedResult): string | undefined {
  for (const [at, { name, printedAs }] of baseline.columns.entries()) {
    const other = variant.columns[at]?.printedAs
    if (other === undefined) return undefined
    const column = `Column ${at + 1} (${name})`
    if (printedAs !== other) {
      return `${column} is ${words[printedAs]} on the baseline's server and ${words[other]} on the variant's: the same value can have two texts.`
    }
    if (printedAs === 'zoned-time') return `${column} is ${words[printedAs]}, printed in the time zone of each session.`
    if (!printsAlike(printedAs, baseline.engine, variant.engine)) {
      return `${column} is ${words[printedAs]}, which the two products print in different ways.`
    }
  }
  return undefined
}

function printsAlike(form: PrintedAs, one: EngineIdentity, other: EngineIdentity): boolean {
  if (one.product === other.product) return true
  return (one.family === other.family ? alikeInFamily : alikeEverywhere).has(form)
}
