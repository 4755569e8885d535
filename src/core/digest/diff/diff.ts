import { contractVersion } from '../../document'
import type { DiffTotals, DigestDiffDocument, DigestDocument, DigestShape, ShapeChange } from '../model'
import { diffVerdict } from './diff-verdict'
import { ratioOfMeans } from './ratio-interval'
import { callsFactor, whatChanged } from './what-changed'

/** A change of the mean inside of these bounds is none, whatever its interval. */
export const unchanged = { low: 0.9, high: 1.1 } as const
/** Smaller shares of the load are not worth calling worse or better. */
export const worthAShare = 0.01

type Lists = Pick<DigestDiffDocument, 'appeared' | 'vanished' | 'worse' | 'better' | 'same'>

/**
 * What a later digest `b` has otherwise than an earlier one `a`. A shape is worse or better when the 95 % interval of the
 * ratio of its mean times leaves 0.9 to 1.1, and its calls took by more than 1 % of the load longer or shorter. Lists are
 * ordered by how much time they are about.
 */
export function digestDiff(
  a: DigestDocument,
  b: DigestDocument,
  names: { readonly a?: string; readonly b?: string } = {},
): DigestDiffDocument {
  const before = new Map(a.shapes.map((shape) => [shape.digest, shape]))
  const after = new Set(b.shapes.map(({ digest }) => digest))
  const load = Math.max(a.totalMicros, b.totalMicros)
  const out: { [name in keyof Lists]: ShapeChange[] } = { appeared: [], vanished: [], worse: [], better: [], same: [] }
  for (const shape of b.shapes) {
    const earlier = before.get(shape.digest)
    if (earlier === undefined) out.appeared.push(changeOf(undefined, shape, load))
    else {
      const change = changeOf(earlier, shape, load)
      out[listOf(change, earlier, shape, load)].push(change)
    }
  }
  for (const shape of a.shapes) if (!after.has(shape.digest)) out.vanished.push(changeOf(shape, undefined, load))
  for (const list of Object.values(out))
    list.sort(
      (one, other) =>
        Math.abs(other.totalChangeMicros) - Math.abs(one.totalChangeMicros) || (one.digest < other.digest ? -1 : 1),
    )
  const totals = { a: totalsOf(a, names.a), b: totalsOf(b, names.b) }
  return {
    sargable: contractVersion,
    kind: 'digestDiff',
    ...out,
    totals,
    verdict: diffVerdict(out, totals),
  }
}

function changeOf(a: DigestShape | undefined, b: DigestShape | undefined, loadMicros: number): ShapeChange {
  const shape = b ?? a
  if (shape === undefined) throw new RangeError('A change needs a shape on one side.')
  const interval = a === undefined || b === undefined ? undefined : ratioOfMeans(a, b)
  const isInBoth = a !== undefined && b !== undefined
  const changed = isInBoth ? whatChanged(a, b) : []
  const isAsBefore = interval === undefined || (interval.low <= unchanged.high && interval.high >= unchanged.low)
  const callsOnly =
    isInBoth &&
    isAsBefore &&
    Math.max(b.count / a.count, a.count / b.count) >= callsFactor &&
    Math.abs(b.totalMicros - a.totalMicros) >= worthAShare * loadMicros
  return {
    digest: shape.digest,
    fingerprint: shape.fingerprint,
    ...(shape.schema !== undefined && { schema: shape.schema }),
    kinds: shape.kinds.map(({ kind }) => kind),
    ...(a !== undefined && { a: side(a) }),
    ...(b !== undefined && { b: side(b) }),
    ...(isInBoth && a.meanMicros > 0 && { ratio: b.meanMicros / a.meanMicros }),
    ...(interval !== undefined && { low: interval.low, high: interval.high }),
    ...(isInBoth && interval === undefined && { tooFew: true }),
    share: b?.share ?? 0,
    totalChangeMicros: (b?.totalMicros ?? 0) - (a?.totalMicros ?? 0),
    ...(callsOnly && { callsOnly }),
    changed,
    ...(b?.firstSeen !== undefined && { firstSeen: b.firstSeen }),
    ...(a?.lastSeen !== undefined && { lastSeen: a.lastSeen }),
  }
}

function side({ count, totalMicros, meanMicros, share }: DigestShape): NonNullable<ShapeChange['a']> {
  return { count, totalMicros, meanMicros, share }
}

function listOf(
  { low, high }: ShapeChange,
  a: DigestShape,
  b: DigestShape,
  loadMicros: number,
): 'worse' | 'better' | 'same' {
  if (low === undefined || high === undefined) return 'same'
  // What the later calls would have taken before, against what they took.
  const effect = Math.abs(b.meanMicros - a.meanMicros) * b.count
  if (effect < worthAShare * loadMicros) return 'same'
  if (low > unchanged.high) return 'worse'
  return high < unchanged.low ? 'better' : 'same'
}

function totalsOf(document: DigestDocument, name: string | undefined): DiffTotals {
  const sum = (of: (shape: DigestShape) => number | undefined) => {
    const told = document.shapes.map(of).filter((value) => value !== undefined)
    return told.length === 0 ? undefined : told.reduce((total, value) => total + value, 0)
  }
  const [rowsExamined, lockMicros] = [sum((shape) => shape.rowsExamined), sum((shape) => shape.lockMicros)]
  return {
    name: name ?? document.sources.map((source) => source.name).join(', '),
    totalMicros: document.totalMicros,
    events: document.events,
    shapes: document.shapesTotal ?? document.shapes.length,
    ...(rowsExamined !== undefined && { rowsExamined }),
    ...(lockMicros !== undefined && { lockMicros }),
    ...(document.from !== undefined && { from: document.from }),
    ...(document.to !== undefined && { to: document.to }),
  }
}
