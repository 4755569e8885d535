import type { ExpressionTop, GrammarFault, PostgresGrammar, StatementOutline } from '../core/sql/edits/postgres/outline'
import { meaningOfInput } from '../core/sql/meaning/meaning-of'
import type { Meaning } from '../core/sql/meaning/model'
import type { MeaningOptions } from '../core/sql/meaning/names'
import type { ReadOnly } from '../core/sql/model'
import type { StatementReader, StatementReading } from '../core/sql/statement-reader'
import { type StatementRange, splitStatements } from '../core/sql/statements'
import { tokenize } from '../core/sql/tokenizer'
import { TokenKind, type TokenList } from '../core/sql/tokens'
import type { TextSpan } from '../core/text-span'
import { conditionsOf } from './conditions'
import { readOnlyAtMost } from './effects'
import type { GrammarRefusal, Node, Parse } from './grammar'
import { statementInput } from './input/statement'
import { opened, splitAtCommas } from './input/token-runs'
import { outlineOf } from './outline'
import { selectForm } from './rows-form'
import { StatementPlaces } from './statement-places'
import { tableReference } from './table-place'
import { tablesOf } from './tables'

/** Longer ones are data, mostly; their trees take some hundred times their length in memory. */
const maxLength = 1_000_000

/** Reads PostgreSQL statements by the server's grammar. */
export class PostgresReader implements StatementReader, PostgresGrammar {
  private readonly parse: Parse

  constructor(parse: Parse) {
    this.parse = parse
  }

  read(tokens: TokenList, range: StatementRange): StatementReading {
    const { span } = range
    const found = this.tree(tokens, range)
    if ('message' in found) {
      const { message, readOnlyAtMost: most } = found
      return { readOnlyAtMost: most, notes: [{ message, span: found.span }] }
    }
    const { tree, places } = found
    const atMost = readOnlyAtMost(tree)
    if (!isRead(tree)) return { readOnlyAtMost: atMost, notes: [] }
    const reading = statementInput(places, tree)
    const meaning = reading?.read === true ? meaningOfInput(reading.input, { dialect: 'postgres' }) : { blocks: [] }
    const words = reading?.read === false ? `Its conditions are not read. ${reading.reason}` : undefined
    const form = this.checked(selectForm(places, tree))
    return {
      parts: {
        tables: tablesOf(tree)
          .map((table) => tableReference(places, table))
          .sort((a, b) => a.span.start - b.span.start),
        conditions: conditionsOf(places, meaning),
        ...(form === undefined ? {} : { selectForm: form }),
      },
      readOnlyAtMost: atMost,
      notes: words === undefined ? [] : [{ message: words, span }],
    }
  }

  /** What the first statement of a text means with these tables; undefined where the grammar refuses it. */
  meaning(sql: string, options: Omit<MeaningOptions, 'dialect'>): Meaning | undefined {
    const tokens = tokenize(sql, 'postgres')
    const [range] = splitStatements(tokens)
    const found = range === undefined ? undefined : this.tree(tokens, range)
    if (found === undefined || 'message' in found || !isRead(found.tree)) return undefined
    const reading = statementInput(found.places, found.tree)
    return reading?.read === true ? meaningOfInput(reading.input, { ...options, dialect: 'postgres' }) : undefined
  }

  outline(tokens: TokenList, range: StatementRange): StatementOutline | GrammarFault {
    const found = this.tree(tokens, range)
    return 'message' in found
      ? { refused: found.message, span: found.span }
      : outlineOf(found.places, found.tree, range.span)
  }

