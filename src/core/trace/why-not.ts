import type { Catalog, Index } from '../catalog/model'
import type { KeyUse } from '../keyparts/model'
import { causeInWords } from './causes'
import { type ChosenAccess, chosenAccesses, chosenOrder, plannedBlocks } from './chosen'
import type { Trace, TraceAlternative, TraceJoinOrder, TraceRecheck, TraceTable } from './model'
import { searchedWay } from './recheck-words'
import { finalCostOf } from './settle'
import { numbersOf, numberText, wayInWords } from './words'

export interface IndexQuestion {
  /** As the statement calls the table: its alias where it has one. */
  readonly table: string
  readonly index: string
  /** The query block, where the same name stands in several. */
  readonly selectId?: number | undefined
}

/** What else is known, each where it is there. */
export interface WhyNotFacts {
  readonly catalog?: Catalog | undefined
  /** Key uses of the plan: why parts of an index do not narrow. */
  readonly keyUse?: readonly KeyUse[] | undefined
}

/**
 * Why an index was not taken, in one answer. chosen: it was. replaced: the join search chose it, a second look did not.
 * lost: it was costed and something was cheaper. unusable: it could not be used at this point. not-considered: the
 * optimizer never offered it. unknown: the trace does not hold the table.
 */
export interface WhyNotAnswer extends IndexQuestion {
  readonly outcome: 'chosen' | 'replaced' | 'lost' | 'unusable' | 'not-considered' | 'unknown'
  readonly sentence: string
  /** Further sentences, each a fact on its own. */
  readonly because: readonly string[]
  /** How the table is read, where the sentence names only what won at the way's own point. */
  readonly inTheEnd?: string | undefined
  /** The index's own best way, where one was weighed. */
  readonly way?: TraceAlternative | undefined
  /** What was taken instead. */
  readonly winner?: TraceAlternative | undefined
  /** Its cost as a multiple of the winner's, where both were costed at the same point. */
  readonly costRatio?: number | undefined
}

/** Answers for one index of one table, from the trace, the catalog and the key parts of the plan. */
export function whyNotIndex(trace: Trace, question: IndexQuestion, facts: WhyNotFacts = {}): WhyNotAnswer {
  const found = findTable(trace, question)
  const told = answerOf(trace, question, facts, found)
  const hint = found && told.outcome !== 'chosen' ? hintAgainst(found.table, question) : undefined
  if (hint === undefined) return told
  // The statement itself decided before the optimizer could.
  return {
    ...told,
    outcome: 'unusable',
    sentence: `${question.index} could not be used: ${hint}.`,
    // Without the hint it was priced all the same; what is said of its conditions would not be true of it.
    because: told.outcome === 'lost' || told.outcome === 'replaced' ? [told.sentence, ...told.because] : [],
  }
}

/** What an index hint of the statement does to the index, where it keeps the optimizer from it. */
function hintAgainst({ hints = '' }: TraceTable, { index }: IndexQuestion): string | undefined {
  for (const [whole, action = '', list = ''] of hints.matchAll(/(USE|FORCE|IGNORE) (?:INDEX|KEY)[^(]*\(([^)]*)\)/g)) {
    const names = list.split(',').map((name) => name.trim().replace(/^`|`$/g, '').toLowerCase())
    const named = names.includes(index.toLowerCase())
    const shown = whole.replaceAll('`', '')
    if (action === 'IGNORE' && named) return `the statement says ${shown}`
    if (action !== 'IGNORE' && !named) return `the statement says ${shown}, which leaves it out`
  }
  return undefined
}

