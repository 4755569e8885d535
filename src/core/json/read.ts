import { BlankRuns } from './blank-runs'
import { KeyTable } from './key-table'
import { writeLiterals } from './literal-runs'
import { endOfString, endOfWord, NumberScan, noBreakBlank, strayQuoteEnd } from './scan'
import { JsonKind, type JsonReading, recordSize, slot } from './tape'

const quote = 34
const comma = 44
const colon = 58
const slash = 47
const openArray = 91
const closeArray = 93
const openObject = 123
const closeObject = 125
/** With its quotes; engines keep a piece of this length as a place in the whole text, and copy a shorter one. */
const longChars = 15

/**
 * Reads JSON between two offsets of a text (UTF-16 code units; by default all of it) without recursion, so that depth
 * is limited by memory only. Takes what servers print and JSON forbids:
 * - comments after closing brackets (MySQL with `end_markers_in_json=ON`),
 * - keys that occur twice in one object (MariaDB before 10.11, traces); all are kept, in order,
 * - no-break blanks between values (copied from web pages),
 * - unknown escapes and raw control characters inside strings,
 * - members in arrays (PostgreSQL's counters of MERGE and ON CONFLICT behind the list of target partitions),
 * - quotes inside strings that are not escaped (MariaDB's conditions), where the string's end is still certain.
 * Everything else that is not JSON is a problem with its place.
 */
