import { subjectOf } from '../../core/digest/diff/diff-verdict'
import type { DigestDiffDocument, ShapeChange } from '../../core/digest/model'

/** A line of the chart: a shape's time in the earlier log and in the later one. */
export interface SlopeLine {
  readonly digest: string
  readonly name: string
  readonly look: 'worse' | 'better' | 'other'
  readonly before: number
  readonly after: number
  /** Places from the top. */
  readonly y1: number
  readonly y2: number
  /** Of its names, which stand apart where the ends are close. */
  readonly label1: number
  readonly label2: number
}

/** So many lines can be told apart. */
const mostLines = 6
/** Between two names. */
const labelPx = 14

/** The shapes whose time changed most, as lines between two scales that are the same. */
export function slopeLines(diff: DigestDiffDocument, heightPx: number): readonly SlopeLine[] {
  const all: readonly (readonly [SlopeLine['look'], ShapeChange])[] = [
    ...diff.worse.map((change) => ['worse', change] as const),
    ...diff.better.map((change) => ['better', change] as const),
    ...[...diff.appeared, ...diff.vanished, ...diff.same].map((change) => ['other', change] as const),
  ]
  const shown = [...all]
    .sort(([, one], [, other]) => Math.abs(other.totalChangeMicros) - Math.abs(one.totalChangeMicros))
    .slice(0, mostLines)
  const most = Math.max(1, ...shown.flatMap(([, { a, b }]) => [a?.totalMicros ?? 0, b?.totalMicros ?? 0]))
  const y = (micros: number) => heightPx * (1 - micros / most)
  const before = shown.map(([, { a }]) => a?.totalMicros ?? 0)
  const after = shown.map(([, { b }]) => b?.totalMicros ?? 0)
  const labels1 = spread(before.map(y), labelPx, heightPx)
  const labels2 = spread(after.map(y), labelPx, heightPx)
  return shown.map(([look, { digest, fingerprint }], i) => ({
    digest,
    name: subjectOf(fingerprint),
    look,
    before: before[i] ?? 0,
    after: after[i] ?? 0,
    y1: y(before[i] ?? 0),
    y2: y(after[i] ?? 0),
    label1: labels1[i] ?? 0,
    label2: labels2[i] ?? 0,
  }))
}

/** Places moved as little as needed until each two are apart, none below `end`. */
export function spread(places: readonly number[], apart: number, end: number): readonly number[] {
  const order = places.map((_, i) => i).sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0) || a - b)
  const out = [...places]
  let last = Number.NEGATIVE_INFINITY
  for (const i of order) {
    const place = Math.max(places[i] ?? 0, last + apart)
    out[i] = place
    last = place
  }
  let limit = end
  for (const i of [...order].reverse()) {
    out[i] = Math.min(out[i] ?? 0, limit)
    limit = (out[i] ?? 0) - apart
  }
  return out
}