function answerOf(
  trace: Trace,
  question: IndexQuestion,
  facts: WhyNotFacts,
  found: { readonly table: TraceTable; readonly access?: ChosenAccess | undefined } | undefined,
): WhyNotAnswer {
  if (!found) {
    return answer(
      question,
      'unknown',
      `The trace holds nothing about the table ${question.table}.`,
      catalogFacts(question, facts),
    )
  }
  const { table, access } = found
  const ways = table.alternatives.filter((one) => one.index === question.index || one.indexes?.includes(question.index))
  const costed = ways.filter((one) => one.usable && one.cost !== undefined)
  const recheck = trace.rechecks.find(
    (one) => one.selectId === table.selectId && one.table === table.table && one.planChanged,
  )
  if (access?.indexes.includes(question.index)) return chosenAnswer(question, access, recheck)

  const winner = access?.alternative
  const searched = recheck && searchedWay(trace, recheck)
  if (recheck && searched && (searched.index === question.index || searched.indexes?.includes(question.index))) {
    return {
      ...answer(
        question,
        'replaced',
        replacedSentence(question, { searched, table, recheck, limit: limitOf(trace, recheck) }),
        keyFacts(question, facts),
      ),
      way: searched,
      ...(winner && { winner }),
    }
  }
  const refused = ways.filter((one) => !one.usable)
  // Scanned from end to end it holds all columns; that is no use of its conditions where these are refused.
  const isWholeScan = (one: TraceAlternative) => one.phase === 'scan' && one.stage === 'estimation'
  const way = comparable(refused.length > 0 ? costed.filter((one) => !isWholeScan(one)) : costed, winner)
  if (way && isWholeScan(way) && winner?.index !== question.index) {
    const sentence = `No condition gave ${question.index} a range or a lookup; it could only be read from end to end (${numbersOf(way)}).`
    return { ...answer(question, 'unusable', sentence, keyFacts(question, facts)), way, ...(winner && { winner }) }
  }
  if (way)
    return lostAnswer(question, way, winner, {
      recheck,
      table,
      order: chosenOrder(trace, table.selectId),
      limit: recheck && limitOf(trace, recheck),
      facts,
    })
  if (refused.length > 0) return unusableAnswer(question, refused, winner, facts)
  // Named but not costed: a shortcut of the optimizer decided before the cost.
  const skipped = ways.find((one) => !one.chosen && one.cause !== undefined)
  if (skipped) {
    const sentence = `${question.index} was looked at and passed over: ${inWords(skipped.cause ?? '')}.`
    return { ...answer(question, 'lost', sentence, keyFacts(question, facts)), way: skipped, ...(winner && { winner }) }
  }
  return {
    ...answer(question, 'not-considered', `The optimizer never offered ${question.index} for ${question.table}.`, [
      ...catalogFacts({ ...question, table: table.name ?? question.table }, facts),
      ...keyFacts(question, facts),
    ]),
    ...(winner && { winner }),
  }
}

function findTable(
  trace: Trace,
  { table, selectId }: IndexQuestion,
): { readonly table: TraceTable; readonly access?: ChosenAccess | undefined } | undefined {
  const wanted = table.toLowerCase()
  const blocks = selectId === undefined ? plannedBlocks(trace) : [selectId]
  const accesses = blocks.flatMap((block) => chosenAccesses(trace, block))
  const access = accesses.find((one) => one.table.table.toLowerCase() === wanted)
  if (access) return { table: access.table, access }
  const known = trace.tables.find(
    (one) => one.table.toLowerCase() === wanted && (selectId === undefined || one.selectId === selectId),
  )
  return known && { table: known }
}

interface Surroundings {
  readonly recheck: TraceRecheck | undefined
  readonly table: TraceTable
  readonly order: TraceJoinOrder | undefined
  /** The LIMIT that an ordered read may stop at, where the trace tells it. */
  readonly limit: number | undefined
  readonly facts: WhyNotFacts
}

function answer(
  question: IndexQuestion,
  outcome: WhyNotAnswer['outcome'],
  sentence: string,
  because: readonly string[],
): WhyNotAnswer {
  return { ...question, outcome, sentence, because }
}

function chosenAnswer(question: IndexQuestion, access: ChosenAccess, recheck: TraceRecheck | undefined): WhyNotAnswer {
  const way = access.alternative
  const numbers = way ? numbersOf(way) : ''
  const sentence =
    recheck?.index === question.index && recheck.reason === 'ordering'
      ? `${question.index} was taken because it gives the order of ${recheck.clause ?? 'the result'}.`
      : `${question.index} was taken${numbers === '' ? '' : `: ${numbers}`}.`
  return { ...answer(question, 'chosen', sentence, []), ...(way && { way, winner: way }) }
}

