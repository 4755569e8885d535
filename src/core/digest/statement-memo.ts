import { wordBytes } from './byte-classes'
import { mysqlNumberEnd, postgresNumberEnd } from './byte-numbers'
import { isHeaderLine, longestBanner } from './mysql-log-lines'
import { isValues } from './shape-key-bytes'

/** Memory stays small: what comes above is read as if there was none. */
const maxStates = 1 << 15
const firstRoom = 1 << 5

/** Longer texts are not worth their states. */
const maxTextBytes = 2000
/** So many more misses than hits, and looking is not worth its time. */
const maxMisses = 20_000

/**
 * Per state: how many bytes of text come (0: none), the ones that came first, and the state behind them; what else may
 * come; the states behind a number and a string; the key where a statement ends.
 */
const perState = 8
const word = 1
const next = 2
const others = 3
const behindNumber = 4
const behindString = 5
const keyHigh = 6
const keyLow = 7

const root = perState
const perBranch = 4

/** What may come at a state beside its text. */
const hasNumber = 1
const hasString = 2
const hasRows = 4
const hasEnd = 8
/** The literal that led here stands first behind an opening bracket: others may follow it up to the closing one. */
const isListed = 16
/** The rows are those of VALUES, not a list's. */
const isValuesRows = 32

const masks = Int32Array.of(0, 0xff, 0xffff, 0xffffff, -1)

/**
 * Statements read before, by their bytes: most statements of a log differ from an earlier one in their literals alone.
 * Up to four bytes of text at a time lead from one state to the next; numbers and strings are skipped by the same rules
 * as they were read, and so are further literals of a list and further rows of literals, which leave no trace in a key.
 * What does not lead to the end of a known statement is read as if there was no memory.
 */
export class StatementMemo {
  /** The key of the statement that `find` found. */
  high = 0
  low = 0
  readonly #postgres: boolean
  #misses = 0
  /** The first one begins a statement; a state is known by its place. */
  #states = new Int32Array(firstRoom * perState)
  #used = 2 * perState
  /** State, word and the state behind it, of words that are not a state's first. */
  #branches = new Int32Array(firstRoom * perBranch)
  #branchCount = 0
  #viewed: Uint8Array | undefined
  #view: DataView = new DataView(new ArrayBuffer(8))

  constructor(postgres: boolean) {
    this.#postgres = postgres
  }

  /** Is it worth looking? */
  get useful(): boolean {
    return this.#misses < maxMisses
  }

