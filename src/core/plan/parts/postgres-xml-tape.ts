import { type JsonAt, JsonKind, type JsonReading, type TextSyntax } from '../../json/tape'
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
  const tape = new TapeWriter()
  const open: Open[] = []
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0
  for (;;) {
    at = skipMisc(text, at)
    if (at >= text.length) return cut(text.length, open.length > 0 ? `</${open.at(-1)?.name}>` : '<explain>')
    tag.lastIndex = at
    const found = tag.exec(text)
    if (!found) return text.indexOf('>', at) === -1 ? cut(text.length, '>') : bad(at, 'an element')
    const [, slash, name = '', selfClosed] = found
    const behind = tag.lastIndex
    const top = open.at(-1)

    if (slash) {
      if (!top || top.name !== name) return bad(at, top ? `</${top.name}>` : 'an element')
      tape.close(top.at, behind)
      open.pop()
      at = behind
      if (open.length > 0) continue
      const rest = skipMisc(text, at)
      return rest < text.length ? bad(rest, 'the end') : { tape: tape.tape(text, xmlTexts) }
    }

    const key = top && !top.isList ? memberKey(name, top) : undefined
    const keyStart = key === undefined ? -1 : at
    const close = text.indexOf('<', behind)
    if (selfClosed) {
      tape.add(postgresLists.has(key ?? '') ? JsonKind.array : JsonKind.object, at, behind, key, keyStart)
      at = behind
      continue
    }
    if (close === -1) return cut(text.length, `</${name}>`)
    const closes = text.startsWith(`</${name}>`, close)
    const raw = text.slice(behind, close)
    if (closes && (raw === '' || raw.trim() !== '')) {
      const isText = key === undefined || postgresTexts.has(key) || top?.name === 'Settings'
      tape.add(isText ? JsonKind.text : (bareKind(raw) ?? JsonKind.text), behind, close, key, keyStart)
      if (name === 'Item' && top?.name === 'Sort-Methods-Used') noteMethod(open, raw)
      at = close + name.length + 3
      continue
    }
    if (!closes && text.charCodeAt(close + 1) === 47) return bad(close, `</${name}>`)
    if (raw.trim() !== '')
      return closes
        ? bad(behind, 'an element')
        : text.length - close < 2
          ? cut(text.length, '</')
          : bad(behind, `</${name}>`)
    const isList = isListAt(text, close, name, key)
    // <explain> is a list of queries, or the query itself where auto_explain printed it.
    const into = tape.add(isList ? JsonKind.array : JsonKind.object, at, behind, key, keyStart)
    open.push({ at: into, name, isList, groups: 0, inMemory: false })
    at = close
  }
}

function isListAt(text: string, inside: number, name: string, key: string | undefined): boolean {
  if (name === 'explain') return text.startsWith('<Query>', inside)
  return postgresLists.has(key ?? keysByName.get(name) ?? '') || text.startsWith('<Item>', inside)
}

function memberKey(name: string, parent: Open): string {
  // Names of settings are data.
  if (parent.name === 'Settings') return name
  if (name === 'Incremental-Sort-Groups') return parent.groups++ === 0 ? 'Full-sort Groups' : 'Pre-sorted Groups'
  if (name === 'Sort-Space') return parent.groups++ === 0 && parent.inMemory ? 'Sort Space Memory' : 'Sort Space Disk'
  return keysByName.get(name) ?? name.replaceAll('-', ' ')
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

function cut(offset: number, expected: string): JsonReading {
  return { problem: { cut: true, offset, expected } }
}

function bad(offset: number, expected: string): JsonReading {
  return { problem: { cut: false, offset, expected } }
}
