import type { Comparison, ExperimentDocument } from '../../experiment/model'
import { factor } from '../../plan/insight/words'
import type { AdvisedIndexUse, ProofDocument } from './model'

export interface ProofInput {
  readonly experiment: Pick<ExperimentDocument, 'comparisons' | 'stoppedBecause' | 'failure'>
  /** The index that the advice adds, as the plan of the advised side uses it. */
  readonly index?: AdvisedIndexUse | undefined
  /** The advice takes something away: it holds when nothing gets worse. */
  readonly removesOnly: boolean
}

/** Below this ratio of rows examined the work is less, whatever a clock says of it. */
const lessWork = 0.9
const moreWork = 1.1

/**
 * Confirmed or refuted, with the reasons: the rows first, then whether the index is used, then the counted work, then
 * the time, which can only speak against work where the interval is on one side.
 */
export function judgeProof(input: ProofInput): Pick<ProofDocument, 'outcome' | 'reasons'> {
  const { experiment, index, removesOnly } = input
  const [comparison] = experiment.comparisons
  if (comparison === undefined) return { outcome: 'undecided', reasons: ['Nothing was compared.'] }
  const words = [...workWords(comparison), ...timeWords(comparison), ...(index === undefined ? [] : [index.text])]
  if (comparison.sameResult === 'different') {
    const because = comparison.sameResultBecause === undefined ? '' : `: ${comparison.sameResultBecause}`
    return {
      outcome: 'refuted',
      reasons: [`It does not return the same rows${because}.`.replace(/\.\.$/, '.'), ...words],
    }
  }
  if (index !== undefined && !index.used) {
    return { outcome: 'refuted', reasons: [index.text, ...words.filter((one) => one !== index.text)] }
  }
  if (experiment.failure !== undefined && comparison.pairs === 0) {
    return { outcome: 'undecided', reasons: [experiment.failure, ...words] }
  }
  const work = comparison.workRatio['rowsExamined']
  const { verdict } = comparison
  if (removesOnly) return removal(verdict, work, words)
  if (verdict === 'slower') {
    const less = work !== undefined && work < lessWork
    return { outcome: 'refuted', reasons: less ? ['It reads less and takes longer all the same.', ...words] : words }
  }
  if (work !== undefined && work < lessWork) return { outcome: 'confirmed', reasons: words }
  if (verdict === 'faster') return { outcome: 'confirmed', reasons: words }
  if (verdict === 'undecided') {
    return { outcome: 'undecided', reasons: ['The runs do not tell yet whether it is faster.', ...words] }
  }
  return { outcome: 'refuted', reasons: ['It makes no difference.', ...words] }
}

function removal(
  verdict: Comparison['verdict'],
  work: number | undefined,
  words: readonly string[],
): Pick<ProofDocument, 'outcome' | 'reasons'> {
  if (verdict === 'slower' || (work !== undefined && work > moreWork && verdict !== 'faster')) {
    return { outcome: 'refuted', reasons: ['The statement gets worse without it.', ...words] }
  }
  if (verdict === 'undecided' && (work === undefined || work >= moreWork)) {
    return { outcome: 'undecided', reasons: ['The runs do not tell yet whether it is missed.', ...words] }
  }
  return { outcome: 'confirmed', reasons: ['The statement does not miss it.', ...words] }
}

function workWords({ workRatio }: Comparison): readonly string[] {
  const ratio = workRatio['rowsExamined']
  if (ratio === undefined) return []
  if (ratio >= lessWork && ratio <= moreWork) return ['Examines as many rows.']
  if (ratio === 0) return ['Examines no rows any more.']
  return [ratio < 1 ? `Examines ${factor(1 / ratio)}× fewer rows.` : `Examines ${factor(ratio)}× more rows.`]
}

const clocks = { cpu: 'CPU time', serverWall: "the server's time", client: 'our clock', work: 'counted work' } as const

function timeWords({ verdict, ratio, low, high, decidedBy, pairs }: Comparison): readonly string[] {
  if (decidedBy === 'work' || pairs === 0) return []
  const range = (from: number, to: number) => `[${from.toFixed(from < 10 ? 2 : 1)}–${to.toFixed(to < 10 ? 2 : 1)}]`
  const by = `by ${clocks[decidedBy]}, ${pairs} ${pairs === 1 ? 'pair' : 'pairs'}`
  switch (verdict) {
    case 'faster':
      return [`${factor(1 / ratio)}× faster ${range(1 / high, 1 / low)} ${by}.`]
    case 'slower':
      return [`${factor(ratio)}× slower ${range(low, high)} ${by}.`]
    case 'no-difference':
      return [`No difference in time ${by}.`]
    case 'undecided':
      return [`The time is not decided ${by}.`]
  }
}
