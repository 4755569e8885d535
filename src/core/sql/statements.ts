import type { TextSpan } from '../text-span'
import { RoutineBody } from './routine-body'
import { isTrivia, TokenKind, type TokenList } from './tokens'

/** One statement of a text, by its tokens. The closing delimiter is not part of it. */
export interface StatementRange {
  /** First token. */
  readonly from: number
  /** Token after the last. */
  readonly to: number
  readonly span: TextSpan
}

/**
 * Splits a token list at its delimiters. Comments and blanks around a statement are not part of it, hints and
 * executable comments are; pieces that hold nothing else are left out. Routine and trigger bodies stay whole even
 * when the delimiter is `;`.
 */
export function splitStatements(tokens: TokenList): StatementRange[] {
  const ranges: StatementRange[] = []
  let from = -1
  let to = -1
  let hasCode = false
  let watch = new BodyWatch(tokens)
  const close = () => {
    if (hasCode) ranges.push({ from, to, span: { start: tokens.start(from), end: tokens.start(to) } })
    from = -1
    hasCode = false
    watch = new BodyWatch(tokens)
  }
  for (let i = 0; i < tokens.count; i++) {
    const kind = tokens.kind(i)
    if (kind === TokenKind.blank || kind === TokenKind.lineComment || kind === TokenKind.blockComment) continue
    if (isSeparator(kind)) {
      if (kind === TokenKind.terminator && watch.keeps(i)) {
        to = i + 1
        continue
      }
      close()
      continue
    }
    if (from === -1) from = i
    to = i + 1
    if (isTrivia(kind)) continue
    hasCode = true
    watch.next(i, kind)
  }
  close()
  return ranges
}

function isSeparator(kind: number): boolean {
  return (
    kind === TokenKind.terminator ||
    kind === TokenKind.delimiterCommand ||
    kind === TokenKind.clientCommand ||
    kind === TokenKind.copyData
  )
}

/** Finds out whether a statement creates something with a body, and whether a `;` is inside that body. */
class BodyWatch {
  private readonly tokens: TokenList
  private readonly body = new RoutineBody()
  private mode: 'head' | 'create' | 'begin' | 'body' | 'rule' | 'plain' = 'head'
  private parens = 0
  private seen = 0
  private previousWord = ''

  constructor(tokens: TokenList) {
    this.tokens = tokens
  }

  next(index: number, kind: number): void {
    if (this.mode === 'plain') return
    const word = kind === TokenKind.word ? this.tokens.textOf(index).toUpperCase() : ''
    if (kind === TokenKind.openParen) this.parens++
    else if (kind === TokenKind.closeParen) this.parens--
    if (this.mode === 'head') this.head(word)
    else if (this.mode === 'create') this.create(word)
    else if (this.mode === 'begin') this.begin(word)
    else if (this.mode === 'body') this.inBody(word, index, kind)
    this.previousWord = word
    this.seen++
  }

  /** True when the `;` at `index` belongs to the body. */
  keeps(index: number): boolean {
    if (this.mode === 'rule') return this.parens > 0
    if (this.mode !== 'body' || !this.body.open || this.tokens.textOf(index) !== ';') return false
    this.body.next(';', false)
    return true
  }

  private head(word: string): void {
    if (word === 'CREATE' || (word === 'ALTER' && this.tokens.dialect !== 'postgres')) this.mode = 'create'
    else this.mode = word === 'BEGIN' && this.tokens.dialect === 'mariadb' ? 'begin' : 'plain'
  }

  /** MariaDB's BEGIN NOT ATOMIC … END; a bare BEGIN starts a transaction. */
  private begin(word: string): void {
    this.mode = word === 'NOT' ? 'body' : 'plain'
    if (this.mode === 'body') this.body.next('BEGIN', false)
  }

  /** Between CREATE and the kind of thing there are OR REPLACE, DEFINER = …, AGGREGATE: a handful of words. */
  private create(word: string): void {
    if (bodied.has(word)) this.mode = 'body'
    else if (word === 'RULE' && this.tokens.dialect === 'postgres') this.mode = 'rule'
    else if (this.seen > 12 || unbodied.has(word)) this.mode = 'plain'
  }

  private inBody(word: string, index: number, kind: number): void {
    if (this.tokens.dialect === 'postgres') {
      // Only BEGIN ATOMIC … END holds statements; other bodies are strings.
      if (!this.body.open && !(word === 'ATOMIC' && this.previousWord === 'BEGIN')) return
      if (!this.body.open) {
        this.body.next('BEGIN', false)
        return
      }
    }
    const text = word === '' && kind !== TokenKind.string ? this.tokens.textOf(index) : word
    this.body.next(text, isBeforeParen(this.tokens, index))
  }
}

/** Is the next token that counts an opening parenthesis? Looks over a few blanks and comments only. */
function isBeforeParen(tokens: TokenList, index: number): boolean {
  let i = index + 1
  while (i < index + 4 && isTrivia(tokens.kind(i))) i++
  return tokens.kind(i) === TokenKind.openParen
}

const bodied: ReadonlySet<string> = new Set(['PROCEDURE', 'FUNCTION', 'TRIGGER', 'EVENT', 'PACKAGE'])
const unbodied: ReadonlySet<string> = new Set([
  'TABLE',
  'INDEX',
  'VIEW',
  'DATABASE',
  'SCHEMA',
  'USER',
  'UNIQUE',
  'ROLE',
])
