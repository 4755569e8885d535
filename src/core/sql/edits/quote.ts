import type { TokenizerOptions } from '../tokenizer'

/** A text literal. NUL and backslashes are escaped where the session reads backslashes as escapes. */
export function quoteText(value: string, modes: TokenizerOptions | undefined): string {
  const doubled = value.replaceAll("'", "''")
  if (modes?.noBackslashEscapes === true) return `'${doubled}'`
  return `'${doubled.replaceAll('\\', '\\\\').replaceAll('\0', '\\0').replaceAll('\x1a', '\\Z')}'`
}

/** Does the name of a table, alias or index of a text mean this one? */
export function sameName(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
