import { readOf } from './index-read'
import type { ColumnDemand } from './model'
import type { Site } from './site'

/**
 * The demands of a table with their guesses set by what the server expects of its own plan: rows that it reads by an
 * index tell the share of that index's conditions together, and rows that PostgreSQL leaves of a scan the share of all.
 */
export function calibrated(site: Site): Site {
  const { access, of, rows, constants, joins } = site
  const { node, family } = access
  const { rowsExaminedPerLoop: examined, rowsPerLoop: given } = node.estimate
  const [first] = access.access.indexes
  const index = of.table.indexes.find(({ name }) => name === first?.name)
  const before = [...joins].filter(([alias]) => access.tablesBefore.has(alias)).flatMap(([, demands]) => demands)
  if (index !== undefined && access.access.indexes.length === 1) {
    const question = { table: of.table, family, order: [], orderIs: undefined }
    const { sought } = readOf(index, { ...question, demands: [...constants, ...before] })
    // PostgreSQL tells rows of a search only where nothing is filtered behind it.
    const isFiltered = access.planPredicates.some(({ own, checkedAt }) => own && checkedAt === 'row-filter')
    const found = family === 'mysql' ? (examined ?? given) : isFiltered ? undefined : given
    const searches = !['index-scan', 'full-scan', 'skip-scan'].includes(access.access.method)
    return withAll(found === undefined || !searches ? site : withGuesses(site, sought, found / rows))
  }
  return withAll(site)
}

/** PostgreSQL expects of a scan what all conditions on the table leave; where a join is searched by, of that too. */
function withAll(site: Site): Site {
  const { access, flow, constants, rows } = site
  const given = flow?.node.estimate.rowsPerLoop
  if (access.family !== 'postgres' || given === undefined) return site
  const asked = new Set(constants.map(({ column }) => column.toLowerCase()))
  const own = access.planPredicates.filter((one) => one.own)
  const isWhole = own.every(
    ({ columns, references }) => references.length === 0 && columns.every(({ name }) => asked.has(name.toLowerCase())),
  )
  return isWhole && own.length > 0 ? withGuesses(site, constants, given / rows) : site
}

/** Sets the shares that were only assumed so that all together come to what the server says. */
function withGuesses(site: Site, asked: readonly ColumnDemand[], share: number): Site {
  const guessed = asked.filter(({ shareFrom, prefixChars }) => shareFrom === 'assumed' && prefixChars === undefined)
  if (guessed.length === 0 || share <= 0) return site
  const product = asked.reduce((all, one) => all * one.share, 1)
  const factor = (share / product) ** (1 / guessed.length)
  const set = (demand: ColumnDemand): ColumnDemand =>
    guessed.includes(demand)
      ? { ...demand, share: Math.min(1, Math.max(demand.share * factor, 1 / site.rows)), shareFrom: 'plan' }
      : demand
  return {
    ...site,
    constants: site.constants.map(set),
    joins: new Map([...site.joins].map(([alias, demands]) => [alias, demands.map(set)])),
  }
}
