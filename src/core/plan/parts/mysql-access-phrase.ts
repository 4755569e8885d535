import type { AccessMethod } from '../model'
import { addCondition, type Operation } from './mysql-operation'
import { indexRead, indexReadMethods, sameString, tableReads } from './mysql-operation-words'
import { closingParenthesis, findOutside, listPieces } from './outside-quotes'

/**
 * Phrases of reads:
 *
 *     [Single-row] [covering] index lookup on T using I (a = 1, b = c.id) (reverse), with index condition: (…)
 *     Index range scan on T using I over (a = 1 AND 5 < b) OR (a = 2)
 *     Index range scan on T (re-planned for each iteration)
 *     Table scan on T
 */
export function readAccessPhrase(phrase: string, operation: Operation): boolean {
  const index = indexRead.exec(phrase)
  const head = index ?? tableReadIn(phrase)
  if (!head) return false
  operation.operator = 'access'
  operation.label = sameString(head[1] ?? '')
  const from = head[0].length
  const using = index ? phrase.indexOf(' using ', from) : -1
  const nameEnd = using === -1 ? from + phrase.slice(from).search(tableEnd) : using
  let at = nameEnd
  let indexName: string | undefined
  if (using !== -1) {
    at = using + ' using '.length
    const end = at + phrase.slice(at).search(indexEnd)
    indexName = phrase.slice(at, end)
    at = end
  }
  const tail = readTail(operation, phrase, at)
  const method = methodOf(phrase, index)
  operation.access = {
    table: phrase.slice(from, nameEnd),
    method,
    ...(indexName === undefined ? {} : { index: indexName }),
    covering: (index?.[3] ?? '').toLowerCase().startsWith('covering'),
    backward: tail.backward,
    multiRangeRead: index?.[2] === 'Multi-range' || index?.[5] !== undefined,
    indexCondition: tail.indexCondition,
    // A skip scan names the parts of its ranges only, not those that it steps over.
    ...(tail.keyParts && method !== 'skip-scan' && method !== 'loose-scan' ? { keyParts: tail.keyParts } : {}),
  }
  return true
}

function tableReadIn(phrase: string): RegExpExecArray | null {
  for (const { begins } of tableReads) {
    const found = begins.exec(phrase)
    if (found) return found
  }
  return null
}

const extras = ', (?:with index condition: |with pushed condition: |activating pushed join )'
const tableEnd = new RegExp(` in secondary engine | \\(re-planned |${extras}|$`)
const indexEnd = new RegExp(` \\(| over |${extras}|$`)
const rangesEnd = new RegExp(`(?:${extras}| \\((?:reverse|iterate backwards)\\))`, 'y')
const messages = /^, (?:with pushed condition: |activating pushed join )/

function methodOf(phrase: string, index: RegExpExecArray | null): AccessMethod {
  if (!index) return tableReads.find((read) => read.begins.test(phrase))?.method ?? 'other'
  if (index[2] === 'Single-row') return 'unique-lookup'
  return indexReadMethods.get(index[4] ?? '') ?? 'other'
}

interface Tail {
  backward: boolean
  indexCondition: boolean
  keyParts?: readonly string[]
}

function readTail(operation: Operation, phrase: string, from: number): Tail {
  const tail: Tail = { backward: false, indexCondition: false }
  let at = from
  while (at < phrase.length) {
    const rest = phrase.slice(at)
    const word = /^ \((?:reverse|iterate backwards)\)/.exec(rest)
    const engine = /^ in secondary engine ([^,]+)/.exec(rest)
    const marker = ', with index condition: '
    if (word) {
      tail.backward = true
      at += word[0].length
    } else if (rest.startsWith(' (re-planned for each iteration)')) {
      operation.rest.range_checked_for_each_record = true
      at += ' (re-planned for each iteration)'.length
    } else if (rest.startsWith(' (')) {
      const close = closingParenthesis(phrase, at + 1)
      if (close === -1) break
      tail.keyParts = lookup(operation, phrase, at + 2, close, tail)
      at = close + 1
    } else if (rest.startsWith(' over ')) {
      const start = at + ' over '.length
      at = endOfRanges(phrase, start)
      addCondition(operation, phrase, start, at, 'index-seek')
      tail.keyParts = rangeParts(phrase.slice(start, at))
    } else if (rest.startsWith(marker)) {
      const start = at + marker.length
      const message = findOutside(
        phrase,
        start,
        (place) => phrase[place] === ',' && messages.test(phrase.slice(place, place + 30)),
      )
      at = message === -1 ? phrase.length : message
      addCondition(operation, phrase, start, at, 'index-filter')
      tail.indexCondition = true
    } else if (engine) {
      operation.rest.secondary_engine = engine[1] ?? ''
      at += engine[0].length
    } else if (messages.test(rest)) {
      operation.rest.message = rest.slice(2)
      at = phrase.length
    } else break
  }
  if (phrase.slice(at).trim() !== '') operation.problem = { start: at, end: phrase.length }
  return tail
}

