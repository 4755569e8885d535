import { decimalEnd, decimalMicros } from '../byte-times'
import { counterIndex, type EntrySink, flagBit, LogEntry } from '../log-entry'
import { ShapeKey } from '../shape-key'
import { findPlan, type PlanPlace } from './postgres-plan'

const durationMark = letters('duration: ')
const statementMark = letters('statement: ')
const executeMark = letters('execute ')
const parseMark = letters('parse ')
const bindMark = letters('bind ')
const fastpathMark = letters('fastpath function call: ')
const planMark = letters('plan:')
const processMark = letters('process ')
const acquiredMark = letters(' acquired ')
const afterMark = letters(' after ')

/** A message of a statement, or of one that waited for a lock, begins with one of the letters d, s, e, p. */
export function mayConcernStatement(first: number | undefined): boolean {
  return first === 100 || first === 115 || first === 101 || first === 112
}

/** A statement that waits for its duration, or a plan that waits for its statement. */
interface Waiting {
  readonly sql: Uint8Array
  readonly startByte: number
  readonly lengthBytes: number
  readonly atMicros: number
  readonly user: number
  readonly host: number
  readonly database: number
  readonly keyHigh: number
  readonly keyLow: number
  readonly odd: boolean
  readonly micros: number
  readonly plan: Uint8Array
}

/** Sessions that wait; above this the oldest one is given up. */
const maxWaiting = 10_000

/**
 * What the messages of a PostgreSQL log say about statements, whatever the form of the log. The reader fills `entry` with
 * what stands around the message and calls `message`.
 *
 * `duration: … statement: …` is one entry. With log_duration a `statement: …` waits for the `duration: …` of its session.
 * A plan of auto_explain is the same call as the statement behind it, where the log has both. Parse and bind are parts of
 * a call that `execute` counts: their times are kept apart.
 */
export class PostgresMessages {
  readonly entry = new LogEntry()
  readonly #sink: EntrySink
  readonly #key = new ShapeKey('postgres')
  readonly #statements = new Map<number, Waiting>()
  readonly #plans = new Map<number, Waiting>()
  /** How long a session's statement has waited for locks; log_lock_waits tells it before the statement's duration. */
  readonly #locks = new Map<number, number>()
  #orphans = false

  constructor(sink: EntrySink) {
    this.#sink = sink
  }

  /**
   * @param from, to the message in `bytes`, without severity and line end
   * @param session the process
   * @param lengthBytes of the whole record in the source, which begins at `entry.startByte`
   * @returns false when the message is about something else
   */
  message(bytes: Uint8Array, from: number, to: number, session: number, lengthBytes: number): boolean {
    const { entry } = this
    entry.lengthBytes = lengthBytes
    if (startsWith(bytes, from, durationMark)) return this.#duration(bytes, from + durationMark.length, to, session)
    if (startsWith(bytes, from, processMark)) {
      this.#waited(bytes, from + processMark.length, to)
      return false
    }
    const sql = startsWith(bytes, from, statementMark)
      ? from + statementMark.length
      : startsWith(bytes, from, executeMark)
        ? behindName(bytes, from + executeMark.length, to)
        : -1
    if (sql === -1) return false
    this.#wait(this.#statements, session, this.#waiting(bytes, sql, to, 0, none))
    return true
  }

  /** A line waits for one that did not come yet, or one came whose first part was not there. */
  get dependent(): boolean {
    return this.#orphans || this.#statements.size > 0 || this.#plans.size > 0 || this.#locks.size > 0
  }

