import type { Dialect } from '../engine'
import { classDigit, mysqlBytes, postgresBytes, wordBytes } from './byte-classes'
import { mysqlNumberEnd, postgresNumberEnd } from './byte-numbers'
import { KeyEnd } from './key-end'
import {
  lastClose,
  lastComma,
  lastDot,
  lastLiteral,
  lastName,
  lastNone,
  lastOpen,
  lastOperator,
  lastString,
  lastWord,
} from './last-token'
import type { LiteralPlaces } from './literal-places'
import { isBannerLine, isHeaderLine, isWholeHeader, longestBanner } from './mysql-log-lines'
import { roleClose, roleOpen, roleOther, roleValuesWord, ShapeHash } from './shape-hash'
import {
  commentEnd,
  dollarEnd,
  entryIn,
  goesOnAsText,
  isClientWord,
  isIntroducer,
  isOperatorByte,
  isSpecial,
  isValues,
  lineEnd,
  literalQuoteAt,
  postgresDigits,
  quotedEnd,
} from './shape-key-bytes'

/** A copy of a log entry inside a literal is looked through this far for the literal's end. */
const longestLiteralBehindHeader = 1 << 18

/**
 * Reads a statement's bytes once and makes a key of 64 bits: equal keys mean equal fingerprints. It is finer than the
 * fingerprint (letter case and the places of blanks count), so that no table of keywords is needed for each entry; the
 * fingerprint itself is made once per key. Literals, comments, lists of literals and repeated VALUES rows leave no trace.
 *
 * Statements that need more than this (`odd`: an open quote, control characters, client commands) have no key.
 * The rules of letters are those of `sql/tokenizer.ts`.
 */
export class ShapeReader {
  /** The key must not be used; the fingerprint has to be made from the text. */
  odd = false
  /** Place after the statement: of the next entry, in a log. */
  end = 0
  /** The key's halves. */
  high = 0
  low = 0

  readonly #dialect: Dialect
  readonly #postgres: boolean
  readonly #classes: Uint8Array
  readonly #hash = new ShapeHash()
  #last: number = lastNone
  /** The last operator's byte, the place behind it, and whether its run holds one of ~ ! @ # % ^ & | ` */
  #operatorByte = 0
  #operatorEnd = -1
  #operatorSpecial = false
  #escapedString = false
  #newLine = false
  /** Of the word scanned last. */
  #wordHigh = 0
  #wordLow = 0
  /** Where a quote's text holds what looks like the next entry. */
  #entryAt = -1
  /** Where the statement's numbers and strings are. */
  readonly #places: LiteralPlaces

  constructor(dialect: Dialect, places: LiteralPlaces) {
    this.#places = places
    this.#dialect = dialect
    this.#postgres = dialect === 'postgres'
    this.#classes = this.#postgres ? postgresBytes : mysqlBytes
  }

