import type { Dialect } from '../engine'
import { isBlank, isDigit, isLineEnd, isMysqlOperator, isPostgresOperator, isWordPart, isWordStart } from './characters'
import { clientDelimiter } from './client-commands'
import { literalPrefix } from './literal-prefix'
import { expectsOperand } from './operand-words'
import { scanMysqlNumber, scanPostgresNumber } from './scan-numbers'
import { scanMysqlOperator, scanPostgresOperator } from './scan-operators'
import { scanBlockComment, scanDollarQuoted, scanLine, scanQuoted } from './scan-quoted'
import { TokenKind, type TokenList, TokenListBuilder } from './tokens'

export interface TokenizerOptions {
  /** MySQL's sql_mode ANSI_QUOTES: `"…"` is a name. PostgreSQL always reads it so. */
  readonly ansiQuotes?: boolean
  /** MySQL's sql_mode NO_BACKSLASH_ESCAPES. */
  readonly noBackslashEscapes?: boolean
}

/**
 * Splits a text into tokens that, put together again, are the text. Takes any text, lone surrogates and NUL
 * included, never throws, and takes time in proportion to the length.
 * Rules: the lexical chapters of the servers' manuals, and for what those leave out the servers themselves.
 */
export function tokenize(text: string, dialect: Dialect, options: TokenizerOptions = {}): TokenList {
  return new Tokenizer(text, dialect, options).run()
}

class Tokenizer {
  private readonly text: string
  private readonly dialect: Dialect
  private readonly postgres: boolean
  readonly doubleQuoteIsName: boolean
  readonly backslashEscapes: boolean
  private readonly out: TokenListBuilder
  private at = 0
  private delimiter = ';'
  private inExecutable = false
  /** Was the last quoted piece one with backslash escapes? */
  private inEscapeString = false
  /** The last token that is neither blank nor comment. */
  private lastKind: number = TokenKind.none
  private lastStart = 0
  private lastEnd = -1
  /** Has the statement begun, and does it look like one whose data lines follow? */
  private statementOpen = false
  private copying = false
  private copyFromStdin = false
  private noMoreCopyEnds = false

  constructor(text: string, dialect: Dialect, options: TokenizerOptions) {
    this.text = text
    this.dialect = dialect
    this.postgres = dialect === 'postgres'
    this.doubleQuoteIsName = this.postgres || options.ansiQuotes === true
    this.backslashEscapes = !this.postgres && options.noBackslashEscapes !== true
    this.out = new TokenListBuilder(text)
  }

  run(): TokenList {
    if (this.text.charCodeAt(0) === 0xfeff) this.trivia(TokenKind.blank, 1)
    while (this.at < this.text.length) this.next()
    return this.out.finish(this.dialect)
  }

  private next(): number {
    const { text, at } = this
    const code = text.charCodeAt(at)
    if (isBlank(code)) return this.trivia(TokenKind.blank, this.scanBlanks())
    if (this.delimiter !== ';' && text.startsWith(this.delimiter, at)) return this.endStatement(this.delimiter.length)
    if (isWordStart(code)) return this.word()
    if (isDigit(code)) return this.number()
    switch (code) {
      case 39: // '
        return this.quoted(at, TokenKind.string, this.backslashEscapes || this.continuesEscapeString())
      case 34: // "
        if (this.doubleQuoteIsName) return this.quoted(at, TokenKind.quotedName, false)
        return this.quoted(at, TokenKind.string, this.backslashEscapes)
      case 96: // `
        if (this.postgres) break
        return this.quoted(at, TokenKind.quotedName, false)
      case 45: // -
        if (this.isDashComment()) return this.trivia(TokenKind.lineComment, scanLine(text, at, this.postgres))
        break
      case 35: // #
        if (this.postgres) break
        return this.trivia(TokenKind.lineComment, scanLine(text, at))
      case 47: // /
        if (text.charCodeAt(at + 1) === 42) return this.comment()
        break
      case 42: // *
        if (!this.inExecutable || text.charCodeAt(at + 1) !== 47) break
        this.inExecutable = false
        return this.trivia(TokenKind.executableClose, at + 2)
      case 40:
        return this.code(TokenKind.openParen, at + 1)
      case 41:
        return this.code(TokenKind.closeParen, at + 1)
      case 44:
        return this.code(TokenKind.comma, at + 1)
      case 91:
        return this.code(TokenKind.openBracket, at + 1)
      case 93:
        return this.code(TokenKind.closeBracket, at + 1)
      case 59:
        return this.delimiter === ';' ? this.endStatement(1) : this.code(TokenKind.semicolon, at + 1)
      case 46:
        return this.dot()
      case 64:
        return this.atSign()
      case 36:
        return this.dollar()
      case 58:
        return this.colon()
      case 63:
        if (!this.postgres || this.isPostgresPlaceholder()) return this.code(TokenKind.placeholder, at + 1)
        break
      case 92:
        return this.backslash()
    }
    if (code === 37 && this.expectsOperandHere()) {
      const end = formatPlaceholderEnd(text, at)
      if (end !== undefined) return this.code(TokenKind.placeholder, end)
    }
    if (this.postgres ? isPostgresOperator(code) : isMysqlOperator(code)) return this.operator()
    if (code === 123 || code === 125) return this.code(TokenKind.operator, at + 1)
    return this.unknown()
  }

