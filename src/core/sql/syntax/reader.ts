import type { Dialect } from '../../engine'
import type { ParseNote, TextSpan } from '../../text-span'
import { isReserved } from '../keywords'
import { unquoteName } from '../names'
import type { SignificantTokens } from '../significant-tokens'
import { stringValue } from '../string-literal'
import { isTrivia, TokenKind } from '../tokens'
import type { NameNode, OpaqueNode, SyntaxProblem } from './model'
import { ParenKinds } from './paren-kinds'
import { clauseStarts } from './words'

/**
 * How deep parentheses, subqueries, CASE and signs may nest before the rest is left opaque. The worst kinds take two
 * kilobytes of stack per level, so that this fits in 400 kB; browsers and Node give about a megabyte.
 */
const maxDepth = 200

/** The place in a statement that parse functions move on, and what they found to say. */
export class Reader {
  readonly code: SignificantTokens
  readonly dialect: Dialect
  at = 0
  error: SyntaxProblem | undefined
  readonly notes: ParseNote[] = []
  private depth = 0
  private readonly parens: ParenKinds

  constructor(code: SignificantTokens) {
    this.code = code
    this.dialect = code.dialect
    this.parens = new ParenKinds(code)
  }

  get mariadb(): boolean {
    return this.dialect === 'mariadb'
  }

  get atEnd(): boolean {
    return this.at >= this.code.length
  }

  /** The word `offset` tokens ahead, in upper case; empty for any other token. */
  word(offset = 0): string {
    return this.code.word(this.at + offset)
  }

  kind(offset = 0): number {
    return this.code.kind(this.at + offset)
  }

  text(offset = 0): string {
    return this.code.text(this.at + offset)
  }

  isOperator(operator: string, offset = 0): boolean {
    return this.code.isOperator(this.at + offset, operator)
  }

  /** Steps over the word when it stands here. */
  take(word: string): boolean {
    if (this.code.word(this.at) !== word) return false
    this.at++
    return true
  }

  /** Steps over two words, or over none. */
  takePair(first: string, second: string): boolean {
    if (this.word() !== first || this.word(1) !== second) return false
    this.at += 2
    return true
  }

  takeOperator(operator: string): boolean {
    if (!this.isOperator(operator)) return false
    this.at++
    return true
  }

  takeKind(kind: number): boolean {
    if (this.kind() !== kind) return false
    this.at++
    return true
  }

  takeComma(): boolean {
    return this.takeKind(TokenKind.comma)
  }

  /** Steps over the word; when another token stands here, that is an error. */
  expect(word: string): boolean {
    if (this.take(word)) return true
    this.fail(`${word} is expected here.`)
    return false
  }

  expectOpen(): boolean {
    if (this.takeKind(TokenKind.openParen)) return true
    this.fail('An opening parenthesis is expected here.')
    return false
  }

  /**
   * Steps over the `)` of the `(` at `open`. What stands before it and was not understood is an opaque node.
   */
  close(open: number): OpaqueNode[] | undefined {
    if (this.takeKind(TokenKind.closeParen)) return undefined
    const end = this.code.closing(open)
    if (this.at >= end) {
      this.fail('A closing parenthesis is missing.')
      return undefined
    }
    this.fail('This does not fit here.')
    const rest = this.opaqueTo(end, 'This does not fit here.')
    this.takeKind(TokenKind.closeParen)
    return [rest]
  }

  /** Keeps the first place that does not fit. */
  fail(message: string, at = this.at): void {
    if (this.error !== undefined && this.error.at <= at) return
    this.error = { message, at, span: this.spanOf(at, Math.min(at + 1, this.code.length)) }
  }

  /** The span of tokens; an empty one stands after the token before. */
  spanOf(from: number, to: number): TextSpan {
    if (to > from) return { start: this.code.start(from), end: this.code.end(to - 1) }
    const place = from > 0 ? this.code.end(from - 1) : this.code.start(from)
    return { start: place, end: place }
  }

  span(from: number): TextSpan {
    return this.spanOf(from, this.at)
  }

  /** Makes the tokens from here to `to` an opaque node and stands after them. */
  opaqueTo(to: number, note: string): OpaqueNode {
    const from = this.at
    this.at = Math.max(from, Math.min(to, this.code.length))
    const span = this.span(from)
    this.notes.push({ message: note, span })
    return { type: 'opaque', from, to: this.at, span, note }
  }

  /**
   * Something is expected that does not stand here: the error, and the tokens up to the next comma, clause or end of
   * the parentheses as an opaque node; nothing when one of those stands here already.
   */
  missing(what: string): OpaqueNode {
    const note = `${what} is expected here.`
    this.fail(note)
    return this.opaqueTo(this.nextBoundary(), note)
  }

