import { formatCount, formatFraction, formatLongTime } from '../../figures'
import { clockOf } from '../log-figures'
import type { DigestShape, ShapeKindName } from '../model'

/** What to see in a shape: one sentence, a second line, and the kind that it is about. */
export interface ShapeVerdict {
  readonly text: string
  readonly more: string
  readonly kind: ShapeKindName | undefined
}

type Judged = Pick<
  DigestShape,
  | 'fingerprint'
  | 'kinds'
  | 'count'
  | 'totalMicros'
  | 'meanMicros'
  | 'p50Micros'
  | 'maxMicros'
  | 'firstMicros'
  | 'lockMicros'
  | 'rowsExamined'
  | 'rowsSent'
  | 'rowsAffected'
  | 'counters'
  | 'samples'
>

/** What decides first: time that no plan has, then work that nobody needs, then how the work is done. */
const order: readonly ShapeKindName[] = [
  'lock-wait',
  'first-run-only',
  'reads-too-much',
  'full-scan',
  'no-index',
  'temp-on-disk',
  'returns-too-much',
  'sorts',
  'many-fast-calls',
  'write',
]

/** The verdict of a shape, by its kinds and with its own figures. */
export function shapeVerdict(shape: Judged): ShapeVerdict {
  const has = (name: ShapeKindName) => shape.kinds.some(({ kind }) => kind === name)
  const kind = order.find(has)
  return { kind, text: sentence(shape, kind), more: secondLine(shape, kind, has) }
}

/** How much of a shape's time was waiting for locks, in microseconds; undefined where its log does not tell. */
export function waitedMicros({ lockMicros, counters }: Pick<DigestShape, 'lockMicros' | 'counters'>) {
  const rows = counters?.['innodb_rec_lock_wait_micros']
  return lockMicros === undefined && rows === undefined ? undefined : Math.max(lockMicros ?? 0, rows ?? 0)
}

/** Rows examined for each row sent or changed; a call that gives none back counts as one. Undefined where untold. */
export function rowsPerUseful({
  rowsExamined,
  rowsSent = 0,
  rowsAffected = 0,
  count,
}: Pick<DigestShape, 'rowsExamined' | 'rowsSent' | 'rowsAffected' | 'count'>): number | undefined {
  return rowsExamined === undefined ? undefined : rowsExamined / Math.max(rowsSent, rowsAffected, count, 1)
}

function sentence(shape: Judged, kind: ShapeKindName | undefined): string {
  const { count, meanMicros, totalMicros } = shape
  switch (kind) {
    case 'lock-wait':
      return `Not a plan problem: ${waitingWords(shape)}.${medianWords(shape)}`
    case 'first-run-only': {
      const others = (totalMicros - (shape.firstMicros ?? shape.maxMicros)) / Math.max(1, count - 1)
      return `Slow in its first run only: ${time(shape.firstMicros ?? shape.maxMicros)}, then ${time(others)} in the mean.`
    }
    case 'reads-too-much':
      return `Reads ${ratioWords(rowsPerUseful(shape) ?? 0)} rows for each row it ${verbOf(shape)}.`
    case 'full-scan':
      return `Reads whole tables${shape.rowsExamined === undefined ? '' : `: ${rows(shape.rowsExamined / count)} per call`}.`
    case 'no-index':
      return `Joins a table without an index${shape.rowsExamined === undefined ? '' : `: ${rows(shape.rowsExamined / count)} examined per call`}.`
    case 'temp-on-disk':
      return 'Writes temporary tables or sorts to disk.'
    case 'returns-too-much':
      return `Returns ${rows((shape.rowsSent ?? 0) / count)} per call.`
    case 'sorts':
      return `Sorts its rows: ${time(meanMicros)} per call.`
    case 'many-fast-calls':
      return `Fast, but called ${formatCount(count)} times: ${time(meanMicros)} each make ${time(totalMicros)}.`
    case 'write':
      return `Changes rows: ${time(meanMicros)} per call${shape.rowsAffected === undefined ? '' : ` for ${rows(shape.rowsAffected / count)}`}.`
    default:
      return `${calls(count)} of ${time(meanMicros)}${count === 1 ? '' : ' in the mean'}; the log does not tell why.`
  }
}

function secondLine(shape: Judged, kind: ShapeKindName | undefined, has: (name: ShapeKindName) => boolean): string {
  const { count, totalMicros, meanMicros } = shape
  const sum = `${calls(count)}, ${time(totalMicros)} in all`
  switch (kind) {
    case 'lock-wait': {
      const besides =
        has('reads-too-much') || has('full-scan')
          ? 'It reads many rows besides: a plan that reads fewer holds its own locks for less long'
          : 'No index helps'
      return `${besides}. ${blockerWords(shape)}`
    }
    case 'first-run-only':
      return `Later calls found in memory what the first one had to fetch, most likely; ${sum}`
    case 'many-fast-calls':
      return 'Fewer calls help more than a faster plan'
    case 'reads-too-much':
      return `${rows((shape.rowsExamined ?? 0) / count)} examined per call, ${time(meanMicros)} in the mean; ${sum}`
    case undefined:
      return 'Analyze a sample: its plan may'
    default:
      return sum
  }
}

function waitingWords(shape: Judged): string {
  const waited = waitedMicros(shape)
  const share = waited === undefined ? 0 : Math.min(1, waited / shape.totalMicros)
  // Some logs tell no waiting for rows; the kind rests on other figures then.
  return share < 0.5 ? 'most of the time waits for locks' : `${formatFraction(share)} of the time waits for locks`
}

/** That half of the calls are quick speaks for the plan. */
function medianWords({ p50Micros, maxMicros, count }: Judged): string {
  if (p50Micros === undefined || count < 3 || p50Micros * 20 > maxMicros) return ''
  return ` Half of its calls take ${time(p50Micros)} at most.`
}

function blockerWords({ samples }: Judged): string {
  const slowest = samples.find(({ why }) => why === 'slowest')
  const waited = slowest?.lockMicros ?? 0
  const what = 'Look for the transaction that holds its rows'
  if (slowest?.at === undefined) return what
  return `${what}: the slowest call${waited * 2 >= slowest.micros ? ` waited ${time(waited)}` : ` took ${time(slowest.micros)}`} at ${clockOf(slowest.at)}`
}

function verbOf({ fingerprint, rowsSent = 0, rowsAffected = 0 }: Judged): string {
  return rowsAffected > rowsSent || /^(?:update|delete|insert|replace|merge)\b/.test(fingerprint)
    ? 'changes'
    : 'returns'
}

function ratioWords(ratio: number): string {
  return ratio < 100 ? ratio.toFixed(1) : formatCount(Math.round(ratio))
}

function rows(count: number): string {
  const whole = count >= 10 ? Math.round(count) : Math.round(count * 10) / 10
  return `${formatCount(whole)} ${whole === 1 ? 'row' : 'rows'}`
}

function calls(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'call' : 'calls'}`
}

function time(micros: number): string {
  return formatLongTime(micros / 1000)
}
