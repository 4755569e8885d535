/** An expression as PostgreSQL keeps it: every value has a type, and every conversion is a node. */
export type PostgresNode = { readonly type: string } & (
  | { readonly kind: 'column'; readonly name: string; readonly collation?: string | undefined }
  /** `text` as printed, without its type. */
  | { readonly kind: 'constant'; readonly text: string; readonly quoted: boolean }
  | { readonly kind: 'operator'; readonly operator: string; readonly args: readonly PostgresNode[] }
  | { readonly kind: 'function'; readonly name: string; readonly args: readonly PostgresNode[] }
  /** EXTRACT, SUBSTRING … FROM, TRIM, AT TIME ZONE: printed in the standard's words; implied casts are not shown. */
  | { readonly kind: 'standard'; readonly form: string; readonly args: readonly PostgresNode[] }
  | { readonly kind: 'logical'; readonly operator: 'AND' | 'OR' | 'NOT'; readonly args: readonly PostgresNode[] }
  | { readonly kind: 'test'; readonly arg: PostgresNode; readonly test: string }
  | {
      readonly kind: 'any'
      readonly operator: string
      readonly word: 'ANY' | 'ALL'
      readonly left: PostgresNode
      readonly right: PostgresNode
    }
  | { readonly kind: 'cast'; readonly arg: PostgresNode; readonly implied: boolean }
  | { readonly kind: 'array'; readonly items: readonly PostgresNode[] }
  /** COALESCE, GREATEST, LEAST, NULLIF */
  | { readonly kind: 'choice'; readonly name: string; readonly args: readonly PostgresNode[] }
  | {
      readonly kind: 'case'
      readonly arg?: PostgresNode | undefined
      readonly branches: readonly { readonly when: PostgresNode; readonly result: PostgresNode }[]
      readonly otherwise?: PostgresNode | undefined
    }
)

/** The pseudo-type of quoted literals whose use decides. */
export const unknownType = 'unknown'

/** A type without its length: `character varying(20)` is `character varying`; character without one is `bpchar`. */
export function bareType(type: string): string {
  const bare = type.replace(/\([\d,]+\)/, '')
  return bare === 'character' ? 'bpchar' : bare
}
