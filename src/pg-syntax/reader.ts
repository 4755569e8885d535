import type { StatementReader, StatementReading } from '../core/sql/statement-reader'
import { type StatementRange, splitStatements } from '../core/sql/statements'
import { tokenize } from '../core/sql/tokenizer'
import type { TokenList } from '../core/sql/tokens'
import { conditionsOf } from './conditions'
import { readOnlyAtMost } from './effects'
import type { Node, Parse } from './grammar'
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
    if (!answer.accepted) {
      const start = answer.atCharacter === undefined ? span.start : places.submitted.offsetOf(answer.atCharacter)
      const end = endOfToken(tokens, range, start)
      const message = `PostgreSQL's grammar: ${answer.message}. The statement is read by its tokens.`
      return { readOnlyAtMost: 'yes', notes: [{ message, span: { start, end } }] }
    }
    const [tree, second] = answer.trees
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
