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

/** An opening tag without attributes, with the blanks before it. */
interface Tag {
  readonly blanks: number
  readonly name: string
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

  constructor(text: string) {
    this.#text = text
    this.tape = new TapeWriter(text.length)
  }

  /** Reads all elements; gives the problem where there is one. */
  read(): JsonProblem | undefined {
    const text = this.#text
    let from = text.charCodeAt(0) === 0xfeff ? 1 : 0
    for (;;) {
      const guess = this.#beginnings.guess(text, from)
      const guessed = guess === -1 ? undefined : this.#tags[guess]
      if (guessed) {
        const behind = from + this.#beginnings.lengthOf(guess)
        from = this.#element(guessed, from + guessed.blanks, behind)
        if (this.#problem) return this.#problem
        continue
      }
      const at = skipMisc(text, from)
      if (at >= text.length) return cut(text.length, this.#top ? `</${this.#top.name}>` : '<explain>')
      tag.lastIndex = at
      const found = tag.exec(text)
      if (!found) return text.indexOf('>', at) === -1 ? cut(text.length, '>') : bad(at, 'an element')
      const [whole, slash, name = '', selfClosed] = found
      const behind = at + whole.length
      if (slash) {
        const top = this.#top
        if (!top || top.name !== name) return bad(at, top ? `</${top.name}>` : 'an element')
        this.tape.close(top.at, behind)
        this.#open.pop()
        this.#top = this.#open.at(-1)
        from = behind
        if (this.#top) continue
        const rest = skipMisc(text, behind)
        return rest < text.length ? bad(rest, 'the end') : undefined
      }
      if (selfClosed) {
        const key = this.#memberKey(name)
        const kind = postgresLists.has(key ?? '') ? JsonKind.array : JsonKind.object
        const number = key === undefined ? -1 : this.tape.numberOf(key)
        this.tape.add(kind, at, behind, number, key === undefined ? -1 : at)
        from = behind
        continue
      }
      const isPlain = whole.length === name.length + 2 && text.charCodeAt(from - 1) === 62
      const known = isPlain ? this.#beginnings.find(text, from, behind) : -1
      const tagFound = this.#tags[known] ?? this.#tagOf(name, at - from)
      if (isPlain && known === -1 && this.#beginnings.keep(text, from, behind) !== -1) this.#tags.push(tagFound)
      from = this.#element(tagFound, at, behind)
      if (this.#problem) return this.#problem
    }
  }

  /** What was wrong in the element read last. */
  #problem: JsonProblem | undefined

  #tagOf(name: string, blanks: number): Tag {
    const key = keysByName.get(name) ?? name.replaceAll('-', ' ')
    const dependsOnParent = name === 'Incremental-Sort-Groups' || name === 'Sort-Space'
    return {
      blanks,
      name,
      closing: `</${name}>`,
      key: dependsOnParent ? undefined : this.tape.numberOf(key),
      isText: postgresTexts.has(key),
    }
  }

  /** The element whose opening tag stands between two places: all of a value, only the beginning of a list or object. */
  #element(found: Tag, at: number, behind: number): number {
    const text = this.#text
    const { name, closing } = found
    const top = this.#top
    let key = -1
    let { isText } = found
    if (top?.isList !== false) isText = true
    else if (found.key !== undefined && top.name !== 'Settings') key = found.key
    else {
      const own = this.#memberKey(name) ?? ''
      key = this.tape.numberOf(own)
      isText = top.name === 'Settings' || postgresTexts.has(own)
    }
    const keyStart = key === -1 ? -1 : at
    const close = text.indexOf('<', behind)
    if (close === -1) return this.#fail(cut(text.length, closing))
    const closes = text.slice(close, close + closing.length) === closing
    const isBlank = close > behind && text.charCodeAt(behind) <= 32 && text.slice(behind, close).trim() === ''
    if (closes && !isBlank) {
      this.tape.add(isText ? JsonKind.text : bareKind(text, behind, close), behind, close, key, keyStart)
      if (name === 'Item' && top?.name === 'Sort-Methods-Used') noteMethod(this.#open, text.slice(behind, close))
      return close + closing.length
    }
    if (!closes && text.charCodeAt(close + 1) === 47) return this.#fail(bad(close, closing))
    if (close > behind && !isBlank) {
      return this.#fail(!closes && text.length - close < 2 ? cut(text.length, '</') : bad(behind, closing))
    }
    const isList = isListAt(text, close, name, key === -1 ? undefined : this.tape.keyNamed(key))
    // <explain> is a list of queries, or the query itself where auto_explain printed it.
    const into = this.tape.add(isList ? JsonKind.array : JsonKind.object, at, behind, key, keyStart)
    this.#top = { at: into, name, isList, groups: 0, inMemory: false }
    if (this.#open.push(this.#top) > maxDepth) return this.#fail(bad(at, `${closing} (${maxDepth} elements are open)`))
    return close
  }

  #fail(problem: JsonProblem): number {
    this.#problem = problem
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
  return postgresLists.has(key ?? keysByName.get(name) ?? '') || text.startsWith('<Item>', inside)
}

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

const xmlTexts: TextSyntax = {
  decode(raw) {
    if (!raw.includes('&')) return raw
    return raw.replace(
      /&(?:#x([0-9a-fA-F]{1,6})|#(\d{1,7})|(\w+));/g,
      (whole: string, hex?: string, digits?: string, name?: string) => {
        if (name !== undefined) return entities[name] ?? whole
        const code = hex === undefined ? Number(digits) : Number.parseInt(hex, 16)
        return code <= 0x10ffff ? String.fromCodePoint(code) : whole
      },
    )
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
