import { plural } from '../plan/insight/words'
import type { AdviceFacts } from './facts'

/** A plan that reads at most this many rows for each that it returns reads what it must. */
const readsPerRow = 1.2
/** Below this nobody waits, whatever is read. */
const fewRows = 1000

/** Why there is nothing to advise, in one sentence. */
export function nothingToSay(facts: AdviceFacts): string {
  const { insight, tables, meaning } = facts
  if (meaning === undefined) return 'The statement was not understood, so nothing is advised.'
  if (insight === undefined) return 'There is no plan to judge.'
  const { totalRead, flow } = insight
  const returned = flow.stages.find(({ kind }) => kind === 'returned')?.rows?.rows
  if (totalRead === undefined) return 'The plan does not say how many rows it reads.'
  const reads = plural(totalRead.rows, 'row')
  const verb = totalRead.measured ? 'reads' : 'expects to read'
  if (returned !== undefined && totalRead.rows <= Math.max(returned, 1) * readsPerRow) {
    return `This plan already reads only what it returns: it ${verb} ${reads}.`
  }
  if (totalRead.rows < fewRows) return `It ${verb} ${reads}: too few for an index or a rewrite to matter.`
  const unbounded = tables.every(({ scope }) => scope.predicates.length === 0)
  if (unbounded) return `No index helps, because no condition leaves a row out: it ${verb} ${reads} and needs them all.`
  return `No rule has something better: it ${verb} ${reads}.`
}