  private trivia(kind: number, end: number): number {
    const { text, at } = this
    this.at = Math.min(end, text.length)
    this.out.add(kind, this.at)
    if (end > text.length) this.out.note('This comment is not closed.', { start: at, end: this.at })
    return this.at
  }

  private code(kind: number, end: number): number {
    const { text, at } = this
    this.at = Math.min(end, text.length)
    this.out.add(kind, this.at)
    if (end > text.length) this.out.note('This quote is not closed.', { start: at, end: this.at })
    this.lastKind = kind
    this.lastStart = at
    this.lastEnd = this.at
    this.statementOpen = true
    return this.at
  }

  private endStatement(length: number, kind: number = TokenKind.terminator): number {
    this.code(kind, this.at + length)
    this.statementOpen = false
    if (this.copying && this.copyFromStdin) this.copyData()
    this.copying = false
    this.copyFromStdin = false
    return this.at
  }

  /** The lines that psql and pg_dump put after `COPY … FROM STDIN;`, when their end is there. */
  private copyData(): void {
    if (this.noMoreCopyEnds) return
    const end = this.text.indexOf('\n\\.', this.at)
    if (end === -1) {
      this.noMoreCopyEnds = true
      return
    }
    this.at = end + 3
    this.out.add(TokenKind.copyData, this.at)
  }

  private scanBlanks(): number {
    let i = this.at + 1
    while (isBlank(this.text.charCodeAt(i))) i++
    return i
  }

  /** MySQL wants a blank, a control character or the end after `--`. */
  private isDashComment(): boolean {
    const { text, at } = this
    if (text.charCodeAt(at + 1) !== 45) return false
    return this.postgres || at + 2 >= text.length || text.charCodeAt(at + 2) <= 32
  }

  private comment(): number {
    const { text, at } = this
    const third = text.charCodeAt(at + 2)
    if (!this.postgres) {
      const mark = third === 33 ? 3 : this.dialect === 'mariadb' && text.startsWith('M!', at + 2) ? 4 : 0
      if (mark > 0) {
        let end = at + mark
        while (end < at + mark + 6 && isDigit(text.charCodeAt(end))) end++
        this.inExecutable = true
        return this.trivia(TokenKind.executableOpen, end)
      }
    }
    const kind = third === 43 ? TokenKind.hint : TokenKind.blockComment
    return this.trivia(kind, scanBlockComment(text, at, this.postgres))
  }

  /** The end of the name at `from`: the delimiter in force ends it too (`END$$`). */
  private scanWord(from: number): number {
    const { text, delimiter } = this
    const stop = delimiter === ';' ? -1 : delimiter.charCodeAt(0)
    let i = from
    while (i < text.length) {
      const code = text.charCodeAt(i)
      if (!isWordPart(code) || (code === stop && text.startsWith(delimiter, i))) break
      i++
    }
    return i
  }

  private word(): number {
    const { text, at } = this
    const end = this.scanWord(at)
    const prefixed = literalPrefix(text, at, end, this.dialect, this)
    if (prefixed !== undefined) return this.quoted(prefixed.quoteAt, prefixed.kind, prefixed.backslashEscapes)
    if (!this.postgres && !this.statementOpenFor(end)) {
      const command = clientDelimiter(text, at, end)
      if (command !== undefined) {
        this.delimiter = command.delimiter
        return this.trivia(TokenKind.delimiterCommand, command.end)
      }
    }
    if (this.postgres) this.watchCopy(at, end)
    return this.code(TokenKind.word, end)
  }