  /** Behind the last record: what still waits gets no partner any more. */
  finish(): void {
    for (const session of [...this.#plans.keys()]) this.#releasePlan(session)
    for (const { lengthBytes } of this.#statements.values()) this.#sink.banner(lengthBytes)
    this.#statements.clear()
  }

  /** `process 4711 acquired ShareLock on transaction 748 after 1200.683 ms`: by that process, within its statement. */
  #waited(bytes: Uint8Array, from: number, to: number): void {
    let at = from
    let session = 0
    for (; at < to && isDigit(bytes[at]); at++) session = session * 10 + (bytes[at] ?? 0) - 48
    if (!startsWith(bytes, at, acquiredMark)) return
    while (at < to && !startsWith(bytes, at, afterMark)) at++
    const nanos = at < to ? decimalMicros(bytes, at + afterMark.length) : -1
    if (nanos < 0) return
    this.#locks.set(session, (this.#locks.get(session) ?? 0) + Math.round(nanos / 1000))
    if (this.#locks.size > maxWaiting) this.#locks.delete(this.#locks.keys().next().value ?? session)
  }

  /** The call's wait for locks, where the log told one. */
  #tellLocks(session: number): void {
    const waited = this.#locks.get(session)
    if (waited === undefined) return
    this.#locks.delete(session)
    const { entry } = this
    entry.lockMicros = waited
    if (waited * 2 < entry.micros) return
    entry.flags |= lockMostlyFlag
    entry.count(counterIndex.lock_mostly_micros, entry.micros)
  }

  #duration(bytes: Uint8Array, from: number, to: number, session: number): boolean {
    const { entry } = this
    const value = decimalMicros(bytes, from)
    let at = decimalEnd
    if (value < 0 || bytes[at + 1] !== 109) return false
    entry.micros = Math.round(value / 1000)
    at += 3
    while (at < to && (bytes[at] === 32 || bytes[at] === 13 || bytes[at] === 10)) at++
    if (at >= to) return this.#closes(session)
    if (startsWith(bytes, at, statementMark)) return this.#call(bytes, at + statementMark.length, to, session)
    if (startsWith(bytes, at, executeMark)) return this.#call(bytes, behindName(bytes, at + 8, to), to, session)
    if (startsWith(bytes, at, planMark)) return this.#plan(bytes, at + planMark.length, to, session)
    if (startsWith(bytes, at, parseMark)) return this.#phase(bytes, behindName(bytes, at + 6, to), to, true)
    if (startsWith(bytes, at, bindMark)) return this.#phase(bytes, behindName(bytes, at + 5, to), to, false)
    if (startsWith(bytes, at, fastpathMark)) return this.#call(bytes, at, to, session)
    return false
  }

  /** A whole entry; the session's plan is this call's when it is of the same shape. */
  #call(bytes: Uint8Array, from: number, to: number, session: number): boolean {
    const { entry } = this
    this.#statement(bytes, from, to)
    const plan = this.#plans.size === 0 ? undefined : this.#plans.get(session)
    if (plan !== undefined) {
      if (isSame(plan, entry)) {
        this.#plans.delete(session)
        entry.planBytes = plan.plan
        entry.planFrom = 0
        entry.planTo = plan.plan.length
        entry.lengthBytes += plan.lengthBytes
        entry.startByte = plan.startByte
      } else this.#releaseBefore(session)
    }
    if (this.#locks.size > 0) this.#tellLocks(session)
    this.#sink.entry(entry)
    return true
  }

  #statement(bytes: Uint8Array, from: number, to: number): void {
    const { entry } = this
    let start = from
    let end = to
    while (start < end && (bytes[start] ?? 0) <= 32) start++
    while (end > start && isTail(bytes[end - 1] ?? 0)) end--
    this.#key.read(bytes, start, end, false, true)
    entry.bytes = bytes
    entry.sqlFrom = start
    entry.sqlTo = end
    entry.keyHigh = this.#key.high
    entry.keyLow = this.#key.low
    entry.odd = this.#key.odd
  }

  /** `duration: 1.234 ms` alone: of the statement that the session logged before. */
  #closes(session: number): boolean {
    const { entry } = this
    const waiting = this.#statements.get(session)
    if (waiting === undefined) {
      this.#orphans = true
      this.#sink.skip(entry.startByte, entry.lengthBytes, 'A duration without its statement.', none, 0)
      return true
    }
    this.#statements.delete(session)
    const plan = this.#plans.get(session)
    const { micros, lengthBytes } = entry
    fill(entry, waiting)
    entry.micros = micros
    entry.lengthBytes = lengthBytes + waiting.lengthBytes
    if (plan !== undefined && isSame(plan, entry)) {
      this.#plans.delete(session)
      entry.planBytes = plan.plan
      entry.planFrom = 0
      entry.planTo = plan.plan.length
      entry.lengthBytes += plan.lengthBytes
    }
    if (this.#locks.size > 0) this.#tellLocks(session)
    this.#sink.entry(entry)
    return true
  }

