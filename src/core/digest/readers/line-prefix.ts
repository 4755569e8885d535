import { decimalEnd, decimalMicros, isoMicros, timeEnd } from '../byte-times'
import { type LogEntry, type NameTable, unknown } from '../log-entry'
import { encodeUtf8 } from '../utf8'
import { paddingBytes } from './reader'

/** A `log_line_prefix` in pieces: texts, and escapes by their letter. */
export interface LinePrefix {
  /** As the server's setting has it. */
  readonly text: string
  readonly pieces: readonly PrefixPiece[]
}

export interface PrefixPiece {
  /** The escape's letter; '' for a text. */
  readonly field: string
  readonly bytes: Uint8Array
}

/** Takes a `log_line_prefix` apart (PostgreSQL manual, "What To Log"). Paddings such as `%-10u` are allowed. */
export function parseLinePrefix(text: string): LinePrefix {
  const pieces: PrefixPiece[] = []
  let plain = ''
  const flush = () => {
    if (plain !== '') pieces.push({ field: '', bytes: letters(plain) })
    plain = ''
  }
  for (let i = 0; i < text.length; i++) {
    if (text[i] !== '%') {
      plain += text[i]
      continue
    }
    i++
    while (/[-\d]/.test(text[i] ?? '')) i++
    const field = text[i]
    if (field === undefined) break
    if (field === '%') plain += '%'
    else {
      flush()
      pieces.push({ field, bytes: letters('') })
    }
  }
  flush()
  return { text, pieces }
}

/** Severities that begin a message or a companion of one. */
const severity =
  /(?:DEBUG\d?|LOG|INFO|NOTICE|WARNING|ERROR|FATAL|PANIC|DETAIL|HINT|QUERY|CONTEXT|LOCATION|STATEMENT): {2}/

/** Prefixes in use, those with more to tell first. */
const known = [
  '%m [%p] %q[user=%u,db=%d,app=%a,host=%h] ',
  '%m [%p] %q[user=%u,db=%d,app=%a] ',
  '%t [%p]: [%l-1] user=%u,db=%d,app=%a,client=%h ',
  '%t [%p]: user=%u,db=%d,app=%a,client=%h ',
  '%m [%p]: [%l-1] user=%u,db=%d,app=%a,client=%h ',
  '%t [%p]: [%l-1] user=%u,db=%d ',
  '%t [%p]: [%l-1] db=%d,user=%u,app=%a,client=%h ',
  '%t:%r:%u@%d:[%p]:',
  '%m:%r:%u@%d:[%p]:%l:%e:%s:%v:%x:%c:%q%a:',
  '%m %r %u %a [%c] [%p] ',
  '%m [%p] %q%u@%d/%a ',
  '%m [%p] %q%u@%d ',
  '%m [%p] %u@%d ',
  '%t [%p] %q%u@%d ',
  '%m [%p][%v] : [%l-1] %q[app=%a] ',
  '%m [%p]: [%l-1] ',
  '%m [%p] ',
  '%t [%p]: [%l-1] ',
  '%t [%p] ',
  '%t-%c-',
  '[%p]: [%l-1] db=%d,user=%u ',
  'pid=%p,user=%u,db=%d,app=%a,client=%h ',
  '%n [%p] ',
  '%m ',
  '%t ',
  '[%p] ',
]

const maxLooked = 30
/** Of a line's first letters this many are looked at. */
const longestPrefix = 300

/** Finds the prefix with which the lines of a log begin: a usual one, else one made after its first line. */
export function inferLinePrefix(text: string): LinePrefix | undefined {
  const lines = looked(text)
  if (lines.length === 0) return undefined
  const made = lines.slice(0, 5).map(prefixOfLine)
  const bytes = lines.map(padded)
  let best: LinePrefix | undefined
  let most = 0
  for (const candidate of new Set([...known, ...made])) {
    const prefix = parseLinePrefix(candidate)
    const fits = fitting(bytes, prefix)
    if (fits > most) {
      best = prefix
      most = fits
    }
  }
  return most * 2 >= lines.length ? best : undefined
}

