import { atom } from 'jotai'
import { helpsStatement } from '../../core/advisor/helps'
import type { Advice, Finding } from '../../core/advisor/model'
import type { Analysis } from '../../core/analysis/model'
import { formatRatio } from '../../core/figures'
import { resultAtom } from '../state/atoms'
import { adviceKey, shownTrialsAtom, type Trials } from './trials'

/** One card: an advice with the finding that it answers, and what was tried of it. */
export interface AdviceCardFacts {
  readonly key: string
  readonly finding: Finding
  readonly advice: Advice
  /** Other ways for the same finding. */
  readonly others: readonly Advice[]
  readonly trials: Trials
}

export interface AdviceCards {
  /** For this statement, in the order to try them. */
  readonly standing: readonly AdviceCardFacts[]
  /** For the tables: what this statement gains nothing from. */
  readonly upkeep: readonly AdviceCardFacts[]
  /** Proved wrong here. */
  readonly withdrawn: readonly AdviceCardFacts[]
}

/** The cards of an analysis: one for each finding with something to try, the findings' order kept. */
export function cardsOf({ findings }: Pick<Analysis, 'findings'>, trials: ReadonlyMap<string, Trials>): AdviceCards {
  const cards = findings.flatMap((finding): readonly AdviceCardFacts[] =>
    finding.advice.length === 0
      ? []
      : finding.advice.slice(0, 1).map((advice) => ({
          key: adviceKey(advice),
          finding,
          advice,
          others: finding.advice.slice(1),
          trials: trials.get(adviceKey(advice)) ?? {},
        })),
  )
  const isWithdrawn = ({ trials: { proof } }: AdviceCardFacts) =>
    proof?.state === 'told' && proof.told.outcome === 'refuted'
  const left = cards.filter((card) => !isWithdrawn(card))
  return {
    standing: left.filter(({ finding }) => helpsStatement(finding)),
    upkeep: left.filter(({ finding }) => !helpsStatement(finding)),
    withdrawn: cards.filter(isWithdrawn),
  }
}

/** Of the analysis in front; undefined while none is. */
export const adviceCardsAtom = atom((get): AdviceCards | undefined => {
  const result = get(resultAtom)
  return result.state === 'analysis' ? cardsOf(result.analysis, get(shownTrialsAtom)) : undefined
})

/** How sure an advice is, as its badge says it. */
export interface Standing {
  readonly words: string
  readonly look: 'good' | 'bad' | 'warn' | 'plain'
  /** What the words rest on. */
  readonly title: string
}

/** The strongest thing that is known of it: a proof, a plan with it, or what the finding rests on. */
export function standingOf({ finding, trials }: Pick<AdviceCardFacts, 'finding' | 'trials'>): Standing {
  const { proof, whatIf } = trials
  if (proof?.state === 'told') {
    const { outcome, reasons } = proof.told
    const title = reasons.join(' ')
    if (outcome === 'confirmed') return { words: `measured${factorWords(proof.told.advice)}`, look: 'good', title }
    if (outcome === 'refuted') return { words: 'refuted', look: 'bad', title }
    return { words: 'cannot tell yet', look: 'warn', title }
  }
  if (whatIf?.state === 'told' && whatIf.told.whatIf) {
    const { judgement, reasons } = whatIf.told.whatIf
    const title = reasons.join(' ')
    if (judgement === 'better') return { words: `planned${factorWords(whatIf.told.advice)}`, look: 'good', title }
    if (judgement === 'worse' || judgement === 'not-used')
      return { words: judgement === 'worse' ? 'planned worse' : 'not chosen', look: 'bad', title }
    return { words: judgement === 'same' ? 'planned the same' : 'cannot tell', look: 'warn', title }
  }
  return grounds[finding.confidence]
}

const grounds: Readonly<Record<Finding['confidence'], Standing>> = {
  proven: { words: 'from the schema', look: 'plain', title: 'It follows from the definitions alone.' },
  measured: { words: 'from counts', look: 'plain', title: 'The problem was measured, the remedy was not tried.' },
  estimated: { words: 'from estimates', look: 'plain', title: 'By the server’s statistics; not tried.' },
  structural: { words: 'guess, not checked', look: 'warn', title: 'Shares were assumed: nothing was counted.' },
}

/** ` ÷21.8`: how many times fewer rows; empty where rows are not known. */
function factorWords({ expected }: Advice): string {
  const { rowsBefore, rowsAfter } = expected ?? {}
  if (rowsBefore === undefined || rowsAfter === undefined || rowsBefore <= rowsAfter) return ''
  return ` ${formatRatio(Math.max(1, rowsAfter) / rowsBefore)}`
}
