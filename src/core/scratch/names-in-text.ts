import type { Dialect } from '../engine'
import { unquoteName } from '../sql/names'
import { SignificantTokens } from '../sql/significant-tokens'
import { tokenize } from '../sql/tokenizer'
import { TokenKind } from '../sql/tokens'

/** A table by its whole name. */
export interface QualifiedName {
  readonly schema: string
  readonly name: string
}

/** A name as it stands in a statement or in the body of a routine. */
export interface NameInText {
  /** Lower case where the dialect does not tell case apart. */
  readonly name: string
  /** What stands before it, with a dot. */
  readonly qualifier?: string
  /** `(` follows, or CALL stands before: a routine, or a word of the language. */
  readonly called: boolean
  /** The word before the (whole) name, upper case: FROM, INTO, ON … */
  readonly after: string
  /** Where the qualifier begins, and where the name itself does. */
  readonly start: number
  readonly nameStart: number
}

/** Every name of a text, keywords among them: who looks for tables or routines asks which of them exist. */
export function namesInText(text: string, dialect: Dialect): readonly NameInText[] {
  const code = new SignificantTokens(tokenize(text, dialect))
  const found: NameInText[] = []
  for (let at = 0; at < code.length; at++) {
    if (!code.isName(at)) continue
    const after = code.word(at - 1)
    const dotted = code.kind(at + 1) === TokenKind.dot && code.isName(at + 2)
    const last = dotted ? at + 2 : at
    found.push({
      name: folded(code, last),
      ...(dotted && { qualifier: folded(code, at) }),
      called: code.kind(last + 1) === TokenKind.openParen || after === 'CALL',
      after,
      start: code.start(at),
      nameStart: code.start(last),
    })
    at = last
  }
  return found
}

/** How namesInText() writes a name that a catalog holds. */
export function foldName(name: string, dialect: Dialect): string {
  return dialect === 'postgres' ? name : name.toLowerCase()
}

/**
 * The text with the schema taken off from the names of copied tables, so that they mean the copies where the scratch
 * schema is the current one. `shop.orders.id` becomes `orders.id`.
 */
export function withoutSchemas(text: string, dialect: Dialect, copied: readonly QualifiedName[]): string {
  const known = new Set(copied.map(({ schema, name }) => pair(foldName(schema, dialect), foldName(name, dialect))))
  let out = ''
  let from = 0
  for (const { qualifier, name, start, nameStart } of namesInText(text, dialect)) {
    if (qualifier === undefined || !known.has(pair(qualifier, name))) continue
    out += text.slice(from, start)
    from = nameStart
  }
  return out + text.slice(from)
}

function pair(schema: string, name: string): string {
  return JSON.stringify([schema, name])
}

function folded(code: SignificantTokens, at: number): string {
  const text = code.text(at)
  const name = unquoteName(text)
  if (code.dialect !== 'postgres') return name.toLowerCase()
  return code.kind(at) === TokenKind.quotedName ? name : name.toLowerCase()
}
