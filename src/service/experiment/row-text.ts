/** Values and characters of a row that are shown. */
const shownValues = 50
const shownCharacters = 200

/**
 * The values of a row as text: for each four bytes of length (−1 for NULL) and the bytes.
 * @param cut the row's end is missing: "…" stands for it
 */
export function rowText(row: Uint8Array, cut: boolean): readonly (string | null)[] {
  const bytes = Buffer.from(row.buffer, row.byteOffset, row.length)
  const values: (string | null)[] = []
  for (let at = 0; at + 4 <= bytes.length && values.length < shownValues; ) {
    const length = bytes.readInt32BE(at)
    at += 4
    if (length < 0) {
      values.push(null)
      continue
    }
    const text = bytes.toString('utf8', at, Math.min(at + length, bytes.length))
    const whole = at + length <= bytes.length && text.length <= shownCharacters
    values.push(whole ? text : `${text.slice(0, shownCharacters)}…`)
    at += length
  }
  return cut && values.length < shownValues ? [...values, '…'] : values
}
