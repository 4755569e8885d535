import { Beginnings } from '../../json/beginnings'
import { endOfString } from '../../json/scan'
import { type JsonAt, JsonKind, type JsonProblem, type JsonReading, type TextSyntax } from '../../json/tape'
import { unescapeJson } from '../../json/unescape'
import { postgresLists } from './postgres-containers'
import { bareKind, TapeWriter } from './tape-writer'

/**
 * Reads the YAML that PostgreSQL prints (explain.c): one `Key: value` or `- item` per line, blocks by their indent,
 * texts in quotes with JSON's escapes, lists of lists as `["a", "b"]`. Texts without quotes are taken too, because
 * other programs write YAML so. Depth is limited by memory only.
 */
export function readPostgresYaml(text: string): JsonReading {
  const reader = new YamlReader(text)
  const problem = reader.read()
  return problem ? { problem } : { tape: reader.tape.tape(text, yamlTexts) }
}

/** Something open: the lines that belong to it begin at its column. */
interface Open {
  readonly at: JsonAt
  readonly column: number
  readonly isList: boolean
}

/** A key or dash without a value on its line, until the next line shows what it holds. */
interface Waiting {
  readonly at: JsonAt
  readonly column: number
  readonly isItem: boolean
}

const keyAt = /([A-Za-z_][^:"'\n]*|"(?:[^"\\\n]|\\.)*"|'[^'\n]*') ?:(?=\s|$)/y

class YamlReader {
  readonly tape: TapeWriter
  readonly #text: string
  readonly #open: Open[] = []
  #top: Open | undefined
  #waiting: Waiting | undefined
  /** Where the last line ended. */
  #lastEnd = 0
  /** Lines with a key and without a dash, up to the colon: their columns and the numbers of their keys. */
  readonly #beginnings = new Beginnings()
  readonly #columns: number[] = []
  readonly #keys: number[] = []
  /** The next backslash at or behind the place we are at; the end where there is none. */
  #backslash = -1

  constructor(text: string) {
    this.#text = text
    this.tape = new TapeWriter(text.length)
  }

  /** Reads all lines; gives the problem where there is one. */
  read(): JsonProblem | undefined {
    const text = this.#text
    let next = 0
    for (let lineStart = text.charCodeAt(0) === 0xfeff ? 1 : 0; lineStart < text.length; lineStart = next) {
      const guess = this.#beginnings.guess(text, lineStart)
      const known = guess !== -1 && this.#isKeyEnd(lineStart + this.#beginnings.lengthOf(guess)) ? guess : -1
      const from = known === -1 ? lineStart : lineStart + this.#beginnings.lengthOf(known)
      const newline = text.indexOf('\n', from)
      next = newline === -1 ? text.length : newline + 1
      const end = this.#trimmed(from, newline === -1 ? text.length : newline)
      const problem =
        known === -1
          ? this.#line(lineStart, end, newline === -1)
          : this.#member(this.#columns[known] ?? 0, lineStart, from, end, this.#keys[known] ?? -1)
      if (problem) return problem
    }
    return this.#finish()
  }

  #isKeyEnd(at: number): boolean {
    return at >= this.#text.length || this.#text.charCodeAt(at) <= 32
  }

  /** The end of a line without blanks; not before `start`. */
  #trimmed(start: number, lineEnd: number): number {
    let end = lineEnd
    while (end > start && isBlank(this.#text.charCodeAt(end - 1))) end--
    return end
  }

  /** A line of which nothing is known yet. */
  #line(lineStart: number, end: number, isLast: boolean): JsonProblem | undefined {
    const text = this.#text
    let at = lineStart
    // In a log every line begins with a tab.
    while (at < end && (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9)) at++
    if (at === end || text.charCodeAt(at) === 35 || text.startsWith('---', at)) return undefined
    const hasDash = isDash(text, at, end)
    while (at < end && isDash(text, at, end)) {
      const column = at - lineStart
      at++
      while (at < end && text.charCodeAt(at) === 32) at++
      const problem = this.#item(column, lineStart + column, at, end)
      if (problem) return problem
      this.#lastEnd = end
      if (!this.#waiting) return undefined
    }
    if (at === end) return undefined
    const column = at - lineStart
    // Without a colon the line is none of YAML, and reading ends here; so this never looks far more than once.
    const colon = text.indexOf(':', at)
    if (!hasDash && colon !== -1 && colon < end && this.#isKeyEnd(colon + 1)) {
      const known = this.#beginnings.find(text, lineStart, colon + 1)
      if (known !== -1) return this.#member(column, lineStart, colon + 1, end, this.#keys[known] ?? -1)
    }
    keyAt.lastIndex = at
    const found = keyAt.exec(text)
    if (!found || keyAt.lastIndex > end) return isLast ? cut(end, ':') : bad(at, 'a key')
    const key = this.tape.numberOf(yamlTexts.decode((found[1] ?? '').trimEnd()))
    const behind = keyAt.lastIndex
    // A key in quotes may hold a colon, so that its line cannot be found again by its first one.
    if (!hasDash && behind === colon + 1 && this.#beginnings.keep(text, lineStart, behind) !== -1) {
      this.#columns.push(column)
      this.#keys.push(key)
    }
    return this.#member(column, lineStart, behind, end, key)
  }

  /** What stands behind a dash: a value, or the beginning of an object or list. */
  #item(column: number, dash: number, at: number, end: number): JsonProblem | undefined {
    const text = this.#text
    this.#closeTo(column, true)
    if (!this.#block(column, dash, true)) return bad(dash, 'a key')
    const isText = at < end && text.charCodeAt(at) === 34 && endOfString(text, at, end) === end
    keyAt.lastIndex = at
    if (!isText && (at === end || isDash(text, at, end) || keyAt.test(text))) {
      this.#waiting = { at: this.tape.add(JsonKind.object, at, at), column, isItem: true }
      return undefined
    }
    return this.#value(at, end, -1, -1)
  }

  /** A key at a column, and what stands behind its colon up to the end of the line. */
  #member(column: number, lineStart: number, behind: number, end: number, key: number): JsonProblem | undefined {
    const text = this.#text
    const at = lineStart + column
    const top = this.#top
    if (this.#waiting || !top || top.column !== column || top.isList) {
      this.#closeTo(column, false)
      if (!this.#block(column, at, false)) return bad(at, 'an indent that one of the lines above has')
    }
    this.#lastEnd = end
    let value = behind
    while (value < end && text.charCodeAt(value) === 32) value++
    if (value < end) return this.#value(value, end, key, at)
    this.#waiting = { at: this.tape.add(JsonKind.null, end, end, key, at), column, isItem: false }
    return undefined
  }

  /** A value that ends with its line. */
  #value(at: number, end: number, key: number, keyStart: number): JsonProblem | undefined {
    const text = this.#text
    const code = text.charCodeAt(at)
    if (code === 91) return this.#flowList(at, end, key, keyStart)
    if (code === 34) {
      const close = this.#closingQuote(at, end)
      if (close === -1)
        return text.indexOf('\n', end) === -1 ? cut(end, 'the end of the text in quotes') : bad(end, '"')
      if (close !== end) return bad(close, 'the end of the line')
    }
    this.tape.add(code === 34 || code === 39 ? JsonKind.text : bareKind(text, at, end), at, end, key, keyStart)
    return undefined
  }

  /** Behind the quote that closes the text which begins at `at`; -1 when none does before `end`. */
  #closingQuote(at: number, end: number): number {
    const text = this.#text
    if (this.#backslash < at) {
      const next = text.indexOf('\\', at)
      this.#backslash = next === -1 ? text.length : next
    }
    if (this.#backslash < end) return endOfString(text, at, end)
    const close = text.indexOf('"', at + 1)
    return close === -1 || close >= end ? -1 : close + 1
  }

  /** `["a", "b"]` on one line; `[]` and `{}` too. */
  #flowList(from: number, end: number, key: number, keyStart: number): JsonProblem | undefined {
    const text = this.#text
    const list = this.tape.add(JsonKind.array, from, end, key, keyStart)
    let at = from + 1
    for (;;) {
      while (at < end && (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 44)) at++
      if (at >= end) return cut(end, ']')
      if (text.charCodeAt(at) === 93) break
      const close = text.charCodeAt(at) === 34 ? endOfString(text, at, end) : endOfBareItem(text, at, end)
      if (close === -1 || close === at) return cut(end, 'the end of the text in quotes')
      this.tape.add(text.charCodeAt(at) === 34 ? JsonKind.text : bareKind(text, at, close), at, close)
      at = close
    }
    this.tape.close(list, at + 1)
    return at + 1 === end ? undefined : bad(at + 1, 'the end of the line')
  }

  /** A key or dash that no line stands below holds nothing. */
  #settle(): void {
    const { tape } = this
    if (!this.#waiting) return
    const { at } = this.#waiting
    tape.become(at, postgresLists.has(tape.keyOf(at)) ? JsonKind.array : JsonKind.object, this.#lastEnd)
    tape.close(at, this.#lastEnd)
    this.#waiting = undefined
  }

  /** Closes what a line at this column no longer belongs to. */
  #closeTo(column: number, isItem: boolean): void {
    const waiting = this.#waiting
    if (waiting && (waiting.column > column || (waiting.column === column && !(isItem && !waiting.isItem)))) {
      this.#settle()
    }
    for (let top = this.#top; top && !this.#waiting; top = this.#top) {
      if (top.column < column || (top.column === column && (top.isList === isItem || this.#isIndented(top)))) break
      this.tape.close(top.at, this.#lastEnd)
      this.#open.pop()
      this.#top = this.#open.at(-1)
    }
  }

  /**
   * A list that stands further right than its key. A member at its column is in the list: PostgreSQL prints the counters
   * of MERGE and ON CONFLICT there, behind the target partitions.
   */
  #isIndented(list: Open): boolean {
    return list.isList && (this.#open.at(-2)?.column ?? list.column) < list.column
  }

  /** Makes sure that a list or object is open whose lines stand at this column; false if none can be. */
  #block(column: number, at: number, isList: boolean): boolean {
    const top = this.#top
    const waiting = this.#waiting
    if (!waiting && top && top.column === column && (top.isList === isList || this.#isIndented(top))) return true
    const kind = isList ? JsonKind.array : JsonKind.object
    if (waiting) this.tape.become(waiting.at, kind, at)
    else if (top) return false
    this.#waiting = undefined
    this.#top = { at: waiting?.at ?? this.tape.add(kind, at, at), column, isList }
    this.#open.push(this.#top)
    return true
  }

  #finish(): JsonProblem | undefined {
    const { tape } = this
    const waiting = this.#waiting
    if (!this.#top) return cut(this.#text.length, 'a key')
    if (waiting && !postgresLists.has(tape.keyOf(waiting.at)) && !emptyObjects.has(tape.keyOf(waiting.at))) {
      return cut(this.#text.length, 'a value')
    }
    this.#settle()
    for (const { at } of this.#open.reverse()) tape.close(at, this.#lastEnd)
    return undefined
  }
}

function isBlank(code: number): boolean {
  return code <= 32 || code === 0xa0 || code === 0xfeff
}

/** A dash with a blank or the line's end behind it. */
function isDash(text: string, at: number, end: number): boolean {
  return text.charCodeAt(at) === 45 && (at + 1 >= end || text.charCodeAt(at + 1) === 32)
}

function endOfBareItem(text: string, from: number, end: number): number {
  let at = from
  while (at < end && text.charCodeAt(at) !== 44 && text.charCodeAt(at) !== 93) at++
  return at
}

/** Objects that servers print although nothing is in them. */
const emptyObjects: ReadonlySet<string> = new Set(['Settings', 'Planning', 'Serialization', 'Triggers'])

const yamlTexts: TextSyntax = {
  decode(raw) {
    const code = raw.charCodeAt(0)
    if (code === 34) return unescapeJson(raw.slice(1, -1))
    return code === 39 ? raw.slice(1, -1).replaceAll("''", "'") : raw
  },
  quotes(raw) {
    const code = raw.charCodeAt(0)
    return code === 34 || code === 39 ? 1 : 0
  },
}

function cut(offset: number, expected: string): JsonProblem {
  return { cut: true, offset, expected }
}

function bad(offset: number, expected: string): JsonProblem {
  return { cut: false, offset, expected }
}
