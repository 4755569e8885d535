/** SHA-256 (FIPS 180-4) for places without a cryptography library; for naming things, not for secrets. */

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const roundConstants = fractions(64, 1 / 3)
/** Those of the square roots of the first 8. */
const initial = fractions(8, 1 / 2)

function fractions(count: number, power: number): Uint32Array {
  const out = new Uint32Array(count)
  for (let n = 2, found = 0; found < count; n++) {
    let prime = true
    for (let d = 2; d * d <= n && prime; d++) prime = n % d !== 0
    if (prime) out[found++] = rootFraction(n, power)
  }
  return out
}

/** Exact by whole-number bisection: a double's root has too few bits behind its point. */
function rootFraction(prime: number, power: number): number {
  const exponent = power === 1 / 2 ? 2n : 3n
  const scaled = BigInt(prime) << (32n * exponent)
  let low = 0n
  let high = 1n << 40n
  while (low < high) {
    const middle = (low + high + 1n) >> 1n
    if (middle ** exponent <= scaled) low = middle
    else high = middle - 1n
  }
  return Number(low & 0xffffffffn)
}

let swift: ((bytes: Uint8Array) => string) | undefined

/** Gives the platform's own SHA-256 (bytes to 64 hex digits), which is faster and from now on used by `namingHash`. */
export function takeSha256(own: (bytes: Uint8Array) => string): void {
  swift = own
}

/** The hash of bytes as 64 hex digits, by the fastest way there is. */
export function namingHash(bytes: Uint8Array): string {
  return swift === undefined ? sha256(bytes) : swift(bytes)
}

/** The hash of bytes as 64 hex digits. */
export function sha256(bytes: Uint8Array): string {
  const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) * 64)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 0x2000_0000))
  view.setUint32(padded.length - 4, (bytes.length << 3) >>> 0)
  const state = Uint32Array.from(initial)
  const words = new Uint32Array(64)
  for (let at = 0; at < padded.length; at += 64) block(view, at, words, state)
  return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('')
}

function block(view: DataView, at: number, words: Uint32Array, state: Uint32Array): void {
  for (let i = 0; i < 16; i++) words[i] = view.getUint32(at + i * 4)
  for (let i = 16; i < 64; i++) {
    const a = words[i - 15] ?? 0
    const b = words[i - 2] ?? 0
    const s0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)
    const s1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10)
    words[i] = ((words[i - 16] ?? 0) + s0 + (words[i - 7] ?? 0) + s1) | 0
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let i = 0; i < 64; i++) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
    const first = (h + s1 + ((e & f) ^ (~e & g)) + (roundConstants[i] ?? 0) + (words[i] ?? 0)) | 0
    const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)
    const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  const add = [a, b, c, d, e, f, g, h]
  for (let i = 0; i < 8; i++) state[i] = (state[i] ?? 0) + (add[i] ?? 0)
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by))
}
