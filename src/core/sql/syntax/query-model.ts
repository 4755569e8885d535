import type {
  ExpressionNode,
  LimitNode,
  NameNode,
  NodeBase,
  OpaqueNode,
  OrderByNode,
  OrderItemNode,
  RowNode,
  VariableNode,
  WindowSpecNode,
} from './model'
import type { TableFactorNode, TableNode } from './table-model'

export type QueryNode =
  | SelectNode
  | SetOperationNode
  | ValuesNode
  | TableQueryNode
  | ParenthesizedQueryNode
  | OpaqueNode

export type ClauseNode =
  | OptimizerHintNode
  | SelectItemNode
  | GroupByNode
  | WindowNode
  | ProcedureNode
  | IntoNode
  | LockNode
  | WithNode
  | CteNode

/** What may stand around any query: before it WITH, after it the rest. */
export interface QueryEnds extends NodeBase {
  readonly with?: WithNode | undefined
  readonly orderBy?: OrderByNode | undefined
  readonly limit?: LimitNode | undefined
  readonly procedure?: ProcedureNode | undefined
  readonly into?: IntoNode | undefined
  readonly locks?: readonly LockNode[] | undefined
}

export interface SelectNode extends QueryEnds {
  readonly type: 'select'
  readonly hint?: OptimizerHintNode | undefined
  /** Where optimizer hints go: after the word SELECT. */
  readonly hintPlace: number
  /** DISTINCT, STRAIGHT_JOIN, SQL_NO_CACHE …, in upper case. */
  readonly modifiers: readonly string[]
  readonly items: readonly SelectItemNode[]
  readonly tables?: readonly TableNode[] | undefined
  readonly where?: ExpressionNode | undefined
  readonly groupBy?: GroupByNode | undefined
  readonly having?: ExpressionNode | undefined
  readonly windows?: readonly WindowNode[] | undefined
  /** MySQL 9. */
  readonly qualify?: ExpressionNode | undefined
}

/** The members of `a UNION b UNION c` nest to the left; INTERSECT binds tighter. */
export interface SetOperationNode extends QueryEnds {
  readonly type: 'set-operation'
  readonly operator: 'UNION' | 'EXCEPT' | 'INTERSECT'
  readonly quantifier?: 'ALL' | 'DISTINCT' | undefined
  readonly left: QueryNode
  readonly right: QueryNode
}

export interface ValuesNode extends QueryEnds {
  readonly type: 'values'
  readonly rows: readonly RowNode[]
}

/** `TABLE t` */
export interface TableQueryNode extends QueryEnds {
  readonly type: 'table-query'
  readonly table: TableFactorNode | OpaqueNode
}

/** `(query)`, with clauses that stand after the parenthesis; also around what stands where a query is missing. */
export interface ParenthesizedQueryNode extends QueryEnds {
  readonly type: 'parenthesized-query'
  readonly query: QueryNode
}

/** A comment `/*+ … *\/` after the statement's first word. It stands between tokens: `from` and `to` are the next one. */
export interface OptimizerHintNode extends NodeBase {
  readonly type: 'optimizer-hint'
  /** Without the comment marks. */
  readonly text: string
}

export interface SelectItemNode extends NodeBase {
  readonly type: 'select-item'
  readonly expression: ExpressionNode
  readonly alias?: NameNode | undefined
}

export interface GroupByNode extends NodeBase {
  readonly type: 'group-by'
  readonly items: readonly OrderItemNode[]
  readonly rollup: boolean
}

/** `name AS (…)` of a WINDOW clause. */
export interface WindowNode extends NodeBase {
  readonly type: 'window'
  readonly name: NameNode
  readonly spec: WindowSpecNode
}

/** `PROCEDURE ANALYSE(…)` of old servers. */
export interface ProcedureNode extends NodeBase {
  readonly type: 'procedure'
  readonly call: ExpressionNode
}

export interface IntoNode extends NodeBase {
  readonly type: 'into'
  readonly target: 'variables' | 'outfile' | 'dumpfile'
  /** User variables, and variables of routines as columns. */
  readonly variables: readonly (VariableNode | ExpressionNode)[]
}

/** `FOR UPDATE OF t SKIP LOCKED`, `LOCK IN SHARE MODE` */
export interface LockNode extends NodeBase {
  readonly type: 'lock'
  readonly strength: 'update' | 'share'
  readonly of: readonly NameNode[]
  readonly wait?: 'NOWAIT' | 'SKIP LOCKED' | 'WAIT' | undefined
}

export interface WithNode extends NodeBase {
  readonly type: 'with'
  readonly recursive: boolean
  readonly ctes: readonly CteNode[]
}

export interface CteNode extends NodeBase {
  readonly type: 'cte'
  readonly name: NameNode
  readonly columns?: readonly NameNode[] | undefined
  readonly query: QueryNode
  /** MariaDB: `CYCLE a, b RESTRICT` */
  readonly cycle?: readonly NameNode[] | undefined
}