  /** A column may be called delimiter: inside a statement only a line without any name is the client's command. */
  private statementOpenFor(end: number): boolean {
    if (!this.statementOpen) return false
    const { text } = this
    for (let i = end; i < text.length && !isLineEnd(text.charCodeAt(i)); i++) {
      if (isWordPart(text.charCodeAt(i)) && text.charCodeAt(i) !== 36) return true
      if (i - end > 24) return true
    }
    return false
  }

  private watchCopy(at: number, end: number): void {
    const length = end - at
    if (!this.statementOpen && length === 4) this.copying = this.text.slice(at, end).toUpperCase() === 'COPY'
    else if (this.copying && length === 5 && this.text.slice(at, end).toUpperCase() === 'STDIN')
      this.copyFromStdin = true
  }

  /** PostgreSQL: `E'a'` and, on a later line, `'b'` are one literal, and the second is read like the first. */
  private continuesEscapeString(): boolean {
    if (!this.postgres || !this.inEscapeString || this.lastKind !== TokenKind.string) return false
    return /[\n\r]/.test(this.text.slice(this.lastEnd, this.at))
  }

  private quoted(quoteAt: number, kind: number, backslashEscapes: boolean): number {
    this.inEscapeString = backslashEscapes
    return this.code(kind, scanQuoted(this.text, quoteAt, backslashEscapes))
  }

  private number(): number {
    const { text, at } = this
    if (this.postgres) return this.code(TokenKind.number, scanPostgresNumber(text, at).end)
    // After `name.` MySQL always reads a name: `db.2024`.
    if (this.lastKind === TokenKind.dot && this.lastEnd === at) return this.code(TokenKind.word, this.scanWord(at))
    const scan = scanMysqlNumber(text, at)
    if (scan.isNumber) return this.code(TokenKind.number, scan.end)
    const end = this.scanWord(at)
    return this.code(end === scan.end ? TokenKind.number : TokenKind.word, end)
  }

  private dot(): number {
    const { text, at } = this
    const afterName =
      this.lastEnd === at && (this.lastKind === TokenKind.word || this.lastKind === TokenKind.quotedName)
    if (!afterName && isDigit(text.charCodeAt(at + 1))) {
      const scan = this.postgres ? scanPostgresNumber(text, at) : scanMysqlNumber(text, at)
      return this.code(TokenKind.number, scan.end)
    }
    if (this.postgres && text.charCodeAt(at + 1) === 46) return this.code(TokenKind.operator, at + 2)
    return this.code(TokenKind.dot, at + 1)
  }

  /** `@name`, `@'name'`, `@@session.name`; in PostgreSQL an operator. After a quote it is the `@` of `'user'@'host'`. */
  private atSign(): number {
    const { text, at } = this
    if (this.postgres) return this.operator()
    if (text.charCodeAt(at + 1) === 64) {
      let end = this.scanVariableName(at + 2)
      while (end > at + 2 && text.charCodeAt(end) === 46 && isWordPart(text.charCodeAt(end + 1))) {
        end = this.scanWord(end + 1)
      }
      return this.code(TokenKind.systemVariable, end)
    }
    const afterQuote =
      this.lastEnd === at && (this.lastKind === TokenKind.string || this.lastKind === TokenKind.quotedName)
    const end = afterQuote ? at + 1 : this.scanVariableName(at + 1)
    return this.code(end === at + 1 ? TokenKind.operator : TokenKind.userVariable, end)
  }

  private scanVariableName(from: number): number {
    const { text } = this
    const code = text.charCodeAt(from)
    if (code === 96 || code === 39 || code === 34) return scanQuoted(text, from, code !== 96 && this.backslashEscapes)
    let end = this.scanWord(from)
    // User variable names may hold dots; a system variable's part ends before one.
    while (text.charCodeAt(from - 2) !== 64 && text.charCodeAt(end) === 46 && isWordPart(text.charCodeAt(end + 1))) {
      end = this.scanWord(end + 1)
    }
    return end
  }