function replacedSentence(
  question: IndexQuestion,
  how: {
    readonly searched: TraceAlternative
    readonly table: TraceTable
    readonly recheck: TraceRecheck
    readonly limit: number | undefined
  },
): string {
  const { searched, table, recheck, limit } = how
  const instead = recheck.index ?? 'the full scan'
  // MariaDB 10 prints no rows of a range in the join search; the range optimizer did.
  const rows = searched.rows ?? (searched.phase === 'range' ? table.range?.rows : undefined)
  const numbers = numbersOf({ ...searched, ...(rows !== undefined && { rows }) })
  const why =
    recheck.reason === 'ordering'
      ? `because it ${givesOrder(recheck, limit)}`
      : recheck.reason === 'usage'
        ? 'when the ranges were looked at again'
        : `because ${inWords(recheck.cause ?? '')}`
  return `The join search chose ${question.index}${numbers === '' ? '' : ` (${numbers})`}; afterwards ${instead} replaced it, ${why}.`
}

function givesOrder({ clause = 'the result' }: TraceRecheck, limit: number | undefined): string {
  const end = limit === undefined ? '' : ` and is read only until the LIMIT of ${numberText(limit)} is reached`
  return `gives the order of ${clause} without a sort${end}`
}

/** MySQL tells the LIMIT where it looks at ranges again because of it. */
function limitOf(trace: Trace, { selectId, table }: TraceRecheck): number | undefined {
  return trace.rechecks.find(
    (one) => one.selectId === selectId && one.table === table && one.reason === 'usage' && one.clause === 'low_limit',
  )?.rows
}

/** The way at the same point as the winner, else the cheapest: costs after different tables say nothing together. */
function comparable(
  ways: readonly TraceAlternative[],
  winner: TraceAlternative | undefined,
): TraceAlternative | undefined {
  const same = ways.filter((one) => winner && samePoint(one, winner))
  const pool = same.length > 0 ? same : ways
  return pool.reduce<TraceAlternative | undefined>(
    (best, one) => (best === undefined || (one.cost ?? 0) < (best.cost ?? 0) ? one : best),
    undefined,
  )
}

function samePoint(one: TraceAlternative, other: TraceAlternative): boolean {
  return one.stage === other.stage && one.search === other.search && one.prefix.join('\0') === other.prefix.join('\0')
}

