import type { TextSpan } from '../../text-span'

/** One statement of a stored routine's body, without its `;`. Spans are places in the body's text. */
export type RoutineStatement =
  | SimpleStatement
  | ReturnStatement
  | BlockStatement
  | IfStatement
  | CaseStatement
  | LoopStatement

/** SET, SELECT … INTO, INSERT, PERFORM, CALL: what holds no other statement. */
export interface SimpleStatement {
  readonly type: 'simple'
  readonly span: TextSpan
}

export interface ReturnStatement {
  readonly type: 'return'
  readonly span: TextSpan
  /** Absent in PL/pgSQL's bare RETURN. */
  readonly value?: TextSpan
}

export interface BlockStatement {
  readonly type: 'block'
  readonly span: TextSpan
  /** Variables, conditions, cursors and handlers, without their `;`. */
  readonly declares: readonly TextSpan[]
  readonly list: StatementList
  /** It has a label, or PL/pgSQL's EXCEPTION part, which is not read. */
  readonly special: boolean
}

export interface IfStatement {
  readonly type: 'if'
  readonly span: TextSpan
  readonly branches: readonly { readonly condition: TextSpan; readonly list: StatementList }[]
  readonly otherwise?: StatementList
}

/** The statement, not the expression. */
export interface CaseStatement {
  readonly type: 'case'
  readonly span: TextSpan
  readonly lists: readonly StatementList[]
}

/** LOOP, WHILE, REPEAT, FOR and FOREACH. */
export interface LoopStatement {
  readonly type: 'loop'
  readonly span: TextSpan
  /** Of WHILE: looked at before each turn. */
  readonly condition?: TextSpan
  readonly list: StatementList
}

/** Statements one after the other; the span goes from the first to the `;` of the last. */
export interface StatementList {
  readonly span: TextSpan
  readonly statements: readonly RoutineStatement[]
}
