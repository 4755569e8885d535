import { Beginnings } from '../../json/beginnings'
import { type JsonAt, JsonKind, type JsonProblem, type JsonReading, type TextSyntax } from '../../json/tape'
import { postgresKeys, postgresLists, postgresTexts } from './postgres-containers'
import { bareKind, TapeWriter } from './tape-writer'

interface Open {
  readonly at: JsonAt
  readonly name: string
  readonly isList: boolean
  /** Members seen so far whose names do not tell what they are. */
  groups: number
  /** Of a list of sort methods: the first one's space was in memory. */
  inMemory: boolean
}

/** A tag without attributes, with what stands before it: blanks, and before them the closing tag of a value. */
interface Tag {
  /** The name of the value that ends before it. */
  readonly after: string | undefined
  /** How many code units stand before it. */
  readonly before: number
  readonly name: string
  /** It is `</name>`. */
  readonly closes: boolean
  /** The closing tag of this name. */
  readonly closing: string
  /** Where the parent does not matter: the number of its key. */
  readonly key: number | undefined
  readonly isText: boolean
}

/** Where a blank or another sign stands in a key, XML has a dash; these are the keys behind the names. */
const keysByName: ReadonlyMap<string, string> = new Map(
  [...postgresKeys()].map((key) => [key.replace(/[^\w.-]/g, '-'), key]),
)

const tag = /<(\/?)([\w.:-]+)(?:\s[^<>]*?)?(\/?)>/y

/**
 * Reads the XML that PostgreSQL prints (explain.c): elements named after the keys, texts with five entities, no
 * attributes but the name space. Whether an element is a list is told by its name or its `<Item>`s. Depth is limited
 * by memory only.
 *
 * Two groups have lost their names: of `<Incremental-Sort-Groups>` the first is `Full-sort Groups`, the second
 * `Pre-sorted Groups`; of `<Sort-Space>` memory stands before disk, and the methods say whether there was any.
 */
export function readPostgresXml(text: string): JsonReading {
  const reader = new XmlReader(text)
  const problem = reader.read()
  return problem ? { problem } : { tape: reader.tape.tape(text, xmlTexts) }
}

/** Elements inside each other; a chain of ten thousand nodes has twice as many. */
const maxDepth = 100_000

class XmlReader {
  readonly tape: TapeWriter
  readonly #text: string
  readonly #open: Open[] = []
  #top: Open | undefined
  readonly #beginnings = new Beginnings()
  readonly #tags: Tag[] = []
  readonly #names = new Map<string, string>()

  constructor(text: string) {
    this.#text = text
    this.tape = new TapeWriter(text.length)
  }

  /** Reads all elements; gives the problem where there is one. */
  read(): JsonProblem | undefined {
    const text = this.#text
    let from = text.charCodeAt(0) === 0xfeff ? 1 : 0
    while (!this.#isDone) {
      const guess = this.#beginnings.guess(text, from)
      from = guess === -1 ? this.#unexpected(from) : this.#known(guess, from)
    }
    return this.#problem
  }

  /** The last element is closed, or something is wrong. */
  #isDone = false
  #problem: JsonProblem | undefined
  /** The element whose value was read last, if its closing tag was not; with the place of its value. */
  #value: Tag | undefined
  #valueStart = 0

  /** A tag like one before; gives the place to go on at, like all these. */
  #known(beginning: number, from: number): number {
    const found = this.#tags[beginning]
    if (!found || found.after !== this.#value?.name) return this.#unexpected(from)
    this.#value = undefined
    return this.#tag(found, from + found.before, from + this.#beginnings.lengthOf(beginning))
  }

