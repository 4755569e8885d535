import type { Catalog } from '../catalog/model'
import type { Dialect } from '../engine'
import { nondeterminismOf } from '../sql/functions/nondeterministic'
import type { Meaning } from '../sql/meaning/model'
import type { ResultColumn } from './printed-values'
import { orderOf, type ResultOrder } from './result-order'
import type { RowsChecksum } from './rows-checksum'
import { withShiftedSorts } from './shifted-sorts'

/** What may be concluded from the rows of one run of a statement. */
export interface Comparability {
  /** Why two runs of it may give different rows at any time. */
  readonly changing?: string
  /** It has a LIMIT that cuts rows of equal rank; which ones come is up to the plan. `rows`: only when that many came. */
  readonly cut?: { readonly because: string; readonly rows?: number }
  /** A value depends on the order in which the plan reads the rows. */
  readonly readingOrder?: string
  readonly order: ResultOrder
}

/**
 * Reads from a statement what its rows depend on beside its tables.
 * @param read what the statement means; undefined where the grammar could not read it: then a LIMIT is not seen, and no order compared
 */
export function comparabilityOf(
  sql: string,
  dialect: Dialect,
  read: Meaning | undefined,
  catalog: Catalog,
): Comparability {
  const meaning = read && withShiftedSorts(read, sql)
  const { changing, ordered } = nondeterminismOf(sql, dialect)
  const [whole] = meaning?.blocks ?? []
  const cut = meaning && cutOf(meaning, catalog, sql)
  return {
    ...(changing.length > 0 && { changing: `It calls ${list(changing)}: each run gives other values.` }),
    ...(cut && { cut }),
    ...(ordered.length > 0 && {
      readingOrder: `${list(ordered)} without an ORDER BY of its own joins values in the order in which the plan reads them.`,
    }),
    order: meaning && whole ? orderOf(whole, meaning, catalog, sql) : 'none',
  }
}

function cutOf(meaning: Meaning, catalog: Catalog, sql: string): Comparability['cut'] {
  for (const block of meaning.blocks) {
    if (!block.limit || block.limit.count === 0) continue
    const order = orderOf(block, meaning, catalog, sql)
    if (order === 'total') continue
    const why = order === 'none' ? 'without ORDER BY' : 'behind an ORDER BY that leaves ties'
    const place = block.role === 'statement' ? 'LIMIT' : 'A LIMIT inside'
    const { count, offset } = block.limit
    return {
      because: `${place} ${why} lets the plan choose which rows come.`,
      // A limit that was not reached has cut nothing.
      ...(block.role === 'statement' && count !== undefined && !offset && { rows: count }),
    }
  }
  return undefined
}

/** What the rows of two variants say of each other. */
export interface Sameness {
  readonly sameResult: 'same' | 'different' | 'not-comparable'
  readonly sameResultBecause?: string
}

interface Side {
  readonly comparability: Comparability
  readonly rows: RowsChecksum
  readonly columns: readonly ResultColumn[]
}

/**
 * Judges the rows of one run each of the baseline and of a variant.
 * @param printed why equal values may have different texts, for results of two servers
 */
export function samenessOf(baseline: Side, variant: Side, printed?: string): Sameness {
  const same = baseline.rows.sameRows(variant.rows)
  const why = whyNot(baseline, variant, same)
  if (why !== undefined) {
    const seen = same ? ' In the run that was looked at they were the same.' : ''
    return { sameResult: 'not-comparable', sameResultBecause: `${why}${seen}` }
  }
  if (baseline.columns.length !== variant.columns.length) {
    return {
      sameResult: 'different',
      sameResultBecause: `The baseline gives ${baseline.columns.length} columns, the variant ${variant.columns.length}.`,
    }
  }
  if (!same) {
    const [before, after] = [baseline.rows.rows, variant.rows.rows].map((rows) => rows.toLocaleString('en'))
    if (before === after && printed !== undefined) return { sameResult: 'not-comparable', sameResultBecause: printed }
    return {
      sameResult: 'different',
      ...(before !== after && { sameResultBecause: `The baseline gives ${before} rows, the variant ${after}.` }),
    }
  }
  if (baseline.comparability.order !== 'total') {
    return baseline.comparability.order === 'none' || baseline.rows.rows < 2
      ? { sameResult: 'same' }
      : { sameResult: 'same', sameResultBecause: 'Its ORDER BY leaves ties, so the order of rows was not compared.' }
  }
  if (baseline.rows.sameOrder(variant.rows)) {
    const unasked = variant.comparability.order === 'none' && variant.rows.rows > 1
    return {
      sameResult: 'same',
      ...(unasked && {
        sameResultBecause:
          'The same order too, but the variant does not ask for it: another plan may give another one.',
      }),
    }
  }
  return { sameResult: 'different', sameResultBecause: 'The same rows in another order.' }
}

function whyNot(baseline: Side, variant: Side, same: boolean): string | undefined {
  for (const { comparability, rows } of [baseline, variant]) {
    const { changing, cut, readingOrder } = comparability
    if (changing !== undefined) return changing
    if (cut && (cut.rows === undefined || rows.rows >= cut.rows)) return cut.because
    if (readingOrder !== undefined && !same) return readingOrder
  }
  return undefined
}

function list(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}
