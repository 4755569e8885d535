import { formatCount, formatTime } from '../figures'
import type { PastePart } from '../paste/model'

/** What a log says of one call; travels with its statement. Times in microseconds. */
export interface LogFigures {
  readonly micros?: number | undefined
  readonly lockMicros?: number | undefined
  readonly rowsExamined?: number | undefined
  readonly rowsSent?: number | undefined
  /** ISO 8601. */
  readonly at?: string | undefined
  readonly user?: string | undefined
  readonly host?: string | undefined
  readonly database?: string | undefined
}

/** `21.0 s, 0 rows examined, 20.9 s waiting (14:03:11, app@10.0.3.17)`; empty where the log says nothing. */
export function logWords(figures: LogFigures): string {
  const { micros, lockMicros, rowsExamined, rowsSent, at, user, host } = figures
  const said = [
    micros === undefined ? '' : formatTime(micros / 1000),
    rowsExamined === undefined ? '' : `${rowWords(rowsExamined)} examined`,
    rowsSent === undefined ? '' : `${formatCount(rowsSent)} sent`,
    lockMicros === undefined
      ? ''
      : lockMicros === 0
        ? 'no waiting for locks'
        : `${formatTime(lockMicros / 1000)} waiting`,
  ].filter((words) => words !== '')
  const where = [at === undefined ? '' : clockOf(at), userAtHost({ user, host })].filter((words) => words !== '')
  return `${said.join(', ')}${where.length === 0 ? '' : ` (${where.join(', ')})`}`.trim()
}

/** The call waited for locks most of its time: a plan of its statement tells nothing of that. */
export function mostlyWaited({ micros, lockMicros }: LogFigures): boolean {
  return micros !== undefined && lockMicros !== undefined && micros > 0 && lockMicros * 2 >= micros
}

/** The figures in the facts of a pasted entry. */
export function figuresOf(facts: PastePart['facts']): LogFigures {
  const number = (name: string, factor = 1) => {
    const value = facts[name]
    return typeof value === 'number' ? Math.round(value * factor) : undefined
  }
  const text = (name: string) => {
    const value = facts[name]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  return {
    micros: number('queryTimeMs', 1000),
    lockMicros: number('lockTimeMs', 1000),
    rowsExamined: number('rowsExamined'),
    rowsSent: number('rowsSent'),
    at: text('at'),
    user: text('user'),
    host: text('host'),
    database: text('database'),
  }
}

/** `app@10.0.3.17`, as far as both are known. */
export function userAtHost({ user = '', host = '' }: Pick<LogFigures, 'user' | 'host'>): string {
  if (user === '') return host
  return host === '' ? user : `${user}@${host}`
}

/** The time of day, as the log wrote it. */
export function clockOf(at: string): string {
  return /T(\d\d:\d\d:\d\d)/.exec(at)?.[1] ?? at
}

function rowWords(rows: number): string {
  return `${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'}`
}