  #tag(found: Tag, at: number, behind: number): number {
    return found.closes ? this.#close(found.name, at, behind) : this.#element(found, at, behind)
  }

  /** A tag that is new, or was not expected here. */
  #unexpected(from: number): number {
    const text = this.#text
    const value = this.#value
    this.#value = undefined
    if (value && text.slice(from, from + value.closing.length) !== value.closing) return this.#unclosed(value, from)
    const valueEnd = value ? from + value.closing.length : from
    const isBehindTag = value !== undefined || text.charCodeAt(from - 1) === 62
    const at = skipMisc(text, valueEnd)
    if (at >= text.length) return this.#fail(cut(text.length, this.#top ? `</${this.#top.name}>` : '<explain>'))
    const end = isBehindTag ? text.indexOf('>', at) : -1
    const known = end === -1 ? undefined : this.#tags[this.#beginnings.find(text, from, end + 1)]
    if (known) return this.#tag(known, at, end + 1)
    tag.lastIndex = at
    const match = tag.exec(text)
    if (!match) return this.#fail(text.indexOf('>', at) === -1 ? cut(text.length, '>') : bad(at, 'an element'))
    const [whole, slash, name = '', selfClosed] = match
    const behind = at + whole.length
    if (selfClosed && !slash) {
      const key = this.#memberKey(name)
      const kind = postgresLists.has(key ?? '') ? JsonKind.array : JsonKind.object
      const number = key === undefined ? -1 : this.tape.numberOf(key)
      this.tape.add(kind, at, behind, number, key === undefined ? -1 : at)
      return behind
    }
    const found = this.#tagOf(name, slash === '/', value?.name, at - from)
    const isPlain = isBehindTag && whole.length === name.length + (found.closes ? 3 : 2)
    if (isPlain && this.#beginnings.keep(text, from, behind) !== -1) this.#tags.push(found)
    return this.#tag(found, at, behind)
  }

  /** Something else stands where the closing tag of a value should. */
  #unclosed({ closing }: Tag, at: number): number {
    const { length } = this.#text
    if (this.#text.charCodeAt(at + 1) === slashCode) return this.#fail(bad(at, closing))
    return this.#fail(length - at < 2 ? cut(length, '</') : bad(this.#valueStart, closing))
  }

  #tagOf(named: string, closes: boolean, after: string | undefined, before: number): Tag {
    // Equal names are one string, so that comparing them is cheap.
    const name = this.#names.get(named) ?? named
    this.#names.set(named, name)
    const key = keysByName.get(name) ?? name.replaceAll('-', ' ')
    const dependsOnParent = name === 'Incremental-Sort-Groups' || name === 'Sort-Space'
    return {
      after,
      before,
      name,
      closes,
      closing: `</${name}>`,
      key: dependsOnParent || closes ? undefined : this.tape.numberOf(key),
      isText: postgresTexts.has(key),
    }
  }

  #close(name: string, at: number, behind: number): number {
    const top = this.#top
    if (!top || top.name !== name) return this.#fail(bad(at, top ? `</${top.name}>` : 'an element'))
    this.tape.close(top.at, behind)
    this.#open.pop()
    this.#top = this.#open.at(-1)
    if (this.#top) return behind
    this.#isDone = true
    const rest = skipMisc(this.#text, behind)
    return rest < this.#text.length ? this.#fail(bad(rest, 'the end')) : rest
  }

  /** The element whose opening tag stands between two places: all of a value, only the beginning of a list or object. */
  #element(found: Tag, at: number, behind: number): number {
    const text = this.#text
    const { name, closing } = found
    const top = this.#top
    let key = -1
    let { isText } = found
    if (!top || top.isList) isText = true
    else if (found.key !== undefined && top.name !== 'Settings') key = found.key
    else {
      const own = this.#memberKey(name) ?? ''
      key = this.tape.numberOf(own)
      isText = top.name === 'Settings' || postgresTexts.has(own)
    }
    const keyStart = key === -1 ? -1 : at
    const close = text.indexOf('<', behind)
    if (close === -1) return this.#fail(cut(text.length, closing))
    const first = text.charCodeAt(behind)
    const isClosing = text.charCodeAt(close + 1) === slashCode
    if (first > blank ? close > behind || isClosing : isClosing && text.slice(behind, close).trim() !== '') {
      this.tape.add(isText ? JsonKind.text : bareKind(text, behind, close), behind, close, key, keyStart)
      if (name === 'Item' && top?.name === 'Sort-Methods-Used') noteMethod(this.#open, text.slice(behind, close))
      this.#value = found
      this.#valueStart = behind
      return close
    }
    // Nothing but blanks before a closing tag: it must be this element's own, which an empty list or object has.
    if (isClosing && text.slice(close, close + closing.length) !== closing) return this.#fail(bad(close, closing))
    const isList = isListAt(text, close, name, key === -1 ? undefined : this.tape.keyNamed(key))
    // <explain> is a list of queries, or the query itself where auto_explain printed it.
    const into = this.tape.add(isList ? JsonKind.array : JsonKind.object, at, behind, key, keyStart)
    this.#top = { at: into, name, isList, groups: 0, inMemory: false }
    if (this.#open.push(this.#top) > maxDepth) return this.#fail(bad(at, `${closing} (${maxDepth} elements are open)`))
    return behind
  }

  #fail(problem: JsonProblem): number {
    this.#problem = problem
    this.#isDone = true
    return this.#text.length
  }

  /** The key of an element of this name; undefined in lists and outermost. */
  #memberKey(name: string): string | undefined {
    const parent = this.#top
    if (!parent || parent.isList) return undefined
    // Names of settings are data.
    if (parent.name === 'Settings') return name
    if (name === 'Incremental-Sort-Groups') return parent.groups++ === 0 ? 'Full-sort Groups' : 'Pre-sorted Groups'
    if (name === 'Sort-Space') return parent.groups++ === 0 && parent.inMemory ? 'Sort Space Memory' : 'Sort Space Disk'
    return keysByName.get(name) ?? name.replaceAll('-', ' ')
  }
}

