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
  let high = basisHigh
  let low = basisLow
  const take = (byte: number) => {
    low = (low ^ byte) >>> 0
    const product = low * primeLow
    high = (Math.imul(high, primeLow) + (low << 8) + Math.floor(product / two32)) >>> 0
    low = product % two32
  }
  for (let at = 0; at < text.length; at++) {
    const code = text.codePointAt(at) ?? 0
    if (code < 0x80) take(code)
    else if (code < 0x800) {
      take(0xc0 | (code >> 6))
      take(0x80 | (code & 0x3f))
    } else if (code < 0x10000) {
      take(0xe0 | (code >> 12))
      take(0x80 | ((code >> 6) & 0x3f))
      take(0x80 | (code & 0x3f))
    } else {
      at++ // the second half of the pair
      take(0xf0 | (code >> 18))
      take(0x80 | ((code >> 12) & 0x3f))
      take(0x80 | ((code >> 6) & 0x3f))
      take(0x80 | (code & 0x3f))
    }
  }
  return hex(high) + hex(low)
}

function hex(value: number): string {
  return value.toString(16).padStart(8, '0')
}
