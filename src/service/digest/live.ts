import { setTimeout as later } from 'node:timers/promises'
import type { DigestSum } from '../../core/digest/digest-sum'
import { filterWindow, filterWords, parseFilter } from '../../core/digest/filter'
import { keptBetween } from '../../core/digest/live/difference'
import { sumsOfDigests } from '../../core/digest/live/digests'
import { EntryTally } from '../../core/digest/live/entry-tally'
import { entryOfHistory } from '../../core/digest/live/history'
import { digestOfKept, type KeptSums } from '../../core/digest/live/kept-sums'
import type { ServerSource, SourceOffer, StatementRow, SumsReading } from '../../core/digest/live/model'
import { sumsOfPgStatStatements } from '../../core/digest/live/pg-stat-statements'
import { entryOfSlowLog } from '../../core/digest/live/slow-log-table'
import type { EntryFilter } from '../../core/digest/tally'
import { type Dialect, dialectOf, engineTitle } from '../../core/engine'
import { fault } from '../../core/errors'
import type { Session, StatementStatistics } from '../../engines/engine'
import type { Connections } from '../connections'
import type { FilterWords } from './read-ranges'

/** What to read, and for how many seconds: without them everything that the server has kept. */
export interface ServerOrder {
  readonly connectionId: string
  readonly of: ServerSource
  readonly seconds?: number | undefined
}

export interface LiveOptions {
  readonly signal: AbortSignal
  /** Words that say how far it is; `done` of `total` seconds while waiting. */
  readonly onProgress?: (text: string, done?: number, total?: number) => void
  readonly words?: FilterWords
}

/** Rows of sums read at a time: servers keep 5,000 to 10,000 unless told otherwise. */
const maxSums = 50_000
const maxEntries = 1_000_000
const sumsLimitMs = 60_000
const entriesLimitMs = 300_000
const secondMs = 1000

/**
 * Adds up what a server keeps of its statements, as it adds up a log. Only reads.
 * @throws SargableError `unsupported`, `missing-privilege`, `bad-request` for a filter that sums cannot answer, `cancelled`
 */
export async function readServer(
  connections: Connections,
  order: ServerOrder,
  options: LiveOptions,
): Promise<DigestSum> {
  const visit: Visit = {
    name: `${connections.nameOf(order.connectionId)} ${order.of}`,
    with: (work) => connections.withSession(order.connectionId, options.signal, (session) => work(session)),
    order,
    options,
  }
  return order.of === 'history' || order.of === 'slow-log-table' ? readEntries(visit) : readSums(visit)
}

/** Which sources a connection offers, and why not the others. */
export async function serverOffers(
  connections: Connections,
  connectionId: string,
  signal: AbortSignal,
): Promise<readonly SourceOffer[]> {
  return connections.withSession(connectionId, signal, (session) => statisticsOf(session).offers(signal))
}

/** The order with the log_line_prefix of the server behind a connection; a server that has none adds nothing. */
export async function withPrefix<Order extends object>(
  { connections }: { readonly connections: Connections },
  order: Order,
  prefixFrom: string | undefined,
  signal: AbortSignal,
): Promise<Order & { readonly serverPrefix?: string }> {
  if (prefixFrom === undefined) return order
  const prefix = await connections.withSession(prefixFrom, signal, async (session) => {
    if (session.identity.family !== 'postgres') return undefined
    return (await session.read('SHOW log_line_prefix', signal)).rows[0]?.[0] ?? undefined
  })
  return prefix === undefined || prefix === '' ? order : { ...order, serverPrefix: prefix }
}

interface Visit {
  readonly name: string
  readonly with: <Result>(work: (session: Session) => Promise<Result>) => Promise<Result>
  readonly order: ServerOrder
  readonly options: LiveOptions
}

function statisticsOf(session: Session): StatementStatistics {
  const { statementStatistics } = session
  if (statementStatistics === undefined)
    throw fault('unsupported', 'This server keeps nothing of the statements that it ran.')
  return statementStatistics
}

interface Sums {
  readonly rows: readonly KeptSums[]
  readonly atMicros: number
  readonly dialect: Dialect
  readonly version: string
  readonly evictions?: number
  readonly cautions: readonly string[]
}

async function readSums(visit: Visit): Promise<DigestSum> {
  const { order, options, name } = visit
  const keeps = originFilter(order.of, options.words)
  const { seconds } = order
  const first = seconds === undefined ? undefined : await lookAtSums(visit, false)
  if (seconds !== undefined) await wait(seconds, options)
  const now = await lookAtSums(visit, true)
  const cautions = [...now.cautions]
  let { rows } = now
  if (first !== undefined) {
    const between = keptBetween(first.rows, now.rows)
    rows = between.rows
    cautions.push(...between.cautions)
    const evicted = (now.evictions ?? 0) - (first.evictions ?? 0)
    if (evicted > 0)
      cautions.push(
        `The server threw statements away ${evicted} times in between to make room (pg_stat_statements.max).`,
      )
  }
  return digestOfKept(rows.filter(keeps), {
    source: { name, server: serverOf(order, now.version), cautions },
    dialect: now.dialect,
    ...(first !== undefined && { fromMicros: first.atMicros, toMicros: now.atMicros }),
  })
}

