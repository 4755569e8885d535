import type { Dialect } from '../../engine'
import type { TextSpan } from '../../text-span'
import { SignificantTokens } from '../significant-tokens'
import { tokenize } from '../tokenizer'
import { TokenKind } from '../tokens'
import type { IfStatement, RoutineStatement, StatementList } from './model'

/**
 * The statements of a stored routine's or trigger's body: of MySQL and MariaDB what stands after the head, of
 * PostgreSQL the text in PL/pgSQL. Undefined where the text is not understood whole; nothing is guessed then.
 */
export function readBody(body: string, dialect: Dialect): RoutineStatement | undefined {
  const reader = new BodyReader(body, dialect)
  try {
    const statement = reader.statement()
    return reader.atEnd() ? statement : undefined
  } catch (thrown) {
    if (thrown instanceof NotUnderstood) return undefined
    throw thrown
  }
}

/** A sign between the reader's own functions; never leaves this file. */
class NotUnderstood extends Error {}

const branchEnds: ReadonlySet<string> = new Set(['ELSEIF', 'ELSIF', 'ELSE', 'END'])
const caseEnds: ReadonlySet<string> = new Set(['WHEN', 'ELSE', 'END'])
const listEnds: ReadonlySet<string> = new Set(['END'])
const repeatEnds: ReadonlySet<string> = new Set(['UNTIL'])
const blockEnds: ReadonlySet<string> = new Set(['END', 'EXCEPTION'])
const deepest = 60

class BodyReader {
  private readonly code: SignificantTokens
  private readonly isPostgres: boolean
  private at = 0
  private depth = 0

  constructor(body: string, dialect: Dialect) {
    this.code = new SignificantTokens(tokenize(body, dialect))
    this.isPostgres = dialect === 'postgres'
  }

  atEnd(): boolean {
    if (this.isSemicolon()) this.at++
    return this.at >= this.code.length
  }

  statement(): RoutineStatement {
    if (++this.depth > deepest) throw new NotUnderstood()
    try {
      const from = this.at
      const labelled = this.skipLabel()
      const word = this.code.word(this.at)
      if (word === 'BEGIN' || (word === 'DECLARE' && this.isPostgres)) return this.block(from, labelled)
      if (word === 'WHILE' || word === 'LOOP' || word === 'REPEAT' || word === 'FOR' || word === 'FOREACH')
        return this.loop(from)
      if (labelled) throw new NotUnderstood()
      if (word === 'IF') return this.ifStatement()
      if (word === 'CASE') return this.caseStatement()
      return this.plain()
    } finally {
      this.depth--
    }
  }

  private plain(): RoutineStatement {
    const from = this.at
    while (this.at < this.code.length && !this.isSemicolon()) this.at++
    if (this.at === from) throw new NotUnderstood()
    const span = this.spanFrom(from)
    if (this.code.word(from) !== 'RETURN') return { type: 'simple', span }
    return from + 1 === this.at ? { type: 'return', span } : { type: 'return', span, value: this.spanFrom(from + 1) }
  }

  private block(from: number, labelled: boolean): RoutineStatement {
    const declares: TextSpan[] = []
    let special = labelled
    if (this.isPostgres && this.take('DECLARE')) while (this.code.word(this.at) !== 'BEGIN') declares.push(this.piece())
    this.expect('BEGIN')
    if (this.take('NOT')) {
      this.expect('ATOMIC')
      special = true
    }
    while (!this.isPostgres && this.code.word(this.at) === 'DECLARE') declares.push(this.declare())
    const list = this.list(blockEnds)
    if (this.code.word(this.at) === 'EXCEPTION') {
      special = true
      this.skipException()
    }
    this.expect('END')
    if (this.code.isName(this.at)) this.at++
    return { type: 'block', span: this.spanFrom(from), declares, list, special }
  }

  /** DECLARE … of MySQL: a handler holds a statement of its own. */
  private declare(): TextSpan {
    const from = this.at
    const isHandler = this.code.word(from + 2) === 'HANDLER'
    if (!isHandler) return this.piece()
    while (this.at < this.code.length && this.code.word(this.at) !== 'BEGIN' && !this.isSemicolon()) this.at++
    if (this.code.word(this.at) === 'BEGIN') this.statement()
    const span = this.spanFrom(from)
    this.semicolon()
    return span
  }

  /** Up to the next `;`, which is stepped over. */
  private piece(): TextSpan {
    const from = this.at
    while (this.at < this.code.length && !this.isSemicolon()) this.at++
    const span = this.spanFrom(from)
    this.semicolon()
    return span
  }