function lostAnswer(
  question: IndexQuestion,
  way: TraceAlternative,
  winner: TraceAlternative | undefined,
  { recheck, table, order, facts, limit }: Surroundings,
): WhyNotAnswer {
  const at = way.prefix.length === 0 ? '' : ` after ${way.prefix.join(', ')}`
  const considered = `${question.index} was considered${at}: ${numbersOf(way)}.`
  const local = table.alternatives.find((one) => one.chosen && samePoint(one, way))
  const because: string[] = []
  if (way.cause !== undefined && way.cause !== 'cost' && way !== local)
    because.push(`The optimizer says: ${inWords(way.cause)}.`)
  const byOrder = recheck?.reason === 'ordering' && winner?.stage === 'recheck'
  const isOvertaken =
    winner !== undefined &&
    local !== undefined &&
    !byOrder &&
    !samePoint(local, winner) &&
    wayInWords(local) !== wayInWords(winner)
  // The ranges of a table are weighed alone first; the first table of the order then chooses between the best of them
  // and its lookups, whose costs are of the same kind.
  const beaten = isOvertaken && way.stage === 'estimation' && winner.prefix.length === 0 && local !== way
  if (beaten) {
    because.push(`Of its ranges alone ${wayInWords(local)} was the cheapest${numbersOf(local, ': ')}.`)
  }
  const inTheEnd =
    isOvertaken && !beaten
      ? `In the end ${question.table} is read by ${wayInWords(winner)}${numbersOf(winner, ', ')}.`
      : undefined
  if (inTheEnd !== undefined) because.push(inTheEnd)
  if (way.rows !== undefined && table.rows !== undefined && table.rows > 0) {
    because.push(
      `It would read ${share(way.rows / table.rows)} of the table's rows${way.prefix.length === 0 ? '' : ' for each row of the tables before it'}.`,
    )
  }
  because.push(...keyFacts(question, facts))
  const known = { way, ...(winner && { winner }), ...(inTheEnd !== undefined && { inTheEnd }) }
  if (local === way && way.stage === 'estimation' && winner && winner.prefix.length > 0) {
    const after = winner.prefix.join(', ')
    const sentence = `${question.index} was considered for ${question.table} alone: ${numbersOf(way)}. It was the best there, but after ${after} the table is read by ${wayInWords(winner)}${numbersOf(winner, ', ')}.`
    return {
      ...answer(
        question,
        'lost',
        sentence,
        because.filter((one) => one !== inTheEnd),
      ),
      way,
      winner,
    }
  }
  if (local === way && order !== undefined && order.order.join() !== [...way.prefix, table.table].join()) {
    const cost = finalCostOf(order)
    const taken = `${order.order.join(', ')}${Number.isFinite(cost) ? ` at cost ${numberText(cost)}` : ''}`
    const sentence = `${considered} It was the best way there, but another join order was taken: ${taken}.`
    return { ...answer(question, 'lost', sentence, because), ...known }
  }
  if (recheck && byOrder) {
    const sentence = `${considered} It lost to ${recheck.index ?? 'another index'}, which ${givesOrder(recheck, limit)}${numbersOf(winner, ': ')}.`
    return { ...answer(question, 'lost', sentence, because), ...known }
  }
  const other = beaten ? winner : local === way ? undefined : (local ?? winner)
  const against = beaten ? winner : local
  const costRatio =
    against && against !== way && against.cost !== undefined && against.cost > 0 && way.cost !== undefined
      ? way.cost / against.cost
      : undefined
  const sentence = other ? `${considered} It lost to ${wayInWords(other)}${numbersOf(other, ', ')}.` : considered
  return { ...answer(question, 'lost', sentence, because), ...known, ...(costRatio !== undefined && { costRatio }) }
}

function unusableAnswer(
  question: IndexQuestion,
  refused: readonly TraceAlternative[],
  winner: TraceAlternative | undefined,
  facts: WhyNotFacts,
): WhyNotAnswer {
  const said = refused.find((one) => one.cause !== undefined)
  const late = refused.some((one) => one.cause === undefined && one.phase === 'ref')
  const sentence = said
    ? `${question.index} could not be used: ${inWords(said.cause ?? '')}.`
    : `${question.index} could not be used: it compares with a table that is read later.`
  const because = said && late ? ['A lookup in it would need a table that is read later.'] : []
  return {
    ...answer(question, 'unusable', sentence, [
      ...because,
      ...keyFacts(question, facts),
      ...catalogFacts(question, facts),
    ]),
    ...(refused[0] && { way: refused[0] }),
    ...(winner && { winner }),
  }
}

function inWords(cause: string): string {
  return causeInWords(cause) ?? (cause === '' ? 'the trace does not say why' : `“${cause}”`)
}

function share(fraction: number): string {
  return fraction >= 0.1 ? `${Math.round(fraction * 100)} %` : `${Number((fraction * 100).toPrecision(2))} %`
}

/** Why parts of the index do not narrow, as the key parts say; those that the engine appends are nobody's choice. */
function keyFacts({ table, index }: IndexQuestion, { keyUse }: WhyNotFacts): readonly string[] {
  const use = keyUse?.find((one) => one.index === index && one.table.toLowerCase() === table.toLowerCase())
  const reason = use?.parts.find((part) => part.narrows === 'none' && !part.appended && part.reason)?.reason
  return reason ? [reason.text] : []
}

function catalogFacts(question: IndexQuestion, { catalog }: WhyNotFacts): readonly string[] {
  if (!catalog) return []
  const indexes: readonly Index[] = catalog.tables
    .filter((one) => one.name.toLowerCase() === question.table.toLowerCase())
    .flatMap((one) => one.indexes)
  const index = indexes.find((one) => one.name === question.index)
  if (!index) return []
  return index.visible ? [] : [`${question.index} is invisible to the optimizer.`]
}
