import type { TextLines } from '../text-lines'
import { NextSign } from './next-sign'
import { postgresOperators, postgresScans } from './parts/postgres-vocabulary'

/** Signs that tell a line wherever they stand in it: costs, the columns of a table, prefixes of logs. */
const signs = ['(cost=', '(actual ', '(never executed)', 'select_type', ']: [', ',"duration: ']

/** The first words of what a plan or a header can begin with. */
const firstWords: ReadonlySet<string> = new Set([
  ...[...postgresOperators.keys(), ...postgresScans.keys()].map((type) => type.split(' ')[0] ?? type),
  ...['Parallel', 'Async', 'Partial', 'Finalize', 'Insert', 'Update', 'Delete', 'Merge', 'Foreign', 'Custom'],
  ...['GroupAggregate', 'HashAggregate', 'MixedAggregate', 'HashSetOp'],
  ...['EXPLAIN', 'ANALYZE', 'SHOW', 'QUERY', 'Query', 'Plan', 'query'],
])
/** The letters that can stand behind a first one that alone says too little. */
const secondLetters: ReadonlyMap<string, RegExp> = new Map([
  ['-', /^-(?:>| |\[|-(?![->]))/],
  ['+', /^\+[-=+─═]/],
  ['<', /^<[enQ?]/],
  ['"', /^"\s*[[{<\-A-Zq]/],
  ['|', /^\|\s*(?:["EASQq-]|$)/],
  ['│', /^│\s*(?:["EASQq-]|$)/],
  ['/', /^\/\//],
])
/** They can begin a piece whatever follows: JSON, marks of mail and comments, line numbers, rows of stars, frames. */
const certainLetters: ReadonlySet<string> = new Set([...'{[>#*0123456789┌├└─━═'])
/** A line that is shorter says nothing, unless JSON begins in it: `{`, `> [`. */
const shortest = 4
/** Words of nodes, and what tells a sign, are no longer. */
const headLength = 40

/**
 * Tells at which lines of a pasted text a plan, a frame or a decoration may begin; all others need no closer look. It
 * looks at the first letters only, and for a few signs that may stand anywhere, once over the whole text.
 */
export class LineBeginnings {
  readonly #lines: TextLines
  readonly #signs: readonly NextSign[]

  constructor(lines: TextLines) {
    this.#lines = lines
    this.#signs = signs.map((sign) => new NextSign(lines.text, sign))
  }

  mayBegin(line: number): boolean {
    const { text } = this.#lines
    const first = this.#lines.firstLetter(line)
    const end = this.#lines.end(line)
    const length = end - first
    if (length === 0) return false
    const letter = text.charAt(first)
    if (length < shortest) return /[{[]\s*$/.test(text.slice(first, end))
    if (certainLetters.has(letter)) return true
    const second = secondLetters.get(letter)
    if (second) {
      if (second.test(text.slice(first, Math.min(end, first + headLength)))) return true
    } else if (isWord(text.charCodeAt(first)) && firstWords.has(wordAt(text, first, end))) return true
    return this.#hasSign(this.#lines.start(line), end)
  }

  #hasSign(start: number, end: number): boolean {
    for (const sign of this.#signs) if (sign.from(start) < end) return true
    return false
  }
}

/** The letters up to the first one that is none of A to Z and a to z. */
function wordAt(text: string, start: number, end: number): string {
  let at = start
  const stop = Math.min(end, start + headLength)
  while (at < stop && isWord(text.charCodeAt(at))) at++
  return text.slice(start, at)
}

function isWord(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
}
