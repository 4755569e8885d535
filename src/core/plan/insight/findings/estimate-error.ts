import type { PlanNode } from '../../model'
import type { EstimateError } from '../estimate-errors'
import { conditionsText, duration, factor, percent, stepText, wholeNumber } from '../words'
import { isFast, nodeEvidence, type PlanRule } from './rule'

/** More than the first few hide what matters. */
const mostErrors = 3
/** Share of the work from which a wrong estimate may have led to a bad plan. */
const warningShare = 0.2

export const estimateError: PlanRule = {
  name: 'estimate-error',
  doc: 'A measured step gave ten times more or fewer rows than expected although its inputs were estimated right, and at least 5 % of the work depends on that number. Silent for steps that a limit or a first match stopped early, and below 100 rows.',
  check: (insight) =>
    insight.errors
      .filter((error) => error.matters)
      .slice(0, mostErrors)
      .map((error) => {
        const { node } = error
        const conditions = conditionsText(error.conditions, node)
        const loops = error.loops > 1 ? ` in each of ${wholeNumber(error.loops)} loops` : ''
        const basis = error.workBasis === 'time' ? 'time' : 'rows'
        return {
          rule: estimateError.name,
          // A wrong estimate is a cause, not a cost: what a right one would save nobody knows before it is tried.
          severity: isFast(insight) || error.workShare < warningShare ? 'hint' : 'warning',
          title: `The estimate goes wrong at ${stepText(node)}: ${errorFactor(error)}`,
          explanation: `${capital(stepText(node))} gave ${perLoop(error.actualPerLoop)}${loops}; the optimizer expected ${perLoop(error.estimatedPerLoop)}. ${
            conditions === undefined ? withoutCondition(node) : `Checked there: ${conditions}.`
          } ${percent(error.workShare)} of the ${basis === 'time' ? 'time' : 'rows read'} ${
            basis === 'time' ? 'is' : 'are'
          } in steps that depend on it${error.inheritedBy.length > 0 ? `; ${error.inheritedBy.length} of them ${error.inheritedBy.length === 1 ? 'inherits' : 'inherit'} the error` : ''}.`,
          nodes: [error.nodeId, ...error.inheritedBy],
          evidence: [
            nodeEvidence(node, `${perLoop(error.estimatedPerLoop)} expected`, error.estimatedPerLoop, 'estimated rows'),
            nodeEvidence(node, `${perLoop(error.actualPerLoop)} counted${loops}`, error.actualPerLoop, 'rows'),
            ...(insight.frame.numbers[error.at]?.selfMs === undefined ||
            basis !== 'time' ||
            insight.totalMs === undefined
              ? []
              : [
                  nodeEvidence(
                    node,
                    `${duration(insight.totalMs * error.workShare)} of ${duration(insight.totalMs)} depend on it`,
                    error.workShare,
                    'fraction of time',
                  ),
                ]),
          ],
          confidence: 'measured' as const,
          advice: [],
        }
      }),
}

/** Steps whose rows are a guess of how many different values there are. */
const counting: ReadonlySet<string> = new Set(['aggregate', 'distinct', 'temporary-table', 'union', 'materialize'])

function withoutCondition({ operator }: PlanNode): string {
  return counting.has(operator)
    ? 'What is estimated there is how many different rows are left.'
    : 'The server prints no condition for it.'
}

/** "417 times more rows than expected". */
export function errorFactor({ ratio, estimatedPerLoop }: Pick<EstimateError, 'ratio' | 'estimatedPerLoop'>): string {
  if (ratio === 0) return `no rows where ${wholeNumber(estimatedPerLoop)} were expected`
  return ratio >= 1
    ? `${factor(ratio)} times more rows than expected`
    : `${factor(1 / ratio)} times fewer rows than expected`
}

/** Averages have decimals where they are small. */
function perLoop(rows: number): string {
  if (rows === 0) return 'no rows'
  const text = rows < 10 && !Number.isInteger(rows) ? String(Number(rows.toFixed(2))) : wholeNumber(rows)
  return `${text} ${text === '1' ? 'row' : 'rows'}`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
