import { formatCount } from '../../figures'
import { factor } from '../../plan/insight/words'
import { planShape } from '../../plan/shape'
import { each } from '../../plan/walk'
import type { AdvisedIndexUse, TriedPlan, WhatIf } from './model'

/** A change of less than a tenth is within what estimates differ by from one ANALYZE to the next. */
const least = 0.1

export interface WhatIfInput {
  readonly before: TriedPlan
  readonly after: TriedPlan
  /** The index that the advice adds. */
  readonly index?: AdvisedIndexUse | undefined
  /** Names of indexes that the advice takes away. */
  readonly without: readonly string[]
}

/** Says whether the server expects less work, with the reasons; work goes before cost. */
export function judgeWhatIf({ before, after, index, without }: WhatIfInput): Pick<WhatIf, 'judgement' | 'reasons'> {
  const rows = change(before.rowsExamined, after.rowsExamined)
  const cost = change(before.cost, after.cost)
  const sortsLess = sorts(after) < sorts(before)
  const sortsMore = sorts(after) > sorts(before)
  const words = [
    ...(rows === undefined ? [] : [rowsWords(rows, after.rowsFrom === 'corrected')]),
    ...(index === undefined ? [] : [index.text]),
    ...(sortsLess ? ['The rows need not be sorted any more.'] : sortsMore ? ['The rows have to be sorted.'] : []),
    ...(cost === undefined ? [] : [costWords(cost)]),
  ]
  if (index !== undefined && !index.used)
    return { judgement: 'not-used', reasons: [index.text, ...words.filter((one) => one !== index.text)] }
  if (without.length > 0 && planShape(before.plan) === planShape(after.plan)) {
    const named = without.map((name) => `\`${name}\``).join(', ')
    return { judgement: 'same', reasons: [`The plan stays as it is without ${named}.`, ...words] }
  }
  const bySign = direction(rows) || (sortsLess ? -1 : sortsMore ? 1 : 0) || direction(cost)
  if (rows === undefined && cost === undefined && bySign === 0) {
    return { judgement: 'unclear', reasons: ['The plans tell neither rows nor cost.', ...words] }
  }
  return {
    judgement: bySign < 0 ? 'better' : bySign > 0 ? 'worse' : 'same',
    reasons: words.length > 0 ? words : ['The plan stays as it is.'],
  }
}

interface Change {
  readonly before: number
  readonly after: number
}

function change(before: number | undefined, after: number | undefined): Change | undefined {
  return before === undefined || after === undefined ? undefined : { before, after }
}

/** −1 for less, 1 for more, 0 for about the same. */
function direction(found: Change | undefined): -1 | 0 | 1 {
  if (found === undefined) return 0
  const { before, after } = found
  if (after < before * (1 - least)) return -1
  return after > before * (1 + least) ? 1 : 0
}

function rowsWords({ before, after }: Change, corrected: boolean): string {
  const by = corrected ? 'by estimates from a sample' : "by the server's estimates"
  if (after === before) return `Would read as many rows, ${formatCount(after)}, ${by}.`
  const sides = `${formatCount(after)} ${after === 1 ? 'row' : 'rows'} instead of ${formatCount(before)}`
  if (direction({ before, after }) === 0) return `Would read ${sides}, ${by}.`
  const less = after < before
  const ratio = less ? before / Math.max(after, 1) : after / Math.max(before, 1)
  return `Would read ${sides}, ${factor(ratio)}× ${less ? 'fewer' : 'more'}, ${by}.`
}

function costWords({ before, after }: Change): string {
  if (formatCount(after) === formatCount(before)) return `The server's cost stays ${formatCount(after)}.`
  return `The server's cost is ${formatCount(after)} instead of ${formatCount(before)}.`
}

function sorts({ plan }: TriedPlan): number {
  return [...each(plan.root)].filter(({ operator }) => operator === 'sort').length
}
