import type { Index } from '../../catalog/model'
import type { AccessContext } from '../../keyparts/access-context'
import type { Predicate } from '../../keyparts/predicate'
import { armsTakeRest } from './abilities'
import { candidatesFor } from './candidates'
import { asksOf } from './demand'
import { bytesOf, designedParts } from './designed'
import { type IndexRead, metShare, readOf } from './index-read'
import { coversAll, type JoinWorld } from './join-plan'
import type { ColumnDemand, IndexDesign } from './model'
import { isReplaced, isThere, relationOf } from './relation'
import { contextAfter, type Site } from './site'

/** An index that is there serves an arm as long as it costs no more than this many times what a new one would. */
const nearlyAsGood = 2
/** Servers merge the rows of a few indexes, not of many. */
const mostArms = 4

interface Arm {
  readonly context: AccessContext
  readonly demands: readonly ColumnDemand[]
  readonly index: Index
  readonly read: IndexRead
  readonly isNew: boolean
  readonly cost: number
  readonly entries: number
}

/** Indexes by which each arm of an OR is searched by itself, and what reading by all of them comes to. */
export interface OrDesign {
  readonly design: IndexDesign
  readonly cost: number
}

/**
 * `a = 1 OR b = 2` is read by two indexes, whose rows the server puts together. Undefined where an arm has nothing to be
 * searched by, or all arms ask for one column, which is a list of ranges.
 */
export function orDesign(site: Site, world: JoinWorld, from: number): OrDesign | undefined {
  const context = contextAfter(site, new Set())
  const whole = context.sqlPredicates.find(({ kind, branches, columns }) => {
    return kind === 'or' && branches !== undefined && branches.length <= mostArms && columns.every(context.owns)
  })
  if (whole?.branches === undefined) return undefined
  const rest = armsTakeRest(world.family, context.engine) ? context.sqlPredicates.filter((one) => one !== whole) : []
  const arms: Arm[] = []
  for (const branch of whole.branches) {
    const arm = armOf(branch, rest, site, context, world)
    if (!arm) return undefined
    arms.push(arm)
  }
  const added = arms.filter(
    (arm, at) => arm.isNew && arms.findIndex(({ index }) => isSameIndex(index, arm.index)) === at,
  )
  const [first, ...others] = added
  if (!first || arms.length < 2) return undefined
  const cost = arms.reduce((sum, arm) => sum + arm.cost, 0) * world.block.runs
  const saves = Math.max(0, from - cost) / Math.max(1, from)
  const expectedRows = arms.reduce((sum, arm) => sum + arm.entries, 0) * world.block.runs
  const designs = [first, ...others].map((arm) => designOf(arm, site, world, { expectedRows, saves }))
  const [design, ...companions] = designs
  return design && { design: { ...design, companions }, cost }
}

function armOf(
  branch: readonly Predicate[],
  rest: readonly Predicate[],
  site: Site,
  whole: AccessContext,
  world: JoinWorld,
): Arm | undefined {
  const context: AccessContext = { ...whole, sqlPredicates: [...branch, ...rest], planPredicates: [] }
  const demands = asksOf(context, { planned: site.access, statistics: world.statistics })
  const own = new Set(branch.flatMap(({ columns }) => columns.map(({ name }) => name.toLowerCase())))
  const isOwn = ({ sought }: IndexRead) => sought.some(({ column }) => own.has(column.toLowerCase()))
  const arms = (indexes: readonly Index[], isNew: boolean): readonly Arm[] =>
    indexes.flatMap((index) => {
      const read = readBy(index, demands, site, world)
      return read.soughtParts === 0 || !isOwn(read)
        ? []
        : [costed({ context, demands, index, read, isNew }, site, world)]
    })
  const there = cheapest(arms(world.indexesOf(site), false))
  const wanted = candidatesFor(site, demands, false).filter(
    (index) => (index.include ?? []).length === 0 && !isThere(index, site.of.table),
  )
  const best = cheapest(arms(wanted, true))
  if (!best) return there
  return there && there.cost <= best.cost * nearlyAsGood ? there : best
}

function readBy(
  index: Index,
  demands: readonly ColumnDemand[],
  site: Site,
  { family, statistics }: JoinWorld,
): IndexRead {
  const { table } = site.of
  const together = statistics && ((columns: readonly string[]) => statistics.together(table, columns))
  return readOf(index, { table, family, demands, order: [], orderIs: undefined, together })
}

function costed(arm: Omit<Arm, 'cost' | 'entries'>, site: Site, { cost, family }: JoinWorld): Arm {
  const entries = Math.max(1, site.rows * arm.read.soughtShare)
  const lookups = coversAll(arm.index, site, family) ? 0 : Math.max(1, site.rows * metShare(arm.demands, site.rows))
  return {
    ...arm,
    entries,
    cost: cost.search(site.of.table, entries, Math.max(lookups, site.rows * arm.read.checkedShare), 1),
  }
}

function cheapest(arms: readonly Arm[]): Arm | undefined {
  const score = ({ cost, index }: Arm) => cost * (1 + 0.03 * index.parts.length)
  return arms.reduce<Arm | undefined>(
    (best, arm) => (best === undefined || score(arm) < score(best) ? arm : best),
    undefined,
  )
}

function isSameIndex(one: Index, other: Index): boolean {
  return JSON.stringify(one.parts) === JSON.stringify(other.parts)
}

function designOf(
  { index, context, read }: Arm,
  site: Site,
  { family }: JoinWorld,
  sums: Pick<IndexDesign, 'expectedRows' | 'saves'>,
): IndexDesign {
  const { table } = site.of
  return {
    table,
    parts: designedParts(index, context),
    include: [],
    relation: relationOf(index, table),
    replaces: table.indexes.filter((one) => isReplaced(one, index)),
    assumed: read.assumed,
    givesOrder: false,
    covers: false,
    bytesPerEntry: bytesOf(index, table, family),
    after: [],
    changesJoinOrder: false,
    companions: [],
    ...sums,
  }
}
