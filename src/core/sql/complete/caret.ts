import type { Dialect } from '../../engine'
import type { TextSpan } from '../../text-span'
import { unquoteName } from '../names'
import { SignificantTokens } from '../significant-tokens'
import { tokenize } from '../tokenizer'
import { TokenKind, type TokenList } from '../tokens'
import { readScopes } from './read-scopes'
import type { CaretPlace, ScopeBlock } from './scope-model'

/** What is being typed where. */
export type Caret =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'hint'
      readonly prefix: string
      readonly replace: TextSpan
      readonly place: CaretPlace
      readonly text: string
    }
  | CaretInCode

export interface CaretInCode {
  readonly kind: 'code'
  /** The statement without the word being typed. */
  readonly code: SignificantTokens
  /** The place in `code` where that word would stand. */
  readonly at: number
  readonly prefix: string
  /** The word began with a quote. */
  readonly quoted: boolean
  /** Inside a string literal that is being typed. */
  readonly inString: boolean
  /** `schema.table.` before the word. */
  readonly qualifier: readonly string[]
  readonly replace: TextSpan
  readonly place: CaretPlace
  readonly root: ScopeBlock
}

/** Reads the statement around `offset` of a text, in time proportional to its length. */
export function caretIn(text: string, offset: number, dialect: Dialect): Caret {
  const whole = tokenize(text, dialect)
  const { from, to } = statementAround(whole, offset)
  const typed = tokenAt(whole, from, to, offset)
  const kind = typed === undefined ? TokenKind.none : whole.kind(typed)
  if (typed !== undefined && kind === TokenKind.hint) return inHint(whole, typed, from, to, offset)
  if (kind === TokenKind.lineComment || kind === TokenKind.blockComment || kind === TokenKind.number)
    return { kind: 'none' }
  const isWord = kind === TokenKind.word || kind === TokenKind.quotedName
  const isString = kind === TokenKind.string
  const isInside = typed !== undefined && (isWord || isString)
  const start = isInside ? whole.start(typed) : offset
  if (!isInside && isLineCommentBefore(whole, offset)) return { kind: 'none' }
  // What is typed is no part of the statement yet.
  const end = isInside ? whole.end(typed) : offset
  const statement = text.slice(whole.start(from), whole.start(to))
  const base = whole.start(from)
  const blanked = `${statement.slice(0, start - base)}${' '.repeat(end - start)}${statement.slice(end - base)}`
  const code = new SignificantTokens(tokenize(blanked, dialect))
  let at = 0
  while (at < code.length && code.start(at) < start - base) at++
  const qualifier: string[] = []
  for (let dot = at - 1; code.kind(dot) === TokenKind.dot && code.isName(dot - 1); dot -= 2)
    qualifier.unshift(unquoteName(code.text(dot - 1)))
  const { root, caret } = readScopes(code, at)
  const typedText = text.slice(start, offset)
  return {
    kind: 'code',
    code,
    at,
    prefix: isString ? typedText.replace(/^\w*['"]/, '') : unquoteName(typedText),
    quoted: kind === TokenKind.quotedName,
    inString: isString,
    qualifier,
    replace: { start, end: isString || kind === TokenKind.quotedName ? end : offset },
    place: caret,
    root,
  }
}

function statementAround(tokens: TokenList, offset: number): { readonly from: number; readonly to: number } {
  let from = 0
  let to = tokens.count
  for (let i = 0; i < tokens.count; i++) {
    const kind = tokens.kind(i)
    const ends =
      kind === TokenKind.terminator || kind === TokenKind.delimiterCommand || kind === TokenKind.clientCommand
    if (!ends) continue
    if (tokens.end(i) <= offset) from = i + 1
    else {
      to = i
      break
    }
  }
  return { from, to }
}

/** The token that the caret stands in or right behind. */
function tokenAt(tokens: TokenList, from: number, to: number, offset: number): number | undefined {
  for (let i = from; i < to; i++) {
    if (tokens.start(i) >= offset || tokens.end(i) < offset) continue
    const kind = tokens.kind(i)
    if (kind === TokenKind.blank) continue
    // Behind a closed string, comment or hint nothing is being typed.
    const isOver = tokens.end(i) === offset && isClosed(tokens, i)
    return isOver ? undefined : i
  }
  return undefined
}

function isClosed(tokens: TokenList, i: number): boolean {
  const text = tokens.textOf(i)
  switch (tokens.kind(i)) {
    case TokenKind.blockComment:
    case TokenKind.hint:
      return text.endsWith('*/')
    case TokenKind.string:
      return text.length > 1 && /['"]$/.test(text) && !/^\w*['"]$/.test(text)
    case TokenKind.quotedName:
      return text.length > 1 && /[`"]$/.test(text)
    default:
      return false
  }
}

function isLineCommentBefore(tokens: TokenList, offset: number): boolean {
  for (let i = 0; i < tokens.count; i++)
    if (tokens.kind(i) === TokenKind.lineComment && tokens.start(i) < offset && tokens.end(i) >= offset) return true
  return false
}

function inHint(tokens: TokenList, hint: number, from: number, to: number, offset: number): Caret {
  const before = tokens.text.slice(tokens.start(hint), offset)
  const prefix = /[\w$]*$/.exec(before)?.[0] ?? ''
  const code = new SignificantTokens(tokens, from, to)
  let at = 0
  while (at < code.length && code.start(at) < tokens.start(hint)) at++
  const { caret } = readScopes(code, at)
  return { kind: 'hint', prefix, replace: { start: offset - prefix.length, end: offset }, place: caret, text: before }
}
