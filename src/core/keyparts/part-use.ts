import type { ResolvedPart } from './index-parts'
import type { KeyLenBytes, KeyPartRole, KeyPartUse } from './model'
import type { Reason } from './reasons'

export interface PartFindings {
  readonly role: KeyPartRole
  readonly comparedWith?: string | undefined
  readonly narrows: 'seek' | 'edges' | 'none'
  readonly basis: 'stated' | 'decoded' | 'inferred'
  readonly reason?: Reason | undefined
}

/** The contract's form of one part: what the index holds, and what the access does with it. */
export function partUse(part: ResolvedPart, bytes: KeyLenBytes | undefined, found: PartFindings): KeyPartUse {
  return {
    position: part.position,
    ...(part.columnName === undefined ? {} : { column: part.columnName }),
    ...(part.expression === undefined ? {} : { expression: part.expression }),
    ...(part.prefixChars === undefined ? {} : { prefixChars: part.prefixChars }),
    descending: part.descending,
    appended: part.appended,
    ...(part.included ? { included: true } : {}),
    role: found.role,
    ...(found.comparedWith === undefined ? {} : { comparedWith: found.comparedWith }),
    ...(bytes === undefined ? {} : { keyLenBytes: bytes }),
    basis: found.basis,
    narrows: found.narrows,
    ...(found.reason === undefined ? {} : { reason: found.reason }),
  }
}
