import { unescapeJson } from './json-bytes'

/** The parts of an auto_explain message. */
export interface PlanPlace {
  readonly sql: Uint8Array
  /** The plan, in the message's bytes. */
  readonly from: number
  readonly to: number
}

const queryText = letters('Query Text: ')
const jsonText = letters('"Query Text": "')
const yamlText = letters('Query Text: "')
const xmlStart = letters('<explain')
const xmlText = letters('<Query-Text>')
const xmlTextEnd = letters('</Query-Text>')
const parameters = letters('Query Parameters: ')

/**
 * Finds the query and the plan in what follows `plan:`. In text the query goes on to the first line that has a plan
 * node's figures; JSON, YAML and XML are the plan as a whole, with the query inside.
 */
export function findPlan(bytes: Uint8Array, from: number, to: number): PlanPlace | undefined {
  let at = from
  while (at < to && (bytes[at] ?? 0) <= 32) at++
  if (bytes[at] === 123) return quoted(bytes, at, to, find(bytes, at, to, jsonText), jsonText)
  // No statement begins with a quoted name.
  if (startsWith(bytes, at, yamlText)) return quoted(bytes, at, to, at, yamlText)
  if (startsWith(bytes, at, xmlStart)) {
    const start = find(bytes, at, to, xmlText)
    const end = start === -1 ? -1 : find(bytes, start, to, xmlTextEnd)
    return end === -1 ? undefined : { sql: unescapeXml(bytes, start + xmlText.length, end), from: at, to }
  }
  if (!startsWith(bytes, at, queryText)) return undefined
  const start = at + queryText.length
  let line = bytes.indexOf(10, start)
  while (line !== -1 && line < to) {
    let begin = line + 1
    while (bytes[begin] === 9 || bytes[begin] === 32) begin++
    const next = bytes.indexOf(10, begin)
    const end = next === -1 || next > to ? to : next
    if (startsWith(bytes, begin, parameters)) {
      const plan = end + 1
      return { sql: bytes.slice(start, line), from: Math.min(plan, to), to }
    }
    if (isNode(bytes, begin, end)) return { sql: bytes.slice(start, line), from: line + 1, to }
    line = next
  }
  return undefined
}

/** The query as a string of JSON, whose escapes YAML shares here. */
function quoted(bytes: Uint8Array, from: number, to: number, place: number, mark: Uint8Array): PlanPlace | undefined {
  if (place === -1) return undefined
  const start = place + mark.length
  let end = start
  while (end < to && bytes[end] !== 34) end += bytes[end] === 92 ? 2 : 1
  return { sql: unescapeJson(bytes, start, end), from, to }
}

const entities = [
  [letters('&lt;'), 60],
  [letters('&gt;'), 62],
  [letters('&amp;'), 38],
  [letters('&#x0d;'), 13],
] as const

/** The four entities that PostgreSQL writes (escape_xml). */
function unescapeXml(bytes: Uint8Array, from: number, to: number): Uint8Array {
  const out = new Uint8Array(to - from)
  let used = 0
  for (let at = from; at < to; ) {
    const entity = bytes[at] === 38 ? entities.find(([name]) => startsWith(bytes, at, name)) : undefined
    out[used++] = entity === undefined ? (bytes[at] ?? 0) : entity[1]
    at += entity === undefined ? 1 : entity[0].length
  }
  return out.subarray(0, used)
}

/** A plan node's line has its cost or its time in parentheses behind two blanks. */
function isNode(bytes: Uint8Array, from: number, to: number): boolean {
  if ((bytes[from] ?? 0) < 65 || (bytes[from] ?? 0) > 90) return false
  return find(bytes, from, to, costMark) !== -1 || find(bytes, from, to, actualMark) !== -1
}
const costMark = letters('  (cost=')
const actualMark = letters(' (actual ')

function find(bytes: Uint8Array, from: number, to: number, mark: Uint8Array): number {
  const first = mark[0] ?? 0
  for (let at = bytes.indexOf(first, from); at !== -1 && at + mark.length <= to; at = bytes.indexOf(first, at + 1)) {
    if (startsWith(bytes, at, mark)) return at
  }
  return -1
}

function letters(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}

function startsWith(bytes: Uint8Array, at: number, mark: Uint8Array): boolean {
  for (let i = 0; i < mark.length; i++) if (bytes[at + i] !== mark[i]) return false
  return true
}
