import { groupingKeys, textConditions, textLines } from './postgres-text-keys'
import { labelWords, wordsEnd } from './postgres-text-label'
import { jitKeys, statementKeys } from './postgres-text-statement'

/** What a line of a text plan is, by its first letters. */
export type LineKind =
  | 'blank'
  | 'node'
  | 'root'
  | 'heading'
  | 'target'
  | 'worker'
  | 'property'
  | 'statement'
  | 'trigger'
  | 'range-table'
  /** `Some key: value` that no known server prints. */
  | 'unknown-key'
  | 'other'

export interface TextLine {
  readonly kind: LineKind
  /** Where the line begins in the text, where its first letter stands, and where it ends without trailing blanks. */
  readonly lineStart: number
  readonly start: number
  readonly end: number
  /** The first letter's column; tabs go to multiples of eight. */
  readonly column: number
  /** Of lines with a key: the key and where its value begins. Of nodes: where the words begin. */
  readonly key: string
  readonly value: number
}

const headingLine = /^(?:InitPlan|SubPlan) \S|^CTE (?!Scan on )\S/
const targetLine = /^(?:Foreign )?(?:Insert|Update|Delete|Merge) on \S/
const workerLine = /^Worker \d+:/
const rangeTableLine = /^RTI \d+ \(.*\):$/
const numbers = /\((?:cost=|actual (?:time|rows)=|never executed)/
const keyWords = /^[A-Z][A-Za-z][\w/ -]{0,60}$/

/** Keys of lines that belong to a node. */
export function isPropertyKey(key: string): boolean {
  return textLines.has(key) || textConditions.has(key) || groupingKeys.has(key) || jitKeys.has(key) || key === 'Memory'
}

const tabWidth = 8
const upperA = 65
const upperZ = 90
const lowerA = 97
const lowerZ = 122

/** The line that begins at `lineStart` and ends at `lineEnd`, the line break not included. */
export function textLineAt(text: string, lineStart: number, lineEnd: number): TextLine {
  let start = lineStart
  let column = 0
  for (; start < lineEnd; start++) {
    const code = text.charCodeAt(start)
    if (code === 32) column++
    else if (code === 9) column += tabWidth - (column % tabWidth)
    else break
  }
  let end = lineEnd
  while (end > start && text.charCodeAt(end - 1) <= 32) end--
  const line = (kind: LineKind, key = '', value = start): TextLine => ({
    kind,
    lineStart,
    start,
    end,
    column,
    key,
    value,
  })
  if (start >= end) return line('blank')
  if (text.charCodeAt(start) === 45 && text.charCodeAt(start + 1) === 62) {
    let words = start + 2
    while (words < end && text.charCodeAt(words) <= 32) words++
    return line('node', '', words)
  }
  const first = text.charCodeAt(start)
  const isUpper = first >= upperA && first <= upperZ
  // All that a server prints begins with a letter, and all but two keys with a large one.
  if (!isUpper && !(first >= lowerA && first <= lowerZ)) return line('other')
  const content = text.slice(start, end)
  const colon = colonIn(content)
  if (colon !== -1) {
    const key = content.slice(0, colon)
    let value = start + colon + 1
    while (value < end && text.charCodeAt(value) === 32) value++
    if (isPropertyKey(key)) return line('property', key, value)
    if (statementKeys.has(key)) return line('statement', key, value)
  }
  if (!isUpper) return line('other')
  if (workerLine.test(content)) return line('worker')
  if (content.startsWith('Trigger ') && colon !== -1) return line('trigger')
  if (headingLine.test(content) && !numbers.test(content)) return line('heading')
  if (rangeTableLine.test(content)) return line('range-table')
  if (isRoot(content)) return line(targetLine.test(content) && !numbers.test(content) ? 'target' : 'root')
  if (colon !== -1 && keyWords.test(content.slice(0, colon))) return line('unknown-key', content.slice(0, colon))
  return line('other')
}

/** The first colon, where it ends a key: a blank or the line's end stands behind it. Otherwise -1. */
function colonIn(content: string): number {
  const colon = content.indexOf(':')
  if (colon === -1 || colon + 1 === content.length) return colon
  const code = content.charCodeAt(colon + 1)
  return code === 32 || code === 9 ? colon : -1
}

/** A node without an arrow: the first of a plan. */
function isRoot(content: string): boolean {
  const found = numbers.exec(content)
  const label = (found ? content.slice(0, found.index) : content).trimEnd()
  if (label === '') return false
  if (labelWords(label.slice(0, wordsEnd(label)))) return true
  // Nodes of extensions and of versions to come: the numbers say that it is a node.
  return found !== null && /^[A-Z]/.test(label)
}
