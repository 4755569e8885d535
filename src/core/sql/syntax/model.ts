import type { ParseNote, TextSpan } from '../../text-span'
import type { SignificantTokens } from '../significant-tokens'
import type { ClauseNode, QueryNode } from './query-model'
import type { StatementNode, StatementPartNode } from './statement-model'
import type { TableNode, TablePartNode } from './table-model'

/**
 * The tree of a MySQL or MariaDB statement. Lossless together with its tokens: every node knows the tokens that it is
 * made of, and nothing is kept that the text does not say. Children lie inside their parent and do not overlap.
 */
export interface SyntaxTree {
  /** The statement's tokens without blanks and comments; `from` and `to` of nodes count in them. */
  readonly code: SignificantTokens
  readonly statement: StatementNode
  /** Where the text stopped making sense first; undefined when it is well formed. */
  readonly error: SyntaxProblem | undefined
  /** One per opaque node, in the order of reading. */
  readonly notes: readonly ParseNote[]
}

export interface SyntaxProblem {
  readonly message: string
  /** The token that does not fit; empty at the end of the statement when something is missing there. */
  readonly span: TextSpan
  /** Its place in `code`; `code.length` at the end. */
  readonly at: number
}

/** What every node has. */
export interface NodeBase {
  /** First token. */
  readonly from: number
  /** Token after the last; the same as `from` in a node that stands for something missing. */
  readonly to: number
  readonly span: TextSpan
  /** Pieces inside that were not understood. */
  readonly opaque?: readonly OpaqueNode[] | undefined
}

/** Tokens that were not understood, or the place where something is missing. */
export interface OpaqueNode extends NodeBase {
  readonly type: 'opaque'
  readonly note: string
}

/** One name without its quotes. */
export interface NameNode extends NodeBase {
  readonly type: 'name'
  readonly name: string
}

export type SyntaxNode =
  | StatementNode
  | StatementPartNode
  | QueryNode
  | ClauseNode
  | TableNode
  | TablePartNode
  | ExpressionNode
  | ExpressionPartNode
  | NameNode

export type ExpressionNode =
  | OpaqueNode
  | LiteralNode
  | PlaceholderNode
  | VariableNode
  | AssignmentExpressionNode
  | ColumnNode
  | StarNode
  | DefaultNode
  | UnaryNode
  | BinaryNode
  | LogicalNode
  | ComparisonNode
  | IsNode
  | BetweenNode
  | InNode
  | LikeNode
  | MemberOfNode
  | IntervalNode
  | CaseNode
  | CastNode
  | CollateNode
  | CallNode
  | MatchNode
  | RowNode
  | ParenthesesNode
  | SubqueryNode
  | ExistsNode
  | OdbcNode
  | SequenceValueNode

export interface LiteralNode extends NodeBase {
  readonly type: 'literal'
  /** `binary` is `0x1F`, `X'1F'`, `b'101'`; `temporal` is `DATE '…'`; strings that stand together are one. */
  readonly literal: 'string' | 'number' | 'binary' | 'temporal' | 'null' | 'boolean'
  /** `_utf8mb4 'x'`: utf8mb4. */
  readonly charset?: string | undefined
}

export interface PlaceholderNode extends NodeBase {
  readonly type: 'placeholder'
}

export interface VariableNode extends NodeBase {
  readonly type: 'variable'
  readonly scope: 'user' | 'system'
}

/** `@a := expression` */
export interface AssignmentExpressionNode extends NodeBase {
  readonly type: 'assignment-expression'
  readonly variable: VariableNode
  readonly value: ExpressionNode
}

/** A column, or in a routine a variable: the text alone does not tell. */
export interface ColumnNode extends NodeBase {
  readonly type: 'column'
  readonly schema?: string | undefined
  readonly table?: string | undefined
  readonly name: string
}

/** `*`, `t.*` */
export interface StarNode extends NodeBase {
  readonly type: 'star'
  readonly schema?: string | undefined
  readonly table?: string | undefined
}

