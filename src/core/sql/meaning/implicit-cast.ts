import type { Condition, Operand } from './model'

/** Types of one family are compared as they are: operators across them stand in the index's family too. */
const ranks: Readonly<Record<string, number>> = {
  smallint: 0,
  integer: 0,
  bigint: 0,
  numeric: 1,
  decimal: 1,
  real: 2,
  'double precision': 2,
}

const comparisons: ReadonlySet<string> = new Set([
  '=',
  '<',
  '<=',
  '>',
  '>=',
  '<>',
  'BETWEEN',
  'BETWEEN SYMMETRIC',
  'IN',
  '= ANY',
])

/**
 * Where PostgreSQL casts a column to compare it: whole numbers to numeric, those to double precision, character(n) to
 * text (manual, "Operator Type Resolution", and the operators of the B-tree families integer_ops, numeric_ops,
 * float_ops). Literals without a type take the column's. Undefined where none is, or types are not known.
 */
export function implicitCastOf({ operator, left, right }: Condition): Condition['implicitCast'] {
  if (!comparisons.has(operator)) return undefined
  for (const side of right) {
    const [own, other] = [baseType(left), baseType(side)]
    const [ownRank, otherRank] = [ranks[own], ranks[other]]
    if (ownRank !== undefined && otherRank !== undefined && ownRank !== otherRank) {
      const isLeft = ownRank < otherRank
      // A number of the text is turned when the statement is read, once.
      if ((isLeft ? left : side).columns.length === 0) continue
      return { side: isLeft ? 'left' : 'right', to: printed(isLeft ? other : own) }
    }
    const cast = textCast(left, own, other) ?? textCast(side, other, own)
    if (cast !== undefined) return { side: cast.column === left ? 'left' : 'right', to: cast.to }
  }
  return undefined
}

/** character(n) beside text becomes text, and character varying beside character(n) that (bpchar). */
function textCast(column: Operand, own: string, other: string): { column: Operand; to: string } | undefined {
  if (column.columns.length === 0) return undefined
  if (own === 'character' && other === 'text') return { column, to: 'text' }
  return own === 'character varying' && other === 'character' ? { column, to: 'bpchar' } : undefined
}

/** The only operators between real and a type that is no float are those of double precision. */
function printed(type: string): string {
  if (type === 'decimal') return 'numeric'
  return type === 'real' ? 'double precision' : type
}

/** The type without its precision; of `= ANY (…)` that of the elements. */
function baseType({ type = '' }: Operand): string {
  return type.replace(/\s*\([^)]*\)/, '').replace(/\[\]$/, '')
}