/** Do most lines of a log begin with this prefix? */
export function fitsLinePrefix(text: string, prefix: LinePrefix): boolean {
  const lines = looked(text)
  return lines.length > 0 && fitting(lines.map(padded), prefix) * 2 >= lines.length
}

/** The beginnings of the first lines that are messages. */
function looked(text: string): string[] {
  const lines: string[] = []
  for (const line of text.split('\n')) {
    if (!line.startsWith('\t') && severity.test(line)) lines.push(line.slice(0, longestPrefix))
    if (lines.length === maxLooked) break
  }
  return lines
}

function padded(line: string): Uint8Array {
  const bytes = new Uint8Array(line.length * 3 + paddingBytes)
  bytes.set(encodeUtf8(line))
  return bytes
}

function fitting(lines: readonly Uint8Array[], prefix: LinePrefix): number {
  const matcher = new PrefixMatcher(prefix)
  return lines.filter((line) => matcher.match(line, 0, line.length - paddingBytes) >= 0).length
}

/** A prefix made after one line: what is time, process, user, database in it becomes an escape. */
function prefixOfLine(line: string): string {
  return line
    .slice(0, line.search(severity))
    .replace(/%/g, '%%')
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d+ [A-Z0-9+-]+/, '%m')
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [A-Z0-9+-]+/, '%t')
    .replace(
      /\b(user|db|database|app|application|client|host|remote|pid|line|xid|trx_id|sql_error_code ?)=([^,\s\]]*)/g,
      namedField,
    )
    .replace(/\[\d+\]/, '[%p]')
    .replace(/\[\d+-\d+\]/, '[%l-1]')
    .replace(/([\w.-]+)@([\w.-]+)/, '%u@%d')
}

function namedField(_whole: string, name: string): string {
  const escapes: Readonly<Record<string, string>> = {
    user: 'u',
    db: 'd',
    database: 'd',
    app: 'a',
    application: 'a',
    client: 'h',
    host: 'h',
    remote: 'r',
    pid: 'p',
    line: 'l',
    xid: 'x',
    trx_id: 'x',
  }
  return `${name}=%${escapes[name.trim()] ?? 'e'}`
}

/** Reads the prefix of one line after the other. */
export class PrefixMatcher {
  atMicros = unknown
  /** The process, by which the lines of a session are known; 0 where the prefix does not tell. */
  session = 0
  readonly #pieces: readonly PrefixPiece[]
  #userFrom = 0
  #userTo = 0
  #databaseFrom = 0
  #databaseTo = 0
  #hostFrom = 0
  #hostTo = 0

  constructor(prefix: LinePrefix) {
    this.#pieces = prefix.pieces
  }

  /** The place of the severity behind the prefix of the line at `from`; -1 where the line does not have the prefix. */
  match(bytes: Uint8Array, from: number, end: number): number {
    this.atMicros = unknown
    this.session = 0
    this.#userTo = this.#userFrom = 0
    this.#databaseTo = this.#databaseFrom = 0
    this.#hostTo = this.#hostFrom = 0
    let at = from
    for (let i = 0; i < this.#pieces.length; i++) {
      const piece = this.#pieces[i]
      if (piece === undefined) break
      if (piece.field === '') {
        const { bytes: text } = piece
        for (let place = 0; place < text.length; place++) {
          if (bytes[at] === text[place]) at++
          else if (text[place] !== 32) return -1
        }
        continue
      }
      if (piece.field === 'q') {
        if (isSeverity(bytes, at)) return at
        continue
      }
      at = this.#field(bytes, at, end, piece.field, this.#pieces[i + 1])
      if (at === -1) return -1
    }
    return isSeverity(bytes, at) ? at : -1
  }

