import type { Beginnings } from './beginnings'
import { behindColon, skipBlanks } from './scan'
import { JsonKind, recordSize, slot } from './tape'

/** Members with the same literal values, one behind the other, and the key behind the last of them. */
export interface LiteralRun {
  /** From the first literal to behind the colon of the key behind the last one. */
  readonly text: string
  readonly count: number
  /** `fields` numbers per literal: see `field`. Places are counted from the start of `text`. */
  readonly literals: Int32Array
  /** The beginning behind the last literal, and its key, whose value comes next; where that key starts. */
  readonly last: number
  readonly lastKey: number
  readonly lastKeyStart: number
}

const fields = 5
const field = { kind: 0, start: 1, end: 2, key: 3, keyStart: 4 } as const

/** A run that was met again this many times more often than it was missed is kept through as many misses. */
const mostCredit = 8
/** A key whose value is not always a literal is looked at so often. */
const mostTries = 4

const comma = 44
const quote = 34
const digitZero = 48

/**
 * Members that hardly ever say anything: `"Parallel Aware": false, "Async Capable": false`, eight counters of blocks that
 * are 0. They are every second member of a plan and stand in the same order with the same values in nearly every node,
 * so all of them are compared with the text at once.
 */
export class LiteralRuns {
  /** By the number of the beginning before the first literal; null where none is looked for any more. */
  readonly #runs: (LiteralRun | null | undefined)[] = []
  readonly #credit: number[] = []
  readonly #tries: number[] = []
  readonly #beginnings: Beginnings
  readonly #keyOf: readonly number[]
  readonly #blanksOf: readonly number[]

  /** `keyOf`, `blanksOf`: of each beginning the number of its key, and how many blanks stand before it. */
  constructor(beginnings: Beginnings, keyOf: readonly number[], blanksOf: readonly number[]) {
    this.#beginnings = beginnings
    this.#keyOf = keyOf
    this.#blanksOf = blanksOf
  }

  /** The run that stands at `at`, the place behind a beginning, if it was met there before. */
  at(text: string, at: number, to: number, beginning: number): LiteralRun | undefined {
    const run = this.#runs[beginning]
    if (run === null) return undefined
    if (run === undefined) {
      const found = this.#behind(text, at, to)
      // Keys that are met for the first time are not known yet: the next time they are.
      this.#runs[beginning] = found ?? (this.#tried(beginning) ? null : undefined)
      return undefined
    }
    const end = at + run.text.length
    const credit = this.#credit[beginning] ?? 0
    if (end <= to && text.slice(at, end) === run.text) {
      if (credit < mostCredit) this.#credit[beginning] = credit + 1
      return run
    }
    // What differs here is left out from now on, and all behind it: that is a run of its own.
    if (credit === 0) this.#runs[beginning] = this.#behind(text, at, to, run) ?? null
    else this.#credit[beginning] = credit - 1
    return undefined
  }

  #tried(beginning: number): boolean {
    const tries = (this.#tries[beginning] ?? 0) + 1
    this.#tries[beginning] = tries
    return tries >= mostTries
  }

  /** The run at a place, as far as it is the same as another one; undefined where not one literal is. */
  #behind(text: string, from: number, to: number, like?: LiteralRun): LiteralRun | undefined {
    const literals: number[] = []
    let end = from
    let last = -1
    let lastKeyStart = 0
    for (;;) {
      const behind = endOfLiteral(text, end)
      if (behind === -1 || text.charCodeAt(behind) !== comma) break
      const next = this.#beginningAt(text, behind + 1, to)
      if (next === -1) break
      const nextEnd = behind + 1 + this.#beginnings.lengthOf(next)
      if (like && text.slice(end, nextEnd) !== like.text.slice(end - from, nextEnd - from)) break
      lastKeyStart = behind + 1 + (this.#blanksOf[next] ?? 0) - from
      literals.push(kindAt(text, end), end - from, behind - from, this.#keyOf[next] ?? -1, lastKeyStart)
      end = nextEnd
      last = next
    }
    return last === -1
      ? undefined
      : {
          text: text.slice(from, end),
          count: literals.length / fields,
          literals: Int32Array.from(literals),
          last,
          lastKey: this.#keyOf[last] ?? -1,
          lastKeyStart,
        }
  }

  #beginningAt(text: string, from: number, to: number): number {
    const start = skipBlanks(text, from, to)
    const closing = start < to && text.charCodeAt(start) === quote ? text.indexOf('"', start + 1) : -1
    return closing === -1 ? -1 : this.#beginnings.known(text, from, behindColon(text, closing + 1))
  }
}

/** Behind a literal of few letters at `at`; -1 where something else stands. */
function endOfLiteral(text: string, at: number): number {
  switch (text.charCodeAt(at)) {
    case digitZero:
      return at + 1
    case 102:
      return text.startsWith('false', at) ? at + 5 : -1
    case 116:
      return text.startsWith('true', at) ? at + 4 : -1
    case 110:
      return text.startsWith('null', at) ? at + 4 : -1
    default:
      return -1
  }
}

function kindAt(text: string, at: number): number {
  switch (text.charCodeAt(at)) {
    case 102:
      return JsonKind.false
    case 116:
      return JsonKind.true
    case 110:
      return JsonKind.null
    default:
      return JsonKind.number
  }
}

/** Writes the literals of a run that stands at `at`, the first of them with the key before it, as records from `count` on. */
export function writeLiterals(
  records: Int32Array,
  count: number,
  at: number,
  run: LiteralRun,
  key: number,
  keyStart: number,
): void {
  const { literals } = run
  for (let from = 0, base = count * recordSize; from < literals.length; from += fields, base += recordSize) {
    records[base + slot.kind] = literals[from + field.kind] ?? 0
    records[base + slot.start] = at + (literals[from + field.start] ?? 0)
    records[base + slot.end] = at + (literals[from + field.end] ?? 0)
    records[base + slot.next] = ++count
    records[base + slot.key] = key
    records[base + slot.keyStart] = keyStart
    key = literals[from + field.key] ?? 0
    keyStart = at + (literals[from + field.keyStart] ?? 0)
  }
}
