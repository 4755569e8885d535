import type { TextSpan } from '../../text-span'
import { labelWords, wordsEnd } from './postgres-text-label'
import { type TextLine, textLineAt } from './postgres-text-lines'

const numbers =
  /\s\((?:cost=\d[\d.]{0,30}(?:e\+\d+)?\.\.\d[\d.]{0,30}(?:e\+\d+)? rows=\d+ width=\d+\)|actual (?:time=\d[\d.]{0,30}\.\.\d[\d.]{0,30} )?rows=[\d.]+ loops=\d+\)|never executed\))/
/** Nodes whose words are ordinary words; by themselves they are no plan. */
const ordinary =
  /^(?:Aggregate|Append|Group|Hash|Limit|Materialize|Result|Sort|Unique|Merge|Memoize|Gather|Insert|Update|Delete)$/

/** Does the text begin with the first node of a PostgreSQL plan, or with the query that auto_explain prints above it? */
export function looksLikeTextPlan(head: string): boolean {
  let start = head.length - head.trimStart().length
  // A part of a plan begins with an arrow; MySQL's trees have one blank behind theirs, and no widths.
  const isPart = head.startsWith('-> ', start) || head.startsWith('->\t', start)
  if (isPart) {
    const behind = start + '->'.length
    start = behind + head.slice(behind).search(/\S|$/)
    if (start === behind + 1 && !/ width=\d+\)/.test(head)) return false
  }
  const newline = head.indexOf('\n', start)
  const line = head.slice(start, newline === -1 ? head.length : newline).trimEnd()
  if (line === '') return false
  if (/^Query Text: [^"\s]/.test(line)) return true
  const found = numbers.exec(line)
  const label = (found ? line.slice(0, found.index) : line).trimEnd()
  const words = label.slice(0, wordsEnd(label))
  const known = labelWords(words) !== undefined
  if (found) return known || (/^[A-Z]/.test(label) && / width=\d+\)/.test(line))
  if (!known) return false
  if (!ordinary.test(words) || words !== label) return true
  if (newline === -1) return true
  // Blank lines may have come in between.
  const letter = newline + head.slice(newline).search(/\S|$/)
  const next = head.lastIndexOf('\n', letter) + 1
  const below = head.indexOf('\n', next)
  const { kind } = textLineAt(head, next, below === -1 ? head.length : below)
  return kind === 'property' || kind === 'statement' || kind === 'heading' || kind === 'target' || kind === 'node'
}

/** Where the plans of a text begin and end, each from its first node to the next plan's. */
export function textPlanSpans(text: string): readonly TextSpan[] {
  const starts: number[] = []
  let column = 0
  let ofArrows = false
  let ofModifyTable = false
  for (let lineStart = 0; lineStart < text.length; ) {
    const newline = text.indexOf('\n', lineStart)
    const lineEnd = newline === -1 ? text.length : newline
    const line = textLineAt(text, lineStart, lineEnd)
    // Without the node above them, several nodes stand outermost: each begins a plan.
    const isOutermost = line.kind === 'node' && (starts.length === 0 || (ofArrows && line.column <= column))
    if (isOutermost || line.kind === 'root' || (line.kind === 'target' && !ofModifyTable)) {
      ofArrows = line.kind === 'node'
      column = line.column
      starts.push(lineStart)
    }
    if (line.kind === 'root' || line.kind === 'node' || line.kind === 'target')
      ofModifyTable = modifiesTable(text, line)
    lineStart = lineEnd + 1
  }
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? text.length
    const from = index === 0 ? 0 : start
    return { start: from, end: from + text.slice(from, end).trimEnd().length }
  })
}

/**
 * Is it the line of an Insert, Update, Delete or Merge? Lines like it, without numbers, may follow: its tables. Behind
 * any other node `Insert on t` begins the next plan.
 */
export function modifiesTable(text: string, line: TextLine): boolean {
  return /^(?:Foreign )?(?:Insert|Update|Delete|Merge) on /.test(text.slice(line.value, line.value + 20))
}
