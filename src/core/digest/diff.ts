import { contractVersion } from '../document'
import type { DigestDiffDocument, DigestDocument, DigestShape, ShapeChange } from './model'
import { bucketValue } from './sketch'

/** Change of the mean that is worth a word when it is beyond chance. */
const threshold = 0.05
/** 95 % of a normal distribution. */
const z = 1.96

/**
 * What a later digest `b` has otherwise than an earlier one `a`. Worse and better go by the ratio of the mean times with
 * its 95 % interval (delta method on the log of the ratio; the variances are those of the sketches); with a single call on
 * either side nothing can be said, and the shape counts as same.
 */
export function digestDiff(a: DigestDocument, b: DigestDocument): DigestDiffDocument {
  const before = new Map(a.shapes.map((shape) => [shape.digest, shape]))
  const after = new Map(b.shapes.map((shape) => [shape.digest, shape]))
  const out: { [name in 'appeared' | 'vanished' | 'worse' | 'better' | 'same']: ShapeChange[] } = {
    appeared: [],
    vanished: [],
    worse: [],
    better: [],
    same: [],
  }
  for (const shape of b.shapes) {
    const earlier = before.get(shape.digest)
    if (earlier === undefined) out.appeared.push({ ...named(shape), b: side(shape), share: shape.share })
    else {
      const change = changeOf(earlier, shape)
      out[verdict(change)].push(change)
    }
  }
  for (const shape of a.shapes)
    if (!after.has(shape.digest)) out.vanished.push({ ...named(shape), a: side(shape), share: 0 })
  out.vanished.sort((one, other) => (other.a?.totalMicros ?? 0) - (one.a?.totalMicros ?? 0))
  return { sargable: contractVersion, kind: 'digestDiff', ...out }
}

function named({ digest, fingerprint }: DigestShape): Pick<ShapeChange, 'digest' | 'fingerprint'> {
  return { digest, fingerprint }
}

function side({ count, totalMicros, meanMicros, share }: DigestShape): NonNullable<ShapeChange['a']> {
  return { count, totalMicros, meanMicros, share }
}

function changeOf(a: DigestShape, b: DigestShape): ShapeChange {
  const base = { ...named(b), a: side(a), b: side(b), share: b.share }
  if (a.meanMicros <= 0 || b.meanMicros <= 0) return base
  const ratio = b.meanMicros / a.meanMicros
  // Without a distribution of its times nothing is known of a shape's variance.
  if (a.count < 2 || b.count < 2 || a.p50Micros === undefined || b.p50Micros === undefined) return { ...base, ratio }
  const spread = z * Math.sqrt(variance(a) / a.count / a.meanMicros ** 2 + variance(b) / b.count / b.meanMicros ** 2)
  return { ...base, ratio, low: ratio * Math.exp(-spread), high: ratio * Math.exp(spread) }
}

/** Of the single times, from the sketch. */
function variance(shape: DigestShape): number {
  let squares = 0
  for (const [bucket, count] of shape.buckets) squares += count * (bucketValue(bucket) - shape.meanMicros) ** 2
  return squares / Math.max(1, shape.count - 1)
}

function verdict({ ratio, low, high }: ShapeChange): 'worse' | 'better' | 'same' {
  if (ratio === undefined || low === undefined || high === undefined) return 'same'
  if (low > 1 && ratio > 1 + threshold) return 'worse'
  return high < 1 && ratio < 1 - threshold ? 'better' : 'same'
}
