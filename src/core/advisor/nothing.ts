import { formatFraction } from '../figures'
import type { AccessContext } from '../keyparts/access-context'
import { plural } from '../plan/insight/words'
import type { AdviceFacts } from './facts'
import { designsFor } from './index-design/designs-for'
import { metShare } from './index-design/index-read'

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
  // Estimates of rows that pass unserved conditions are guesses: only counted rows tell that none was read in vain.
  const isKnown = totalRead.measured || tables.every(({ accesses }) => accesses.every(isServed))
  if (isKnown && returned !== undefined && totalRead.rows <= Math.max(returned, 1) * readsPerRow) {
    return `This plan already reads only what it returns: it ${verb} ${reads}.`
  }
  if (totalRead.rows < fewRows) return `It ${verb} ${reads}: too few for an index or a rewrite to matter.`
  const unbounded = tables.every(({ scope }) => scope.predicates.length === 0)
  if (unbounded) return `No index helps, because no condition leaves a row out: it ${verb} ${reads} and needs them all.`
  const most = mostRowsMeet(facts)
  if (most !== undefined) return `No index helps, because ${most}: it ${verb} ${reads}.`
  return `No rule has something better: it ${verb} ${reads}.`
}

/** The plan searches an index for this table, or there is nothing to search by. */
function isServed({ access, sqlPredicates, planPredicates }: AccessContext): boolean {
  return sqlPredicates.length + planPredicates.length === 0 || !['full-scan', 'index-scan'].includes(access.method)
}

/** An index is no use for so many of a table's rows. */
const most = 0.2

/** Of the only table, what is known to meet all its conditions, when that is much. */
function mostRowsMeet(facts: AdviceFacts): string | undefined {
  const [only, second] = designsFor(facts)
  if (!only || second || only.demand.limit !== undefined) return undefined
  const { columns, table } = only.demand
  if (columns.length === 0 || columns.some(({ shareFrom }) => shareFrom === 'assumed')) return undefined
  const share = metShare(columns, Math.max(1, table.rows ?? 1))
  return share < most ? undefined : `about ${formatFraction(share)} of ${table.name} meets its conditions`
}
