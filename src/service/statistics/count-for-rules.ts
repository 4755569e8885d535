import { factsOf, type GatherInput } from '../../core/advisor/gather-facts'
import type { CountLimits } from '../../core/advisor/statistics/count-statements'
import { columnStatistics } from '../../core/advisor/statistics/from-tables'
import type { TableStatistics } from '../../core/advisor/statistics/model'
import { statisticsWanted, type TableWish } from '../../core/advisor/statistics/wanted'
import type { Session } from '../../engines/engine'
import type { Progress } from '../api'
import { countTable } from './count'

/** Nobody asked for the counts as such: they may not take longer than this together. */
const budgetMs = 5000
/** Of larger tables somebody has to ask for it. */
const mostRows = 1_000_000
/** Beginnings of texts are counted at many lengths at once. */
const curveLimits: CountLimits = { mostRows: 50_000, sampleRows: 20_000 }

/** Counts what the rules of advice would still like to know of a measured statement's tables. */
export async function countForRules(
  session: Session,
  { kept, ...known }: Omit<GatherInput, 'statistics'> & { readonly kept: readonly TableStatistics[] },
  signal: AbortSignal,
  progress: (event: Progress) => void,
): Promise<{ readonly statistics: readonly TableStatistics[]; readonly cautions: readonly string[] }> {
  const wishes = statisticsWanted(factsOf({ ...known, statistics: columnStatistics(kept) }))
  const statistics: TableStatistics[] = []
  const cautions: string[] = []
  const deadline = Date.now() + budgetMs
  for (const { table, wanted, limits } of wishes.flatMap(parted)) {
    const timeoutMs = deadline - Date.now()
    if ((table.rows ?? 0) > mostRows || timeoutMs <= 0) {
      cautions.push(`The values of ${table.name} were not counted: that would take too long.`)
      continue
    }
    progress({ text: `Counting the values of ${table.name}` })
    const counted = await countTable(session, { table, wanted, limits, timeoutMs }, signal)
    if (counted.statistics) statistics.push(counted.statistics)
    cautions.push(...counted.cautions)
  }
  return { statistics, cautions: [...new Set(cautions)] }
}

/** Whether columns tell all rows apart only the whole table can say; a curve is drawn by a sample. */
function parted({
  table,
  wanted: { prefixes, ...exact },
}: TableWish): readonly (TableWish & { limits?: CountLimits })[] {
  const hasExact = exact.columns.length + (exact.together?.length ?? 0) > 0
  return [
    ...(hasExact ? [{ table, wanted: exact }] : []),
    ...(prefixes ? [{ table, wanted: { columns: [], prefixes }, limits: curveLimits }] : []),
  ]
}
