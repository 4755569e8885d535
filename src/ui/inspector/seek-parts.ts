import type { KeyPartUse, KeyUse } from '../../core/keyparts/model'
import type { PlanNode } from '../../core/plan/model'
import { partName } from '../index-use/part-look'

/** A condition that bounds the read of an index, told by the key parts where the server prints none. */
export interface SeekPart {
  readonly index: string
  readonly part: KeyPartUse
  /** `t2send > 1234`, `customer_id = shop.o.id`. */
  readonly text: string
}

const startsWithOperator = /^(?:[<>=!]|(?:not\s+)?(?:like|in|between|is)\b)/i

/** The narrowing key parts of the indexes that a node reads; empty where the plan prints its seek conditions itself. */
export function seekPartsOf(node: PlanNode, uses: readonly KeyUse[]): readonly SeekPart[] {
  if (node.conditions.some((one) => one.checkedAt === 'index-seek')) return []
  return uses
    .filter((use) => use.chosen && use.nodeId === node.id)
    .flatMap((use) =>
      use.parts
        .filter((part) => part.narrows !== 'none')
        .map((part) => ({ index: use.index, part, text: seekText(part) })),
    )
}

function seekText(part: KeyPartUse): string {
  const name = part.column ?? part.expression ?? partName(part)
  const other = part.comparedWith?.trim()
  if (other === undefined || other === '') return name
  if (other.toLowerCase().startsWith(name.toLowerCase())) return other
  return startsWithOperator.test(other) ? `${name} ${other}` : `${name} = ${other}`
}
