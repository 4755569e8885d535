import { endOfNumber } from '../../json/scan'
import { type JsonAt, JsonKind, type JsonTape, recordSize, slot, type TextSyntax } from '../../json/tape'

/** Writes the tape of a document that is not JSON, value by value in document order. */
export class TapeWriter {
  #records: Int32Array
  #count = 0
  readonly #keys: string[] = []
  readonly #numbers = new Map<string, number>()

  /** @param textLength length of the document in UTF-16 code units; plans have one value per 30 to 60 of them */
  constructor(textLength: number) {
    this.#records = new Int32Array(recordSize * (64 + (textLength >> 6)))
  }

  /** Adds a value. The key's number and `keyStart` for members of objects only. */
  add(kind: number, start: number, end: number, key = -1, keyStart = -1): JsonAt {
    const at = this.#count++
    const base = at * recordSize
    if (base + recordSize > this.#records.length) this.#grow()
    const records = this.#records
    records[base + slot.kind] = kind
    records[base + slot.start] = start
    records[base + slot.end] = end
    records[base + slot.next] = this.#count
    records[base + slot.key] = key
    records[base + slot.keyStart] = keyStart
    return at
  }

  /** Says what a value is that was added before its kind was known. */
  become(at: JsonAt, kind: number, start: number): void {
    this.#records[at * recordSize + slot.kind] = kind
    this.#records[at * recordSize + slot.start] = start
  }

  /** Everything added since `at` stands in it. */
  close(at: JsonAt, end: number): void {
    this.#records[at * recordSize + slot.end] = end
    this.#records[at * recordSize + slot.next] = this.#count
  }

  /** The key of a member. */
  keyOf(at: JsonAt): string {
    return this.#keys[this.#records[at * recordSize + slot.key] ?? -1] ?? ''
  }

  /** The key with this number. */
  keyNamed(number: number): string | undefined {
    return this.#keys[number]
  }

  /** The number under which a key is written. */
  numberOf(key: string): number {
    let number = this.#numbers.get(key)
    if (number === undefined) {
      number = this.#keys.push(key) - 1
      this.#numbers.set(key, number)
    }
    return number
  }

  tape(text: string, texts: TextSyntax): JsonTape {
    const keys = this.#keys
    return { text, count: this.#count, records: this.#records, keys, names: keys, texts }
  }

  #grow(): void {
    const larger = new Int32Array(recordSize * Math.ceil((this.#records.length / recordSize) * 1.5))
    larger.set(this.#records)
    this.#records = larger
  }
}

/** The kind of what stands between two places without quotes: a number, `true`, `false` or `null`, or else a text. */
export function bareKind(text: string, start: number, end: number): number {
  const code = text.charCodeAt(start)
  if (code === 45 || (code >= 48 && code <= 57)) {
    return endOfNumber(text, start, end) === end ? JsonKind.number : JsonKind.text
  }
  const isWord = (code === 116 || code === 102 || code === 110) && end - start <= longestWord
  return isWord ? (words.get(text.slice(start, end)) ?? JsonKind.text) : JsonKind.text
}

const longestWord = 5
const words: ReadonlyMap<string, number> = new Map([
  ['true', JsonKind.true],
  ['false', JsonKind.false],
  ['null', JsonKind.null],
])