  /** The place behind the statement at `from`, whose key is then in `high` and `low`; -1 where it is not known. */
  find(bytes: Uint8Array, from: number, to: number, inLog: boolean): number {
    if (to + 4 > bytes.length) return -1
    if (this.#viewed !== bytes) {
      this.#viewed = bytes
      this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    }
    const view = this.#view
    const states = this.#states
    let state = root
    let i = from
    while (i <= to) {
      const step = states[state] ?? 0
      const text = view.getInt32(i, true) & (masks[step] ?? 0)
      if (step !== 0 && text === states[state + word]) {
        state = states[state + next] ?? 0
        i += step
        continue
      }
      const kinds = states[state + others] ?? 0
      if (kinds !== 0) {
        const code = bytes[i] ?? 0
        if ((kinds & hasEnd) !== 0 && this.#isEnd(bytes, i, to, inLog)) {
          this.high = states[state + keyHigh] ?? 0
          this.low = states[state + keyLow] ?? 0
          if (this.#misses > 0) this.#misses--
          return i
        }
        const isNumber = (kinds & hasNumber) !== 0 && code >= 48 && code <= 57
        if (isNumber || ((kinds & hasString) !== 0 && this.#isQuote(code) && !isPrefixed(bytes, i))) {
          const end = isNumber ? this.#numberEnd(bytes, i) : this.#stringEnd(bytes, i, to, inLog)
          if (end < 0) break
          state = states[state + (isNumber ? behindNumber : behindString)] ?? 0
          i = ((states[state + others] ?? 0) & isListed) === 0 ? end : this.#listEnd(bytes, end, to, inLog)
          continue
        }
        if ((kinds & hasRows) !== 0 && code === 44) {
          const end = this.#rowsEnd(bytes, i, to, inLog, (kinds & isValuesRows) !== 0)
          if (end > i) {
            i = end
            continue
          }
        }
      }
      if (step === 0) break
      state = this.#branch(state, text)
      if (state === 0) break
      i += step
    }
    this.#misses++
    return -1
  }

  /**
   * Remembers a statement that was read: it ends at `end`, and `literals` has the places of `count` numbers and strings
   * without escapes of PostgreSQL's, from and to by turns.
   */
  learn(
    bytes: Uint8Array,
    from: number,
    end: number,
    literals: Int32Array,
    count: number,
    high: number,
    low: number,
    inLog: boolean,
  ): void {
    if (inLog && (bytes[end - 1] !== 10 || bytes[end] !== 35)) return
    let state = root
    let i = from
    let nth = 0
    let open = -1
    /** Behind the closing bracket of a list of literals. */
    let closed = -1
    let textBytes = 0
    let depth = 0
    while (i < end || i === closed) {
      while (nth < count && (literals[nth * 2] ?? 0) < i) nth++
      const literal = nth < count ? (literals[nth * 2] ?? 0) : end
      if (literal === i && nth < count) {
        const isNumber = !this.#isQuote(bytes[i] ?? 0)
        if (!isNumber && isPrefixed(bytes, i)) return
        open = behindBlanks(bytes, i, from)
        const isFirst = open > from && bytes[open - 1] === 40
        let to = literals[nth * 2 + 1] ?? 0
        state = this.#behindLiteral(state, isNumber)
        if (state === 0) return
        if (isFirst) {
          const last = this.#listEnd(bytes, to, end, inLog)
          if (isClosing(bytes, last)) {
            this.#tell(state, isListed)
            to = last
            closed = (bytes[last] === 32 ? last + 1 : last) + 1
          }
        }
        i = to
        continue
      }
      if (i === closed) {
        closed = -1
        const before = behindBlanks(bytes, open - 1, from)
        const isValuesList = depth === 0 && this.#isValuesWord(bytes, before, from)
        if (isValuesList || bytes[before - 1] === 40) {
          this.#tell(state, isValuesList ? hasRows | isValuesRows : hasRows)
          const rows = this.#rowsEnd(bytes, i, end, inLog, isValuesList)
          i = rows
        }
        continue
      }
      const boundary = closed > i ? Math.min(closed, literal) : literal
      const step = (this.#states[state] ?? 0) || Math.min(4, boundary - i)
      if (step > boundary - i) return
      let text = 0
      for (let k = 0; k < step; k++) {
        const code = bytes[i + k] ?? 0
        // Only the last delimiter: others make what follows depend on more than its bytes.
        if (code === 59 && i + k < end - 2) return
        if (code === 40) depth++
        else if (code === 41) depth--
        text |= code << (k * 8)
      }
      textBytes += step
      if (textBytes > maxTextBytes) return
      state = this.#behindText(state, step, text)
      if (state === 0) return
      i += step
    }
    this.#tell(state, hasEnd)
    this.#states[state + keyHigh] = high
    this.#states[state + keyLow] = low
  }

  /** Does the statement end here, as far as can be told without looking back? */
  #isEnd(bytes: Uint8Array, at: number, to: number, inLog: boolean): boolean {
    if (!inLog) return at === to
    return at + longestBanner < to && bytes[at] === 35 && isHeaderLine(bytes, at)
  }

  #isQuote(code: number): boolean {
    return code === 39 || (code === 34 && !this.#postgres)
  }

  #numberEnd(bytes: Uint8Array, at: number): number {
    return this.#postgres ? postgresNumberEnd(bytes, at) : mysqlNumberEnd(bytes, at)
  }

  /** Behind a string; -1 where it does not end, or holds what may be the next entry. */
  #stringEnd(bytes: Uint8Array, at: number, to: number, inLog: boolean): number {
    const quote = bytes[at] ?? 0
    const escapes = !this.#postgres
    let i = at + 1
    while (i < to) {
      const code = bytes[i] ?? 0
      if (code === quote) {
        if (bytes[i + 1] !== quote) return i + 1
        i += 2
      } else if (code === 92 && escapes) i += 2
      else if (code === 10 && inLog && bytes[i + 1] === 35) return -1
      else i++
    }
    return -1
  }

