import type { TextSpan } from '../../text-span'

/**
 * A statement as the meaning is read from it, whatever grammar its tree has: each grammar has one reader that gives
 * this. Names are without quotes (and folded where the dialect folds them); nothing is resolved yet.
 */
export interface StatementInput {
  readonly span: TextSpan
  readonly with?: WithInput | undefined
  readonly body: QueryInput | WriteInput
}

export interface QueryInput {
  readonly type: 'query'
  readonly span: TextSpan
  readonly with?: WithInput | undefined
  readonly core: SelectInput | SetOperationInput | ValuesInput
  readonly orderBy: readonly SortInput[]
  readonly limit?: LimitInput | undefined
}

export interface WithInput {
  readonly recursive: boolean
  readonly ctes: readonly CteInput[]
}

export interface CteInput {
  readonly name: string
  readonly span: TextSpan
  readonly columns?: readonly string[] | undefined
  /** Behind the columns of the query: those of SEARCH and CYCLE. */
  readonly addedColumns?: readonly string[] | undefined
  readonly query: QueryInput | WriteInput
}

export interface SelectInput {
  readonly type: 'select'
  readonly span: TextSpan
  readonly distinct: boolean
  readonly items: readonly ItemInput[]
  readonly from: readonly FromStep[]
  readonly where?: ConditionInput | undefined
  readonly groupBy: readonly SortInput[]
  readonly rollup: boolean
  readonly having?: ConditionInput | undefined
  readonly qualify?: ConditionInput | undefined
  /** Windows that are named in a clause of their own. */
  readonly windows: readonly ScalarInput[]
}

/** Two members or more of UNION, EXCEPT, INTERSECT; one in parentheses with an ORDER BY or LIMIT of its own around it. */
export interface SetOperationInput {
  readonly type: 'set-operation'
  readonly span: TextSpan
  readonly members: readonly QueryInput[]
}

export interface ValuesInput {
  readonly type: 'values'
  readonly span: TextSpan
  readonly rows: readonly (readonly ScalarInput[])[]
}

export interface WriteInput {
  readonly type: 'insert' | 'replace' | 'update' | 'delete' | 'merge'
  readonly span: TextSpan
  readonly with?: WithInput | undefined
  /** INSERT: its one table. MERGE: the target joined with the source by its ON. */
  readonly from: readonly FromStep[]
  /** DELETE from several tables: the names of those whose rows go. */
  readonly targets: readonly { readonly schema?: string | undefined; readonly name: string; readonly span: TextSpan }[]
  /** Only the first source of `from` is written, and only its columns can be assigned (PostgreSQL). */
  readonly writesFirst?: boolean | undefined
  /** INSERT: the columns listed; undefined where none are. */
  readonly columns?: readonly ColumnInput[] | undefined
  readonly assignments: readonly { readonly column: ColumnInput; readonly value: ScalarInput }[]
  readonly rows: readonly ScalarInput[]
  readonly query?: QueryInput | undefined
  /** `VALUES … AS new (a, b)`; `excluded` of PostgreSQL. */
  readonly rowAlias?:
    | { readonly name: string; readonly columns?: readonly string[] | undefined; readonly span: TextSpan }
    | undefined
  /** ON DUPLICATE KEY UPDATE, ON CONFLICT DO UPDATE. */
  readonly onConflict: readonly { readonly column: ColumnInput; readonly value: ScalarInput }[]
  /** What ON CONFLICT names as the key that is hit. */
  readonly conflictKey?:
    | {
        readonly columns: readonly ColumnInput[]
        readonly values: readonly ScalarInput[]
        readonly where?: ConditionInput | undefined
      }
    | undefined
  /** Of INSERT that of ON CONFLICT DO UPDATE. */
  readonly where?: ConditionInput | undefined
  /** The WHEN clauses of MERGE. */
  readonly actions?: readonly MergeActionInput[] | undefined
  readonly orderBy: readonly SortInput[]
  readonly limit?: LimitInput | undefined
  readonly returning: readonly ItemInput[]
  /** What RETURNING calls the row before and after the change, where the server can tell both. */
  readonly returningAliases?: { readonly old: string; readonly new: string } | undefined
}

export interface MergeActionInput {
  readonly action: 'insert' | 'update' | 'delete' | 'nothing'
  /** Whose columns it can name. */
  readonly sees: 'both' | 'source' | 'target'
  readonly condition?: ConditionInput | undefined
  readonly columns?: readonly ColumnInput[] | undefined
  readonly assignments: WriteInput['assignments']
  readonly values: readonly ScalarInput[]
}

