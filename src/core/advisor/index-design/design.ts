import type { Index } from '../../catalog/model'
import type { AdviceFacts } from '../facts'
import { candidatesFor } from './candidates'
import { bytesOf, designedParts, judgedUse } from './designed'
import { bestPlan, demandsAfter, type JoinPlan, type JoinWorld, type SiteRead } from './join-plan'
import type { ColumnDemand, IndexDesign } from './model'
import { orDesign } from './or-arms'
import { orderExtension } from './order-extension'
import { plannedCost, readsIndex } from './planned-cost'
import { readCost } from './read-cost'
import { isReplaced, isThere, relationOf } from './relation'
import { type Block, contextAfter, type Site } from './site'

/** An index must save this share of the work on its table, and the lesser of all that the block does. */
const leastSaving = 0.5
const leastOfAll = 0.1
/** So much fewer entries to read are worth an index that saves less of the work as it is estimated. */
const muchNarrower = 4
const leastIfNarrower = 0.2
/** The same when conditions that are only guessed let most rows through. */
const leastIfGuessedWrong = 0.4
/** What comes to less work than this, in rows read one after the other, is done before anybody waits. */
const littleWork = 1000
/** A part more must be worth it. */
const costOfPart = 0.03
/** `> x` lets through more rows the longer the table grows, which a range with both ends does not. */
const costOfOpenEnd = 0.2
/** Replacing an index that is there costs less than a new one. */
const bonusOfExtending = 0.05
/** Indexes for one block; each is found with those before it in place. */
const mostForBlock = 4
/** Parts and columns that only cover or hardly narrow; more of them make a second table of the index. */
const mostWeakParts = 2
/** A range that lets through more than this part of the rows hardly narrows. */
const narrowRange = 0.2
/** Second and third thoughts about one table. */
const mostAlternatives = 2

export interface DesignResult {
  /** The best first; empty when what is there serves as well. */
  readonly designs: readonly IndexDesign[]
  /** What the table comes to now: entries, or rows of a scan, in all reads, and their work. */
  readonly now: { readonly index?: Index; readonly entries: number; readonly work: number }
  /** The index that the plan searches, made longer so that it gives the order, too. */
  readonly orderExtension?: IndexDesign
}

export interface SiteDesign extends DesignResult {
  readonly site: Site
  /** Names of the tables that are read before it, with the best design in place. */
  readonly before: ReadonlySet<string>
  /** What its whole block comes to now. */
  readonly blockWork: number
}

interface Trial {
  readonly site: Site
  readonly index: Index
  readonly plan: JoinPlan
  readonly read: SiteRead
  readonly score: number
}

/** The indexes that would serve the tables of a block clearly better than those that are there. */
export function designBlock(block: Block, facts: AdviceFacts): readonly SiteDesign[] {
  const world = worldOf(block, facts)
  const existing = bestPlan(world)
  const planned = plannedCost(world)
  const work = Math.min(existing.cost, planned)
  const accepted = new Map<Site, { readonly trials: readonly Trial[]; readonly from: number }>()
  let current: JoinWorld = { ...world, order: existing.reads.map((read) => read.site) }
  let left = work
  if (work >= littleWork) {
    const candidates = new Map(block.sites.map((site) => [site, allCandidates(site, block)]))
    for (let round = 0; round < mostForBlock && left >= littleWork; round++) {
      const open = new Map([...candidates].filter(([site]) => !accepted.has(site)))
      const trials = accepting(trialsOf(current, open), current, left)
      const [best] = trials
      if (!best) break
      accepted.set(best.site, { trials: trials.filter(({ site }) => site === best.site), from: left })
      current = { ...withIndex(current, best.site, best.index), order: best.plan.reads.map((read) => read.site) }
      left = best.plan.cost
    }
  }
  const byArms = accepted.size === 0 ? byArmsOf(world, work) : undefined
  return block.sites.map((site): SiteDesign => {
    const read = existing.reads.find((one) => one.site === site)
    const { trials, from } = accepted.get(site) ?? { trials: [], from: work }
    const before = trials[0]?.read.before ?? new Set(namesBefore(site, block))
    const extended = site === block.sites[0] ? orderExtension(site, block.limit) : undefined
    return {
      site,
      before,
      blockWork: work,
      now: nowOf(site, read),
      ...(extended !== undefined && { orderExtension: extended }),
      designs: byArms
        ? [byArms]
        : trials
            .slice(0, 1 + mostAlternatives)
            .map((trial) => designed(trial, world, Math.max(0, from - trial.plan.cost) / work)),
    }
  })
}