  /** Behind the further literals of a list whose closing bracket follows; `at` where it is not such a list. */
  #listEnd(bytes: Uint8Array, at: number, to: number, inLog: boolean): number {
    let i = at
    while (bytes[i] === 44) {
      const start = bytes[i + 1] === 32 ? i + 2 : i + 1
      const end = this.#literalEnd(bytes, start, to, inLog)
      if (end < 0) return at
      i = end
    }
    return isClosing(bytes, i) ? i : at
  }

  /** A number, which may have a sign, or a string; -1 for anything else. */
  #literalEnd(bytes: Uint8Array, at: number, to: number, inLog: boolean): number {
    const code = bytes[at] ?? 0
    if (this.#isQuote(code)) return this.#stringEnd(bytes, at, to, inLog)
    const start = code === 45 || code === 43 ? at + 1 : at
    const digit = bytes[start] ?? 0
    return digit >= 48 && digit <= 57 && start < to ? this.#numberEnd(bytes, start) : -1
  }

  /** Behind further rows of literals, each behind a comma; `at` where others follow, which count. */
  #rowsEnd(bytes: Uint8Array, at: number, to: number, inLog: boolean, isValuesList: boolean): number {
    let i = at
    while (i < to && bytes[i] === 44) {
      const open = bytes[i + 1] === 32 ? i + 2 : i + 1
      if (bytes[open] !== 40 || open >= to) return at
      const first = this.#literalEnd(bytes, open + 1, to, inLog)
      if (first < 0) return at
      const last = this.#listEnd(bytes, first, to, inLog)
      if (bytes[last] !== 41) return at
      i = last + 1
    }
    if (i > to) return at
    if (!isValuesList) return isClosing(bytes, i) ? i : at
    return bytes[i] === 32 && bytes[i + 1] === 44 ? at : i
  }

  /** Does VALUES or VALUE end before the place? */
  #isValuesWord(bytes: Uint8Array, to: number, from: number): boolean {
    let start = to
    while (start > from && to - start < 8 && wordBytes[bytes[start - 1] ?? 0] === 1) start--
    return ((bytes[start] ?? 0) | 32) === 118 && isValues(bytes, start, to)
  }

  #tell(state: number, more: number): void {
    this.#states[state + others] = (this.#states[state + others] ?? 0) | more
  }

  /** A new state's place; 0 when there is no room. */
  #newState(): number {
    const made = this.#used
    if (made >= maxStates * perState) return 0
    if (made === this.#states.length) {
      const larger = new Int32Array(made * 2)
      larger.set(this.#states)
      this.#states = larger
    }
    this.#used += perState
    return made
  }

  #behindLiteral(state: number, isNumber: boolean): number {
    const place = state + (isNumber ? behindNumber : behindString)
    const known = this.#states[place] ?? 0
    if (known !== 0) return known
    const made = this.#newState()
    if (made === 0) return 0
    this.#states[place] = made
    this.#tell(state, isNumber ? hasNumber : hasString)
    return made
  }

  #behindText(state: number, step: number, text: number): number {
    const isFirst = this.#states[state] === 0
    if (!isFirst) {
      if (this.#states[state + word] === text) return this.#states[state + next] ?? 0
      const known = this.#branch(state, text)
      if (known !== 0) return known
    }
    const made = this.#newState()
    if (made === 0) return 0
    if (isFirst) {
      this.#states[state] = step
      this.#states[state + word] = text
      this.#states[state + next] = made
    } else this.#addBranch(state, text, made)
    return made
  }

  /** The state behind one of a state's further words; 0 for none. */
  #branch(state: number, text: number): number {
    const branches = this.#branches
    const mask = branches.length - 1
    let place = branchPlace(state, text) & mask
    for (;;) {
      const found = branches[place + 2] ?? 0
      if (found === 0 || (branches[place] === state && branches[place + 1] === text)) return found
      place = (place + perBranch) & mask
    }
  }

  #addBranch(state: number, text: number, behind: number): void {
    this.#branchCount++
    const before = this.#branches
    if (this.#branchCount * perBranch * 2 > before.length) {
      this.#branches = new Int32Array(before.length * 2)
      for (let at = 0; at < before.length; at += perBranch) {
        if (before[at + 2] !== 0) this.#putBranch(before[at] ?? 0, before[at + 1] ?? 0, before[at + 2] ?? 0)
      }
    }
    this.#putBranch(state, text, behind)
  }

  #putBranch(state: number, text: number, behind: number): void {
    const branches = this.#branches
    const mask = branches.length - 1
    let place = branchPlace(state, text) & mask
    while (branches[place + 2] !== 0) place = (place + perBranch) & mask
    branches[place] = state
    branches[place + 1] = text
    branches[place + 2] = behind
  }
}

function branchPlace(state: number, text: number): number {
  const mixed = Math.imul(Math.imul(state, 0x9e3779b1) ^ text, 0x85ebca6b)
  return (mixed ^ (mixed >>> 15)) & -perBranch
}

/** The place behind what stands before the blanks before `at`. */
function behindBlanks(bytes: Uint8Array, at: number, from: number): number {
  let i = at
  while (i > from && bytes[i - 1] === 32) i--
  return i
}

/** A double quote right behind a word: whether that is the string's prefix depends on the kind of quote. */
function isPrefixed(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 34 && wordBytes[bytes[at - 1] ?? 0] === 1
}

/** A closing bracket, behind at most one blank. */
function isClosing(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 41 || (bytes[at] === 32 && bytes[at + 1] === 41)
}
