import type { TextSpan } from '../../../text-span'
import type { StatementInput } from '../../meaning/input'
import type { StatementRange } from '../../statements'
import type { TokenList } from '../../tokens'

/**
 * What edits need of a PostgreSQL statement: the places of its pieces, as its own grammar tells them. Given by who has
 * loaded the grammar, so that core stays without it. All spans are places in the whole text.
 */
export interface StatementOutline {
  readonly span: TextSpan
  readonly kind: 'query' | 'insert' | 'update' | 'delete' | 'merge' | 'other'
  /** What EXPLAIN stands before; the statement itself where none does. */
  readonly inner: TextSpan
  /** EXPLAIN takes this kind of statement. */
  readonly explainable: boolean
  /** Nothing is resolved yet. Undefined for what is no query and no DML, and for what is nested too deep. */
  readonly input?: StatementInput | undefined
  /** In no order. */
  readonly blocks: readonly BlockOutline[]
  readonly conditions: readonly ConditionPlace[]
  readonly tables: readonly TablePlace[]
  readonly literals: readonly LiteralPlace[]
  /** The statement is a query that writes nothing, at no depth, and makes no table by INTO. */
  readonly readsOnly: boolean
  /** The SELECT that finds the rows of DML; says why where there is none. */
  readonly rows: (listOf: (table: WrittenTable) => string) => RowsForm
}

/** One SELECT, or one INSERT, UPDATE, DELETE or MERGE. */
export interface BlockOutline {
  readonly type: 'select' | 'insert' | 'update' | 'delete' | 'merge'
  readonly span: TextSpan
  readonly where?: TextSpan | undefined
  /** An OR at its top, that AND would tear apart. */
  readonly whereIsOr: boolean
  /** Where a WHERE would go. */
  readonly whereAt: number
  readonly having?: TextSpan | undefined
  readonly havingIsOr: boolean
  readonly havingAt?: number | undefined
  /** WHERE CURRENT OF, which takes nothing beside it. */
  readonly isPositioned: boolean
}

/** A condition, or a part of one. */
export interface ConditionPlace {
  readonly span: TextSpan
  /** What it stands in: `clause` also where parentheses are right around it. */
  readonly within: 'clause' | 'and' | 'or' | 'not'
}

export interface TablePlace {
  readonly schema?: string | undefined
  readonly name: string
  readonly alias?: string | undefined
  /** With ONLY, alias, list of columns and TABLESAMPLE. */
  readonly span: TextSpan
  /** A table or view, and no name that WITH gives. */
  readonly stored: boolean
  readonly written: boolean
  /** Where a column is written with the schema of this table before it, or is one that no query gives: `ctid`. */
  readonly neededWhole?: TextSpan | undefined
}

export interface LiteralPlace {
  readonly span: TextSpan
  readonly type: 'string' | 'number' | 'bits'
  /** Part of the statement's structure: a position in ORDER BY, the key of a JSON operator, a precision. */
  readonly structure: boolean
  /** The grammar takes no placeholder here: `DATE '…'`. */
  readonly literalOnly: boolean
}

export interface WrittenTable {
  readonly schema?: string | undefined
  readonly name: string
  /** How columns of it are written, quoted as in the statement. */
  readonly reference: string
}

export type RowsForm =
  | {
      readonly found: true
      readonly edits: readonly { readonly span: TextSpan; readonly text: string }[]
      readonly notes: readonly string[]
    }
  | { readonly found: false; readonly reason: string }

/** What binds an expression together at its top. */
export type ExpressionTop = 'or' | 'and' | 'not' | 'other'

/** PostgreSQL's grammar, as edits ask it. Never throws for what stands in a text. */
export interface PostgresGrammar {
  /** Undefined with the grammar's words and place where it refuses the statement. */
  outline(tokens: TokenList, range: StatementRange): StatementOutline | GrammarFault
  /** What an expression of this text is; undefined when it is not one whole expression. */
  expression(text: string): ExpressionTop | undefined
}

export interface GrammarFault {
  readonly refused: string
  readonly span: TextSpan
}