  /** At least the token here, and all up to the next boundary, as something that does not fit. */
  unfit(): OpaqueNode {
    const note = 'This does not fit here.'
    this.fail(note)
    const from = this.at
    this.at++
    const to = this.nextBoundary()
    this.at = from
    return this.opaqueTo(to, note)
  }

  /** The first place from here on, over whole parentheses, where reading may begin anew. */
  nextBoundary(alsoAt?: ReadonlySet<string>): number {
    const { code } = this
    let at = this.at
    while (at < code.length) {
      const kind = code.kind(at)
      if (kind === TokenKind.openParen) {
        at = code.closing(at) + 1
        continue
      }
      if (kind === TokenKind.closeParen || kind === TokenKind.comma) break
      const word = code.word(at)
      if (word !== '' && (clauseStarts.has(word) || alsoAt?.has(word) === true)) break
      at++
    }
    return Math.min(at, code.length)
  }

  /** Does the `(` `offset` tokens ahead hold a query, and not an expression or table list that begins with one? */
  opensQuery(offset = 0): boolean {
    return this.parens.opensQuery(this.at + offset)
  }

  /** Runs `read` one level deeper; past the limit the rest of the parentheses, or of the clause, is opaque instead. */
  nested<T>(read: () => T): T | OpaqueNode {
    if (this.depth >= maxDepth) {
      const to = this.kind() === TokenKind.openParen ? this.code.closing(this.at) + 1 : this.nextBoundary()
      return this.opaqueTo(Math.max(to, this.at + 1), 'This is nested too deep to be read.')
    }
    this.depth++
    const found = read()
    this.depth--
    return found
  }

  /** Can the token be a name: quoted, or a word that is not reserved? After a dot every word is one. */
  isName(offset = 0): boolean {
    const kind = this.kind(offset)
    if (kind === TokenKind.quotedName) return true
    if (kind !== TokenKind.word) return false
    return !isReserved(this.word(offset), this.dialect) || this.isSoftName(offset)
  }

  /** Words that MariaDB and old MySQL do not reserve, where their clause does not follow. */
  private isSoftName(offset: number): boolean {
    switch (this.word(offset)) {
      case 'WINDOW':
        return this.word(offset + 2) !== 'AS'
      case 'LATERAL':
      case 'OVER':
        return this.kind(offset + 1) !== TokenKind.openParen
      default:
        return false
    }
  }

  /** The token here as a name, whatever it is; an alias may be a string. */
  takeAnyName(): NameNode {
    const from = this.at
    const text = this.text()
    const name = this.kind() === TokenKind.string ? (stringValue(text, this.dialect) ?? text) : unquoteName(text)
    this.at++
    return { type: 'name', from, to: this.at, span: this.span(from), name }
  }

  /** A name, or an empty one and an error. */
  name(what = 'A name'): NameNode {
    if (this.isName()) return this.takeAnyName()
    this.fail(`${what} is expected here.`)
    return { type: 'name', from: this.at, to: this.at, span: this.span(this.at), name: '' }
  }

  /** `name, name, …` */
  names(what?: string): NameNode[] {
    const names = [this.name(what)]
    while (this.takeComma()) names.push(this.name(what))
    return names
  }

  /** `a`, `a.b`, `a.b.c`, `.a`; undefined when no name stands here. */
  dottedName(): string[] | undefined {
    const leadingDot = this.kind() === TokenKind.dot && this.code.isName(this.at + 1)
    if (!leadingDot && !this.isName()) return undefined
    if (leadingDot) this.at++
    const parts = [unquoteName(this.text())]
    this.at++
    while (this.kind() === TokenKind.dot && !this.isOperator('*', 1)) {
      this.at++
      if (!this.followsDot()) {
        // `SELECT t. FROM t`: somebody is typing.
        this.fail('A name is expected after the dot.')
        parts.push('')
        break
      }
      parts.push(unquoteName(this.text()))
      this.at++
    }
    return parts
  }

  /** Is the token here a name after a dot? A reserved word is one when nothing stands between. */
  private followsDot(): boolean {
    if (!this.code.isName(this.at)) return false
    return this.isName() || this.code.start(this.at) === this.code.end(this.at - 1)
  }

  /** The `/*+ … *\/` right before the token here, as text and span. */
  hintBefore(): { readonly text: string; readonly span: TextSpan } | undefined {
    const { tokens } = this.code
    const here = this.atEnd ? tokens.count : this.code.index(this.at)
    for (let i = this.code.index(this.at - 1) + 1; i < here && isTrivia(tokens.kind(i)); i++) {
      if (tokens.kind(i) !== TokenKind.hint) continue
      return { text: tokens.textOf(i).slice(3, -2).trim(), span: tokens.span(i) }
    }
    return undefined
  }
}
