import type { AccessContext } from '../../keyparts/access-context'
import type { AdviceFacts, TableFacts } from '../facts'
import { demandAmong } from './demand'
import { type DesignResult, demandsOf, designBlock, type SiteDesign } from './design'
import type { TableDemand } from './model'
import { type Block, blocksOf, contextAfter } from './site'

/** One access of the plan with what it is asked for, and the indexes that would serve it. */
export interface AccessDesign extends DesignResult {
  readonly of: TableFacts
  readonly access: AccessContext
  readonly demand: TableDemand
}

const known = new WeakMap<AdviceFacts, readonly AccessDesign[]>()

/** The designs of every table that the plan reads, worked out once for all rules. */
export function designsFor(facts: AdviceFacts): readonly AccessDesign[] {
  const before = known.get(facts)
  if (before) return before
  const blocks = blocksOf(facts).map((block) => ({ block, designed: designBlock(block, facts) }))
  const work = blocks.reduce((sum, { designed: [first] }) => sum + (first?.blockWork ?? 0), 0)
  const found = blocks.flatMap(({ block, designed }) => designed.map((one) => accessDesign(one, block, work)))
  known.set(facts, found)
  return found
}

function accessDesign(
  { site, before, blockWork, ...result }: SiteDesign,
  { limit }: Block,
  work: number,
): AccessDesign {
  const { of, access, changes } = site
  const demand = demandAmong(contextAfter(site, before), limit, demandsOf(site, before))
  // Designs save a part of their block; what counts is the statement.
  const part = work === 0 ? 0 : blockWork / work
  const designs = result.designs.map((one) => ({ ...one, saves: one.saves * part }))
  return { of, access, demand: { ...demand, changes }, ...result, designs }
}
