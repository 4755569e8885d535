import { exhausted } from '../../core/errors'
import type { KeyPartUse } from '../../core/keyparts/model'

/** How a part is drawn; the mark inside says the same without colour. */
export type PartLook = 'seek' | 'edges' | 'checked' | 'gives' | 'unused' | 'appended'

export type PartMark = '=' | '[ ]' | '‥' | '⋈' | '~' | '?' | '↕' | '+' | '−'

const numberOrLiteral = /^[-+]?\d|^['"]|::|\(/

/** True when the part is compared with a column of another table: a join reference such as `shop.o.customer_id`. */
export function isJoinReference(part: Pick<KeyPartUse, 'role' | 'comparedWith'>): boolean {
  if (part.role !== 'equality' || part.comparedWith === undefined) return false
  const other = part.comparedWith.trim().replace(/^=\s*/, '')
  return other.includes('.') && !numberOrLiteral.test(other)
}

/** The mark that stands in the bar. */
export function markOf(part: KeyPartUse): PartMark {
  switch (part.role) {
    case 'equality':
      return isJoinReference(part) ? '⋈' : '='
    case 'in-list':
      return '[ ]'
    case 'range':
      return '‥'
    case 'skipped':
      return '~'
    case 'index-filter':
      return '?'
    case 'order':
      return '↕'
    case 'cover':
      return '+'
    case 'unused':
      return part.appended ? '+' : '−'
    default:
      return exhausted(part.role)
  }
}

/** Solid, ends only, hatched, outlined, dashed or dotted. */
export function lookOf(part: KeyPartUse): PartLook {
  switch (part.role) {
    case 'equality':
    case 'in-list':
    case 'range':
    case 'skipped':
      if (part.narrows === 'none') return 'checked'
      return part.narrows === 'edges' ? 'edges' : 'seek'
    case 'index-filter':
      return 'checked'
    case 'order':
    case 'cover':
      return 'gives'
    case 'unused':
      return part.appended ? 'appended' : 'unused'
    default:
      return exhausted(part.role)
  }
}

/** What the part does, in a few words. */
export function roleInWords(part: KeyPartUse): string {
  switch (part.role) {
    case 'equality':
      return isJoinReference(part) ? `joined with ${part.comparedWith ?? 'another table'}` : 'equality'
    case 'in-list':
      return 'list of values'
    case 'range':
      return part.narrows === 'edges' ? "range, narrows only the range's ends" : 'range'
    case 'skipped':
      return 'stepped over by a skip scan'
    case 'index-filter':
      return 'checked in the index, does not narrow the read'
    case 'order':
      return 'gives the order'
    case 'cover':
      return 'gives only its value'
    case 'unused':
      return part.appended ? 'added by the engine, not used' : 'not used'
    default:
      return exhausted(part.role)
  }
}

/** `msg_type(5)`, `created DESC`, `lower(email)`. */
export function partName(part: KeyPartUse): string {
  const name = part.column ?? part.expression ?? `part ${part.position}`
  return `${name}${part.prefixChars === undefined ? '' : `(${part.prefixChars})`}${part.descending ? ' DESC' : ''}`
}
