/** Text as UTF-8 bytes and back, for a room without TextDecoder. */

/** A lone surrogate becomes U+FFFD. */
export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(text.length * 3)
  let to = 0
  for (let i = 0; i < text.length; i++) {
    let code = text.codePointAt(i) ?? 0
    if (code >= 0xd800 && code <= 0xdfff) code = 0xfffd
    if (code < 0x80) out[to++] = code
    else if (code < 0x800) {
      out[to++] = 0xc0 | (code >> 6)
      out[to++] = 0x80 | (code & 63)
    } else if (code < 0x10000) {
      out[to++] = 0xe0 | (code >> 12)
      out[to++] = 0x80 | ((code >> 6) & 63)
      out[to++] = 0x80 | (code & 63)
    } else {
      i++
      out[to++] = 0xf0 | (code >> 18)
      out[to++] = 0x80 | ((code >> 12) & 63)
      out[to++] = 0x80 | ((code >> 6) & 63)
      out[to++] = 0x80 | (code & 63)
    }
  }
  return out.slice(0, to)
}

const chunk = 8192

/** Bytes that are no UTF-8 become U+FFFD, one each. */
export function decodeUtf8(bytes: Uint8Array, from = 0, to = bytes.length): string {
  let text = ''
  let i = from
  while (i < to) {
    // Runs of ASCII as they are.
    let end = i
    const stop = Math.min(to, i + chunk)
    while (end < stop && (bytes[end] ?? 0) < 0x80) end++
    if (end > i) {
      text += textOfAscii(bytes, i, end)
      i = end
      continue
    }
    const length = sequenceLength(bytes, i, to)
    text += length === 0 ? '\ufffd' : String.fromCodePoint(codePoint(bytes, i, length))
    i += Math.max(1, length)
  }
  return text
}

/** A handful at a time: a call with a whole array of arguments is many times slower. */
function textOfAscii(bytes: Uint8Array, from: number, to: number): string {
  const { fromCharCode } = String
  let text = ''
  let i = from
  for (; i + 8 <= to; i += 8) {
    text += fromCharCode(
      bytes[i] ?? 0,
      bytes[i + 1] ?? 0,
      bytes[i + 2] ?? 0,
      bytes[i + 3] ?? 0,
      bytes[i + 4] ?? 0,
      bytes[i + 5] ?? 0,
      bytes[i + 6] ?? 0,
      bytes[i + 7] ?? 0,
    )
  }
  for (; i < to; i++) text += fromCharCode(bytes[i] ?? 0)
  return text
}

function codePoint(bytes: Uint8Array, at: number, length: number): number {
  const first = bytes[at] ?? 0
  let code = first & (length === 2 ? 31 : length === 3 ? 15 : 7)
  for (let i = 1; i < length; i++) code = (code << 6) | tail(bytes, at + i)
  return code
}

function tail(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) & 63
}

/** 2, 3 or 4 for a well-formed sequence of that many bytes at `at`, else 0. */
function sequenceLength(bytes: Uint8Array, at: number, to: number): number {
  const first = bytes[at] ?? 0
  const length =
    first >= 0xc2 && first < 0xe0 ? 2 : first >= 0xe0 && first < 0xf0 ? 3 : first >= 0xf0 && first < 0xf5 ? 4 : 0
  if (length === 0 || at + length > to) return 0
  for (let i = 1; i < length; i++) if (((bytes[at + i] ?? 0) & 0xc0) !== 0x80) return 0
  const second = bytes[at + 1] ?? 0
  if (first === 0xe0 && second < 0xa0) return 0
  if (first === 0xed && second >= 0xa0) return 0
  if (first === 0xf0 && second < 0x90) return 0
  if (first === 0xf4 && second >= 0x90) return 0
  return length
}