/** OR on the columns of one table, where nothing else serves: an index for each arm. */
function byArmsOf(world: JoinWorld, work: number): IndexDesign | undefined {
  const [site, second] = world.block.sites
  if (!site || second || work < littleWork || isPinned(site)) return undefined
  const found = orDesign(site, world, work)
  if (!found || found.cost > work * (1 - leastSaving)) return undefined
  const isGuess = found.design.assumed && [found.design, ...found.design.companions].some(endsInRange)
  return isGuess ? undefined : found.design
}

function endsInRange({ parts }: IndexDesign): boolean {
  return parts.filter(({ narrows }) => narrows === 'seek').at(-1)?.role === 'range'
}

function worldOf(block: Block, facts: AdviceFacts): JoinWorld {
  const usable = new Map(block.sites.map((site) => [site, usableIndexes(site)]))
  return {
    block,
    family: facts.family,
    cost: readCost(facts.family, facts.engine),
    statistics: facts.statistics,
    indexesOf: (site) => usable.get(site) ?? [],
  }
}

function withIndex(world: JoinWorld, at: Site, index: Index): JoinWorld {
  return {
    ...world,
    indexesOf: (site) => (site === at ? [...world.indexesOf(site), index] : world.indexesOf(site)),
  }
}

/** Indexes that the statement may read: no hint forbids them, and no condition limits what they hold. */
function usableIndexes({ access, of: { table } }: Site): readonly Index[] {
  return table.indexes.filter(({ name, visible, method, where }) => {
    if (!visible || (method ?? 'btree') !== 'btree') return false
    if (where !== undefined && !access.access.indexes.some((one) => one.name === name)) return false
    return access.hints.every(({ kind, indexes }) => {
      const isNamed = indexes?.has(name.toLowerCase()) ?? true
      return kind === 'ignore' ? !isNamed : isNamed
    })
  })
}

/** The statement names the only indexes that may be read: a new one would not be. */
function isPinned({ access }: Site): boolean {
  return access.hints.some(({ kind }) => kind !== 'ignore')
}

function allCandidates(site: Site, block: Block): readonly Index[] {
  if (isPinned(site)) return []
  const sets: [readonly ColumnDemand[], boolean][] = site.after.size === 0 ? [[site.constants, true]] : []
  const joined = [...site.joins.values()]
  for (const demands of joined) sets.push([[...site.constants, ...demands], false])
  if (joined.length > 1) sets.push([[...site.constants, ...joined.flat()], false])
  const found = sets.flatMap(([demands, isFirst]) => candidatesFor(site, demands, isFirst && mayBeFirst(site, block)))
  const distinct = new Map(found.map((index) => [JSON.stringify([index.parts, index.include]), index]))
  return [...distinct.values()].filter((index) => !isThere(index, site.of.table))
}

function mayBeFirst(site: Site, { isOrdered, sites }: Block): boolean {
  return !isOrdered || sites[0] === site
}

function trialsOf(world: JoinWorld, candidates: ReadonlyMap<Site, readonly Index[]>): readonly Trial[] {
  return [...candidates].flatMap(([site, indexes]) =>
    indexes.flatMap((index): readonly Trial[] => {
      const plan = bestPlan(withIndex(world, site, index), site)
      const read = plan.reads.find((one) => one.site === site)
      if (!read || read.index !== index) return []
      const extending = site.of.table.indexes.some((one) => isReplaced(one, index)) ? bonusOfExtending : 0
      const parts = index.parts.length + (index.include?.length ?? 0)
      const growing = endsOpen(read) ? costOfOpenEnd : 0
      return [{ site, index, plan, read, score: plan.cost * (1 + costOfPart * parts + growing - extending) }]
    }),
  )
}

/** Ends in a range without an end, although the table is asked for one that has both. */
function endsOpen({ read, site, before }: SiteRead): boolean {
  if (!read?.sought.at(-1)?.isOpenEnded) return false
  return demandsAfter(site, before).some(({ role, isOpenEnded }) => role === 'range' && !isOpenEnded)
}

/** A join by an index that touches as much of the table as is read now is no gain over reading it in line. */
function isScatteredScan({ site, index, read }: Trial, was: SiteRead | undefined): boolean {
  if (read.before.size === 0 || was === undefined) return false
  const isLonger = was.index !== undefined && isReplaced(was.index, index)
  return !isLonger && read.entries * 2 > Math.max(was.entries, site.flow?.read?.rows ?? 0)
}