  /** Puts what the prefix told into an entry. */
  tell(bytes: Uint8Array, entry: LogEntry, names: NameTable): void {
    entry.atMicros = this.atMicros
    entry.user = nameOf(bytes, this.#userFrom, this.#userTo, names)
    entry.database = nameOf(bytes, this.#databaseFrom, this.#databaseTo, names)
    entry.host = nameOf(bytes, this.#hostFrom, this.#hostTo, names)
  }

  #field(bytes: Uint8Array, from: number, end: number, field: string, next: PrefixPiece | undefined): number {
    switch (field) {
      case 'm':
      case 't': {
        this.atMicros = isoMicros(bytes, from)
        return this.atMicros < 0 ? -1 : zoneEnd(bytes, timeEnd)
      }
      case 's':
        return isoMicros(bytes, from) < 0 ? from : zoneEnd(bytes, timeEnd)
      case 'n':
        this.atMicros = decimalMicros(bytes, from)
        return this.atMicros < 0 ? -1 : decimalEnd
      case 'p': {
        let at = from
        let pid = 0
        for (let digit = (bytes[at] ?? 0) - 48; digit >= 0 && digit <= 9; digit = (bytes[++at] ?? 0) - 48) {
          pid = pid * 10 + digit
        }
        if (at === from) return -1
        this.session = pid
        return at
      }
      default:
        return this.#text(bytes, from, end, field, next)
    }
  }

  #text(bytes: Uint8Array, from: number, end: number, field: string, next: PrefixPiece | undefined): number {
    let at = from
    if (next === undefined) {
      while (at < end && !isSeverity(bytes, at)) at++
      if (at >= end) return -1
    } else if (next.field !== '') {
      while (at < end && bytes[at] !== 32) at++
    } else {
      // A name may hold blanks, so that the whole of the next text is looked for.
      const { bytes: mark } = next
      const first = mark[0]
      while (at < end && (bytes[at] !== first || !standsAt(bytes, at, mark))) at++
      if (at >= end) return -1
    }
    switch (field) {
      case 'u':
        this.#userFrom = from
        this.#userTo = at
        break
      case 'd':
        this.#databaseFrom = from
        this.#databaseTo = at
        break
      case 'h':
      case 'r':
        this.#hostFrom = from
        this.#hostTo = hostEnd(bytes, from, at)
        break
      case 'c': {
        let hash = 7
        for (let i = from; i < at; i++) hash = (Math.imul(hash, 31) + (bytes[i] ?? 0)) | 0
        if (this.session === 0) this.session = hash
        break
      }
    }
    return at
  }
}

/** `10.0.0.1(53210)` without its port. */
function hostEnd(bytes: Uint8Array, from: number, to: number): number {
  let at = from
  while (at < to && bytes[at] !== 40) at++
  return at
}

/** `[unknown]` and nothing at all are no names. */
function nameOf(bytes: Uint8Array, from: number, to: number, names: NameTable): number {
  return from === to || bytes[from] === 91 ? 0 : names.idOf(bytes, from, to)
}

/** Behind the zone's name, if one stands there behind a blank. */
function zoneEnd(bytes: Uint8Array, at: number): number {
  if (bytes[at] !== 32) return at
  let i = at + 1
  const signed = bytes[i] === 43 || bytes[i] === 45
  if (signed) i++
  for (let code = bytes[i] ?? 0; signed ? (code >= 48 && code <= 57) || code === 58 : code >= 65 && code <= 90; ) {
    // A colon belongs to the prefix unless digits follow.
    if (code === 58 && !((bytes[i + 1] ?? 0) >= 48 && (bytes[i + 1] ?? 0) <= 57)) break
    code = bytes[++i] ?? 0
  }
  return i === at + 1 ? at : i
}

/** Capital letters and digits, a colon, two blanks. */
function isSeverity(bytes: Uint8Array, at: number): boolean {
  let i = at
  for (let code = bytes[i] ?? 0; (code >= 65 && code <= 90) || (code >= 48 && code <= 57 && i > at); )
    code = bytes[++i] ?? 0
  return i > at + 2 && bytes[i] === 58 && bytes[i + 1] === 32 && bytes[i + 2] === 32
}

function standsAt(bytes: Uint8Array, at: number, mark: Uint8Array): boolean {
  for (let i = 0; i < mark.length; i++) if (bytes[at + i] !== mark[i]) return false
  return true
}

function letters(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0) & 255)
}
