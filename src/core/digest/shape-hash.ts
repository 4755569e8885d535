/** What a token does to the structure of a statement. */
export const roleOther = 0
export const roleLiteral = 1
export const roleOpen = 2
export const roleClose = 3
export const roleComma = 4
export const roleValuesWord = 5

/** What a group's members have been so far. */
const membersNone = 0
const membersLiterals = 1
const membersLists = 2
const membersMixed = 3
/** Whether a group waits for a member; `firstList` stands between the first list and the keeping of its state. */
const expectsComma = 0
const expectsMember = 1
const expectsFirstList = 2
/** Where in the rows behind VALUES reading is. */
const rowsNone = 0
const rowsFirst = 1
const rowsInside = 2
const rowsBehind = 3
const rowsComma = 4

const maxDepth = 250
/** Rows of a VALUES list that differ in more than their literals. */
const maxRows = 256

const literalMark = 0x3f3f
const listMark = 0x3f2b
const commaMark = 0x2c
const hintMark = 0x2b2a
const executableOpenMark = 0x2f2a21
const executableCloseMark = 0x2a2f

/**
 * The 64-bit key of a statement from its tokens' hashes, in order. A literal takes its sign with it, a list of literals
 * is one token, a list of lists one list, and of the rows of VALUES each different one counts once: the state before a
 * piece is kept and taken back when the piece turns out to fold.
 */
export class ShapeHash {
  high = 0
  low = 0
  /** Something was seen that the key cannot tell exactly. */
  odd = false

  /** Something may wait for the next token, or the group it is in is uniform so far. */
  #busy = false
  #depth = 0
  #sign = 0
  #signGap = 0
  #semicolons = 0
  #rowState: number = rowsNone
  #rowDepth = 0
  #rows = 0
  #rowsHigh = 0
  #rowsLow = 0
  readonly #groupHigh = new Int32Array(maxDepth + 2)
  readonly #groupLow = new Int32Array(maxDepth + 2)
  readonly #members = new Uint8Array(maxDepth + 2)
  readonly #expects = new Uint8Array(maxDepth + 2)
  readonly #firstHigh = new Int32Array(maxDepth + 2)
  readonly #firstLow = new Int32Array(maxDepth + 2)
  readonly #rowHigh = new Int32Array(maxRows)
  readonly #rowLow = new Int32Array(maxRows)

  restart(): void {
    this.high = 0x2545f491
    this.low = 0x1b873593
    this.odd = false
    this.#busy = false
    this.#depth = 0
    this.#sign = 0
    this.#semicolons = 0
    this.#rowState = rowsNone
  }

