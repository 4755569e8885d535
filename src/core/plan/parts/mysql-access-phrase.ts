import type { AccessMethod } from '../model'
import { addCondition, type Operation, type Phrase } from './mysql-operation'
import { indexRead, indexReadMethods, sameString, tableReads } from './mysql-operation-words'
import { begins, closingParenthesis, findOutside, listPieces } from './outside-quotes'

/**
 * Phrases of reads:
 *
 *     [Single-row] [covering] index lookup on T using I (a = 1, b = c.id) (reverse), with index condition: (…)
 *     Index range scan on T using I over (a = 1 AND 5 < b) OR (a = 2)
 *     Index range scan on T (re-planned for each iteration)
 *     Table scan on T
 */
export function readAccessPhrase(phrase: Phrase, operation: Operation): boolean {
  const { text } = phrase
  const head = headOf(text)
  if (!head) return false
  const { method, covering } = head
  operation.operator = 'access'
  operation.label = head.label
  const from = head.length
  const using = head.isIndexRead ? text.indexOf(' using ', from) : -1
  const nameEnd = using === -1 ? from + text.slice(from).search(tableEnd) : using
  let at = nameEnd
  let index: string | undefined
  if (using !== -1) {
    at = using + ' using '.length
    const end = at + text.slice(at).search(indexEnd)
    index = text.slice(at, end)
    at = end
  }
  const tail = readTail(operation, phrase, at)
  // A skip scan names the parts of its ranges only, not those that it steps over.
  const skips = method === 'skip-scan' || method === 'loose-scan'
  operation.access = {
    table: text.slice(from, nameEnd),
    method,
    index,
    covering,
    backward: tail.backward,
    multiRangeRead: head.multiRangeRead,
    indexCondition: tail.indexCondition,
    lookup: skips ? undefined : tail.lookup,
    ranges: skips ? undefined : tail.ranges,
  }
  return true
}

/** What stands before the table's name. */
interface Head {
  readonly label: string
  /** UTF-16 code units up to the name. */
  readonly length: number
  readonly method: AccessMethod
  readonly isIndexRead: boolean
  readonly covering: boolean
  readonly multiRangeRead: boolean
}

/** The heads that were met, which are some dozens; all but two kinds end with the first ` on `. */
const heads = new Map<string, Head>()
const longestHead = 60

function headOf(phrase: string): Head | undefined {
  const on = phrase.indexOf(' on ')
  const words = on === -1 || on > longestHead ? undefined : phrase.slice(0, on + ' on '.length)
  const known = words === undefined ? undefined : heads.get(words)
  if (known) return known
  const head = indexHead(phrase) ?? tableHead(phrase)
  if (head && head.length === words?.length) heads.set(words, head)
  return head
}

function indexHead(phrase: string): Head | undefined {
  const found = indexRead.exec(phrase)
  if (!found) return undefined
  const [{ length }, label = '', kind, index = '', what = '', multiRange] = found
  return {
    label: sameString(label),
    length,
    method: kind === 'Single-row' ? 'unique-lookup' : (indexReadMethods.get(what) ?? 'other'),
    isIndexRead: true,
    covering: index.toLowerCase().startsWith('covering'),
    multiRangeRead: kind === 'Multi-range' || multiRange !== undefined,
  }
}

function tableHead(phrase: string): Head | undefined {
  for (const { begins, method } of tableReads) {
    const found = begins.exec(phrase)
    if (!found) continue
    const [{ length }, label = ''] = found
    return { label: sameString(label), length, method, isIndexRead: false, covering: false, multiRangeRead: false }
  }
  return undefined
}

const extras = ', (?:with index condition: |with pushed condition: |activating pushed join )'
const tableEnd = new RegExp(` in secondary engine | \\(re-planned |${extras}|$`)
const indexEnd = new RegExp(` \\(| over |${extras}|$`)
const rangesEnd = new RegExp(`(?:${extras}| \\((?:reverse|iterate backwards)\\))`, 'y')
const messages = /, (?:with pushed condition: |activating pushed join )/y
const engine = / in secondary engine ([^,]+)/y

