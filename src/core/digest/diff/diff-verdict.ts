import { formatFraction, formatLongTime } from '../../figures'
import type { DiffTotals, DigestDiffDocument, ShapeChange } from '../model'

type Lists = Pick<DigestDiffDocument, 'appeared' | 'vanished' | 'worse' | 'better' | 'same'>

/** A change of the whole time by less than this is none. */
const unchangedShare = 0.03
/** Spans that differ by more than this make whole times hard to compare. */
const unequalSpans = 1.2
const named = 3

/** What a release manager wants to know first: is it worse, and by which shapes. */
export function diffVerdict(
  { appeared, vanished, worse, better }: Lists,
  { a, b }: { readonly a: DiffTotals; readonly b: DiffTotals },
): DigestDiffDocument['verdict'] {
  return { text: sentence({ appeared, worse, better }), more: secondLine({ appeared, vanished, worse, better }, a, b) }
}

function sentence({ appeared, worse, better }: Pick<Lists, 'appeared' | 'worse' | 'better'>): string {
  const lost = sumOf(worse.filter(({ totalChangeMicros }) => totalChangeMicros > 0))
  const saved = -sumOf(better.filter(({ totalChangeMicros }) => totalChangeMicros < 0))
  const added = sumOf(appeared)
  if (worse.length > 0 && better.length > 0 && saved > 0)
    return `${capital(shapes(better.length))} got faster and saved ${time(saved)}, but ${shapes(worse.length)} got worse and took ${time(lost)}${lost < saved ? ' of it back' : ''}.`
  if (worse.length > 0) return `${capital(shapes(worse.length))} got worse and took ${time(lost)} more.`
  if (better.length > 0 && saved > 0)
    return `${capital(shapes(better.length))} got faster and saved ${time(saved)}; none got worse.`
  if (better.length > 0) return `${capital(shapes(better.length))} got faster; none got worse.`
  if (appeared.length > 0 && added > 0)
    return `No shape got worse or better; ${appeared.length === 1 ? 'a new one takes' : `${appeared.length} new ones take`} ${time(added)}.`
  return 'No shape got worse or better.'
}

function secondLine({ appeared, vanished, worse }: Omit<Lists, 'same'>, a: DiffTotals, b: DiffTotals): string {
  const parts: string[] = []
  for (const { fingerprint, changed } of worse.slice(0, named)) {
    const why = changed.find(({ what }) => what !== 'calls')
    if (why !== undefined) parts.push(`${subjectOf(fingerprint)}: ${why.text}`)
  }
  const change = a.totalMicros === 0 ? 0 : b.totalMicros / a.totalMicros - 1
  parts.push(
    Math.abs(change) < unchangedShare
      ? 'as much query time in all'
      : `${formatFraction(Math.abs(change))} ${change > 0 ? 'more' : 'less'} query time in all`,
  )
  if (appeared.length > 0) parts.push(`${appeared.length} new`)
  if (vanished.length > 0) parts.push(`${vanished.length} gone`)
  parts.push(spans(a, b))
  return parts.filter((part) => part !== '').join(' · ')
}

function spans(a: DiffTotals, b: DiffTotals): string {
  const [spanA, spanB] = [spanMs(a), spanMs(b)]
  if (spanA === undefined || spanB === undefined) return ''
  const factor = Math.max(spanA, spanB) / Math.max(1, Math.min(spanA, spanB))
  if (factor <= unequalSpans) return `both logs ${formatLongTime(Math.max(spanA, spanB))}`
  return `the logs are not equally long: ${formatLongTime(spanA)} and ${formatLongTime(spanB)}`
}

/** How long a log is; undefined where it has no times. */
export function spanMs({ from, to }: DiffTotals): number | undefined {
  return from === undefined || to === undefined ? undefined : Date.parse(to) - Date.parse(from)
}

/** The table that a shape is about, by which people call it. */
export function subjectOf(fingerprint: string): string {
  const table =
    /\b(?:from|into|update|join)\s+((?:[\w$]+|"[^"]*"|`[^`]*`)(?:\s*\.\s*(?:[\w$]+|"[^"]*"|`[^`]*`))*)/.exec(
      fingerprint,
    )?.[1]
  return table?.replace(/\s+/g, '') ?? fingerprint.slice(0, 24)
}

function sumOf(changes: readonly ShapeChange[]): number {
  return changes.reduce((sum, { totalChangeMicros }) => sum + totalChangeMicros, 0)
}

const words = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']
function shapes(count: number): string {
  return `${(words[count] ?? String(count)).toLowerCase()} ${count === 1 ? 'shape' : 'shapes'}`
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

function time(micros: number): string {
  return formatLongTime(micros / 1000)
}