  /**
   * @param to place after the last byte there is
   * @param inLog stop at the next entry of a slow log of the MySQL family; else everything up to `to` is the statement
   * @param atEnd no bytes come after `to`
   * @returns a member of `KeyEnd`
   */
  read(bytes: Uint8Array, from: number, to: number, inLog: boolean, atEnd: boolean): number {
    const postgres = this.#postgres
    const classes = this.#classes
    const hash = this.#hash
    const words = wordBytes
    hash.restart()
    this.#places.restart()
    this.odd = false
    this.#last = lastNone
    this.#operatorEnd = -1
    this.#escapedString = false
    let lastEnd = -1
    let executable = false
    let i = from
    let gap = 0

    while (i < to) {
      const code = bytes[i] ?? 0
      switch (classes[code] ?? 0) {
        case 1 /* blank */:
          gap = 1
          i++
          if (code !== 10) {
            if (code === 13) this.#newLine = true
            continue
          }
          this.#newLine = true
          if (!inLog) continue
          if (i + longestBanner >= to && !atEnd) return this.#stop(KeyEnd.more, i)
          if (this.#isEntryOrBanner(bytes, i, to)) return this.#stop(KeyEnd.whole, i)
          continue

        case 2: /* word */ {
          const start = i
          let high = 0x811c9dc5 | 0
          let low = 7
          let letter = code
          do {
            high = Math.imul(high ^ letter, 0x01000193)
            low = (Math.imul(low, 31) + letter) | 0
            letter = bytes[++i] ?? 0
          } while (words[letter] === 1)
          const quote = bytes[i] ?? 0
          if (
            (quote === 39 || quote === 34 || quote === 38) &&
            i < to &&
            (i - start === 1 || code === 95) &&
            !this.#isVariable(start)
          ) {
            const quoteAt = literalQuoteAt(bytes, start, i, postgres)
            if (quoteAt > 0) {
              this.#escapedString = !postgres || (code | 32) === 101
              const joined = this.#last === lastString
              const end = this.#string(bytes, quoteAt, to, inLog, atEnd)
              if (end < 0) return this.#stop(-end, i)
              this.#places.note(quoteAt, end)
              if (postgres && this.#escapedString) this.#places.whole = false
              i = end
              if (!joined) hash.literal(gap)
              break
            }
          }
          // A character set counts only where a string follows.
          if (code === 95 && !postgres && isIntroducer(bytes, start, i)) this.odd = true
          if (this.#last === lastNone && isClientWord(bytes, start, i, postgres)) this.odd = true
          const isRowsWord = (code | 32) === 118 && isValues(bytes, start, i)
          low ^= i - start
          if (isRowsWord) hash.token(roleValuesWord, high, low, gap)
          else hash.plain(high, low, gap)
          this.#last = lastWord
          break
        }

        case 3: /* digit */ {
          const isName = (!postgres && this.#last === lastDot && lastEnd === i) || this.#isVariable(i)
          const end = isName ? -1 : postgres ? postgresNumberEnd(bytes, i) : mysqlNumberEnd(bytes, i)
          if (end >= 0) {
            this.#places.note(i, end)
            i = end
            hash.literal(gap)
            this.#last = lastLiteral
          } else {
            i = this.#word(bytes, i, to)
            hash.token(roleOther, this.#wordHigh, this.#wordLow, gap)
            this.#last = lastWord
          }
          break
        }

        case 4: /* quote */ {
          if (code === 96 || (postgres && code === 34)) {
            const end = quotedEnd(bytes, i, to)
            if (end > to && inLog) return this.#openEnd(bytes, i, to, atEnd)
            if (end > to) this.odd = true
            this.#bytesHash(bytes, i, Math.min(end, to))
            i = Math.min(end, to)
            hash.token(roleOther, this.#wordHigh, this.#wordLow, gap)
            this.#last = lastName
            break
          }
          const joined = this.#last === lastString
          this.#escapedString = !postgres || (this.#escapedString && joined && this.#newLine)
          const end = this.#string(bytes, i, to, inLog, atEnd)
          if (end < 0) return this.#stop(-end, i)
          this.#places.note(i, end)
          if (postgres && this.#escapedString) this.#places.whole = false
          i = end
          if (!joined) hash.literal(gap)
          break
        }

        case 11 /* minus */:
          if (bytes[i + 1] === 45 && i + 1 < to && (postgres || i + 2 >= to || (bytes[i + 2] ?? 0) <= 32)) {
            i = lineEnd(bytes, i, to, postgres)
            gap = 1
            continue
          }
          if (this.#mayBeSign(bytes, i) && hash.sign(code, gap)) {
            i++
            gap = 0
            continue
          }
          this.#operator(code, i, gap)
          i++
          break

        case 5 /* operator */:
          if (code === 43 && this.#mayBeSign(bytes, i) && hash.sign(code, gap)) {
            i++
            gap = 0
            continue
          }
          this.#operator(code, i, gap)
          i++
          if (code === 58) {
            // `::` is a cast, `:name` a placeholder.
            if (postgres && bytes[i] === 58) this.#operator(code, i++, 0)
            else if (wordBytes[bytes[i] ?? 0] === 1) this.odd = true
          }
          break

        case 12: /* slash */ {
          if (bytes[i + 1] !== 42 || i + 1 >= to) {
            this.#operator(code, i, gap)
            i++
            break
          }
          gap = 1
          const third = bytes[i + 2] ?? 0
          if (!postgres && (third === 33 || (third === 77 && bytes[i + 3] === 33 && this.#dialect === 'mariadb'))) {
            i += third === 33 ? 3 : 4
            for (let digits = 0; digits < 6 && classes[bytes[i] ?? 0] === classDigit; digits++) i++
            executable = true
            hash.executableMark(true)
            continue
          }
          const end = commentEnd(bytes, i, to, postgres)
          if (end > to && inLog) return this.#openEnd(bytes, i, to, atEnd)
          if (end > to) this.odd = true
          else if (third === 43) {
            this.#bytesHash(bytes, i, end)
            hash.hint(this.#wordHigh, this.#wordLow)
          }
          i = Math.min(end, to)
          continue
        }

        case 14 /* star */:
          if (executable && bytes[i + 1] === 47 && i + 1 < to) {
            executable = false
            i += 2
            gap = 1
            hash.executableMark(false)
            continue
          }
          this.#operator(code, i, gap)
          i++
          break

        case 13 /* hash */:
          i = lineEnd(bytes, i, to, false)
          gap = 1
          continue

        case 10 /* semicolon */:
          hash.semicolon()
          this.#last = lastNone
          i++
          gap = 1
          continue

        case 6 /* open */:
          hash.token(roleOpen, code, code, gap)
          this.#last = lastOpen
          i++
          break

        case 7 /* close */:
          hash.token(roleClose, code, code, gap)
          this.#last = lastClose
          i++
          break

        case 8 /* comma */:
          hash.comma(gap)
          this.#last = lastComma
          i++
          break

        case 9: /* dot */ {
          const next = bytes[i + 1] ?? 0
          const afterName = lastEnd === i && (this.#last === lastWord || this.#last === lastName)
          if (!afterName && next >= 48 && next <= 57) {
            i = Math.max(i + 1, postgres ? postgresNumberEnd(bytes, i) : mysqlNumberEnd(bytes, i))
            hash.literal(gap)
            this.#last = lastLiteral
            break
          }
          if (postgres && next === 46) this.odd = true
          hash.plain(code, code, gap)
          this.#last = lastDot
          i++
          break
        }

        case 17 /* bracket */:
          hash.token(roleOther, code, code, gap)
          this.#last = code === 91 ? lastOpen : lastClose
          i++
          break

        case 15: /* dollar */ {
          const digits = postgres ? postgresDigits(bytes, i + 1) : 0
          const end = digits > i + 1 ? digits : postgres ? dollarEnd(bytes, i, to) : 0
          if (end > 0 && end <= to) {
            i = end
            hash.literal(gap)
            this.#last = lastLiteral
            break
          }
          this.#unknown(code, gap)
          i++
          break
        }

        case 16 /* placeholder */:
          hash.literal(gap)
          this.#last = lastLiteral
          i++
          break

        case 18: /* at */ {
          // `@'name'`: the quoted name counts, unlike a literal.
          const next = bytes[i + 1] ?? 0
          if ((wordBytes[next] === 0 && next !== 64) || (lastEnd === i && this.#last === lastString)) this.odd = true
          this.#operator(code, i, gap)
          i++
          break
        }

        default:
          this.#unknown(code, gap)
          i++
      }
      lastEnd = i
      // The blank that follows most tokens is not worth a turn of its own.
      if (bytes[i] === 32) {
        gap = 1
        i++
      } else gap = 0
    }

    if (executable) this.odd = true
    return this.#bytesEnd(bytes, to, inLog, atEnd)
  }

  /** The bytes ended before the next entry did begin. */
  #bytesEnd(bytes: Uint8Array, to: number, inLog: boolean, atEnd: boolean): number {
    if (!inLog) return this.#stop(KeyEnd.whole, to)
    if (!atEnd) return this.#stop(KeyEnd.more, to)
    const whole = bytes[to - 1] === 10 || this.#hash.terminated
    return this.#stop(whole ? KeyEnd.whole : KeyEnd.unfinished, to)
  }

  #stop(status: number, at: number): number {
    this.#hash.finish()
    this.odd ||= this.#hash.odd
    this.high = this.#hash.high
    this.low = this.#hash.low
    this.end = status === KeyEnd.cut ? this.#entryAt : at
    return status
  }

  /** Does an entry's header or a server's banner begin at `at`, the first place of a line? */
  #isEntryOrBanner(bytes: Uint8Array, at: number, to: number): boolean {
    if (at >= to) return false
    const first = bytes[at] ?? 0
    if (first === 35) return isHeaderLine(bytes, at)
    if (!this.#hash.terminated || first <= 32) return false
    const feed = bytes.indexOf(10, at)
    return isBannerLine(bytes, at, feed === -1 || feed > to ? to : feed)
  }

  /** A quoted name or comment that does not end: cut at the entry inside it, or at the end of the bytes. */
  #openEnd(bytes: Uint8Array, at: number, to: number, atEnd: boolean): number {
    this.#entryAt = entryIn(bytes, at, to)
    if (this.#entryAt !== -1) return this.#stop(KeyEnd.cut, at)
    return this.#stop(atEnd ? KeyEnd.unfinished : KeyEnd.more, to)
  }

  /** Does the name at `at` follow an `@`, of which it is the variable's name whatever its letters? */
  #isVariable(at: number): boolean {
    return !this.#postgres && this.#operatorEnd === at && this.#operatorByte === 64
  }

  #operator(code: number, at: number, gap: number): void {
    this.#operatorSpecial = (this.#operatorEnd === at && this.#operatorSpecial) || isSpecial(code)
    this.#operatorByte = code
    this.#operatorEnd = at + 1
    this.#hash.plain(code, code, gap)
    this.#last = lastOperator
  }

  #unknown(code: number, gap: number): void {
    this.odd = true
    this.#hash.token(roleOther, code, code, gap)
    this.#last = lastWord
  }

  /** The place after the word at `from`, whose hash is kept. */
  #word(bytes: Uint8Array, from: number, to: number): number {
    let high = 0x811c9dc5 | 0
    let low = 7
    let i = from
    let code = bytes[i] ?? 0
    do {
      high = Math.imul(high ^ code, 0x01000193)
      low = (Math.imul(low, 31) + code) | 0
      i++
      code = bytes[i] ?? 0
    } while (wordBytes[code] === 1 && i < to)
    this.#wordHigh = high
    this.#wordLow = low ^ (i - from)
    return i
  }

  #bytesHash(bytes: Uint8Array, from: number, to: number): void {
    let high = 0x811c9dc5 | 0
    let low = 13
    for (let i = from; i < to; i++) {
      const code = bytes[i] ?? 0
      high = Math.imul(high ^ code, 0x01000193)
      low = (Math.imul(low, 31) + code) | 0
    }
    this.#wordHigh = high
    this.#wordLow = low
  }

  /** The place after the string whose quote stands at `at`; below 0 the status with which reading stops, negated. */
  #string(bytes: Uint8Array, at: number, to: number, inLog: boolean, atEnd: boolean): number {
    const quote = bytes[at] ?? 0
    const escapes = this.#escapedString
    let entry = -1
    let i = at + 1
    while (i < to) {
      const code = bytes[i] ?? 0
      if (code !== quote && code !== 92 && code !== 10) {
        i++
        continue
      }
      if (code === quote) {
        if (bytes[i + 1] !== quote || i + 1 >= to) break
        i += 2
      } else if (code === 92 && escapes) i += 2
      else {
        if (code === 10 && inLog && entry === -1 && bytes[i + 1] === 35 && isHeaderLine(bytes, i + 1)) {
          if (isWholeHeader(bytes, i + 1, to)) entry = i + 1
        }
        i++
      }
    }
    const isOpen = i >= to
    if (entry !== -1) {
      const isFar = i - entry > longestLiteralBehindHeader
      // Where the log ends soon, it may as well be cut inside the literal.
      if (isFar || (!isOpen && goesOnAsText(bytes, i + 1))) {
        this.#entryAt = entry
        return -KeyEnd.cut
      }
    }
    this.#last = lastString
    this.#newLine = false
    if (isOpen || (i + 1 >= to && inLog && !atEnd)) {
      if (inLog) return atEnd ? -KeyEnd.unfinished : -KeyEnd.more
      this.odd = true
      return to
    }
    return i + 1
  }

  /** A sign belongs to the literal behind it where only a value can stand; words before it leave that open. */
  #mayBeSign(bytes: Uint8Array, at: number): boolean {
    const next = bytes[at + 1] ?? 0
    if (next === 45 || isOperatorByte(next)) return false
    const last = this.#last
    if (last === lastOpen || last === lastComma || last === lastNone) return true
    if (last !== lastOperator) return false
    if (this.#operatorEnd !== at) return true
    const before = this.#operatorByte
    return !this.#operatorSpecial && (before === 61 || before === 60 || before === 62)
  }
}