export function readJson(text: string, from = 0, to = text.length): JsonReading {
  // Pretty-printed plans have one value per 30 to 60 characters; the array grows where there are more.
  let records = new Int32Array(recordSize * (16 + ((to - from) >> 6)))
  let decoded = new Float64Array(records.length / recordSize)
  // Place 0 is for texts that are not here.
  const shortTexts = ['']
  let count = 0
  const number = new NumberScan()
  const keys = new KeyTable()
  const blanks = new BlankRuns()
  /**
   * The innermost open object or array. While it is open, its `next` slot holds the one around it and its `end` slot the
   * number of blanks before it or its key: as many stand before its closing bracket.
   */
  let open = -1
  let inObject = false
  let key = -1
  let keyStart = -1
  /** Blanks before the value or its key, and how many more stand before what is in it. */
  let indent = 0
  let step = 0
  /** The next value has a key although it stands in an array. */
  let keyed = false
  /** The next backslash at or behind the place we are at; the end where there is none. */
  let backslash = nextBackslash(text, from, to)
  // Editors put a byte order mark at the start of files.
  let at = text.charCodeAt(from) === 0xfeff ? from + 1 : from

  for (;;) {
    // A value starts at `at`, or the member of an object whose key must be read first.
    if (inObject) {
      key = keys.read(text, at, to)
      if (key === -1) return keys.start < to ? bad(keys.start, 'a key') : cut(to, 'a key')
      if (key === -2) return cut(to, 'the end of the key')
      if (key === -3) return keys.end < to ? bad(keys.end, ':') : cut(to, ':')
      keyStart = keys.start
      indent = keyStart - at
      at = keys.end
      const run = keys.literalsBehind(text, to)
      if (run) {
        while ((count + run.count) * recordSize > records.length) {
          records = grown(records)
          decoded = grownDecoded(decoded, records.length / recordSize)
        }
        writeLiterals(records, count, at, run, key, keyStart)
        count += run.count
        key = keys.passOver(run)
        keyStart = keys.start
        at = keys.end
      }
    } else if (keyed) keyed = false
    else {
      key = -1
      keyStart = -1
    }
    // Blanks or a comment; where there are none, the call is saved.
    const first = text.charCodeAt(at)
    if (first <= slash || first === noBreakBlank) {
      const behind = blanks.behind(text, at, to, key === -1 ? indent : 1)
      if (key === -1) indent = behind - at
      at = behind
    }
    if (at >= to) return cut(to, 'a value')

    const base = count * recordSize
    if (base + recordSize > records.length) {
      records = grown(records)
      decoded = grownDecoded(decoded, records.length / recordSize)
    }
    count++
    records[base + slot.start] = at
    records[base + slot.next] = count
    records[base + slot.key] = key
    records[base + slot.keyStart] = keyStart

    const code = text.charCodeAt(at)
    if (code === quote) {
      if (backslash < at) backslash = nextBackslash(text, at, to)
      const plainEnd = text.indexOf('"', at + 1) + 1
      if (plainEnd === 0 || plainEnd > to) return cut(to, 'the end of the text in quotes')
      if (backslash < plainEnd) {
        records[base + slot.kind] = JsonKind.escapedText
        at = endOfString(text, at, to)
        if (at === -1) return cut(to, 'the end of the text in quotes')
      } else {
        records[base + slot.kind] = JsonKind.text
        if (plainEnd - at < longChars) decoded[count - 1] = shortTexts.push(text.slice(at + 1, plainEnd - 1)) - 1
        at = plainEnd
      }
      records[base + slot.end] = at
    } else if (code === openObject || code === openArray) {
      const isObject = code === openObject
      records[base + slot.kind] = isObject ? JsonKind.object : JsonKind.array
      const inside = at + 1
      at = blanks.behind(text, inside, to, indent + step)
      if (at >= to) return cut(to, isObject ? 'a key or }' : 'a value or ]')
      if (text.charCodeAt(at) !== (isObject ? closeObject : closeArray)) {
        records[base + slot.next] = open
        records[base + slot.end] = indent
        open = count - 1
        inObject = isObject
        step = at - inside - indent
        indent += step
        // Keys are known by the blanks before them.
        if (isObject) at = inside
        continue
      }
      at++
      records[base + slot.end] = at
    } else if (code === 45 || (code >= 48 && code <= 57)) {
      const end = number.end(text, at, to)
      if (end < 0) return -end > to ? cut(to, 'a digit') : bad(-end - 1, 'a digit')
      records[base + slot.kind] = JsonKind.number
      decoded[count - 1] = number.value
      at = end
      records[base + slot.end] = at
    } else {
      const word = code === 116 ? 'true' : code === 102 ? 'false' : code === 110 ? 'null' : ''
      if (word === '') return bad(at, 'a value')
      const end = endOfWord(text, at, to, word)
      if (end < 0) return -end > to ? cut(to, word) : bad(at, word)
      records[base + slot.kind] = word === 'true' ? JsonKind.true : word === 'false' ? JsonKind.false : JsonKind.null
      at = end
      records[base + slot.end] = at
    }

    // Behind a value: a comma and the next one, or the end of what is open, as often as it takes.
    for (;;) {
      if (text.charCodeAt(at) !== comma) {
        at = blanks.behind(text, at, to, open === -1 ? 0 : (records[open * recordSize + slot.end] ?? 0))
      }
      if (open === -1) {
        if (at < to) return bad(at, 'the end')
        const names = keys.keys.map((each) => each.trimEnd())
        return { tape: { text, count, records, decoded, shortTexts, keys: keys.keys, names } }
      }
      const code = at < to ? text.charCodeAt(at) : -1
      if (code === comma) {
        at++
        break
      }
      if (code === (inObject ? closeObject : closeArray)) {
        at++
        const base = open * recordSize
        indent = records[base + slot.end] ?? 0
        records[base + slot.end] = at
        open = records[base + slot.next] ?? -1
        records[base + slot.next] = count
        inObject = open !== -1 && records[open * recordSize + slot.kind] === JsonKind.object
        continue
      }
      const last = (count - 1) * recordSize
      if (code === colon && !inObject && records[last + slot.kind] === JsonKind.text) {
        count--
        decoded[count] = 0
        key = keys.read(text, records[last + slot.start] ?? at, to)
        keyStart = keys.start
        at = keys.end
        keyed = true
        break
      }
      const expected = inObject ? ', or }' : ', or ]'
      if (code === -1) return cut(to, expected)
      // A quote in the middle of a text that the server forgot to escape: the text goes on.
      const kind = records[last + slot.kind]
      const end = kind === JsonKind.text || kind === JsonKind.escapedText ? strayQuoteEnd(text, at, to) : -1
      if (end === -2) return cut(to, 'the end of the text in quotes')
      if (end === -1) return bad(at, expected)
      records[last + slot.kind] = JsonKind.escapedText
      records[last + slot.end] = end
      at = end
    }
  }
}

function nextBackslash(text: string, from: number, to: number): number {
  const at = text.indexOf('\\', from)
  return at === -1 ? to : at
}

function grown(records: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(recordSize * Math.ceil((records.length / recordSize) * 1.5))
  larger.set(records)
  return larger
}

function grownDecoded(decoded: Float64Array, length: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(length)
  larger.set(decoded)
  return larger
}

function cut(offset: number, expected: string): JsonReading {
  return { problem: { cut: true, offset, expected } }
}

function bad(offset: number, expected: string): JsonReading {
  return { problem: { cut: false, offset, expected } }
}
