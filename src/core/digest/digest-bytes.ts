import { fault } from '../errors'
import { type DigestSum, sumOfTally } from './digest-sum'
import { LogFeed } from './log-feed'
import { openLog } from './open-log'
import type { LogReader } from './readers/reader'
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
  readonly #reader: LogReader
  #feed: LogFeed

  constructor(name: string, log: RecognizedLog, { limits = defaultLimits, filter }: Omit<DigestOptions, 'log'> = {}) {
    this.log = log
    this.#tally = new Tally(name, dialectOfLog(log.flavor), limits, filter)
    this.#reader = openLog(log, this.#tally)
    this.#feed = new LogFeed(this.#reader, this.#tally)
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

  /** Counts the whole entries that are there; the last one waits for the beginning of the next. */
  flush(): void {
    this.#feed.flush()
  }

  /** The sum so far; good until more bytes come. */
  soFar(): DigestSum {
    return sumOfTally(this.#tally, { flavor: this.log.flavor })
  }

  /**
   * Counts the last entries too, when nothing has come for a while: readers of the MySQL family look some way ahead for
   * the beginning of the next. PostgreSQL's need one line, and a statement may still get its duration.
   */
  settle(): void {
    if (dialectOfLog(this.log.flavor) !== 'postgres' && this.#feed.endsWith(';\n')) this.startAnew()
  }

  /** What came last is not gone on with: an entry that is half there ends here, and the next bytes begin one. */
  startAnew(): void {
    this.#feed.end()
    this.#feed = new LogFeed(this.#reader, this.#tally, this.#feed.position)
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