  expression(text: string): ExpressionTop | undefined {
    const tokens = tokenize(`SELECT (${text})`, 'postgres')
    const [range, second] = splitStatements(tokens)
    if (range === undefined || second !== undefined) return undefined
    const found = this.tree(tokens, range)
    if ('message' in found) return undefined
    const { code } = found.places
    // `1) OR (1` closes the parenthesis too early.
    if (code.closing(1) !== code.length - 1 || !('SelectStmt' in found.tree)) return undefined
    const [item, other] = found.tree.SelectStmt.targetList ?? []
    const value = item !== undefined && 'ResTarget' in item ? item.ResTarget.val : undefined
    // `SELECT (a, b)` is a row.
    if (
      value === undefined ||
      other !== undefined ||
      splitAtCommas(code, { from: 2, to: code.length - 1 }).length !== 1
    ) {
      return undefined
    }
    if (!('BoolExpr' in value) || opened(code, { from: 2, to: code.length - 1 }).from !== 2) return 'other'
    const { boolop } = value.BoolExpr
    return boolop === 'OR_EXPR' ? 'or' : boolop === 'AND_EXPR' ? 'and' : 'not'
  }

  /** The tree of one statement, or why there is none. */
  private tree(tokens: TokenList, range: StatementRange): Found | Unread {
    const { span } = range
    if (span.end - span.start > maxLength) {
      return { message: 'Read by its tokens only: it is too long.', span, readOnlyAtMost: 'yes' }
    }
    const places = new StatementPlaces(tokens, range)
    const answer = this.parse(places.submitted.text)
    const refusal = answer.accepted ? undefined : refusedBy(places, answer)
    const junk = parameterJunk(tokens, range)
    const first = junk !== undefined && junk.start <= (refusal?.start ?? junk.start) ? junk : refusal
    if (first !== undefined) {
      const { start, message } = first
      const end = endOfToken(tokens, range, start)
      const words = `PostgreSQL's grammar: ${message}. The statement is read by its tokens.`
      return { message: words, span: { start, end }, readOnlyAtMost: 'yes' }
    }
    const [tree, second] = answer.accepted ? answer.trees : []
    if (tree === undefined || second !== undefined) {
      return { message: 'For the server this is not one statement.', span, readOnlyAtMost: 'no' }
    }
    return { tree, places }
  }

  /** Only what is one SELECT for the grammar is given away as one. */
  private checked(form: string | undefined): string | undefined {
    if (form === undefined) return undefined
    const tokens = tokenize(form, 'postgres')
    const [range, second] = splitStatements(tokens)
    if (range === undefined || second !== undefined) return undefined
    const found = this.tree(tokens, range)
    return 'tree' in found && readOnlyAtMost(found.tree) === 'yes' ? form : undefined
  }
}

interface Found {
  readonly tree: Node
  readonly places: StatementPlaces
}

interface Unread {
  readonly message: string
  readonly span: TextSpan
  readonly readOnlyAtMost: ReadOnly
}

interface Refusal {
  readonly start: number
  readonly message: string
}

function refusedBy({ submitted, start }: StatementPlaces, { message, atCharacter }: GrammarRefusal): Refusal {
  return { start: atCharacter === undefined ? start : submitted.offsetOf(atCharacter), message }
}

/** `$1x`: the server refuses it; the library has left that rule out, and reads `$1 x`. */
function parameterJunk(tokens: TokenList, { from, to }: StatementRange): Refusal | undefined {
  for (let i = from; i + 1 < to; i++) {
    if (tokens.kind(i) !== TokenKind.placeholder || tokens.kind(i + 1) !== TokenKind.word) continue
    const text = tokens.textOf(i)
    if (!text.startsWith('$')) continue
    const near = text + tokens.textOf(i + 1)
    return { start: tokens.start(i), message: `trailing junk after parameter at or near "${near}"` }
  }
  return undefined
}

/** Queries and DML, also behind EXPLAIN; of other statements the tokens tell the tables. */
function isRead(tree: Node): boolean {
  if ('ExplainStmt' in tree) return tree.ExplainStmt.query !== undefined && isRead(tree.ExplainStmt.query)
  return ['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt'].some((type) => type in tree)
}

/** Where the token that holds `offset` ends. */
function endOfToken(tokens: TokenList, range: StatementRange, offset: number): number {
  for (let i = range.from; i < range.to; i++) if (tokens.end(i) > offset) return tokens.end(i)
  return offset
}