/** `DEFAULT` as a value, `DEFAULT(column)` */
export interface DefaultNode extends NodeBase {
  readonly type: 'default'
  readonly column?: ExpressionNode | undefined
}

export interface UnaryNode extends NodeBase {
  readonly type: 'unary'
  readonly operator: '-' | '+' | '~' | '!' | 'NOT' | 'BINARY'
  readonly operand: ExpressionNode
}

/** Arithmetic, bits, `->` and `->>`. The operator in upper case. */
export interface BinaryNode extends NodeBase {
  readonly type: 'binary'
  readonly operator: string
  readonly left: ExpressionNode
  readonly right: ExpressionNode
}

/** A chain of one operator, as long as it goes: `a AND b AND c` has three operands. `&&` is AND, `||` is OR. */
export interface LogicalNode extends NodeBase {
  readonly type: 'logical'
  readonly operator: 'AND' | 'OR' | 'XOR'
  readonly operands: readonly ExpressionNode[]
}

export interface ComparisonNode extends NodeBase {
  readonly type: 'comparison'
  readonly operator: '=' | '<=>' | '<' | '<=' | '>' | '>=' | '<>' | '!='
  /** `= ANY (SELECT …)`; SOME is ANY. */
  readonly quantifier?: 'ANY' | 'ALL' | undefined
  readonly left: ExpressionNode
  readonly right: ExpressionNode
}

export interface IsNode extends NodeBase {
  readonly type: 'is'
  readonly operand: ExpressionNode
  readonly negated: boolean
  readonly test: 'NULL' | 'TRUE' | 'FALSE' | 'UNKNOWN'
}

export interface BetweenNode extends NodeBase {
  readonly type: 'between'
  readonly operand: ExpressionNode
  readonly negated: boolean
  readonly low: ExpressionNode
  readonly high: ExpressionNode
}

export interface InNode extends NodeBase {
  readonly type: 'in'
  readonly operand: ExpressionNode
  readonly negated: boolean
  /** The values, or one subquery alone. */
  readonly list: readonly ExpressionNode[]
}

export interface LikeNode extends NodeBase {
  readonly type: 'like'
  readonly operator: 'LIKE' | 'REGEXP' | 'RLIKE' | 'SOUNDS LIKE'
  readonly operand: ExpressionNode
  readonly negated: boolean
  readonly pattern: ExpressionNode
  readonly escape?: ExpressionNode | undefined
}

export interface MemberOfNode extends NodeBase {
  readonly type: 'member-of'
  readonly operand: ExpressionNode
  readonly array: ExpressionNode
}

/** `INTERVAL 7 DAY` */
export interface IntervalNode extends NodeBase {
  readonly type: 'interval'
  readonly value: ExpressionNode
  /** In upper case. */
  readonly unit: string
}

export interface CaseNode extends NodeBase {
  readonly type: 'case'
  readonly operand?: ExpressionNode | undefined
  readonly branches: readonly CaseBranchNode[]
  readonly otherwise?: ExpressionNode | undefined
}

export interface CaseBranchNode extends NodeBase {
  readonly type: 'case-branch'
  readonly condition: ExpressionNode
  readonly result: ExpressionNode
}

/** `CAST(x AS CHAR(3))`, `CONVERT(x, CHAR(3))`, `CONVERT(x USING utf8mb4)` */
export interface CastNode extends NodeBase {
  readonly type: 'cast'
  readonly form: 'CAST' | 'CONVERT'
  readonly operand: ExpressionNode
  readonly dataType?: DataTypeNode | undefined
  /** Of `USING`. */
  readonly charset?: string | undefined
}

/** A type as written, with length, sign, character set and ARRAY. */
export interface DataTypeNode extends NodeBase {
  readonly type: 'data-type'
  /** First word in upper case. */
  readonly name: string
}

export interface CollateNode extends NodeBase {
  readonly type: 'collate'
  readonly operand: ExpressionNode
  readonly collation: string
}