interface Tail {
  backward: boolean
  indexCondition: boolean
  lookup: string | undefined
  ranges: string | undefined
}

function readTail(operation: Operation, phrase: Phrase, from: number): Tail {
  const tail: Tail = { backward: false, indexCondition: false, lookup: undefined, ranges: undefined }
  const { text } = phrase
  const { length } = text
  let at = from
  while (at < length) {
    const next = text.charCodeAt(at) === blank ? text.charCodeAt(at + 1) : 0
    if (next === openParenthesis) {
      const word = wordInParentheses(text, at)
      if (word !== '') {
        if (word === replanned) operation.rest.range_checked_for_each_record = true
        else tail.backward = true
        at += word.length
        continue
      }
      const close = closingParenthesis(text, at + 1)
      if (close === -1) break
      tail.lookup = lookup(operation, phrase, at + 2, close, tail)
      tail.ranges = undefined
      at = close + 1
    } else if (next !== 0 && text.startsWith(over, at)) {
      const start = at + over.length
      at = endOfRanges(text, start)
      addCondition(operation, phrase, start, at, 'index-seek')
      tail.ranges = text.slice(start, at)
      tail.lookup = undefined
    } else if (next === 0 && text.startsWith(indexCondition, at)) {
      const start = at + indexCondition.length
      const message = findOutside(text, start, (place, code) => code === comma && begins(messages, text, place))
      at = message === -1 ? length : message
      addCondition(operation, phrase, start, at, 'index-filter')
      tail.indexCondition = true
    } else if (begins(engine, text, at)) {
      const end = engine.lastIndex
      operation.rest.secondary_engine = text.slice(at + ' in secondary engine '.length, end)
      at = end
    } else if (begins(messages, text, at)) {
      operation.rest.message = text.slice(at + 2)
      at = length
    } else break
  }
  if (at < length && text.slice(at).trim() !== '') operation.problem = { start: at, end: length }
  return tail
}

/** The words in parentheses that stand at a place, if they are no lookup. */
function wordInParentheses(text: string, at: number): string {
  const letter = text.charCodeAt(at + 2)
  if (letter === 105 && text.startsWith(backwards, at)) return backwards
  if (letter !== 114) return ''
  return text.startsWith(reverse, at) ? reverse : text.startsWith(replanned, at) ? replanned : ''
}

const blank = 32
const openParenthesis = 40
const closeParenthesis = 41
const comma = 44
const reverse = ' (reverse)'
const backwards = ' (iterate backwards)'
const replanned = ' (re-planned for each iteration)'
const over = ' over '
const indexCondition = ', with index condition: '

/** `a = 1, b = c.id`: one condition each; gives all of them. */
function lookup(operation: Operation, phrase: Phrase, start: number, end: number, tail: Tail): string {
  const whole = phrase.text.slice(start, end)
  const iterates = whole.lastIndexOf('; iterate backwards')
  if (iterates !== -1) tail.backward = true
  const stop = iterates === -1 ? end : start + iterates
  if (phrase.keepsConditions) {
    for (const piece of listPieces(phrase.text, start, stop)) {
      addCondition(operation, phrase, piece.start, piece.end, 'index-seek')
    }
  }
  return iterates === -1 ? whole : phrase.text.slice(start, stop)
}

function endOfRanges(phrase: string, start: number): number {
  let depth = 0
  const end = findOutside(phrase, start, (at, code) => {
    if (depth === 0 && (code === comma || code === blank) && begins(rangesEnd, phrase, at)) return true
    if (code === openParenthesis) depth++
    else if (code === closeParenthesis) depth--
    return false
  })
  return end === -1 ? phrase.length : end
}
