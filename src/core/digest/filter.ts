import { fault } from '../errors'
import type { DigestShape, ShapeKindName } from './model'
import { shapeKindNameSchema } from './model'
import type { EntryFilter } from './tally'
import { microsOfIso } from './time-buckets'

/** What `--filter`, `--from` and `--to` ask for: some of it is asked of each entry, the rest of whole shapes. */
export interface DigestFilter {
  readonly entries?: EntryFilter
  readonly keepsShape: (shape: FilteredShape) => boolean
}

const word =
  /^(db|user|host|kind|text):(?:"([^"]*)"|(\S+))$|^(time|rows|count)(>=|<=|>|<|=)(\d+(?:\.\d+)?)(us|ms|s|m|min|h|k|M)?$/

/**
 * Reads words joined by blanks, all of which must hold: `db:shop user:app host:web1 kind:sorts time>1s rows>1000
 * text:"from orders"`. A name may end or begin with `*`.
 * @throws SargableError `bad-request` with the word that is not understood.
 */
export function parseFilter(text: string, from?: string, to?: string): DigestFilter {
  const words = filterWords(text)
  const origins = words.flatMap((each) => (each.of === 'origin' ? [each] : []))
  const entries = words.flatMap((each) => (each.of === 'entry' ? [each] : []))
  const shapes = words.flatMap((each) => (each.of === 'shape' ? [each] : []))
  const { fromMicros, toMicros } = filterWindow(from, to)
  const asksEntries = origins.length + entries.length > 0 || fromMicros !== undefined || toMicros !== undefined
  return {
    ...(asksEntries && {
      entries: {
        ...(fromMicros !== undefined && { fromMicros }),
        ...(toMicros !== undefined && { toMicros }),
        keepsOrigin: (user, host, database) => {
          const names = { user, host, db: database }
          return origins.every(({ field, keeps }) => keeps(names[field]))
        },
        keepsEntry: (entry) =>
          entries.every(({ field, keeps }) =>
            keeps(field === 'time' ? entry.micros : Math.max(entry.rowsExamined, entry.rowsSent, 0)),
          ),
      },
    }),
    keepsShape: (shape) => shapes.every(({ keeps }) => keeps(shape)),
  }
}

/** What a word of a filter may ask of a shape. */
export type FilteredShape = Pick<DigestShape, 'digest' | 'fingerprint' | 'count'> & {
  readonly kinds: readonly { readonly kind: ShapeKindName }[]
}

/** One word of a filter: of whom an entry came from, of its figures, or of its whole shape. */
export type FilterWord =
  | { readonly of: 'origin'; readonly field: 'db' | 'user' | 'host'; readonly keeps: (name: string) => boolean }
  /** `time` in microseconds, or rows examined or sent, whichever are more. */
  | { readonly of: 'entry'; readonly field: 'time' | 'rows'; readonly keeps: (amount: number) => boolean }
  | { readonly of: 'shape'; readonly keeps: (shape: FilteredShape) => boolean }

/** @throws SargableError `bad-request` with the word that is not understood. */
export function filterWords(text: string): readonly FilterWord[] {
  return (text.match(/(?:[^\s"]|"[^"]*")+/g) ?? []).map((piece): FilterWord => {
    const found = word.exec(piece)
    if (found === null)
      throw fault('bad-request', `"${piece}" is no filter.`, {
        hint: 'For example: db:shop user:app host:web1 kind:sorts time>1s rows>1000 text:"from orders".',
      })
    const [, field, quoted, bare, figure, operator = '', amount = '', unit] = found
    const value = quoted ?? bare ?? ''
    if (field === 'kind') return { of: 'shape', keeps: ofKind(value) }
    if (field === 'text') {
      const wanted = value.toLowerCase().replace(/\s+/g, ' ')
      return {
        of: 'shape',
        keeps: (shape) => shape.fingerprint.toLowerCase().includes(wanted) || shape.digest === wanted,
      }
    }
    if (field === 'db' || field === 'user' || field === 'host') return { of: 'origin', field, keeps: pattern(value) }
    if (figure === 'count')
      return { of: 'shape', keeps: (shape) => compares(shape.count, operator, Number(amount) * scale(unit)) }
    if (figure === 'time') {
      const micros = Number(amount) * (microsOf[unit ?? 's'] ?? 1_000_000)
      return { of: 'entry', field: 'time', keeps: (took) => compares(took, operator, micros) }
    }
    const rows = Number(amount) * scale(unit)
    return { of: 'entry', field: 'rows', keeps: (count) => compares(count, operator, rows) }
  })
}

/**
 * The bounds of a window in microseconds; `from` is in, `to` is out.
 * @throws SargableError `bad-request` for what is no time
 */
export function filterWindow(from?: string, to?: string): { readonly fromMicros?: number; readonly toMicros?: number } {
  const fromMicros = timeOf('--from', from)
  const toMicros = timeOf('--to', to)
  return { ...(fromMicros !== undefined && { fromMicros }), ...(toMicros !== undefined && { toMicros }) }
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

function ofKind(name: string): (shape: FilteredShape) => boolean {
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
