import { type JsonAt, JsonKind, type JsonTape, recordSize, slot, type TextSyntax } from '../../json/tape'

/** Writes the tape of a document that is not JSON, value by value in document order. */
export class TapeWriter {
  #records = new Int32Array(recordSize * 1024)
  #count = 0
  readonly #keys: string[] = []
  readonly #numbers = new Map<string, number>()

  /** Adds a value. `key` and `keyStart` for members of objects only. */
  add(kind: number, start: number, end: number, key?: string, keyStart = -1): JsonAt {
    const at = this.#count++
    if ((at + 1) * recordSize > this.#records.length) {
      const larger = new Int32Array(this.#records.length * 2)
      larger.set(this.#records)
      this.#records = larger
    }
    const base = at * recordSize
    this.#records[base + slot.kind] = kind
    this.#records[base + slot.start] = start
    this.#records[base + slot.end] = end
    this.#records[base + slot.next] = this.#count
    this.#records[base + slot.key] = key === undefined ? -1 : this.#numberOf(key)
    this.#records[base + slot.keyStart] = keyStart
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

  tape(text: string, texts: TextSyntax): JsonTape {
    const keys = this.#keys
    return { text, count: this.#count, records: this.#records, keys, names: keys, texts }
  }

  #numberOf(key: string): number {
    let number = this.#numbers.get(key)
    if (number === undefined) {
      number = this.#keys.push(key) - 1
      this.#numbers.set(key, number)
    }
    return number
  }
}

/** The kind of a number, `true`, `false` or `null` that stands there without quotes; undefined for anything else. */
export function bareKind(raw: string): number | undefined {
  if (/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(raw)) return JsonKind.number
  return words.get(raw)
}

const words: ReadonlyMap<string, number> = new Map([
  ['true', JsonKind.true],
  ['false', JsonKind.false],
  ['null', JsonKind.null],
])
