import type { Fraction } from '../../units'
import type { ColumnDistribution } from './model'
import type { ValueOrder } from './value-order'

/** The share of the rows that hold a value; undefined where nothing tells. */
export function shareOfValue(known: ColumnDistribution, value: string, order: ValueOrder): Fraction | undefined {
  const wanted = order.key(value)
  const single = known.common.find((one) => order.key(one.value) === wanted)
  if (single) return single.share
  if (known.complete) return 0
  const inside = known.buckets.filter(({ low, high }) => lies(value, low, high, order))
  const counted = inside.flatMap(({ share, distinct }) => (distinct ? [share / distinct] : []))
  if (counted.length > 0) return Math.max(...counted)
  // Buckets that were counted hold every value that there was.
  const isCounted = known.buckets.length > 0 && known.buckets.every(({ distinct }) => distinct !== undefined)
  return isCounted ? 0 : restPerValue(known)
}

/** The share of a value that is none of the common ones: what they leave, spread over the values that they leave. */
function restPerValue({ distinct, common, nullShare = 0 }: ColumnDistribution): Fraction | undefined {
  if (distinct === undefined) return undefined
  const left = Math.max(0, 1 - nullShare - common.reduce((sum, { share }) => sum + share, 0))
  const even = left / Math.max(1, distinct - common.length)
  // One that is commoner would be among the common ones.
  return common.length === 0 ? even : Math.min(even, ...common.map(({ share }) => share))
}

/**
 * The share of the rows between two values, ends included; an end that is not there is open. Undefined where only
 * single values are known, or values in another order than the column's.
 */
export function shareBetweenValues(
  known: ColumnDistribution,
  from: string | undefined,
  to: string | undefined,
  order: ValueOrder,
): Fraction | undefined {
  const isAny = known.complete || known.buckets.length > 0
  if (!isAny || !isOrdered(known, order)) return undefined
  if (from !== undefined && to !== undefined && (order.compare(from, to) ?? 0) > 0) return 0
  let share = 0
  for (const { value, share: own } of known.common) {
    const isIn =
      (from === undefined || (order.compare(value, from) ?? -1) >= 0) &&
      (to === undefined || (order.compare(value, to) ?? 1) <= 0)
    if (isIn) share += own
  }
  for (const { low, high, share: own } of known.buckets) {
    const isBefore = to !== undefined && (order.compare(low, to) ?? 1) > 0
    const isBehind = from !== undefined && (order.compare(high, from) ?? -1) < 0
    if (isBefore || isBehind) continue
    share += own * order.part(from ?? low, to ?? high, low, high)
  }
  // One value holds more than its part of a bucket.
  const isOne = from !== undefined && to !== undefined && order.key(from) === order.key(to)
  const least = isOne ? (shareOfValue(known, from, order) ?? 0) : 0
  return Math.max(least, Math.min(1, share))
}

function lies(value: string, low: string, high: string, order: ValueOrder): boolean {
  const [fromLow, toHigh] = [order.compare(value, low), order.compare(value, high)]
  return fromLow !== undefined && toHigh !== undefined && fromLow >= 0 && toHigh <= 0
}

/** The order that this program believes in is the one that the server went by. */
function isOrdered({ buckets }: ColumnDistribution, order: ValueOrder): boolean {
  return buckets.every(({ low, high }, at) => {
    const next = buckets[at + 1]
    return (order.compare(low, high) ?? 1) <= 0 && (next === undefined || (order.compare(high, next.low) ?? 1) <= 0)
  })
}
