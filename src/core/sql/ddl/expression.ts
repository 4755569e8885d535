/** An expression of a definition: a generated column, a functional key part, a partial index's condition. */
export type DdlExpression =
  | { readonly kind: 'column'; readonly name: string }
  /** MySQL: `charset` where it is not the connection's. */
  | { readonly kind: 'string'; readonly value: string; readonly charset?: string | undefined }
  /** Numbers, and words like NULL and CURRENT_DATE, as written. */
  | { readonly kind: 'word'; readonly text: string }
  | {
      readonly kind: 'call'
      readonly name: string
      readonly args: readonly DdlExpression[]
      /** Written as the SQL standard has it: `SUBSTRING(s FROM 1)`. */
      readonly sqlForm?: boolean
    }
  | { readonly kind: 'unary'; readonly operator: string; readonly operand: DdlExpression }
  | {
      readonly kind: 'binary'
      readonly operator: string
      readonly left: DdlExpression
      readonly right: DdlExpression
    }
  /** AND and OR over two or more; chains are one list. */
  | { readonly kind: 'logical'; readonly operator: 'and' | 'or'; readonly items: readonly DdlExpression[] }
  | { readonly kind: 'not'; readonly operand: DdlExpression }
  /** `IS NULL`, `IS NOT TRUE`: `what` in lower case. */
  | { readonly kind: 'is'; readonly operand: DdlExpression; readonly what: string; readonly negated: boolean }
  | {
      readonly kind: 'in'
      readonly operand: DdlExpression
      readonly items: readonly DdlExpression[]
      readonly negated: boolean
    }
  | {
      readonly kind: 'between'
      readonly operand: DdlExpression
      readonly low: DdlExpression
      readonly high: DdlExpression
      readonly negated: boolean
    }
  /** LIKE, ILIKE, REGEXP */
  | {
      readonly kind: 'match'
      readonly operator: string
      readonly operand: DdlExpression
      readonly pattern: DdlExpression
      readonly negated: boolean
    }
  | {
      readonly kind: 'case'
      readonly operand?: DdlExpression | undefined
      readonly branches: readonly { readonly when: DdlExpression; readonly result: DdlExpression }[]
      readonly otherwise?: DdlExpression | undefined
    }
  /** `type` as written, one blank between its words. */
  | { readonly kind: 'cast'; readonly operand: DdlExpression; readonly type: string }
  | { readonly kind: 'collate'; readonly operand: DdlExpression; readonly collation: string }
  | { readonly kind: 'interval'; readonly amount: DdlExpression; readonly unit: string }
  | { readonly kind: 'extract'; readonly unit: string; readonly operand: DdlExpression }
  | { readonly kind: 'array'; readonly items: readonly DdlExpression[] }
