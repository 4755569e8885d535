import {
  asBoolean,
  asNumber,
  asText,
  asTexts,
  childrenOf,
  countIn,
  firstIn,
  insideSpanOf,
  isArray,
  isObject,
  keyNumberOf,
  keyOf,
  kindOf,
  memberSpanOf,
  nextIn,
  rawOf,
  spanOf,
} from '../../json/cursor'
import { type JsonAt, JsonKind, type JsonTape } from '../../json/tape'
import type { ParseNote, TextSpan } from '../../text-span'
import type { Condition } from '../model'

/** Keys of objects that are kept as text, by the key under which the object (or a list of it) stands. */
export type KeptObjects = Readonly<Record<string, readonly string[]>>

/** Kept values deeper than this stand as they are in the text; real ones have at most six levels. */
const maxKeptDepth = 64

/** Names of schemas and words of extensions are not a closed list. */
const maxWords = 1000

/** Lists into which PostgreSQL prints members of the object that holds the list; the node's reader takes them. */
const membersInList: ReadonlySet<string> = new Set(['Target Tables'])

/**
 * The members of one JSON document and what was not understood in it. Reading a member with the wrong kind of value
 * makes a note and gives undefined; `null` is "unknown" and gives undefined silently.
 */
export class JsonMembers {
  readonly notes: ParseNote[] = []
  readonly #words = new Map<string, string>()
  /** By the number of the key under which they stand. */
  readonly #lastWords: string[]
  /** Lists that were read last, by the same numbers. The same list stands in many nodes, and is kept once. */
  readonly #lastTexts: (readonly string[] | undefined)[]
  readonly #lastCompact: string[]
  readonly #kept: ReadonlyMap<string, ReadonlySet<string>>

  constructor(
    readonly tape: JsonTape,
    kept: KeptObjects,
    /** Keys (or `parent.key`) under which objects stand whose own keys are data. */
    readonly dataKeyed: ReadonlySet<string>,
  ) {
    this.#lastWords = tape.keys.map(() => '')
    this.#lastCompact = tape.keys.map(() => '')
    this.#lastTexts = tape.keys.map(() => undefined)
    this.#kept = new Map(Object.entries(kept).map(([key, members]) => [key, new Set(members)]))
  }

  note(message: string, span: TextSpan): void {
    this.notes.push({ message, span })
  }

  /** A member whose key no known server version prints. */
  unknown(at: JsonAt): void {
    this.note(`Unknown key "${keyOf(this.tape, at)}"`, memberSpanOf(this.tape, at))
  }

  key(at: JsonAt): string {
    return keyOf(this.tape, at)
  }

  span(at: JsonAt): TextSpan {
    return spanOf(this.tape, at)
  }

  /** The members of an object, the elements of an array; none for anything else. */
  children(at: JsonAt): JsonAt[] {
    return childrenOf(this.tape, at)
  }

  /** The members of what must be an object. */
  members(at: JsonAt): JsonAt[] {
    if (!isObject(this.tape, at)) this.#unexpected(at, 'an object')
    return isObject(this.tape, at) ? childrenOf(this.tape, at) : []
  }

  /** The elements of what must be an array. */
  elements(at: JsonAt): JsonAt[] {
    if (!isArray(this.tape, at)) {
      this.#unexpected(at, 'a list')
      return []
    }
    const { tape } = this
    const children = childrenOf(tape, at)
    let isPlain = true
    for (const each of children) if (keyNumberOf(tape, each) !== -1) isPlain = false
    if (isPlain) return children
    return children.filter((each) => {
      if (keyNumberOf(this.tape, each) === -1) return true
      this.unknown(each)
      return false
    })
  }

  text(at: JsonAt): string | undefined {
    return this.#expect(at, asText(this.tape, at), 'text')
  }

  number(at: JsonAt): number | undefined {
    const value = asNumber(this.tape, at)
    // `1e999` is valid JSON and no number that can be counted with.
    return this.#expect(at, Number.isFinite(value) ? value : undefined, 'a number')
  }

  boolean(at: JsonAt): boolean | undefined {
    return this.#expect(at, asBoolean(this.tape, at), 'true or false')
  }

  texts(at: JsonAt): readonly string[] | undefined {
    const texts = this.#expect(at, asTexts(this.tape, at), 'a list of texts')
    if (texts === undefined) return undefined
    const key = keyNumberOf(this.tape, at)
    const last = this.#lastTexts[key]
    if (last && haveSameTexts(last, texts)) return last
    this.#lastTexts[key] = texts
    return texts
  }