  /** Parse and bind: their time belongs to the shape, but they are no calls. */
  #phase(bytes: Uint8Array, from: number, to: number, isParse: boolean): boolean {
    const { entry } = this
    this.#statement(bytes, from, to)
    const { micros } = entry
    entry.flags |= isParse ? parseFlag : bindFlag
    entry.count(isParse ? counterIndex.parse_micros : counterIndex.bind_micros, micros)
    entry.micros = 0
    entry.isPhase = true
    this.#sink.entry(entry)
    return true
  }

  #plan(bytes: Uint8Array, from: number, to: number, session: number): boolean {
    const place: PlanPlace | undefined = findPlan(bytes, from, to)
    const { entry } = this
    if (place === undefined) {
      this.#sink.skip(entry.startByte, entry.lengthBytes, 'A plan without the text of its query.', bytes, from)
      return true
    }
    const { micros } = entry
    this.#wait(
      this.#plans,
      session,
      this.#waiting(place.sql, 0, place.sql.length, micros, bytes.slice(place.from, place.to)),
    )
    return true
  }

  #waiting(bytes: Uint8Array, from: number, to: number, micros: number, plan: Uint8Array): Waiting {
    const { entry } = this
    this.#statement(bytes, from, to)
    return {
      sql: bytes.slice(entry.sqlFrom, entry.sqlTo),
      startByte: entry.startByte,
      lengthBytes: entry.lengthBytes,
      atMicros: entry.atMicros,
      user: entry.user,
      host: entry.host,
      database: entry.database,
      keyHigh: entry.keyHigh,
      keyLow: entry.keyLow,
      odd: entry.odd,
      micros,
      plan,
    }
  }

  #wait(waiting: Map<number, Waiting>, session: number, next: Waiting): void {
    if (waiting === this.#plans) this.#releasePlan(session)
    else {
      // A statement that had no duration of its own was logged for another reason.
      const before = waiting.get(session)
      if (before !== undefined) this.#sink.banner(before.lengthBytes)
    }
    waiting.delete(session)
    waiting.set(session, next)
    if (waiting.size <= maxWaiting) return
    const oldest = waiting.keys().next().value ?? session
    if (waiting === this.#plans) this.#releasePlan(oldest)
    else {
      this.#sink.banner(waiting.get(oldest)?.lengthBytes ?? 0)
      waiting.delete(oldest)
    }
  }

  /** Counts the session's plan as a call of its own, while `entry` holds another one. */
  #releaseBefore(session: number): void {
    const { entry } = this
    const kept = this.#waiting(entry.bytes, entry.sqlFrom, entry.sqlTo, entry.micros, none)
    this.#releasePlan(session)
    fill(entry, kept)
    entry.micros = kept.micros
  }

  #releasePlan(session: number): void {
    const plan = this.#plans.get(session)
    if (plan === undefined) return
    this.#plans.delete(session)
    const released = new LogEntry()
    fill(released, plan)
    released.micros = plan.micros
    released.flags = planFlag
    released.planBytes = plan.plan
    released.planTo = plan.plan.length
    this.#sink.entry(released)
  }
}

const none = new Uint8Array(0)
const parseFlag = flagBit('parse')
const bindFlag = flagBit('bind')
const planFlag = flagBit('plan')
const lockMostlyFlag = flagBit('lock_mostly')

function isDigit(code: number | undefined): boolean {
  return code !== undefined && code >= 48 && code <= 57
}

function fill(entry: LogEntry, from: Waiting): void {
  entry.restart(from.startByte)
  entry.lengthBytes = from.lengthBytes
  entry.atMicros = from.atMicros
  entry.user = from.user
  entry.host = from.host
  entry.database = from.database
  entry.bytes = from.sql
  entry.sqlFrom = 0
  entry.sqlTo = from.sql.length
  entry.keyHigh = from.keyHigh
  entry.keyLow = from.keyLow
  entry.odd = from.odd
}

function isSame(waiting: Waiting, entry: LogEntry): boolean {
  if (!waiting.odd && !entry.odd) return waiting.keyHigh === entry.keyHigh && waiting.keyLow === entry.keyLow
  const length = entry.sqlTo - entry.sqlFrom
  if (waiting.sql.length !== length) return false
  for (let i = 0; i < length; i++) if (waiting.sql[i] !== entry.bytes[entry.sqlFrom + i]) return false
  return true
}

/** Behind `NAME: `. */
function behindName(bytes: Uint8Array, from: number, to: number): number {
  let at = from
  while (at < to && !(bytes[at] === 58 && bytes[at + 1] === 32)) at++
  return Math.min(at + 2, to)
}

function isTail(code: number): boolean {
  return code === 59 || code <= 32
}

function letters(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0))
}

function startsWith(bytes: Uint8Array, at: number, mark: Uint8Array): boolean {
  for (let i = 0; i < mark.length; i++) if (bytes[at + i] !== mark[i]) return false
  return true
}
