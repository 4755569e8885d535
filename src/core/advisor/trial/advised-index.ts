import type { Analysis } from '../../analysis/model'
import { each } from '../../plan/walk'
import type { Advice } from '../model'
import type { AdvisedIndexUse } from './model'

/**
 * What a plan does with the index that is advised.
 * @param called the index's name where it was tried
 */
export function advisedIndexUse(
  { table, name, parts }: NonNullable<Advice['index']>,
  called: string,
  { plans: [plan], keyUse }: Pick<Analysis, 'plans' | 'keyUse'>,
): AdvisedIndexUse {
  const base = { table, index: name, parts: parts.length }
  const isIt = (other: string) => other.toLowerCase() === called.toLowerCase()
  const nodes = plan === undefined ? [] : [...each(plan.root)]
  const node = nodes.find(({ access }) => access?.indexes.some((one) => isIt(one.name)))
  const read = node?.access
  if (read === undefined) {
    return { ...base, used: false, usedParts: [], text: `The server does not choose \`${name}\`.` }
  }
  const use = keyUse.find(({ planIndex, index, chosen }) => planIndex === 0 && chosen && isIt(index))
  const narrowing = (use?.parts ?? []).filter(
    ({ narrows, appended, included }) => narrows !== 'none' && !appended && included !== true,
  )
  const keyLengthBytes = read.indexes.find((one) => isIt(one.name))?.keyLengthBytes
  const usedParts = narrowing.map(
    ({ position, column, expression }) => parts[position - 1] ?? column ?? expression ?? '',
  )
  const bytes = keyLengthBytes === undefined ? '' : ` (${keyLengthBytes} bytes)`
  const text =
    usedParts.length > 0
      ? `The server chooses \`${name}\` and narrows the read by ${usedParts.length} of its ${countOf(parts.length)}${bytes}.`
      : use === undefined
        ? `The server chooses \`${name}\`.`
        : `The server reads \`${name}\` from end to end, in its order; no part narrows the read.`
  return {
    ...base,
    used: true,
    usedParts,
    ...(keyLengthBytes !== undefined && { keyLengthBytes }),
    covering: read.covering,
    text,
  }
}

function countOf(parts: number): string {
  return parts === 1 ? '1 key part' : `${parts} key parts`
}
