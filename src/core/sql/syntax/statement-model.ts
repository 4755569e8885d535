import type { ExpressionNode, LimitNode, NameNode, NodeBase, OpaqueNode, OrderByNode, RowNode } from './model'
import type { OptimizerHintNode, QueryNode, SelectItemNode, WithNode } from './query-model'
import type { SystemTimeNode, TableFactorNode, TableNode } from './table-model'

export type StatementNode =
  | QueryNode
  | InsertNode
  | UpdateNode
  | DeleteNode
  | ExplainNode
  | SetStatementNode
  | OtherNode

export type StatementPartNode = AssignmentNode | RowAliasNode

/** INSERT and REPLACE. Exactly one of `rows`, `assignments`, `query` is there in a well formed one. */
export interface InsertNode extends NodeBase {
  readonly type: 'insert'
  readonly verb: 'INSERT' | 'REPLACE'
  readonly hint?: OptimizerHintNode | undefined
  /** LOW_PRIORITY, DELAYED, HIGH_PRIORITY, IGNORE */
  readonly modifiers: readonly string[]
  readonly table: TableFactorNode | OpaqueNode
  readonly columns?: readonly ExpressionNode[] | undefined
  readonly rows?: readonly RowNode[] | undefined
  readonly assignments?: readonly AssignmentNode[] | undefined
  readonly query?: QueryNode | undefined
  readonly rowAlias?: RowAliasNode | undefined
  readonly onDuplicateKey?: readonly AssignmentNode[] | undefined
  readonly returning?: readonly SelectItemNode[] | undefined
}

/** `AS new (a, b)` */
export interface RowAliasNode extends NodeBase {
  readonly type: 'row-alias'
  readonly name: NameNode
  readonly columns?: readonly NameNode[] | undefined
}

/** `column = value` */
export interface AssignmentNode extends NodeBase {
  readonly type: 'assignment'
  readonly column: ExpressionNode
  readonly value: ExpressionNode
}

export interface UpdateNode extends NodeBase {
  readonly type: 'update'
  readonly with?: WithNode | undefined
  readonly hint?: OptimizerHintNode | undefined
  readonly modifiers: readonly string[]
  readonly tables: readonly TableNode[]
  readonly assignments: readonly AssignmentNode[]
  readonly where?: ExpressionNode | undefined
  readonly orderBy?: OrderByNode | undefined
  readonly limit?: LimitNode | undefined
  readonly returning?: readonly SelectItemNode[] | undefined
}

export interface DeleteNode extends NodeBase {
  readonly type: 'delete'
  /** `DELETE FROM t`, `DELETE t FROM t JOIN u`, `DELETE FROM t USING t JOIN u` */
  readonly form: 'single' | 'from' | 'using'
  readonly with?: WithNode | undefined
  readonly hint?: OptimizerHintNode | undefined
  readonly modifiers: readonly string[]
  /** Of the multi-table forms: names of tables whose rows go. Empty in the single form. */
  readonly targets: readonly TableFactorNode[]
  /** The FROM or USING list; in the single form the one table. */
  readonly tables: readonly TableNode[]
  readonly where?: ExpressionNode | undefined
  /** MariaDB: `DELETE HISTORY FROM t BEFORE SYSTEM_TIME …` */
  readonly history?: SystemTimeNode | undefined
  readonly orderBy?: OrderByNode | undefined
  readonly limit?: LimitNode | undefined
  readonly returning?: readonly SelectItemNode[] | undefined
}

/** EXPLAIN, DESCRIBE, and MariaDB's ANALYZE around a statement. */
export interface ExplainNode extends NodeBase {
  readonly type: 'explain'
  readonly verb: 'EXPLAIN' | 'DESCRIBE' | 'DESC' | 'ANALYZE'
  /** The statement is run too. */
  readonly analyze: boolean
  /** Upper case: JSON, TREE, TRADITIONAL. */
  readonly format?: string | undefined
  readonly statement: StatementNode
}

/** MariaDB: `SET STATEMENT a = 1 FOR …` */
export interface SetStatementNode extends NodeBase {
  readonly type: 'set-statement'
  readonly assignments: readonly AssignmentNode[]
  readonly statement: StatementNode
}

/** Any other kind of statement, kept whole: DDL, SET, SHOW, CALL, routines and triggers with their bodies. */
export interface OtherNode extends NodeBase {
  readonly type: 'other'
  /** Its first word in upper case. */
  readonly verb: string
}