  private dollar(): number {
    const { text, at } = this
    let digits = at + 1
    while (isDigit(text.charCodeAt(digits))) digits++
    if (digits > at + 1 && (this.postgres || !isWordPart(text.charCodeAt(digits)))) {
      return this.code(TokenKind.placeholder, digits)
    }
    if (this.postgres || this.lastWordIsAs()) {
      const end = scanDollarQuoted(text, at)
      if (end !== undefined) return this.code(TokenKind.dollarString, end)
    }
    if (!this.postgres) return this.code(TokenKind.word, Math.max(this.scanWord(at), at + 1))
    return this.unknown()
  }

  /** MySQL 9 takes `$$…$$` as the body of a routine in another language, after AS. */
  private lastWordIsAs(): boolean {
    if (this.lastKind !== TokenKind.word || this.lastEnd - this.lastStart !== 2) return false
    return this.text.slice(this.lastStart, this.lastEnd).toUpperCase() === 'AS'
  }

  /** `:name` where no operand ends just before it: `a[i:j]` and `l1:LOOP` are none. */
  private colon(): number {
    const { text, at } = this
    const next = text.charCodeAt(at + 1)
    const touches = this.lastEnd === at && this.lastKind !== TokenKind.operator && !isOpening(this.lastKind)
    if (next === 58 || next === 61) return this.operator()
    if (!touches && isWordStart(next)) return this.code(TokenKind.placeholder, this.scanWord(at + 1))
    return this.code(TokenKind.operator, at + 1)
  }

  /** PostgreSQL has an operator `?`; where an operand must come it can only be a driver's placeholder. */
  private isPostgresPlaceholder(): boolean {
    const { text, at, lastKind } = this
    if (isPostgresOperator(text.charCodeAt(at + 1))) {
      if (scanPostgresOperator(text, at) > at + 1) return false
    }
    return this.expectsOperandHere() || lastKind === TokenKind.none || lastKind === TokenKind.terminator
  }

  /** Can only a value come next: behind an operator, an opening, a word such as WHERE? */
  private expectsOperandHere(): boolean {
    const { text, lastKind } = this
    if (lastKind === TokenKind.operator || isOpening(lastKind)) return true
    return lastKind === TokenKind.word && expectsOperand(text.slice(this.lastStart, this.lastEnd).toUpperCase())
  }

  private operator(): number {
    const { text, at } = this
    const end = this.postgres ? scanPostgresOperator(text, at) : scanMysqlOperator(text, at)
    // `a=%s` and `a||%(name)s` of a driver: no operator of the server ends so before a word.
    const isFormat =
      end > at + 1 && text.charCodeAt(end - 1) === 37 && formatPlaceholderEnd(text, end - 1) !== undefined
    return this.code(TokenKind.operator, isFormat && beforeFormat.has(text.slice(at, end - 1)) ? end - 1 : end)
  }

  private backslash(): number {
    const { text, at } = this
    if (!this.postgres) {
      const next = text.charCodeAt(at + 1)
      if (next === 78) return this.code(TokenKind.word, at + 2) // \N is NULL
      if (next === 71 || next === 103) return this.endStatement(2)
      if (!this.atLineStart()) return this.unknown()
    }
    return this.endStatement(scanLine(text, at) - at, TokenKind.clientCommand)
  }

  private atLineStart(): boolean {
    const before = this.text.charCodeAt(this.at - 1)
    return this.at === 0 || isLineEnd(before)
  }

  /** A run of characters that no SQL begins with: NUL, other control characters, a stray quote of another dialect. */
  private unknown(): number {
    const { text, at } = this
    const code = text.charCodeAt(at)
    let end = at + 1
    while (end < text.length && text.charCodeAt(end) === code) end++
    this.out.note('This character has no meaning in SQL.', { start: at, end })
    return this.code(TokenKind.unknown, end)
  }
}

const beforeFormat: ReadonlySet<string> = new Set(['=', '<', '>', '<=', '>=', '<>', '!=', '||', '+', '-', '*', '/'])

/** The place after `%s` or `%(name)s` of Python's drivers; undefined where none stands at `at`. */
function formatPlaceholderEnd(text: string, at: number): number | undefined {
  let end = at + 1
  if (text.charCodeAt(end) === 40) {
    end++
    while (isWordPart(text.charCodeAt(end))) end++
    if (end === at + 2 || text.charCodeAt(end) !== 41) return undefined
    end++
  }
  return text.charAt(end) === 's' && !isWordPart(text.charCodeAt(end + 1)) ? end + 1 : undefined
}

function isOpening(kind: number): boolean {
  return kind === TokenKind.openParen || kind === TokenKind.comma || kind === TokenKind.openBracket
}
