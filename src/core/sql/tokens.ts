import type { Dialect } from '../engine'
import type { ParseNote, TextSpan } from '../text-span'

/** What a token is. Numbers, because a megabyte of SQL has some hundred thousand of them in one byte array. */
export const TokenKind = {
  /** Blanks, line ends, a byte order mark at the start. */
  blank: 0,
  /** `-- …` or `# …`, without its line end. */
  lineComment: 1,
  blockComment: 2,
  /** `/*+ … *\/`: kept apart from comments because it changes plans. */
  hint: 3,
  /** `/*!`, `/*!50001`, `/*M!100100`: what follows is SQL for some servers. */
  executableOpen: 4,
  executableClose: 5,
  /** An unquoted name or keyword; the lexer does not tell which. */
  word: 6,
  quotedName: 7,
  /** Any quoted literal with its prefix: `'a'`, `N'a'`, `X'1F'`, `_utf8mb4'a'`, `E'a\n'`. */
  string: 8,
  dollarString: 9,
  number: 10,
  /** `@name` */
  userVariable: 11,
  /** `@@session.name`, whole. */
  systemVariable: 12,
  /** `?`, `$1`, `:name` */
  placeholder: 13,
  operator: 14,
  openParen: 15,
  closeParen: 16,
  comma: 17,
  dot: 18,
  openBracket: 19,
  closeBracket: 20,
  /** `;` while the client's delimiter is another one. */
  semicolon: 21,
  /** What ends a statement: `;`, the delimiter in force, `\G`. */
  terminator: 22,
  /** A whole `DELIMITER …` line of the mysql client. */
  delimiterCommand: 23,
  /** A backslash command of mysql or psql, to the end of its line. */
  clientCommand: 24,
  /** The lines after `COPY … FROM STDIN;` up to and with `\.`. */
  copyData: 25,
  unknown: 26,
  /** Never stored: what is read before the first and after the last token. */
  none: 27,
} as const
export type TokenKind = (typeof TokenKind)[keyof typeof TokenKind]

/**
 * The tokens of one text, without gaps: token `i` is `text.slice(start(i), end(i))`, and all of them together are the
 * text. Kept in typed arrays: one byte and four bytes per token.
 */
export class TokenList {
  readonly text: string
  readonly dialect: Dialect
  readonly count: number
  /** Unterminated strings and comments, characters that SQL does not know. */
  readonly notes: readonly ParseNote[]
  private readonly kinds: Uint8Array
  private readonly starts: Uint32Array

  constructor(
    text: string,
    dialect: Dialect,
    count: number,
    kinds: Uint8Array,
    starts: Uint32Array,
    notes: readonly ParseNote[],
  ) {
    this.text = text
    this.dialect = dialect
    this.count = count
    this.kinds = kinds
    this.starts = starts
    this.notes = notes
  }

  /** A member of `TokenKind`; `none` outside the list. */
  kind(index: number): number {
    return index < this.count ? (this.kinds[index] ?? TokenKind.none) : TokenKind.none
  }

  start(index: number): number {
    return index < this.count ? (this.starts[index] ?? 0) : this.text.length
  }

  end(index: number): number {
    return this.start(index + 1)
  }

  textOf(index: number): string {
    return this.text.slice(this.start(index), this.end(index))
  }

  span(index: number): TextSpan {
    return { start: this.start(index), end: this.end(index) }
  }
}

/** Blanks, comments, and the marks of executable comments: what a reader of the statement steps over. */
export function isTrivia(kind: number): boolean {
  return kind <= TokenKind.executableClose
}

/** A literal value or a placeholder for one. NULL, TRUE and FALSE are words. */
export function isLiteral(kind: number): boolean {
  return (
    kind === TokenKind.string ||
    kind === TokenKind.number ||
    kind === TokenKind.dollarString ||
    kind === TokenKind.placeholder
  )
}

/** Collects tokens while a text is read. */
export class TokenListBuilder {
  private readonly text: string
  private kinds: Uint8Array
  private starts: Uint32Array
  private readonly notes: ParseNote[] = []
  private count = 0
  private at = 0

  constructor(text: string) {
    this.text = text
    // Plain SQL has about four characters per token; the arrays double when that is too few.
    const room = (text.length >> 2) + 16
    this.kinds = new Uint8Array(room)
    this.starts = new Uint32Array(room)
  }

  /** Appends the token that begins where the last one ended. */
  add(kind: number, end: number): void {
    if (this.count === this.kinds.length) {
      const kinds = new Uint8Array(this.count * 2)
      kinds.set(this.kinds)
      this.kinds = kinds
      const starts = new Uint32Array(this.count * 2)
      starts.set(this.starts)
      this.starts = starts
    }
    this.kinds[this.count] = kind
    this.starts[this.count] = this.at
    this.count++
    this.at = end
  }

  note(message: string, span: TextSpan): void {
    if (this.notes.length < maxNotes) this.notes.push({ message, span })
  }

  finish(dialect: Dialect): TokenList {
    return new TokenList(this.text, dialect, this.count, this.kinds, this.starts, this.notes)
  }
}

/** A binary file pasted by mistake would make one note per byte; nobody reads more than these. */
const maxNotes = 100
