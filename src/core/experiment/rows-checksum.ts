/**
 * The rows of a result in a few hundred kilobytes, however many they are. Equal for the same rows in any order: two
 * independent 64-bit sums of row hashes and the number of rows; a third figure tells whether the order was the same too.
 *
 * A row is hashed as its bytes: for each value its length (−1 for NULL) and the server's text. MurmurHash3 for x86 with
 * 128 bits (A. Appleby, public domain) gives four words of 32 bits, two for each sum.
 */
export class RowsChecksum {
  rows = 0
  readonly #sums = new Uint32Array(4)
  readonly #order = new Uint32Array(2)
  readonly #counts = new Uint32Array(bucketCount)
  readonly #bucketSums = new Uint32Array(bucketCount)
  readonly #hash = new Uint32Array(4)

  add(row: Uint8Array): void {
    hashRow(row, this.#hash)
    const [a = 0, b = 0, c = 0, d = 0] = this.#hash
    this.rows++
    addWithCarry(this.#sums, 0, a, b)
    addWithCarry(this.#sums, 2, c, d)
    this.#order[0] = Math.imul((this.#order[0] ?? 0) ^ a, 0x9e3779b1)
    this.#order[1] = Math.imul((this.#order[1] ?? 0) ^ c, 0x85ebca77)
    const bucket = a & (bucketCount - 1)
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1
    this.#bucketSums[bucket] = (this.#bucketSums[bucket] ?? 0) + d
  }

  /** The same rows, each as often. */
  sameRows(other: RowsChecksum): boolean {
    return this.rows === other.rows && this.#sums.every((word, at) => word === other.#sums[at])
  }

  /** The same rows in the same order. */
  sameOrder(other: RowsChecksum): boolean {
    return this.sameRows(other) && this.#order.every((word, at) => word === other.#order[at])
  }

  /**
   * A part of the rows, by their hashes, in which the two results differ, small enough to be looked at row by row.
   * @param most rows that the part may have, of both together; a part always has at least one bucket
   */
  differingPart(other: RowsChecksum, most: number): ReadonlySet<number> {
    const part = new Set<number>()
    let rows = 0
    for (let bucket = 0; bucket < bucketCount; bucket++) {
      const mine = this.#counts[bucket] ?? 0
      const theirs = other.#counts[bucket] ?? 0
      if (mine === theirs && this.#bucketSums[bucket] === other.#bucketSums[bucket]) continue
      if (part.size > 0 && rows + mine + theirs > most) continue
      part.add(bucket)
      rows += mine + theirs
    }
    return part
  }
}

const bucketCount = 16_384

/** A row's place among the buckets, and a key that no other row has, as far as 128 bits tell. */
export function identityOf(row: Uint8Array): { readonly bucket: number; readonly key: string } {
  const hash = new Uint32Array(4)
  hashRow(row, hash)
  return { bucket: (hash[0] ?? 0) & (bucketCount - 1), key: hash.join() }
}

function addWithCarry(sums: Uint32Array, at: number, low: number, high: number): void {
  const before = sums[at] ?? 0
  sums[at] = before + low
  const carry = (sums[at] ?? 0) < before ? 1 : 0
  sums[at + 1] = (sums[at + 1] ?? 0) + high + carry
}

const c1 = 0x239b961b
const c2 = 0xab0e9789
const c3 = 0x38b34ae5
const c4 = 0xa1e38b93

function rotate(value: number, by: number): number {
  return (value << by) | (value >>> (32 - by))
}

function finish(value: number): number {
  let mixed = value ^ (value >>> 16)
  mixed = Math.imul(mixed, 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}

function word(bytes: Uint8Array, at: number, end: number): number {
  let value = 0
  for (let byte = Math.min(3, end - at - 1); byte >= 0; byte--) value = (value << 8) | (bytes[at + byte] ?? 0)
  return value
}

function hashRow(bytes: Uint8Array, out: Uint32Array): void {
  let [h1, h2, h3, h4] = [0, 0, 0, 0]
  const length = bytes.length
  const blocksEnd = length - (length % 16)
  for (let at = 0; at < blocksEnd; at += 16) {
    h1 ^= Math.imul(rotate(Math.imul(word(bytes, at, length), c1), 15), c2)
    h1 = Math.imul(rotate(h1, 19) + h2, 5) + 0x561ccd1b
    h2 ^= Math.imul(rotate(Math.imul(word(bytes, at + 4, length), c2), 16), c3)
    h2 = Math.imul(rotate(h2, 17) + h3, 5) + 0x0bcaa747
    h3 ^= Math.imul(rotate(Math.imul(word(bytes, at + 8, length), c3), 17), c4)
    h3 = Math.imul(rotate(h3, 15) + h4, 5) + 0x96cd1c35
    h4 ^= Math.imul(rotate(Math.imul(word(bytes, at + 12, length), c4), 18), c1)
    h4 = Math.imul(rotate(h4, 13) + h1, 5) + 0x32ac3b17
  }
  const left = length - blocksEnd
  if (left > 12) h4 ^= Math.imul(rotate(Math.imul(word(bytes, blocksEnd + 12, length), c4), 18), c1)
  if (left > 8) h3 ^= Math.imul(rotate(Math.imul(word(bytes, blocksEnd + 8, length), c3), 17), c4)
  if (left > 4) h2 ^= Math.imul(rotate(Math.imul(word(bytes, blocksEnd + 4, length), c2), 16), c3)
  if (left > 0) h1 ^= Math.imul(rotate(Math.imul(word(bytes, blocksEnd, length), c1), 15), c2)
  h1 ^= length
  h2 ^= length
  h3 ^= length
  h4 ^= length
  h1 = (h1 + h2 + h3 + h4) | 0
  h2 = (h2 + h1) | 0
  h3 = (h3 + h1) | 0
  h4 = (h4 + h1) | 0
  h1 = finish(h1)
  h2 = finish(h2)
  h3 = finish(h3)
  h4 = finish(h4)
  h1 = (h1 + h2 + h3 + h4) | 0
  out[0] = h1
  out[1] = h2 + h1
  out[2] = h3 + h1
  out[3] = h4 + h1
}
