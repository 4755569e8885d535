import type { TextSpan } from '../../text-span'
import type { SqlCondition } from '../model'

/**
 * What a statement means: its query blocks, what every column in it stands for, and what its conditions demand. All
 * spans are places in the text that the tree was read from.
 */
export interface Meaning {
  /** By number: a block holds those after it that stand inside it. The statement's own is the first. */
  readonly blocks: readonly QueryBlock[]
}

/** One SELECT, UPDATE, DELETE, INSERT, MERGE or VALUES; or a set operation with the blocks of its members. */
export interface QueryBlock {
  readonly block: number
  readonly kind: 'select' | 'insert' | 'replace' | 'update' | 'delete' | 'merge' | 'values' | 'set-operation'
  readonly role: 'statement' | 'member' | 'derived' | 'cte' | 'subquery' | 'insert-source'
  readonly span: TextSpan
  /** The block that it stands in. */
  readonly outer?: number | undefined
  /** The blocks of the members of a set operation. */
  readonly members: readonly number[]
  /** Blocks further out whose columns it, or a block inside it, names. */
  readonly correlatedTo: readonly number[]
  readonly sources: readonly Source[]
  /** Every mention of a column that stands in this block itself. */
  readonly references: readonly ColumnReference[]
  readonly conditions: readonly ClauseConditions[]
  /** What the block gives; undefined when a `*` stands for columns that are not known. */
  readonly output: readonly OutputColumn[] | undefined
  readonly orderBy: readonly SortColumn[]
  readonly groupBy: readonly SortColumn[]
  readonly limit?:
    | { readonly span: TextSpan; readonly count?: number | undefined; readonly offset?: number | undefined }
    | undefined
  readonly distinct: boolean
  readonly aggregates: boolean
  readonly windows: boolean
  /** Spans of `*` and `t.*` with the sources that they stand for. */
  readonly stars: readonly { readonly span: TextSpan; readonly sources: readonly number[] }[]
}

export type Clause = 'select' | 'where' | 'join' | 'group' | 'having' | 'order' | 'write'

/** One thing in the FROM list of a block, or the table that a statement writes to. */
export interface Source {
  readonly source: number
  readonly kind: 'table' | 'view' | 'derived' | 'cte' | 'json-table' | 'function' | 'row-alias' | 'unknown'
  /** What columns of it are written with: alias or table name. */
  readonly name?: string | undefined
  readonly alias?: string | undefined
  /** Of tables and views: as the catalog has it, else as written. */
  readonly schema?: string | undefined
  readonly table?: string | undefined
  readonly span: TextSpan
  /** Of derived tables and common table expressions: the block that gives its rows. */
  readonly from?: number | undefined
  /** A recursive common table expression that names itself. */
  readonly recursive: boolean
  readonly lateral: boolean
  /** On the inner side of an outer join: its rows may be missing. */
  readonly optional: boolean
  /** Its rows are inserted, changed or removed. */
  readonly written: boolean
  /** Undefined when nobody tells. */
  readonly columns: readonly SourceColumn[] | undefined
  /** Which columns each clause needs, each once, in the order of their first mention. */
  readonly needs: Readonly<Partial<Record<Clause, readonly string[]>>>
  /** A `*` takes all of its columns. */
  readonly selectsAll: boolean
}

export interface ColumnFacts {
  /** As the catalog prints it: `varchar(20)`; of literals `string`, `integer`, `decimal`, `double`, `date`, … */
  readonly type?: string | undefined
  readonly charset?: string | undefined
  readonly collation?: string | undefined
  readonly nullable?: boolean | undefined
}

/** The stored column that a column of a derived table, CTE or select list is nothing but. */
export interface ColumnOrigin {
  readonly schema?: string | undefined
  readonly table: string
  readonly column: string
}

export interface SourceColumn extends ColumnFacts {
  readonly name: string
  readonly origin?: ColumnOrigin | undefined
}

/** A column that a block gives. */
export interface OutputColumn extends SourceColumn {
  readonly span: TextSpan
  /** It is nothing but this column of a source of the block, or of a block further out. */
  readonly column?: ColumnTarget | undefined
}

export interface ColumnTarget {
  readonly block: number
  readonly source: number
  /** As the catalog or the inner block names it, else as written. */
  readonly column: string
}

