import type { AccessContext } from './access-context'
import { type Bound, boundOf } from './bounds'
import type { ResolvedPart } from './index-parts'

/** How far a read of an index gets with the conditions at hand: one entry per part. */
export interface PartSeek {
  readonly part: ResolvedPart
  readonly bound: Bound
  /** `none`: the part takes no part in the search. MySQL's key_len counts the others. */
  readonly narrows: 'seek' | 'edges' | 'none'
  /** Index in the list of the part that keeps this one from narrowing more. */
  readonly stoppedBy?: number | undefined
}

/**
 * MySQL and MariaDB: equalities and lists from the left, then one range. key_len counts the endpoints: behind a range
 * the next part is still appended to an endpoint that includes its value (>=, <=, BETWEEN, LIKE), where it narrows only
 * the edge; behind > and < it is not. Each end goes on by itself: `a >= 1 AND b > 'x'` counts both for the low end.
 * A LIKE whose literal fills an index prefix has both ends in the same entry prefix, and what follows narrows fully.
 */
export function mysqlSeek(parts: readonly ResolvedPart[], context: AccessContext, index: string): readonly PartSeek[] {
  let lowGoesOn = true
  let highGoesOn = true
  let stoppedBy: number | undefined
  const hasPrefix = parts.some((part) => part.prefixChars !== undefined)
  return parts.map((part, at) => {
    const bound = boundOf(part, context, index)
    const isLeftOut = part.appended && hasPrefix && context.isMariadb
    if (bound.kind !== 'bound' || isLeftOut) {
      const seek: PartSeek = { part, bound, narrows: 'none', stoppedBy }
      lowGoesOn = false
      highGoesOn = false
      stoppedBy ??= at
      return seek
    }
    const isCounted =
      bound.role === 'range'
        ? (lowGoesOn && bound.low !== undefined) || (highGoesOn && bound.high !== undefined)
        : lowGoesOn || highGoesOn
    const narrows = !isCounted ? 'none' : stoppedBy === undefined ? 'seek' : 'edges'
    const seek: PartSeek = { part, bound, narrows, stoppedBy }
    if (bound.role === 'range' && !bound.fillsPrefix) {
      lowGoesOn &&= bound.low === 'closed'
      highGoesOn &&= bound.high === 'closed'
      stoppedBy ??= at
    }
    if (!isCounted) {
      lowGoesOn = false
      highGoesOn = false
      stoppedBy ??= at
    }
    return seek
  })
}

export interface BtreeReading {
  /** Parts without an equality are stepped over value by value (18 and later, seen at work), so that later ones narrow. */
  readonly skipping?: boolean | undefined
  /** The scan begins at the high end. */
  readonly backward?: boolean | undefined
  /** The server makes `> 5` into `>= 6` where the type has a next value (18 and later). */
  readonly closesRanges?: boolean | undefined
}

/**
 * PostgreSQL's B-tree: equalities and lists from the left, then the first inequality; a row comparison narrows by all
 * its columns. Behind a range that includes its value the next part still says where the read begins, but not where it
 * ends. Later conditions are checked on index entries.
 */
export function btreeSeek(
  parts: readonly ResolvedPart[],
  boundFor: (part: ResolvedPart) => Bound,
  { skipping = false, backward = false, closesRanges = false }: BtreeReading = {},
): readonly PartSeek[] {
  let stoppedBy: number | undefined
  let inRow = false
  let beginGoesOn = true
  const beginOf = (bound: Bound) => (bound.kind === 'bound' ? (backward ? bound.high : bound.low) : undefined)
  const lastBound = parts.reduce((last, part, at) => (boundFor(part).kind === 'bound' ? at : last), -1)
  return parts.map((part, at) => {
    const bound = boundFor(part)
    const goesOnInRow = inRow && bound.kind === 'bound' && bound.inRow
    const isSkipped = skipping && at < lastBound && bound.kind !== 'bound'
    const begin = beginOf(bound)
    const isSought = bound.kind === 'bound' && (stoppedBy === undefined || goesOnInRow)
    const narrows = isSought ? 'seek' : beginGoesOn && begin !== undefined ? 'edges' : 'none'
    const seek: PartSeek = { part, bound, narrows, stoppedBy: narrows === 'seek' ? undefined : stoppedBy }
    beginGoesOn &&= begin === 'closed' || (closesRanges && begin === 'open')
    if (bound.kind !== 'bound') {
      if (!isSkipped) stoppedBy ??= at
      inRow = false
    } else if (bound.role === 'range') {
      if (!skipping) stoppedBy ??= at
      inRow = bound.inRow
    }
    return seek
  })
}