/** `a = 1, b = c.id`: one condition each; gives what stands to the left. */
function lookup(operation: Operation, phrase: string, start: number, end: number, tail: Tail): readonly string[] {
  const backwards = phrase.slice(start, end).lastIndexOf('; iterate backwards')
  if (backwards !== -1) tail.backward = true
  const parts: string[] = []
  for (const piece of listPieces(phrase, start, backwards === -1 ? end : start + backwards)) {
    operation.conditions.push({ ...piece, checkedAt: 'index-seek' })
    const equals = findOutside(piece.text, 0, (at) => piece.text[at] === '=')
    if (equals > 0) parts.push(piece.text.slice(0, equals).trim())
  }
  return parts
}

function endOfRanges(phrase: string, start: number): number {
  let depth = 0
  const end = findOutside(phrase, start, (at) => {
    if (depth === 0 && begins(rangesEnd, phrase, at)) return true
    if (phrase[at] === '(') depth++
    else if (phrase[at] === ')') depth--
    return false
  })
  return end === -1 ? phrase.length : end
}

/**
 * The parts that narrow the longest of the intervals: those with one value and the one behind them. That is what MySQL
 * lists as `key_columns` and `used_key_parts`. `(a = 1 AND 5 < b AND 6 < c) OR (a = 2)` gives a and b. Nothing where a
 * part is not named.
 */
function rangeParts(ranges: string): readonly string[] {
  let longest: readonly string[] = []
  for (const interval of splitOutside(ranges, / OR \(/y)) {
    const inside = interval.replace(/^\s*(?:OR )?\(|\)\s*$/g, '')
    const names: string[] = []
    for (const term of splitOutside(inside, / AND /y)) {
      const sides = splitOutside(term.replace(/^ AND /, ''), comparison)
      const name = comparedName(sides)
      if (name === unprintable) return []
      if (name === undefined) break
      names.push(name)
      if (!/^\s*=/.test(sides[1] ?? '')) break
    }
    if (names.length > longest.length) longest = names
  }
  return longest
}

/** What stands in place of a shape in ranges of a spatial index. */
const shape = /^(.+) unprintable_geometry_value$/
/** What stands in place of a condition on a BLOB or TEXT column: which column, the server does not say. */
const unprintable = 'unprintable_blob_value'
const comparison = /\s*(?:<=>|<=|>=|<>|!=|=|<|>)\s*/y
const literal = /^(?:['"]|[-+]?\.?\d|NULL$|x'|b')/i

/** The column in `a = 1`, `5 < a`, `5 <= a < 9`, given in parts before each sign. */
function comparedName(sides: readonly string[]): string | undefined {
  const values = sides.map((side) => side.replace(/^\s*[<>=!]+/, '').trim())
  if (values.length === 3) return values[1]
  if (values.length === 1) return shape.exec(values[0] ?? '')?.[1]
  return values.length === 2 ? values.find((value) => value !== '' && !literal.test(value)) : undefined
}

/** Parts a text before every place outside of quotes where the (sticky) pattern matches. */
function splitOutside(text: string, pattern: RegExp): string[] {
  const places = [0]
  let free = 0
  findOutside(text, 0, (at) => {
    if (at >= free && begins(pattern, text, at)) {
      if (at > 0) places.push(at)
      free = Math.max(pattern.lastIndex, at + 1)
    }
    return false
  })
  return places.map((place, index) => text.slice(place, places[index + 1]))
}

/** Whether a sticky pattern matches at a place; its `lastIndex` is then the place behind. */
function begins(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at
  return pattern.test(text)
}
