import { atom } from 'jotai'
import type { Advice } from '../../core/advisor/model'
import type { KeyUse } from '../../core/keyparts/model'
import { type AdviceCardFacts, adviceCardsAtom } from './cards'

/** An index that is not there yet, as far as the statement's conditions get in it. */
export interface Proposal {
  readonly advice: Advice
  /** As the plan with it uses it; it counts as not chosen, because the plan that is shown does not have it. */
  readonly use: KeyUse
  /** What a read of it comes to, estimated. */
  readonly entries: number | undefined
}

/** Of the advice that stands: those that were tried, as the server used them. */
export const proposalsAtom = atom((get): readonly Proposal[] => {
  const cards = get(adviceCardsAtom)
  return cards ? cards.standing.flatMap(proposalOf) : []
})

function proposalOf({ advice, trials: { whatIf } }: AdviceCardFacts): readonly Proposal[] {
  if (whatIf?.state !== 'told') return []
  const { whatIf: tried, advice: told } = whatIf.told
  const index = tried?.index
  if (!tried || !index) return []
  const uses = tried.after.keyUse.filter((use) => use.index === index.index && use.table === index.table)
  const use = uses.find(({ chosen }) => chosen) ?? uses[0]
  if (!use) return []
  return [{ advice, use: { ...use, chosen: false }, entries: use.chosen ? told.expected?.rowsAfter : undefined }]
}