/** A mention of a column. */
export interface ColumnReference extends ColumnFacts {
  readonly span: TextSpan
  readonly clause: Clause
  readonly schema?: string | undefined
  readonly table?: string | undefined
  readonly name: string
  /**
   * column: one source's. merged: that of a join with USING or NATURAL, `targets` the same value in each. item: the
   * select item `item` of its block. row: a source's row as one value (PostgreSQL). ambiguous: several sources have it.
   * unknown: none has it, or nobody can tell; `targets` are those that may be meant.
   */
  readonly resolution: 'column' | 'merged' | 'item' | 'row' | 'ambiguous' | 'unknown'
  readonly targets: readonly ColumnTarget[]
  readonly item?: number | undefined
  /** Its source stands in a block further out. */
  readonly outer: boolean
  readonly origin?: ColumnOrigin | undefined
}

/**
 * The condition of one clause. USING and NATURAL give the comparisons that they stand for. when: of MERGE's actions;
 * conflict: of the index that ON CONFLICT names.
 */
export interface ClauseConditions {
  readonly clause: 'where' | 'on' | 'using' | 'having' | 'qualify' | 'when' | 'conflict'
  readonly join?: 'inner' | 'cross' | 'straight' | 'left' | 'right' | 'full' | undefined
  readonly span: TextSpan
  readonly whole: ConditionNode
  /** What must all hold: the parts of AND, through parentheses and NOT. */
  readonly conjuncts: readonly ConditionNode[]
}

export type ConditionNode = ConditionGroup | Condition

/**
 * Conditions joined by one word. A NOT around is carried inside: `NOT (a = 1 OR b = 2)` is the AND of `a <> 1` and
 * `b <> 2`. XOR has no such form: there `negated` says it.
 */
export interface ConditionGroup {
  readonly type: 'and' | 'or' | 'xor'
  readonly span: TextSpan
  readonly parts: readonly ConditionNode[]
  readonly negated: boolean
  /** The columns of all parts, each once. */
  readonly columns: readonly ColumnTarget[]
}

/** One test, turned so that the column stands left where only one side has one: `5 < a` is a > 5. */
export interface Condition {
  readonly type: 'condition'
  readonly span: TextSpan
  readonly kind: SqlCondition['kind']
  /** After NOTs around it and the turn: what must hold. In upper case; empty for a bare value. */
  readonly operator: string
  /** As written, without NOTs around it. */
  readonly written: string
  readonly turned: boolean
  /** Excludes values instead of picking them: `<>`, `NOT IN`, `NOT LIKE`, `IS NOT TRUE`. */
  readonly negated: boolean
  readonly left: Operand
  readonly right: readonly Operand[]
  readonly fixedPrefix?: string | undefined
  /** LIKE without a wildcard. */
  readonly wholeLiteral?: boolean | undefined
  /** PostgreSQL compares another type than the column's: the column is cast on that side, and its index is of no use. */
  readonly implicitCast?: { readonly side: 'left' | 'right'; readonly to: string } | undefined
}

/**
 * Where a side's value comes from, seen from the other side. other-table: columns of sources that the other side has
 * none of. outer-reference: columns of blocks further out. constant-expression: the same for all rows of one run.
 */
export type Constness =
  | 'literal'
  | 'constant-expression'
  | 'parameter'
  | 'outer-reference'
  | 'other-table'
  | 'non-constant'

export interface Operand extends ColumnFacts {
  readonly span: TextSpan
  readonly form: 'column' | 'literal' | 'parameter' | 'row' | 'subquery' | 'expression'
  readonly constness: Constness
  /** Every column in it. Of form `column`, exactly one. */
  readonly columns: readonly ColumnReference[]
  /** Of form `row`. */
  readonly items: readonly Operand[]
  /** Blocks of subqueries in it. */
  readonly blocks: readonly number[]
  readonly functionName?: string | undefined
  /** The type that the text turns it into: `a::int`. */
  readonly castTo?: string | undefined
}

/** One item of ORDER BY or GROUP BY. */
export interface SortColumn {
  readonly span: TextSpan
  readonly descending: boolean
  /** Where it is a plain column, also by way of an alias or position. */
  readonly column?: ColumnTarget | undefined
  /** The select item that it stands for. */
  readonly item?: number | undefined
}