function isListAt(text: string, inside: number, name: string, key: string | undefined): boolean {
  if (name === 'explain') return text.startsWith('<Query>', inside)
  if (postgresLists.has(key ?? keysByName.get(name) ?? '')) return true
  return text.charCodeAt(inside + 1) === capitalI && text.startsWith('<Item>', inside)
}

const blank = 32
const slashCode = 47
const capitalI = 73

/** Only sorts that were written out are called external. */
function noteMethod(open: readonly Open[], method: string): void {
  const group = open.at(-2)
  if (group && !method.startsWith('external')) group.inMemory = true
}

/** Behind blanks, `<?xml …?>` and comments. */
function skipMisc(text: string, from: number): number {
  let at = from
  for (;;) {
    while (at < text.length && text.charCodeAt(at) <= 32) at++
    const end = text.startsWith('<?', at) ? '?>' : text.startsWith('<!--', at) ? '-->' : undefined
    if (end === undefined) return at
    const close = text.indexOf(end, at)
    at = close === -1 ? text.length : close + end.length
  }
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** Mostly these two signs alone. */
function decodeSigns(raw: string): string {
  const signs = raw.replaceAll('&lt;', '<').replaceAll('&gt;', '>')
  return signs.includes('&') ? decodeAll(raw) : signs
}

function decodeAll(raw: string): string {
  return raw.replace(
    /&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|(\w+));/g,
    (whole: string, hex?: string, digits?: string, name?: string) => {
      if (name !== undefined) return entities[name] ?? whole
      const code = hex === undefined ? Number(digits) : Number.parseInt(hex, 16)
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole
    },
  )
}

const xmlTexts: TextSyntax = {
  decode(raw) {
    if (!raw.includes('&')) return raw
    return raw.includes('&#') ? decodeAll(raw) : decodeSigns(raw)
  },
  quotes() {
    return 0
  },
}

function cut(offset: number, expected: string): JsonProblem {
  return { cut: true, offset, expected }
}

function bad(offset: number, expected: string): JsonProblem {
  return { cut: false, offset, expected }
}
