import { endOfString } from '../../json/scan'
import { type JsonAt, JsonKind, type JsonReading, type TextSyntax } from '../../json/tape'
import { unescapeJson } from '../../json/unescape'
import { postgresLists } from './postgres-containers'
import { bareKind, TapeWriter } from './tape-writer'

/** Something open: the lines that belong to it begin at its column. */
interface Open {
  readonly at: JsonAt
  readonly column: number
  readonly isList: boolean
}

const keyAt = /([A-Za-z_][^:"'\n]*|"(?:[^"\\\n]|\\.)*"|'[^'\n]*') ?:(?=\s|$)/y
const dashAt = /-(?: +|$)/y

/**
 * Reads the YAML that PostgreSQL prints (explain.c): one `Key: value` or `- item` per line, blocks by their indent,
 * texts in quotes with JSON's escapes, lists of lists as `["a", "b"]`. Texts without quotes are taken too, because
 * other programs write YAML so. Depth is limited by memory only.
 */
export function readPostgresYaml(text: string): JsonReading {
  const tape = new TapeWriter()
  const open: Open[] = []
  /** A key or dash without a value on its line, until the next line shows what it holds. */
  let waiting: { readonly at: JsonAt; readonly column: number; readonly isItem: boolean } | undefined
  let lastEnd = 0

  const settle = () => {
    if (!waiting) return
    tape.become(waiting.at, postgresLists.has(tape.keyOf(waiting.at)) ? JsonKind.array : JsonKind.object, lastEnd)
    tape.close(waiting.at, lastEnd)
    waiting = undefined
  }
  /** Closes what a line at this column no longer belongs to. */
  const closeTo = (column: number, isItem: boolean) => {
    if (waiting && (waiting.column > column || (waiting.column === column && !(isItem && !waiting.isItem)))) settle()
    for (let top = open.at(-1); top && !waiting; top = open.at(-1)) {
      if (top.column < column || (top.column === column && top.isList === isItem)) break
      tape.close(top.at, lastEnd)
      open.pop()
    }
  }
  /** The list or object whose lines stand at this column, opened if it begins here; undefined if none can. */
  const blockAt = (column: number, at: number, isList: boolean): Open | undefined => {
    const top = open.at(-1)
    if (!waiting && top && top.column === column && top.isList === isList) return top
    const kind = isList ? JsonKind.array : JsonKind.object
    if (waiting) tape.become(waiting.at, kind, at)
    else if (top) return undefined
    const block = { at: waiting?.at ?? tape.add(kind, at, at), column, isList }
    waiting = undefined
    open.push(block)
    return block
  }

  let next = 0
  for (let lineStart = text.charCodeAt(0) === 0xfeff ? 1 : 0; lineStart < text.length; lineStart = next) {
    const newline = text.indexOf('\n', lineStart)
    next = newline === -1 ? text.length : newline + 1
    const end = lineStart + text.slice(lineStart, newline === -1 ? text.length : newline).trimEnd().length
    let at = lineStart
    // In a log every line begins with a tab.
    while (at < end && (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9)) at++
    if (at === end || text.startsWith('---', at) || text.charCodeAt(at) === 35) continue

    for (dashAt.lastIndex = at; dashAt.test(text); dashAt.lastIndex = at) {
      const column = at - lineStart
      closeTo(column, true)
      if (!blockAt(column, at, true)) return bad(at, 'a key')
      at = Math.min(dashAt.lastIndex, end)
      waiting = { at: -1, column, isItem: true }
      keyAt.lastIndex = at
      if (at === end || keyAt.test(text) || text.charCodeAt(at) === 45) {
        waiting = { at: tape.add(JsonKind.object, at, at), column, isItem: true }
      } else {
        waiting = undefined
        const problem = addValue(tape, text, at, end)
        if (problem) return problem
        at = end
      }
      lastEnd = end
      if (at === end) break
    }
    if (at === end) continue
    keyAt.lastIndex = at
    const key = keyAt.exec(text)
    if (!key || keyAt.lastIndex > end) return newline === -1 ? cut(end, ':') : bad(at, 'a key')
    const column = at - lineStart
    closeTo(column, false)
    if (!blockAt(column, at, false)) return bad(at, 'an indent that one of the lines above has')
    const name = yamlTexts.decode((key[1] ?? '').trimEnd())
    const keyStart = at
    let value = keyAt.lastIndex
    while (value < end && text.charCodeAt(value) === 32) value++
    if (value >= end) waiting = { at: tape.add(JsonKind.null, end, end, name, keyStart), column, isItem: false }
    else {
      const problem = addValue(tape, text, value, end, name, keyStart)
      if (problem) return problem
    }
    lastEnd = end
  }
  if (open.length === 0) return cut(text.length, 'a key')
  if (waiting && !postgresLists.has(tape.keyOf(waiting.at)) && !emptyObjects.has(tape.keyOf(waiting.at))) {
    return cut(text.length, 'a value')
  }
  settle()
  for (const { at } of open.reverse()) tape.close(at, lastEnd)
  return { tape: tape.tape(text, yamlTexts) }
}

/** Objects that servers print although nothing is in them. */
const emptyObjects: ReadonlySet<string> = new Set(['Settings', 'Planning', 'Serialization', 'Triggers'])

/** A value that ends with its line. Gives the problem where there is one. */
function addValue(tape: TapeWriter, text: string, at: number, end: number, key?: string, keyStart?: number) {
  const code = text.charCodeAt(at)
  if (code === 91) return addFlowList(tape, text, at, end, key, keyStart)
  const raw = text.slice(at, end)
  if (code === 34) {
    const close = endOfString(text, at, end)
    if (close === -1) return text.indexOf('\n', end) === -1 ? cut(end, 'the end of the text in quotes') : bad(end, '"')
    if (close !== end) return bad(close, 'the end of the line')
  }
  const kind = code === 34 || code === 39 ? JsonKind.text : (bareKind(raw) ?? JsonKind.text)
  tape.add(kind, at, end, key, keyStart)
  return undefined
}

/** `["a", "b"]` on one line; `[]` and `{}` too. */
function addFlowList(tape: TapeWriter, text: string, from: number, end: number, key?: string, keyStart?: number) {
  const list = tape.add(JsonKind.array, from, end, key, keyStart)
  let at = from + 1
  for (;;) {
    while (at < end && (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 44)) at++
    if (at >= end) return cut(end, ']')
    if (text.charCodeAt(at) === 93) break
    const close = text.charCodeAt(at) === 34 ? endOfString(text, at, end) : at + text.slice(at, end).search(/[,\]]|$/)
    if (close === -1 || close === at) return cut(end, 'the end of the text in quotes')
    const raw = text.slice(at, close)
    tape.add(bareKind(raw) ?? JsonKind.text, at, close)
    at = close
  }
  tape.close(list, at + 1)
  return at + 1 === end ? undefined : bad(at + 1, 'the end of the line')
}

const yamlTexts: TextSyntax = {
  decode(raw) {
    if (raw.startsWith('"')) return unescapeJson(raw.slice(1, -1))
    return raw.startsWith("'") ? raw.slice(1, -1).replaceAll("''", "'") : raw
  },
  quotes(raw) {
    return raw.startsWith('"') || raw.startsWith("'") ? 1 : 0
  },
}

function cut(offset: number, expected: string): JsonReading {
  return { problem: { cut: true, offset, expected } }
}

function bad(offset: number, expected: string): JsonReading {
  return { problem: { cut: false, offset, expected } }
}
