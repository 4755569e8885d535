const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Bytes as base64 (RFC 4648, with padding). */
export function toBase64(bytes: Uint8Array): string {
  const out: string[] = []
  for (let i = 0; i < bytes.length; i += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(i, i + 3)
    const bits = (a << 16) | (b << 8) | c
    const rest = bytes.length - i
    out.push(
      letter(bits >> 18) + letter(bits >> 12) + (rest > 1 ? letter(bits >> 6) : '=') + (rest > 2 ? letter(bits) : '='),
    )
  }
  return out.join('')
}

/** The reverse; letters that are none of base64 are left out. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(Math.ceil((text.length * 3) / 4))
  let used = 0
  let bits = 0
  let count = 0
  for (const each of text) {
    const value = letters.indexOf(each)
    if (value === -1) continue
    bits = ((bits << 6) | value) & 0xffffff
    count += 6
    if (count >= 8) {
      count -= 8
      out[used++] = (bits >> count) & 255
    }
  }
  return out.slice(0, used)
}

function letter(bits: number): string {
  return letters.charAt(bits & 63)
}
