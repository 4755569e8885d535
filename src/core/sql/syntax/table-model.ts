import type { TextSpan } from '../../text-span'
import type { DataTypeNode, ExpressionNode, NameNode, NodeBase, OpaqueNode } from './model'
import type { QueryNode } from './query-model'

/** What stands in a FROM list. */
export type TableNode =
  | TableFactorNode
  | DerivedTableNode
  | JsonTableNode
  | JoinNode
  | TableParenthesesNode
  | OdbcJoinNode
  | OpaqueNode

export type TablePartNode = IndexHintNode | SystemTimeNode | JsonColumnNode

/** `[schema.]name [PARTITION (…)] [FOR SYSTEM_TIME …] [[AS] alias] [index hints]` */
export interface TableFactorNode extends NodeBase {
  readonly type: 'table'
  readonly schema?: string | undefined
  readonly name: string
  /** From the schema to the end of the name. */
  readonly nameSpan: TextSpan
  readonly partitions?: readonly NameNode[] | undefined
  readonly systemTime?: SystemTimeNode | undefined
  /** MariaDB, in UPDATE and DELETE: `FOR PORTION OF period FROM … TO …`. */
  readonly portion?: readonly ExpressionNode[] | undefined
  /** MySQL 9: `TABLESAMPLE SYSTEM (10)` */
  readonly sample?: ExpressionNode | undefined
  readonly alias?: NameNode | undefined
  readonly indexHints: readonly IndexHintNode[]
  /**
   * All index hints, or the empty place where one would go. Absent where the grammar has none: single-table DELETE,
   * targets of INSERT and of multi-table DELETE.
   */
  readonly hintSpan?: TextSpan | undefined
}

export interface IndexHintNode extends NodeBase {
  readonly type: 'index-hint'
  readonly action: 'USE' | 'FORCE' | 'IGNORE'
  /** `FOR ORDER BY`; without it the hint is for all. */
  readonly scope?: 'JOIN' | 'ORDER BY' | 'GROUP BY' | undefined
  /** Empty in `USE INDEX ()`. */
  readonly indexes: readonly NameNode[]
}

/** MariaDB: `FOR SYSTEM_TIME AS OF …`, `BETWEEN … AND …`, `FROM … TO …`, `ALL`; `BEFORE SYSTEM_TIME …` of DELETE HISTORY. */
export interface SystemTimeNode extends NodeBase {
  readonly type: 'system-time'
  readonly form: 'AS OF' | 'BETWEEN' | 'FROM' | 'ALL' | 'BEFORE'
  readonly values: readonly ExpressionNode[]
}

/** `[LATERAL] (query) [AS] alias [(columns)]` */
export interface DerivedTableNode extends NodeBase {
  readonly type: 'derived-table'
  readonly lateral: boolean
  readonly query: QueryNode
  readonly alias?: NameNode | undefined
  readonly columns?: readonly NameNode[] | undefined
}

export interface JsonTableNode extends NodeBase {
  readonly type: 'json-table'
  readonly document: ExpressionNode
  readonly path: ExpressionNode
  readonly columns: readonly JsonColumnNode[]
  readonly alias?: NameNode | undefined
}

export interface JsonColumnNode extends NodeBase {
  readonly type: 'json-column'
  readonly form: 'ORDINALITY' | 'PATH' | 'EXISTS' | 'NESTED'
  readonly name?: NameNode | undefined
  readonly dataType?: DataTypeNode | undefined
  readonly path?: ExpressionNode | undefined
  /** Values of `DEFAULT … ON EMPTY` and `DEFAULT … ON ERROR`. */
  readonly defaults: readonly ExpressionNode[]
  /** Of NESTED. */
  readonly columns?: readonly JsonColumnNode[] | undefined
}

export interface JoinNode extends NodeBase {
  readonly type: 'join'
  readonly kind: 'inner' | 'cross' | 'straight' | 'left' | 'right'
  readonly natural: boolean
  readonly left: TableNode
  readonly right: TableNode
  readonly on?: ExpressionNode | undefined
  readonly using?: readonly NameNode[] | undefined
}

/** `(a, b)`, `(a JOIN b ON …)` */
export interface TableParenthesesNode extends NodeBase {
  readonly type: 'table-parentheses'
  readonly items: readonly TableNode[]
}

/** `{OJ a LEFT JOIN b ON …}` */
export interface OdbcJoinNode extends NodeBase {
  readonly type: 'odbc-join'
  readonly table: TableNode
}
