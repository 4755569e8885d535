import type { Dialect } from '../../engine'
import type { TextSpan } from '../../text-span'
import { unquoteName } from '../names'
import { SignificantTokens } from '../significant-tokens'
import { tokenize } from '../tokenizer'
import { TokenKind } from '../tokens'

/** A name with parentheses behind it: a function, as far as the text tells. */
export interface CallPlace {
  readonly schema?: string
  readonly name: string
  /** From the schema to the closing parenthesis. */
  readonly span: TextSpan
  /** Schema and name. */
  readonly nameSpan: TextSpan
  readonly args: readonly TextSpan[]
}

/** Every call in a text, outer ones first. Built-in functions and words such as IN are among them. */
export function callsIn(text: string, dialect: Dialect): readonly CallPlace[] {
  const code = new SignificantTokens(tokenize(text, dialect))
  const found: CallPlace[] = []
  for (let at = 0; at < code.length; at++) {
    if (!code.isName(at) || code.kind(at + 1) !== TokenKind.openParen) continue
    const close = code.closing(at + 1)
    if (close >= code.length) continue
    const hasSchema = code.kind(at - 1) === TokenKind.dot && code.isName(at - 2)
    const start = code.start(hasSchema ? at - 2 : at)
    found.push({
      ...(hasSchema && { schema: unquoteName(code.text(at - 2)) }),
      name: unquoteName(code.text(at)),
      span: { start, end: code.end(close) },
      nameSpan: { start, end: code.end(at) },
      args: argumentsOf(code, at + 2, close),
    })
  }
  return found
}

function argumentsOf(code: SignificantTokens, from: number, close: number): readonly TextSpan[] {
  const found: TextSpan[] = []
  let start = from
  for (let at = from; at <= close; at++) {
    if (code.kind(at) === TokenKind.openParen) {
      at = code.closing(at)
      continue
    }
    if (at !== close && code.kind(at) !== TokenKind.comma) continue
    if (at > start) found.push({ start: code.start(start), end: code.end(at - 1) })
    start = at + 1
  }
  return found
}
