import { fault } from '../errors'
import type { LogEntry } from './log-entry'
import type { DigestShape, ShapeKindName } from './model'
import { shapeKindNameSchema } from './model'
import type { EntryFilter } from './tally'
import { microsOfIso } from './time-buckets'

/** What `--filter`, `--from` and `--to` ask for: some of it is asked of each entry, the rest of whole shapes. */
export interface DigestFilter {
  readonly entries?: EntryFilter
  readonly keepsShape: (shape: DigestShape) => boolean
}

const word =
  /^(db|user|host|kind|text):(?:"([^"]*)"|(\S+))$|^(time|rows|count)(>=|<=|>|<|=)(\d+(?:\.\d+)?)(us|ms|s|m|min|h|k|M)?$/

/**
 * Reads words joined by blanks, all of which must hold: `db:shop user:app host:web1 kind:sorts time>1s rows>1000
 * text:"from orders"`. A name may end or begin with `*`.
 * @throws SargableError `bad-request` with the word that is not understood.
 */
export function parseFilter(text: string, from?: string, to?: string): DigestFilter {
  const origins: ((user: string, host: string, database: string) => boolean)[] = []
  const entries: ((entry: LogEntry) => boolean)[] = []
  const shapes: ((shape: DigestShape) => boolean)[] = []
  for (const piece of text.match(/(?:[^\s"]|"[^"]*")+/g) ?? []) {
    const found = word.exec(piece)
    if (found === null)
      throw fault('bad-request', `"${piece}" is no filter.`, {
        hint: 'For example: db:shop user:app host:web1 kind:sorts time>1s rows>1000 text:"from orders".',
      })
    const [, field, quoted, bare, figure, operator = '', amount = '', unit] = found
    const value = quoted ?? bare ?? ''
    if (field === 'kind') shapes.push(ofKind(value))
    else if (field === 'text') {
      const wanted = value.toLowerCase().replace(/\s+/g, ' ')
      shapes.push((shape) => shape.fingerprint.toLowerCase().includes(wanted) || shape.digest === wanted)
    } else if (field !== undefined) {
      const matches = pattern(value)
      origins.push((user, host, database) => matches(field === 'user' ? user : field === 'host' ? host : database))
    } else if (figure === 'count') shapes.push((shape) => compares(shape.count, operator, Number(amount) * scale(unit)))
    else if (figure === 'time') {
      const micros = Number(amount) * (microsOf[unit ?? 's'] ?? 1_000_000)
      entries.push((entry) => compares(entry.micros, operator, micros))
    } else {
      const rows = Number(amount) * scale(unit)
      entries.push((entry) => compares(Math.max(entry.rowsExamined, entry.rowsSent, 0), operator, rows))
    }
  }
  const fromMicros = timeOf('--from', from)
  const toMicros = timeOf('--to', to)
  const asksEntries = origins.length + entries.length > 0 || fromMicros !== undefined || toMicros !== undefined
  return {
    ...(asksEntries && {
      entries: {
        ...(fromMicros !== undefined && { fromMicros }),
        ...(toMicros !== undefined && { toMicros }),
        keepsOrigin: (user, host, database) => origins.every((keeps) => keeps(user, host, database)),
        keepsEntry: (entry) => entries.every((keeps) => keeps(entry)),
      },
    }),
    keepsShape: (shape) => shapes.every((keeps) => keeps(shape)),
  }
}

const microsOf: Readonly<Record<string, number>> = {
  us: 1,
  ms: 1000,
  s: 1_000_000,
  m: 60_000_000,
  min: 60_000_000,
  h: 3_600_000_000,
}

function scale(unit: string | undefined): number {
  return unit === 'k' ? 1000 : unit === 'M' ? 1_000_000 : 1
}

function ofKind(name: string): (shape: DigestShape) => boolean {
  const found = shapeKindNameSchema.safeParse(name)
  if (!found.success)
    throw fault('bad-request', `There is no kind "${name}".`, {
      hint: `Kinds: ${shapeKindNameSchema.options.join(', ')}.`,
    })
  const kind: ShapeKindName = found.data
  return (shape) => shape.kinds.some((each) => each.kind === kind)
}

function pattern(wanted: string): (name: string) => boolean {
  if (!wanted.includes('*')) return (name) => name === wanted
  const escaped = wanted.split('*').map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const expression = new RegExp(`^${escaped.join('.*')}$`)
  return (name) => expression.test(name)
}

function compares(value: number, operator: string, wanted: number): boolean {
  if (operator === '>') return value > wanted
  if (operator === '>=') return value >= wanted
  if (operator === '<') return value < wanted
  return operator === '<=' ? value <= wanted : value === wanted
}

function timeOf(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const micros = microsOfIso(text)
  if (micros === undefined)
    throw fault('bad-request', `${option} ${text} is no time.`, { hint: 'For example: 2026-11-20T06:30:00Z.' })
  return micros
}
