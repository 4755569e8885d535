/** What a byte of SQL can begin, one class per byte and language; the order matters only for `isWordByte`. */
export const ByteClass = {
  /** Control characters and whatever else needs the slow way. */
  odd: 0,
  blank: 1,
  word: 2,
  digit: 3,
  quote: 4,
  operator: 5,
  open: 6,
  close: 7,
  comma: 8,
  dot: 9,
  semicolon: 10,
  minus: 11,
  slash: 12,
  hash: 13,
  star: 14,
  dollar: 15,
  placeholder: 16,
  bracket: 17,
  at: 18,
} as const

function table(postgres: boolean): Uint8Array {
  const out = new Uint8Array(256)
  const mark = (letters: string, kind: number) => {
    for (let i = 0; i < letters.length; i++) out[letters.charCodeAt(i)] = kind
  }
  mark(' \t\n\v\f\r', ByteClass.blank)
  mark('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_', ByteClass.word)
  out.fill(ByteClass.word, 128)
  mark('0123456789', ByteClass.digit)
  mark('\'"', ByteClass.quote)
  mark('%&+<=>!^|~:{}', ByteClass.operator)
  mark('(', ByteClass.open)
  mark(')', ByteClass.close)
  mark(',', ByteClass.comma)
  mark('.', ByteClass.dot)
  mark(';', ByteClass.semicolon)
  mark('-', ByteClass.minus)
  mark('/', ByteClass.slash)
  mark('*', ByteClass.star)
  mark('$', ByteClass.dollar)
  mark('[]', ByteClass.bracket)
  if (postgres) mark('#@`', ByteClass.operator)
  else {
    mark('`', ByteClass.quote)
    mark('#', ByteClass.hash)
    mark('?', ByteClass.placeholder)
    mark('@', ByteClass.at)
  }
  return out
}

export const mysqlBytes = table(false)
export const postgresBytes = table(true)

/** 1 for bytes that go on in an unquoted name. */
export const wordBytes = new Uint8Array(256)
for (let i = 0; i < 256; i++) {
  wordBytes[i] = mysqlBytes[i] === ByteClass.word || mysqlBytes[i] === ByteClass.digit || i === 36 ? 1 : 0
}