  condition(at: JsonAt, checkedAt: Condition['checkedAt']): Condition | undefined {
    const text = this.text(at)
    return text === undefined ? undefined : { text, checkedAt, span: insideSpanOf(this.tape, at) }
  }

  /** A text that is one of few, such as the type of a node: the same words are one string, however often they stand. */
  word(at: JsonAt): string | undefined {
    const text = this.text(at)
    if (text === undefined) return undefined
    const key = keyNumberOf(this.tape, at)
    // Mostly the word that stood under this key before: comparing is faster than looking it up.
    const last = this.#lastWords[key]
    if (last === text) return last
    const known = this.#words.get(text)
    if (known === undefined && this.#words.size < maxWords) this.#words.set(text, text)
    this.#lastWords[key] = known ?? text
    return known ?? text
  }

  /** A value verbatim: numbers, flags and texts as such, `null` as its word, lists and objects as JSON text. */
  verbatim(at: JsonAt): string | number | boolean {
    switch (kindOf(this.tape, at)) {
      case JsonKind.true:
        return true
      case JsonKind.false:
        return false
      case JsonKind.number: {
        const value = asNumber(this.tape, at) ?? 0
        // 64-bit identifiers do not fit into a number.
        const exact = Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))
        return exact ? value : rawOf(this.tape, at)
      }
      case JsonKind.text:
      case JsonKind.escapedText:
        return asText(this.tape, at) ?? ''
      case JsonKind.null:
        return 'null'
      default: {
        const compact = this.#compact(at, this.key(at), 0)
        const key = keyNumberOf(this.tape, at)
        const last = this.#lastCompact[key]
        if (last === compact) return last
        this.#lastCompact[key] = compact
        return compact
      }
    }
  }

  /** A value of an object whose keys are data: a text decoded, anything else as it stands. */
  data(at: JsonAt): string {
    return asText(this.tape, at) ?? rawOf(this.tape, at)
  }

  /** JSON text of a list or object without its unknown members, which become notes. `name`: the key it stands under. */
  #compact(at: JsonAt, name: string, depth: number): string {
    const { tape } = this
    if (firstIn(tape, at) === -1) return isArray(tape, at) ? '[]' : isObject(tape, at) ? '{}' : this.#json(at)
    if (depth > maxKeptDepth) return rawOf(tape, at)
    const parts = new Array<string>(countIn(tape, at))
    let count = 0
    const inObject = isObject(tape, at)
    const known = inObject ? this.#kept.get(name) : undefined
    for (let each = firstIn(tape, at); each !== -1; each = nextIn(tape, at, each)) {
      const key = tape.keys[keyNumberOf(tape, each)] ?? ''
      if (!inObject) {
        if (keyNumberOf(tape, each) === -1) parts[count++] = this.#compact(each, name, depth + 1)
        else if (!membersInList.has(name)) this.unknown(each)
      } else if (this.dataKeyed.has(name)) parts[count++] = `${JSON.stringify(key)}:${this.#json(each)}`
      else if (known?.has(keyOf(tape, each))) {
        const path = `${name}.${keyOf(tape, each)}`
        const inside = this.#compact(each, this.dataKeyed.has(path) ? path : keyOf(tape, each), depth + 1)
        parts[count++] = `${JSON.stringify(key)}:${inside}`
      } else this.unknown(each)
    }
    if (count < parts.length) parts.length = count
    return inObject ? `{${parts.join(',')}}` : `[${parts.join(',')}]`
  }

  /** A value as JSON, in the server's own letters where it is JSON already. */
  #json(at: JsonAt): string {
    const text = this.tape.texts ? asText(this.tape, at) : undefined
    return text === undefined ? rawOf(this.tape, at) : JSON.stringify(text)
  }

  #expect<Value>(at: JsonAt, value: Value | undefined, wanted: string): Value | undefined {
    if (value === undefined && kindOf(this.tape, at) !== JsonKind.null) this.#unexpected(at, wanted)
    return value
  }

  #unexpected(at: JsonAt, wanted: string): void {
    this.note(`"${this.key(at)}" is not ${wanted}`, memberSpanOf(this.tape, at))
  }
}

function haveSameTexts(some: readonly string[], others: readonly string[]): boolean {
  if (some.length !== others.length) return false
  for (let index = 0; index < some.length; index++) if (some[index] !== others[index]) return false
  return true
}
