/** Classes of the first 128 characters, as flags. */
const blank = 1
const digit = 2
const wordStart = 4
const word = 8
const postgresOperator = 16
const hexDigit = 32
const mysqlOperator = 64

const classes = new Uint8Array(128)

function mark(characters: string, flag: number): void {
  for (let i = 0; i < characters.length; i++) {
    const code = characters.charCodeAt(i)
    classes[code] = (classes[code] ?? 0) | flag
  }
}

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
mark(' \t\n\v\f\r', blank)
mark('0123456789', digit | word)
mark(`${letters}_`, wordStart | word)
mark('$', word)
mark('+-*/<>=~!@#%^&|`?', postgresOperator)
mark('0123456789abcdefABCDEF', hexDigit)
mark('%&+-*/<=>!^|~', mysqlOperator)

function has(code: number, flag: number): boolean {
  return ((classes[code] ?? 0) & flag) !== 0
}

export function isBlank(code: number): boolean {
  return has(code, blank)
}

export function isDigit(code: number): boolean {
  return has(code, digit)
}

export function isHexDigit(code: number): boolean {
  return has(code, hexDigit)
}

/** A letter, `_`, or anything beyond ASCII: servers take those in names, no-break spaces included. */
export function isWordStart(code: number): boolean {
  return code >= 128 || has(code, wordStart)
}

/** May go on in an unquoted name: also digits and `$`. */
export function isWordPart(code: number): boolean {
  return code >= 128 || has(code, word)
}

/** May be part of a PostgreSQL operator. */
export function isPostgresOperator(code: number): boolean {
  return has(code, postgresOperator)
}

export function isLineEnd(code: number): boolean {
  return code === 10 || code === 13
}

/** May begin an operator of MySQL. */
export function isMysqlOperator(code: number): boolean {
  return has(code, mysqlOperator)
}
