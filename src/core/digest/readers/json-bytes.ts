import { encodeUtf8 } from '../utf8'

/** A JSON string's bytes without its escapes. */
export function unescapeJson(bytes: Uint8Array, from: number, to: number): Uint8Array {
  const out = new Uint8Array(to - from)
  return out.subarray(0, unescapeJsonInto(out, bytes, from, to))
}

/** The same into an array that is large enough; gives how many bytes were written. */
export function unescapeJsonInto(out: Uint8Array, bytes: Uint8Array, from: number, to: number): number {
  let length = 0
  for (let i = from; i < to; i++) {
    const code = bytes[i] ?? 0
    if (code !== 92) {
      out[length++] = code
      continue
    }
    const letter = bytes[++i] ?? 0
    if (letter === 117) {
      let unit = hex(bytes, i + 1)
      i += 4
      let text = String.fromCharCode(unit)
      if (unit >= 0xd800 && unit < 0xdc00 && bytes[i + 1] === 92 && bytes[i + 2] === 117) {
        unit = hex(bytes, i + 3)
        text += String.fromCharCode(unit)
        i += 6
      }
      // An escape is never shorter than what it stands for.
      const encoded = encodeUtf8(text)
      out.set(encoded, length)
      length += encoded.length
    } else out[length++] = single[letter] ?? letter
  }
  return length
}

const single: Readonly<Record<number, number>> = { 110: 10, 116: 9, 114: 13, 98: 8, 102: 12 }

function hex(bytes: Uint8Array, at: number): number {
  return (
    Number.parseInt(
      String.fromCharCode(bytes[at] ?? 0, bytes[at + 1] ?? 0, bytes[at + 2] ?? 0, bytes[at + 3] ?? 0),
      16,
    ) || 0
  )
}
