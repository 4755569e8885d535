import { fault } from '../errors'
import { type DigestSum, sumOfTally } from './digest-sum'
import { LogFeed } from './log-feed'
import { openLog } from './open-log'
import { dialectOfLog, type RecognizedLog, recognizeLog } from './recognize'
import { defaultLimits, type EntryFilter, Tally, type TallyLimits } from './tally'

export interface DigestOptions {
  /** Told instead of recognized. */
  readonly log?: RecognizedLog
  readonly limits?: TallyLimits
  readonly filter?: EntryFilter
}

/** A log that is being added up: bytes go in, the sum comes out. */
export class LogDigest {
  readonly log: RecognizedLog
  readonly #tally: Tally
  readonly #feed: LogFeed

  constructor(name: string, log: RecognizedLog, { limits = defaultLimits, filter }: Omit<DigestOptions, 'log'> = {}) {
    this.log = log
    this.#tally = new Tally(name, dialectOfLog(log.flavor), limits, filter)
    this.#feed = new LogFeed(openLog(log, this.#tally), this.#tally)
  }

  /** Where to put the next bytes of the log; `filled` says how many were put there. */
  space(): Uint8Array {
    return this.#feed.space()
  }

  filled(count: number): void {
    this.#feed.filled(count)
  }

  push(bytes: Uint8Array): void {
    this.#feed.push(bytes)
  }

  /** How many entries were counted so far. */
  get events(): number {
    return this.#tally.source.events
  }

  end(): DigestSum {
    this.#feed.end()
    return sumOfTally(this.#tally, { flavor: this.log.flavor })
  }
}

/**
 * The sum of a log that is in memory as a whole.
 * @throws SargableError `unreadable-text` when it is no log that is known.
 */
export function digestBytes(name: string, bytes: Uint8Array, options: DigestOptions = {}): DigestSum {
  const log = options.log ?? recognizeLog(bytes)
  if (log === undefined) throw notALog(name)
  const digest = new LogDigest(name, log, options)
  digest.push(bytes)
  return digest.end()
}

export function notALog(name: string) {
  return fault('unreadable-text', `${name} is no slow query log of MySQL or MariaDB and no log of PostgreSQL.`, {
    hint: 'For PostgreSQL, give the server’s log_line_prefix with --prefix.',
  })
}
