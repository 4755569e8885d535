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
    if (own === 'character' && isText(other) && left.columns.length > 0) return { side: 'left', to: 'text' }
    if (other === 'character' && isText(own) && side.columns.length > 0) return { side: 'right', to: 'text' }
  }
  return undefined
}

function isText(type: string): boolean {
  return type === 'text' || type === 'character varying'
}

function printed(type: string): string {
  return type === 'decimal' ? 'numeric' : type
}

/** The type without its precision; of `= ANY (…)` that of the elements. */
function baseType({ type = '' }: Operand): string {
  return type.replace(/\s*\([^)]*\)/, '').replace(/\[\]$/, '')
}
