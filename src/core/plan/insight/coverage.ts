import type { TextSpan } from '../../text-span'
import type { NodeId, Plan } from '../model'
import { orderOf } from '../walk'

/** How much of a plan's text was understood. */
export interface Coverage {
  /** Characters that no note speaks of ÷ all characters of the plan, blanks left out. */
  readonly fraction: number
  readonly characters: number
  readonly notUnderstood: number
  /** Steps in whose own words something was not understood: nothing is said about them. */
  readonly unclear: ReadonlySet<NodeId>
}

/** Compares the places of the notes with the plan's own piece of the text. */
export function coverageOf(plan: Plan): Coverage {
  const { source, notes } = plan
  if (notes.length === 0) {
    const characters = source.span.end - source.span.start
    return { fraction: 1, characters, notUnderstood: 0, unclear: new Set() }
  }
  const text = source.text.slice(source.span.start, source.span.end)
  const characters = countWords(text)
  let notUnderstood = 0
  for (const { start, end } of merged(notes.map((note) => within(note.span, source.span))))
    notUnderstood += countWords(source.text.slice(start, end))
  const fraction = characters === 0 ? 1 : 1 - notUnderstood / characters
  return {
    fraction,
    characters,
    notUnderstood,
    unclear: unclearNodes(
      plan,
      notes.map((note) => note.span),
    ),
  }
}

/** Characters that are no blanks. */
function countWords(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 32) count++
  return count
}

function within(span: TextSpan, whole: TextSpan): TextSpan {
  return { start: Math.max(span.start, whole.start), end: Math.min(span.end, whole.end) }
}

/** The same places without overlaps. */
function merged(spans: readonly TextSpan[]): readonly TextSpan[] {
  const sorted = spans.filter((span) => span.end > span.start).sort((a, b) => a.start - b.start)
  const found: TextSpan[] = []
  for (const span of sorted) {
    const last = found[found.length - 1]
    if (last === undefined || span.start > last.end) found.push(span)
    else if (span.end > last.end) found[found.length - 1] = { start: last.start, end: span.end }
  }
  return found
}

/** For each note the smallest step whose piece of the text holds it, and those that are read from the same piece. */
function unclearNodes(plan: Pick<Plan, 'root'>, spans: readonly TextSpan[]): ReadonlySet<NodeId> {
  const starts = [...new Set(spans.map((span) => span.start))].sort((a, b) => a - b)
  const smallest = new Float64Array(starts.length).fill(Number.POSITIVE_INFINITY)
  const holders: NodeId[][] = starts.map(() => [])
  for (const { id, span } of orderOf(plan).nodes) {
    const length = span.end - span.start
    for (let at = firstFrom(starts, span.start); at < starts.length && (starts[at] ?? 0) < span.end; at++) {
      const best = smallest[at] ?? 0
      if (length > best) continue
      if (length < best) holders[at] = []
      smallest[at] = length
      holders[at]?.push(id)
    }
  }
  return new Set(holders.flat())
}

/** Place of the first number that is not below `least`. */
function firstFrom(sorted: readonly number[], least: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const between = (low + high) >> 1
    if ((sorted[between] ?? 0) < least) low = between + 1
    else high = between
  }
  return low
}
