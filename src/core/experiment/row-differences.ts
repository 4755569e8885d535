import { identityOf } from './rows-checksum'

/** Bytes of a row that are kept to be shown. */
const keptBytes = 1024
/** Rows with different contents that are looked at; the rest of the part is left out on both sides. */
const mostDistinct = 20_000

interface Kept {
  /** How much oftener the baseline has it than the variant. */
  balance: number
  readonly row: Uint8Array
  /** More than what is kept. */
  readonly cut: boolean
}

export interface DifferingRow {
  readonly only: 'baseline' | 'variant'
  /** The row's first bytes. */
  readonly row: Uint8Array
  readonly cut: boolean
}

/** Finds rows that only one of two results has, in a part that is known to differ: first all of one, then of the other. */
export class RowDifferences {
  readonly #part: ReadonlySet<number>
  readonly #kept = new Map<string, Kept>()
  readonly #leftOut = new Set<number>()

  /** @param part buckets by RowsChecksum.differingPart */
  constructor(part: ReadonlySet<number>) {
    this.#part = part
  }

  add(side: 'baseline' | 'variant', row: Uint8Array): void {
    const { bucket, key } = identityOf(row)
    if (!this.#part.has(bucket) || this.#leftOut.has(bucket)) return
    const known = this.#kept.get(key)
    const step = side === 'baseline' ? 1 : -1
    if (known) known.balance += step
    else if (this.#kept.size >= mostDistinct && side === 'baseline') {
      // What the baseline has of this bucket is not known whole, so nothing of it may be called the variant's own.
      this.#leftOut.add(bucket)
    } else if (this.#kept.size < 2 * mostDistinct) {
      this.#kept.set(key, {
        balance: step,
        row: Uint8Array.from(row.subarray(0, keptBytes)),
        cut: row.length > keptBytes,
      })
    }
  }

  /** The first rows of each side, in the order in which they came; up to `most` of a side. */
  first(most: number): readonly DifferingRow[] {
    const found = { baseline: [] as DifferingRow[], variant: [] as DifferingRow[] }
    for (const [key, { balance, row, cut }] of this.#kept) {
      if (balance === 0 || this.#isLeftOut(key)) continue
      const only = balance > 0 ? 'baseline' : 'variant'
      if (found[only].length < most) found[only].push({ only, row, cut })
    }
    return [...found.baseline, ...found.variant]
  }

  #isLeftOut(key: string): boolean {
    if (this.#leftOut.size === 0) return false
    return this.#leftOut.has(Number(key.slice(0, key.indexOf(','))) & 16_383)
  }
}
