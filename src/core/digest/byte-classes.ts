/** What a byte of SQL can begin, one class per byte and language; the order matters only for `isWordByte`. */
/** Control characters and whatever else needs the slow way. */
export const classOdd = 0
export const classBlank = 1
export const classWord = 2
export const classDigit = 3
export const classQuote = 4
export const classOperator = 5
export const classOpen = 6
export const classClose = 7
export const classComma = 8
export const classDot = 9
export const classSemicolon = 10
export const classMinus = 11
export const classSlash = 12
export const classHash = 13
export const classStar = 14
export const classDollar = 15
export const classPlaceholder = 16
export const classBracket = 17
export const classAt = 18

function table(postgres: boolean): Uint8Array {
  const out = new Uint8Array(256)
  const mark = (letters: string, kind: number) => {
    for (let i = 0; i < letters.length; i++) out[letters.charCodeAt(i)] = kind
  }
  mark(' \t\n\v\f\r', classBlank)
  mark('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_', classWord)
  out.fill(classWord, 128)
  mark('0123456789', classDigit)
  mark('\'"', classQuote)
  mark('%&+<=>!^|~:{}', classOperator)
  mark('(', classOpen)
  mark(')', classClose)
  mark(',', classComma)
  mark('.', classDot)
  mark(';', classSemicolon)
  mark('-', classMinus)
  mark('/', classSlash)
  mark('*', classStar)
  mark('$', classDollar)
  mark('[]', classBracket)
  if (postgres) mark('#@`', classOperator)
  else {
    mark('`', classQuote)
    mark('#', classHash)
    mark('?', classPlaceholder)
    mark('@', classAt)
  }
  return out
}

export const mysqlBytes = table(false)
export const postgresBytes = table(true)

/** 1 for bytes that go on in an unquoted name. */
export const wordBytes = new Uint8Array(256)
for (let i = 0; i < 256; i++) {
  wordBytes[i] = mysqlBytes[i] === classWord || mysqlBytes[i] === classDigit || i === 36 ? 1 : 0
}
