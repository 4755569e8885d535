import { plannerMeans } from '../../alternatives/settings'
import { each } from '../../plan/walk'
import { variantLetter } from '../variant-setting'
import { type Offered, type PresetFacts, unavailable, variantOf } from './facts'

const scans = ['enable_seqscan', 'enable_indexscan', 'enable_indexonlyscan', 'enable_bitmapscan'] as const

/**
 * PostgreSQL has no index hints: whole ways of reading tables are taken away from its planner, those that the plan
 * uses, one at a time, then all ways that read an index, then all that read none.
 */
export function forcedScans({ plan, sql, statement, missing }: PresetFacts): Offered {
  if (plan === undefined) return unavailable('The statement has no plan here.', missing)
  const nodes = [...each(plan.root)]
  const used = plannerMeans.filter(
    ({ name, makes }) => scans.some((one) => one === name) && makes !== undefined && nodes.some(makes),
  )
  if (used.length === 0) return unavailable('The plan reads no table.')
  const off = (names: readonly string[]) => names.map((name) => ({ name, value: 'off' }))
  const drafts = used.map(({ name, words }) => ({ label: `Without ${words}`, names: [name] as readonly string[] }))
  drafts.push({ label: 'Tables read whole', names: ['enable_indexscan', 'enable_indexonlyscan', 'enable_bitmapscan'] })
  drafts.push({ label: 'Tables read by index scans', names: ['enable_seqscan', 'enable_bitmapscan'] })
  const distinct = drafts.filter(
    ({ names }, at) => drafts.findIndex((other) => other.names.join() === names.join()) === at,
  )
  return {
    available: true,
    variants: [
      variantOf('A', 'As it is', sql),
      ...distinct.map(({ label, names }, place) =>
        variantOf(variantLetter(place + 1), label, sql, { session: off(names) }),
      ),
    ],
    scratch: statement.kind !== 'select',
    cautions: [
      'PostgreSQL takes no index hints: the settings take a way of reading from all tables of the statement at once, and the planner still chooses among the indexes. Where nothing else is possible it uses that way all the same.',
    ],
  }
}