  /** A `-` or `+` that belongs to the next token if that is a literal. False when one waits already. */
  sign(byte: number, gap: number): boolean {
    if (this.#sign !== 0) return false
    this.#busy = true
    this.#sign = byte
    this.#signGap = gap
    return true
  }

  /** Counts only where something follows: it may be the log's own. */
  semicolon(): void {
    if (this.#sign !== 0) this.odd = true
    this.#busy = true
    this.#semicolons++
  }

  /** Whether a `;` came last. */
  get terminated(): boolean {
    return this.#semicolons > 0
  }

  /** The edges of an executable comment: they take no part in anything, but what is between may not be read elsewhere. */
  executableMark(opens: boolean): void {
    const mark = opens ? executableOpenMark : executableCloseMark
    this.#mix(mark, mark)
  }

  /** A hint, all of whose bytes count. */
  hint(high: number, low: number): void {
    if (this.#sign !== 0 || this.#semicolons > 0) this.odd = true
    if (this.#rowState !== rowsNone && this.#rowState !== rowsInside) this.odd = true
    this.#members[this.#depth] = membersMixed
    this.#mix(high ^ hintMark, low)
  }

  /**
   * @param high, low the token's hash; of a literal it does not matter
   * @param gap 1 when blanks or comments stand before it
   */
  token(role: number, high: number, low: number, gap: number): void {
    this.#busy = true
    let before = gap
    let tokenHigh = high
    let tokenLow = low
    if (this.#semicolons > 0) {
      this.#mix(0x3b, 0x3b)
      this.#semicolons = 0
      if (this.#rowState !== rowsNone || this.#depth > 0) this.odd = true
    }
    if (this.#rowState !== rowsNone && this.#rowState !== rowsInside) {
      if (this.#rowState === rowsBehind && role === roleComma) {
        this.#rowState = rowsComma
        return
      }
      if (this.#startsRow(role)) before = 0
    }
    const depth = this.#depth
    if (this.#sign !== 0) {
      if (role === roleLiteral) before = this.#signGap
      else {
        this.#mix(this.#sign + (this.#signGap << 8), this.#sign)
        this.#members[depth] = membersMixed
      }
      this.#sign = 0
    }
    switch (role) {
      case roleLiteral:
        tokenHigh = literalMark
        tokenLow = literalMark
        this.#member(depth, membersLiterals)
        break
      case roleOpen:
        this.#open()
        break
      case roleClose:
        this.#close(high, low, gap)
        return
      case roleComma:
        if (this.#expects[depth] === expectsComma) this.#expects[depth] = expectsMember
        else this.#members[depth] = membersMixed
        break
      default:
        this.#members[depth] = membersMixed
    }
    this.#mix(tokenHigh + Math.imul(before, 0x10001), tokenLow)
    if (role === roleValuesWord && this.#rowState === rowsNone) this.#rowState = rowsFirst
  }

  /** A token that is no literal, bracket or comma: mostly nothing waits for it, and it only goes into the hash. */
  plain(high: number, low: number, gap: number): void {
    if (this.#busy) {
      this.token(roleOther, high, low, gap)
      this.#busy =
        this.#sign !== 0 || this.#semicolons > 0 || (this.#rowState !== rowsNone && this.#rowState !== rowsInside)
      return
    }
    const a = Math.imul(this.high ^ (high + Math.imul(gap, 0x10001)), 0xcc9e2d51)
    this.high = (a << 15) | (a >>> 17)
    const b = Math.imul(this.low ^ low, 0x1b873593)
    this.low = (((b << 13) | (b >>> 19)) + 0xe6546b64) | 0
  }

  /** A literal or placeholder. */
  literal(gap: number): void {
    if (this.#busy) this.token(roleLiteral, 0, 0, gap)
    else this.#mix(literalMark + Math.imul(gap, 0x10001), literalMark)
  }

  comma(gap: number): void {
    if (this.#busy) this.token(roleComma, commaMark, commaMark, gap)
    else this.#mix(commaMark + Math.imul(gap, 0x10001), commaMark)
  }

  /** To be called once behind the last token. */
  finish(): void {
    if (this.#rowState >= rowsBehind) {
      if (this.#rowState === rowsComma) this.odd = true
      this.#closeRows()
    }
    if (this.#sign !== 0 || this.#depth > 0) this.odd = true
  }

  /** Behind VALUES, a row or its comma: does a row begin? If none does, the rows end here. */
  #startsRow(role: number): boolean {
    const state = this.#rowState
    if (role === roleOpen && this.#sign === 0 && state !== rowsBehind) {
      if (state === rowsFirst) {
        this.#rowsHigh = this.high
        this.#rowsLow = this.low
        this.#rows = 0
        this.#rowDepth = this.#depth
      } else {
        this.high = this.#rowsHigh
        this.low = this.#rowsLow
      }
      this.#rowState = rowsInside
      return true
    }
    if (state !== rowsFirst) {
      this.#closeRows()
      if (state === rowsComma) this.#mix(commaMark, commaMark)
    }
    this.#rowState = rowsNone
    return false
  }

  #closeRows(): void {
    this.high = this.#rowsHigh
    this.low = this.#rowsLow
    for (let row = 0; row < this.#rows; row++) this.#mix(this.#rowHigh[row] ?? 0, this.#rowLow[row] ?? 0)
  }

  #open(): void {
    if (++this.#depth > maxDepth) {
      this.odd = true
      this.#depth = maxDepth
    }
    const depth = this.#depth
    this.#groupHigh[depth] = this.high
    this.#groupLow[depth] = this.low
    this.#members[depth] = membersNone
    this.#expects[depth] = expectsMember
  }

  #close(high: number, low: number, gap: number): void {
    const depth = this.#depth
    if (depth === 0) {
      this.odd = true
      this.#mix(high, low)
      return
    }
    const folds = this.#expects[depth] === expectsComma
    const members = this.#members[depth]
    this.#depth--
    if (folds && members === membersLiterals) {
      this.high = this.#groupHigh[depth] ?? 0
      this.low = this.#groupLow[depth] ?? 0
      this.#member(depth - 1, membersLists)
      this.#mix(listMark, listMark)
      if (this.#expects[depth - 1] === expectsFirstList) {
        this.#firstHigh[depth - 1] = this.high
        this.#firstLow[depth - 1] = this.low
        this.#expects[depth - 1] = expectsComma
      }
    } else {
      if (folds && members === membersLists) {
        this.high = this.#firstHigh[depth] ?? 0
        this.low = this.#firstLow[depth] ?? 0
        this.#mix(high, low)
      } else this.#mix(high + Math.imul(gap, 0x10001), low)
      this.#member(depth - 1, membersMixed)
    }
    if (this.#rowState === rowsInside && this.#depth === this.#rowDepth) this.#endRow()
  }

  #endRow(): void {
    let row = 0
    while (row < this.#rows && (this.#rowHigh[row] !== this.high || this.#rowLow[row] !== this.low)) row++
    if (row === this.#rows) {
      if (row < maxRows) {
        this.#rowHigh[row] = this.high
        this.#rowLow[row] = this.low
        this.#rows++
      } else this.odd = true
    }
    this.#rowState = rowsBehind
  }

  /** A member of a group has come; literals alone and lists alone keep it uniform. */
  #member(depth: number, kind: number): void {
    const before = this.#members[depth]
    const fits = this.#expects[depth] === expectsMember && (before === membersNone || before === kind)
    if (kind === membersMixed || !fits) {
      this.#members[depth] = membersMixed
      this.#expects[depth] = expectsComma
      return
    }
    this.#members[depth] = kind
    this.#expects[depth] = kind === membersLists && before === membersNone ? expectsFirstList : expectsComma
  }

  #mix(high: number, low: number): void {
    const a = Math.imul(this.high ^ high, 0xcc9e2d51)
    this.high = (a << 15) | (a >>> 17)
    const b = Math.imul(this.low ^ low, 0x1b873593)
    this.low = (((b << 13) | (b >>> 19)) + 0xe6546b64) | 0
  }
}
