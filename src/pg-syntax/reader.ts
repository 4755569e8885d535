import type { StatementReader, StatementReading } from '../core/sql/statement-reader'
import { type StatementRange, splitStatements } from '../core/sql/statements'
import { tokenize } from '../core/sql/tokenizer'
import { TokenKind, type TokenList } from '../core/sql/tokens'
import { conditionsOf } from './conditions'
import { readOnlyAtMost } from './effects'
import type { GrammarRefusal, Node, Parse } from './grammar'
import { queriesOf } from './queries'
import { selectForm } from './select-form'
import { StatementPlaces } from './statement-places'
import { tableReference } from './table-place'

/** Longer ones are data, mostly; their trees take some hundred times their length in memory. */
const maxLength = 1_000_000

/** Reads PostgreSQL statements by the server's grammar. */
export class PostgresReader implements StatementReader {
  private readonly parse: Parse

  constructor(parse: Parse) {
    this.parse = parse
  }

  read(tokens: TokenList, range: StatementRange): StatementReading {
    const { span } = range
    if (span.end - span.start > maxLength) {
      return { readOnlyAtMost: 'yes', notes: [{ message: 'Read by its tokens only: it is too long.', span }] }
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
      return { readOnlyAtMost: 'yes', notes: [{ message: words, span: { start, end } }] }
    }
    const [tree, second] = answer.accepted ? answer.trees : []
    if (tree === undefined || second !== undefined) {
      return { readOnlyAtMost: 'no', notes: [{ message: 'For the server this is not one statement.', span }] }
    }
    const atMost = readOnlyAtMost(tree)
    if (!isRead(tree)) return { readOnlyAtMost: atMost, notes: [] }
    const { queries, tables } = queriesOf(tree)
    const form = this.checked(selectForm(places, tree))
    return {
      parts: {
        tables: tables.map((table) => tableReference(places, table)).sort((a, b) => a.span.start - b.span.start),
        conditions: conditionsOf(places, queries),
        ...(form === undefined ? {} : { selectForm: form }),
      },
      readOnlyAtMost: atMost,
      notes: [],
    }
  }

  /** Only what is one SELECT for the grammar is given away as one. */
  private checked(form: string | undefined): string | undefined {
    if (form === undefined) return undefined
    const tokens = tokenize(form, 'postgres')
    const [range, second] = splitStatements(tokens)
    if (range === undefined || second !== undefined) return undefined
    const answer = this.parse(new StatementPlaces(tokens, range).submitted.text)
    const [tree] = answer.accepted ? answer.trees : []
    return tree !== undefined && readOnlyAtMost(tree) === 'yes' ? form : undefined
  }
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