export interface ItemInput {
  readonly span: TextSpan
  readonly alias?: string | undefined
  /** How the server names the column when there is no alias. */
  readonly name: string
  readonly value: ScalarInput
  /** `*`, `t.*` */
  readonly star?: { readonly schema?: string | undefined; readonly table?: string | undefined } | undefined
}

/** A FROM list in postfix order: a join takes the two last of what stands before it. Flat, because join chains are long. */
export type FromStep =
  | { readonly step: 'source'; readonly source: SourceInput }
  | {
      readonly step: 'join'
      readonly kind: 'inner' | 'cross' | 'straight' | 'left' | 'right' | 'full' | 'comma'
      readonly span: TextSpan
      readonly natural: boolean
      readonly using: readonly { readonly name: string; readonly span: TextSpan }[]
      readonly on?: ConditionInput | undefined
      /**
       * PostgreSQL's names for a join: `(a JOIN b …) AS j` hides its tables behind one, `USING (i) AS j` gives the merged
       * columns another qualifier.
       */
      readonly alias?:
        | { readonly name: string; readonly columns?: readonly string[] | undefined; readonly hides: boolean }
        | undefined
    }

export interface SourceInput {
  readonly kind: 'table' | 'derived' | 'json-table' | 'function' | 'unknown'
  readonly span: TextSpan
  /** What the source is called in its block; absent when it has no name there. */
  readonly name?: string | undefined
  readonly alias?: string | undefined
  /** Of a table, as written. */
  readonly schema?: string | undefined
  readonly table?: string | undefined
  readonly lateral: boolean
  readonly query?: QueryInput | undefined
  /** Names given to its columns in the text, also to those of a stored table; those of a JSON_TABLE with their types. */
  readonly columns?: readonly { readonly name: string; readonly type?: string | undefined }[] | undefined
  /** What a function or JSON_TABLE is called with. */
  readonly arguments?: ScalarInput | undefined
}

export interface SortInput {
  readonly span: TextSpan
  readonly value: ScalarInput
  readonly descending: boolean
  /** `ORDER BY 2` */
  readonly position?: number | undefined
}

export interface LimitInput {
  readonly span: TextSpan
  /** Absent when it is no plain number. */
  readonly count?: number | undefined
  readonly offset?: number | undefined
}

/** Conditions with AND, OR and NOT as written. */
export type ConditionInput =
  | { readonly type: 'and' | 'or' | 'xor'; readonly span: TextSpan; readonly parts: readonly ConditionInput[] }
  | { readonly type: 'not'; readonly span: TextSpan; readonly inner: ConditionInput }
  | TestInput

export interface TestInput {
  readonly type: 'test'
  readonly span: TextSpan
  /** In upper case: `=`, `<=>`, `<>`, `BETWEEN`, `NOT IN`, `IS NULL`, `= ANY`, `MATCH`, `EXISTS`; empty for a bare value. */
  readonly operator: string
  readonly left: ScalarInput
  readonly right: readonly ScalarInput[]
  /** LIKE with a plain literal: what it demands before the first wildcard, and whether that is all of it. */
  readonly fixed?: { readonly prefix: string; readonly whole: boolean } | undefined
}

export interface ColumnInput {
  readonly schema?: string | undefined
  readonly table?: string | undefined
  readonly name: string
  readonly span: TextSpan
  /** Inside the arguments of an aggregate: HAVING and ORDER BY see no select aliases there. */
  readonly inAggregate: boolean
}

/** A value: what it is at its top, and everything that it mentions. */
export interface ScalarInput {
  readonly span: TextSpan
  readonly form: 'column' | 'literal' | 'parameter' | 'row' | 'subquery' | 'expression'
  /** The values of a row. */
  readonly items?: readonly ScalarInput[] | undefined
  /** Every column mentioned, in the order of the text; not those of subqueries. */
  readonly columns: readonly ColumnInput[]
  readonly subqueries: readonly QueryInput[]
  readonly hasAggregate: boolean
  readonly hasWindow: boolean
  readonly hasParameter: boolean
  /** Gives another value at each call, or may: RAND(), UUID(), assignments, functions that are not built in. */
  readonly volatile: boolean
  /** The function at its top, in upper case: `LOWER`, `DATE`. */
  readonly functionName?: string | undefined
  /** The type that the text itself tells: `string`, `integer`, `date` of literals; the target of a CAST. */
  readonly type?: string | undefined
  readonly charset?: string | undefined
  readonly collation?: string | undefined
  /** The type that the text turns it into at its top: `a::int`, `CAST('1' AS int)`. */
  readonly castTo?: string | undefined
}
