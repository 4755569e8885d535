/** Offset basis and prime of FNV-1a with 64 bits (Fowler, Noll, Vo; draft-eastlake-fnv). The prime is 2^40 + 0x1b3. */
const basisHigh = 0xcbf29ce4
const basisLow = 0x84222325
const primeLow = 0x1b3
const two32 = 0x1_0000_0000

/**
 * FNV-1a hash of a text's UTF-8 bytes as 16 hex digits. For telling texts apart, not against forgery: 64 bits make two
 * of a million different texts meet by chance about once in 37 million tries.
 */
export function fnv64(text: string): string {
  return new Fnv64().text(text).digits()
}

/** The same hash taken piece by piece, for trees whose nodes are hashed with the hashes of their children. */
export class Fnv64 {
  /** The two halves of what was taken so far, each 32 bits without sign. */
  high = basisHigh
  low = basisLow

  /** Begins anew. */
  restart(): this {
    this.high = basisHigh
    this.low = basisLow
    return this
  }

  /** Takes the UTF-8 bytes of a text. */
  text(text: string): this {
    for (let at = 0; at < text.length; at++) {
      const code = text.codePointAt(at) ?? 0
      if (code < 0x80) this.#take(code)
      else if (code < 0x800) {
        this.#take(0xc0 | (code >> 6))
        this.#take(0x80 | (code & 0x3f))
      } else if (code < 0x10000) {
        this.#take(0xe0 | (code >> 12))
        this.#take(0x80 | ((code >> 6) & 0x3f))
        this.#take(0x80 | (code & 0x3f))
      } else {
        at++ // the second half of the pair
        this.#take(0xf0 | (code >> 18))
        this.#take(0x80 | ((code >> 12) & 0x3f))
        this.#take(0x80 | ((code >> 6) & 0x3f))
        this.#take(0x80 | (code & 0x3f))
      }
    }
    return this
  }

  /** Takes 32 bits as four bytes, the highest first. */
  bits(value: number): this {
    this.#take((value >>> 24) & 0xff)
    this.#take((value >>> 16) & 0xff)
    this.#take((value >>> 8) & 0xff)
    this.#take(value & 0xff)
    return this
  }

  /** What was taken so far, as 16 hex digits. */
  digits(): string {
    return hex(this.high) + hex(this.low)
  }

  #take(byte: number): void {
    const low = (this.low ^ byte) >>> 0
    const product = low * primeLow
    this.high = (Math.imul(this.high, primeLow) + (low << 8) + Math.floor(product / two32)) >>> 0
    this.low = product % two32
  }
}

function hex(value: number): string {
  return value.toString(16).padStart(8, '0')
}