/** A function call; one without parentheses too (`CURRENT_DATE`). */
export interface CallNode extends NodeBase {
  readonly type: 'call'
  readonly schema?: string | undefined
  /** In upper case, unless a schema stands before it. */
  readonly name: string
  readonly distinct: boolean
  /** Separated by commas or by the words of the special forms (FROM, FOR, IN, USING); units are names. */
  readonly args: readonly (ExpressionNode | NameNode)[]
  readonly orderBy?: OrderByNode | undefined
  readonly separator?: ExpressionNode | undefined
  readonly limit?: LimitNode | undefined
  readonly withinGroup?: OrderByNode | undefined
  readonly over?: WindowSpecNode | NameNode | undefined
}

/** `MATCH (a, b) AGAINST ('x' IN BOOLEAN MODE)` */
export interface MatchNode extends NodeBase {
  readonly type: 'match'
  readonly columns: readonly ExpressionNode[]
  readonly against: ExpressionNode
  /** As written in upper case: `IN BOOLEAN MODE`. */
  readonly mode?: string | undefined
}

/** `(a, b)`, `ROW(a, b)`; in VALUES also with one value or none. */
export interface RowNode extends NodeBase {
  readonly type: 'row'
  readonly items: readonly ExpressionNode[]
}

export interface ParenthesesNode extends NodeBase {
  readonly type: 'parentheses'
  readonly inner: ExpressionNode
}

/** A query in parentheses where a value stands. */
export interface SubqueryNode extends NodeBase {
  readonly type: 'subquery'
  readonly query: QueryNode
}

export interface ExistsNode extends NodeBase {
  readonly type: 'exists'
  readonly subquery: ExpressionNode
}

/** `{d '2024-01-01'}` */
export interface OdbcNode extends NodeBase {
  readonly type: 'odbc'
  readonly inner: ExpressionNode
}

/** MariaDB: `NEXT VALUE FOR s` */
export interface SequenceValueNode extends NodeBase {
  readonly type: 'sequence-value'
  readonly form: 'NEXT' | 'PREVIOUS'
  readonly schema?: string | undefined
  readonly name: string
}

export type ExpressionPartNode =
  | CaseBranchNode
  | DataTypeNode
  | OrderByNode
  | OrderItemNode
  | LimitNode
  | WindowSpecNode
  | FrameNode
  | FrameBoundNode

export interface OrderByNode extends NodeBase {
  readonly type: 'order-by'
  readonly items: readonly OrderItemNode[]
}

export interface OrderItemNode extends NodeBase {
  readonly type: 'order-item'
  readonly expression: ExpressionNode
  readonly direction?: 'ASC' | 'DESC' | undefined
}

/** `LIMIT`, and MariaDB's `OFFSET … FETCH …` */
export interface LimitNode extends NodeBase {
  readonly type: 'limit'
  readonly count?: ExpressionNode | undefined
  readonly offset?: ExpressionNode | undefined
  readonly rowsExamined?: ExpressionNode | undefined
  readonly withTies: boolean
}

export interface WindowSpecNode extends NodeBase {
  readonly type: 'window-spec'
  /** A named window that this one extends. */
  readonly base?: NameNode | undefined
  readonly partitionBy: readonly ExpressionNode[]
  readonly orderBy?: OrderByNode | undefined
  readonly frame?: FrameNode | undefined
}

export interface FrameNode extends NodeBase {
  readonly type: 'frame'
  readonly unit: 'ROWS' | 'RANGE' | 'GROUPS'
  readonly start: FrameBoundNode
  readonly end?: FrameBoundNode | undefined
  readonly exclude?: string | undefined
}

export interface FrameBoundNode extends NodeBase {
  readonly type: 'frame-bound'
  readonly bound: 'UNBOUNDED PRECEDING' | 'UNBOUNDED FOLLOWING' | 'CURRENT ROW' | 'PRECEDING' | 'FOLLOWING'
  readonly value?: ExpressionNode | undefined
}