/** Those of the best table that save enough, the best first. */
function accepting(trials: readonly Trial[], world: JoinWorld, now: number): readonly Trial[] {
  const before = bestPlan(world)
  const guarded = guessedWrong(world)
  let worst: number | undefined
  const good = trials
    .filter((trial) => {
      const { plan, site, read, index } = trial
      if (weakParts(index, read) > mostWeakParts) return false
      const saved = now - plan.cost
      if (saved < littleWork * leastSaving || saved < now * leastOfAll) return false
      const was = before.reads.find((one) => one.site === site)
      const own = was?.cost ?? 0
      if (isScatteredScan(trial, was)) return false
      const narrows = read.entries * muchNarrower <= (was?.entries ?? 0) && saved >= leastIfNarrower * now
      if (narrows && isTrue(read)) return true
      return saved >= leastSaving * Math.min(now, Math.max(own, now * leastSaving)) && isTrue(read)
    })
    .sort((one, other) => one.score - other.score || one.index.parts.length - other.index.parts.length)
  const taken: Trial[] = []
  for (const trial of good) {
    if (taken.length > mostAlternatives) break
    if (taken[0] !== undefined && taken[0].site !== trial.site) continue
    if (!trial.read.assumed && !trial.plan.reads.some(({ assumed }) => assumed)) taken.push(trial)
    else {
      worst ??= Math.min(bestPlan(guarded).cost, now)
      const site = twin(guarded, trial.site)
      const cost = bestPlan(withIndex(guarded, site, trial.index), site).cost
      if (worst - cost >= leastIfGuessedWrong * Math.min(worst, now)) taken.push(trial)
    }
  }
  return taken
}

/** Parts that neither a value nor a list nor a narrow range is asked of: they only save rows from being looked up. */
function weakParts({ parts, include = [] }: Index, { read }: SiteRead): number {
  const strong = (read?.sought ?? []).filter(
    ({ role, share, shareFrom }) => role !== 'range' || (share <= narrowRange && shareFrom !== 'assumed'),
  ).length
  const ordered = read?.givesOrder ? parts.length - (read?.soughtParts ?? 0) : 0
  return parts.length + include.length - strong - ordered
}

function twin({ block }: JoinWorld, { access }: Site): Site {
  const found = block.sites.find((site) => site.access === access)
  if (!found) throw new RangeError('A block lost a table')
  return found
}

/** The same with ranges that were only guessed letting most rows through. */
function guessedWrong(world: JoinWorld): JoinWorld {
  const wide = (demand: ColumnDemand): ColumnDemand =>
    demand.shareFrom !== 'assumed' || demand.role !== 'range'
      ? demand
      : { ...demand, share: Math.max(demand.share, demand.share < 0.15 ? 0.3 : 0.8) }
  const sites = world.block.sites.map((site) => ({
    site,
    wide: {
      ...site,
      constants: site.constants.map(wide),
      joins: new Map([...site.joins].map(([alias, demands]) => [alias, demands.map(wide)])),
    },
  }))
  const wider = (site: Site) => sites.find((one) => one.site === site)?.wide ?? site
  return {
    ...world,
    ...(world.order && { order: world.order.map(wider) }),
    block: { ...world.block, sites: sites.map((one) => one.wide) },
    indexesOf: (site) => world.indexesOf(sites.find((one) => one.wide === site)?.site ?? site),
  }
}

/** The key-part engine says the same of the index: every part that is to narrow does. */
function isTrue(read: SiteRead): boolean {
  if (!read.index || !read.read) return false
  const { parts } = judgedUse(read.index, contextAfter(read.site, read.before))
  return parts.slice(0, read.read.soughtParts).every(({ narrows }) => narrows === 'seek')
}

function nowOf(site: Site, read: SiteRead | undefined): DesignResult['now'] {
  const index = readsIndex(site)
  const entries = site.flow?.read?.rows ?? read?.entries ?? site.rows
  return { ...(index !== undefined && { index }), entries, work: Math.max(entries, read?.cost ?? 0) }
}

function namesBefore(site: Site, { sites }: Block): readonly string[] {
  return sites.slice(0, sites.indexOf(site)).map(({ of }) => of.alias)
}

function designed({ site, index, plan, read }: Trial, world: JoinWorld, saves: number): IndexDesign {
  const { table } = site.of
  const order = plan.reads.map((one) => one.site)
  return {
    table,
    parts: designedParts(index, contextAfter(site, read.before)),
    include: index.include ?? [],
    relation: relationOf(index, table),
    replaces: table.indexes.filter((one) => isReplaced(one, index)),
    expectedRows: read.entries * world.block.runs,
    assumed: read.assumed,
    givesOrder: read.read?.givesOrder ?? false,
    covers: read.covers,
    bytesPerEntry: bytesOf(index, table, world.family),
    saves,
    after: [...read.before].filter((alias) => read.read?.sought.some(({ joinedTo }) => joinedTo === alias)),
    changesJoinOrder: order.some((one, at) => one !== world.block.sites[at]),
    companions: [],
  }
}

/** What a table is asked for once these are read. */
export function demandsOf(site: Site, before: ReadonlySet<string>): readonly ColumnDemand[] {
  return demandsAfter(site, before)
}