async function lookAtSums(visit: Visit, texts: boolean): Promise<Sums> {
  const { order, options } = visit
  options.onProgress?.(`Reading ${order.of} of the server`)
  return visit.with(async (session) => {
    const statistics = statisticsOf(session)
    const found: StatementRow[] = []
    const request = { of: order.of, texts, maxRows: maxSums, timeoutMs: sumsLimitMs }
    const read = await statistics.read(request, (row) => found.push(row), options.signal)
    const dialect = dialectOf(session.identity.product)
    const reading: SumsReading = { ...read, dialect, rows: found }
    const { rows, cautions } = order.of === 'digests' ? sumsOfDigests(reading) : sumsOfPgStatStatements(reading)
    return {
      rows,
      atMicros: read.atMicros,
      dialect,
      version: engineTitle(session.identity),
      ...(read.evictions !== undefined && { evictions: read.evictions }),
      cautions: [...read.cautions, ...cautions],
    }
  })
}

async function readEntries(visit: Visit): Promise<DigestSum> {
  const { order, options, name } = visit
  const { words = {} } = options
  const filter = parseFilter(words.filter ?? '', words.from, words.to).entries
  const { seconds } = order
  const startMicros =
    seconds === undefined ? undefined : await visit.with((session) => statisticsOf(session).clock(options.signal))
  if (seconds !== undefined) await wait(seconds, options)
  options.onProgress?.(`Reading ${order.of} of the server`)
  return visit.with(async (session) => {
    const tally = new EntryTally(name, dialectOf(session.identity.product), filter)
    let cut = 0
    let nested = 0
    const take = (row: StatementRow) => {
      if (order.of === 'slow-log-table') tally.add(entryOfSlowLog(row))
      else {
        const entry = entryOfHistory(row)
        if (entry.isCut) cut++
        if (entry.inRoutine) nested++
        tally.add(entry)
      }
    }
    const { cautions } = await statisticsOf(session).read(
      {
        of: order.of,
        texts: true,
        ...windowOf(filter, startMicros),
        maxRows: maxEntries,
        timeoutMs: entriesLimitMs,
      },
      take,
      options.signal,
    )
    const told = [...cautions]
    if (cut > 0)
      told.push(
        `${cut} calls are longer than what the server keeps of them; their shapes are those of their beginnings.`,
      )
    if (nested > 0) told.push(`${nested} calls were made inside of others; their time is in both.`)
    return tally.end({
      server: serverOf(order, engineTitle(session.identity)),
      ...(told.length > 0 && { cautions: told }),
    })
  })
}

/** The server leaves out what lies outside; calls at its edges are decided by the filter. */
function windowOf(filter: EntryFilter | undefined, startMicros: number | undefined) {
  const starts = [filter?.fromMicros, startMicros].filter((each) => each !== undefined)
  return {
    ...(starts.length > 0 && { sinceMicros: Math.max(...starts) }),
    ...(filter?.toMicros !== undefined && { untilMicros: filter.toMicros }),
  }
}

function serverOf({ of, seconds }: ServerOrder, version: string) {
  return { of, version, ...(seconds !== undefined && { seconds }) }
}

/**
 * What a filter leaves of a server's rows: sums know their database, and PostgreSQL's their user, but no single call.
 * @throws SargableError `bad-request`
 */
function originFilter(of: ServerSource, words: FilterWords = {}): (row: KeptSums) => boolean {
  const { fromMicros, toMicros } = filterWindow(words.from, words.to)
  const asked = filterWords(words.filter ?? '')
  const refused = asked.flatMap((word) => {
    if (word.of === 'entry') return [`${word.field}`]
    if (word.of !== 'origin' || word.field === 'db') return []
    return word.field === 'user' && of === 'pg-stat-statements' ? [] : [`${word.field}:`]
  })
  if (fromMicros !== undefined || toMicros !== undefined) refused.push('a time')
  if (refused.length > 0) {
    throw fault(
      'bad-request',
      `A server’s sums cannot be filtered by ${refused.join(', ')}: they do not tell calls apart.`,
      {
        hint: 'Read a log, the history or the slow log table for that; for the next minute give a number of seconds.',
      },
    )
  }
  return (row) =>
    asked.every((word) => word.of !== 'origin' || word.keeps((word.field === 'db' ? row.schema : row.user) ?? ''))
}

/** @throws SargableError `cancelled` */
async function wait(seconds: number, { signal, onProgress }: LiveOptions): Promise<void> {
  const end = Date.now() + seconds * secondMs
  for (let left = end - Date.now(); left > 0; left = end - Date.now()) {
    const done = Math.round(seconds - left / secondMs)
    onProgress?.(`Waiting for the server’s next statements: ${done} of ${seconds} s`, done, seconds)
    try {
      await later(Math.min(left, secondMs), undefined, { signal })
    } catch (thrown) {
      if (signal.aborted) throw fault('cancelled', 'Stopped.')
      throw thrown
    }
  }
}
