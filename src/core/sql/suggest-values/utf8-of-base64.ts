const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** The text whose UTF-8 bytes a base64 text holds; bytes that are no UTF-8 become U+FFFD. */
export function utf8OfBase64(encoded: string): string {
  const bytes: number[] = []
  let bits = 0
  let held = 0
  for (const char of encoded) {
    const digit = digits.indexOf(char)
    if (digit === -1) continue
    held = (held << 6) | digit
    bits += 6
    if (bits < 8) continue
    bits -= 8
    bytes.push((held >> bits) & 0xff)
    held &= (1 << bits) - 1
  }
  let text = ''
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at] ?? 0
    const length = first < 0x80 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 0
    const rest = bytes.slice(at + 1, at + length)
    const isWhole = length > 0 && rest.length === length - 1 && rest.every((byte) => (byte & 0xc0) === 0x80)
    if (!isWhole) {
      text += '\ufffd'
      at++
      continue
    }
    const lead = length === 1 ? first : first & (0xff >> (length + 1))
    text += String.fromCodePoint(rest.reduce((code, byte) => (code << 6) | (byte & 0x3f), lead))
    at += length
  }
  return text
}