  private skipException(): void {
    this.at++
    while (this.take('WHEN')) {
      this.until('THEN')
      this.at++
      this.list(caseEnds)
    }
  }

  private ifStatement(): IfStatement {
    const from = this.at
    const branches: { condition: TextSpan; list: StatementList }[] = []
    let otherwise: StatementList | undefined
    do {
      this.at++
      const condition = this.until('THEN')
      this.at++
      branches.push({ condition, list: this.list(branchEnds) })
    } while (this.code.word(this.at) === 'ELSEIF' || this.code.word(this.at) === 'ELSIF')
    if (this.take('ELSE')) otherwise = this.list(listEnds)
    this.expect('END')
    this.expect('IF')
    return { type: 'if', span: this.spanFrom(from), branches, ...(otherwise && { otherwise }) }
  }

  private caseStatement(): RoutineStatement {
    const from = this.at
    this.at++
    if (this.code.word(this.at) !== 'WHEN') this.until('WHEN')
    const lists: StatementList[] = []
    while (this.take('WHEN')) {
      this.until('THEN')
      this.at++
      lists.push(this.list(caseEnds))
    }
    if (this.take('ELSE')) lists.push(this.list(listEnds))
    this.expect('END')
    this.expect('CASE')
    return { type: 'case', span: this.spanFrom(from), lists }
  }

  private loop(from: number): RoutineStatement {
    const word = this.code.word(this.at)
    this.at++
    let condition: TextSpan | undefined
    if (word === 'WHILE' || word === 'FOR' || word === 'FOREACH') {
      const head = this.until('DO', 'LOOP')
      this.at++
      if (word === 'WHILE') condition = head
    }
    const list = this.list(word === 'REPEAT' ? repeatEnds : listEnds)
    if (word === 'REPEAT') {
      this.at++
      this.until('END')
    }
    this.expect('END')
    if (!loopWords.has(this.code.word(this.at))) throw new NotUnderstood()
    this.at++
    if (this.code.isName(this.at)) this.at++
    return { type: 'loop', span: this.spanFrom(from), ...(condition && { condition }), list }
  }

  private list(ends: ReadonlySet<string>): StatementList {
    const from = this.at
    const statements: RoutineStatement[] = []
    while (!ends.has(this.code.word(this.at))) {
      if (this.at >= this.code.length) throw new NotUnderstood()
      statements.push(this.statement())
      this.semicolon()
    }
    const end = statements.length === 0 ? this.code.start(from) : this.code.end(this.at - 1)
    return { span: { start: this.code.start(from), end }, statements }
  }

  /** `name:` of MySQL, `<<name>>` of PL/pgSQL. */
  private skipLabel(): boolean {
    const { code, at } = this
    if (code.isName(at) && code.isOperator(at + 1, ':')) this.at += 2
    else if (code.isOperator(at, '<<') && code.isName(at + 1) && code.isOperator(at + 2, '>>')) this.at += 3
    return this.at > at
  }

  /** Steps to one of the words, past CASE expressions and parentheses, and returns what was before it. */
  private until(...words: readonly string[]): TextSpan {
    const from = this.at
    let cases = 0
    while (this.at < this.code.length) {
      const word = this.code.word(this.at)
      if (cases === 0 && words.includes(word)) {
        if (this.at === from) throw new NotUnderstood()
        return this.spanFrom(from)
      }
      if (this.isSemicolon()) break
      if (word === 'CASE') cases++
      else if (word === 'END' && cases > 0) cases--
      this.at = this.code.kind(this.at) === TokenKind.openParen ? this.code.closing(this.at) + 1 : this.at + 1
    }
    throw new NotUnderstood()
  }

  private isSemicolon(): boolean {
    const kind = this.code.kind(this.at)
    return (kind === TokenKind.terminator || kind === TokenKind.semicolon) && this.code.text(this.at) === ';'
  }

  private semicolon(): void {
    if (!this.isSemicolon()) throw new NotUnderstood()
    this.at++
  }

  private take(word: string): boolean {
    if (this.code.word(this.at) !== word) return false
    this.at++
    return true
  }

  private expect(word: string): void {
    if (!this.take(word)) throw new NotUnderstood()
  }

  private spanFrom(from: number): TextSpan {
    return { start: this.code.start(from), end: this.code.end(this.at - 1) }
  }
}

const loopWords: ReadonlySet<string> = new Set(['LOOP', 'WHILE', 'REPEAT', 'FOR'])
