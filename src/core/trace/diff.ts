import { engineTitle } from '../engine'
import { fault } from '../errors'
import { type ChosenAccess, chosenAccesses, chosenOrder, plannedBlocks } from './chosen'
import type { Trace, TraceAlternative, TraceJoinOrder, TraceTable, TraceTransformation } from './model'
import { finalCostOf } from './settle'
import { numbersOf, numberText, wayInWords } from './words'

/** Costs and steps of two kinds of servers, or of two versions, have nothing to do with each other. */
function notComparable({ engine: a }: Trace, { engine: b }: Trace): string | undefined {
  if (!a || !b) return undefined
  const same = a.product === b.product && a.version.major === b.version.major && a.version.minor === b.version.minor
  if (same) return undefined
  return `One trace is of ${engineTitle(a)}, the other of ${engineTitle(b)}: their steps and costs cannot be compared.`
}

/** A point at which two traces differ, in the order of the optimizer's work. */
export interface TraceParting {
  readonly stage: 'transformation' | 'rows' | 'costs' | 'join-order' | 'access' | 'recheck'
  readonly selectId: number
  readonly table?: string | undefined
  readonly sentence: string
  readonly a?: { readonly text: string; readonly span: { readonly start: number; readonly end: number } } | undefined
  readonly b?: { readonly text: string; readonly span: { readonly start: number; readonly end: number } } | undefined
}

/** Numbers of two traces are the same within this: statistics of one table are drawn anew between two runs. */
const sameWithin = 0.02

/**
 * Where two traces of two variants of one statement part: the differences in the order in which the optimizer works
 * (rewriting, estimates per table, costs of ways, join order, final access, second looks). The first one explains those
 * behind it. Empty when both did the same.
 * @throws SargableError `unsupported` when they are known to come from servers of different kinds or versions.
 */
export function partingsOf(a: Trace, b: Trace): TraceParting[] {
  const refusal = notComparable(a, b)
  if (refusal !== undefined) throw fault('unsupported', refusal)
  const blocks = [...new Set([...plannedBlocks(a), ...plannedBlocks(b)])].sort((one, other) => one - other)
  const partings: TraceParting[] = []
  // Statements are rewritten before anything is estimated.
  for (const selectId of blocks) partings.push(...transformations(a, b, selectId))
  for (const selectId of blocks) {
    partings.push(...estimates(a, b, selectId))
    partings.push(...joinOrder(a, b, selectId))
    partings.push(...accesses(a, b, selectId))
    partings.push(...rechecks(a, b, selectId))
  }
  return partings
}

function transformations(a: Trace, b: Trace, selectId: number): TraceParting[] {
  const of = (trace: Trace) =>
    firstOfEach(trace.transformations.filter((one) => one.selectId === selectId && one.applied && !isCondition(one)))
  const missing = (from: readonly TraceTransformation[], other: readonly TraceTransformation[]) =>
    from.filter((one) => !other.some((two) => two.name === one.name))
  const [inA, inB] = [of(a), of(b)]
  return [
    ...missing(inA, inB).map((one) =>
      parting('transformation', selectId, `Only A was rewritten: ${one.name}.`, { a: told(one) }),
    ),
    ...missing(inB, inA).map((one) =>
      parting('transformation', selectId, `Only B was rewritten: ${one.name}.`, { b: told(one) }),
    ),
  ]
}

/** MariaDB names some rewriting twice: that it is possible, and that it was done. */
function firstOfEach(list: readonly TraceTransformation[]): readonly TraceTransformation[] {
  return list.filter((one, at) => list.findIndex((two) => two.name === one.name) === at)
}

/** Every statement's conditions differ in text; what they lead to is compared further on. */
function isCondition({ name }: TraceTransformation): boolean {
  return /^(equality_propagation|constant_propagation|trivial_condition_removal|substitute_best_equal)$/.test(name)
}

function told(one: TraceTransformation) {
  return { text: one.after ?? one.name, span: one.span }
}

/** Ways of the range optimizer that only one side had, or that read different numbers of rows. */
function estimates(a: Trace, b: Trace, selectId: number): TraceParting[] {
  const partings: TraceParting[] = []
  for (const table of a.tables.filter((one) => one.selectId === selectId)) {
    const other = b.tables.find((one) => one.selectId === selectId && one.table === table.table)
    if (!other) continue
    const inA = weighedAlone(table, other)
    const inB = weighedAlone(other, table)
    // Without a range to analyse a scan is priced without its rows.
    const alike = isAnalysed(inA) === isAnalysed(inB)
    for (const way of inA) {
      const same = inB.find((one) => key(one) === key(way))
      if (same && !alike && way.phase === 'scan') continue
      if (!same) {
        if (way.usable) partings.push(only('A', selectId, table.table, way))
      } else if (way.usable !== same.usable) {
        const sentence = `${capital(wayInWords(way))} of ${table.table} is usable only in ${way.usable ? 'A' : 'B'}.`
        partings.push(parting('rows', selectId, sentence, { table: table.table, a: shown(way), b: shown(same) }))
      } else if (differs(way.rows, same.rows)) {
        const sentence = compared(
          way,
          table.table,
          { verb: 'is thought to read', of: (one) => rowsInWords(one.rows) },
          same,
        )
        partings.push(parting('rows', selectId, sentence, { table: table.table, a: shown(way), b: shown(same) }))
      } else if (differs(way.cost, same.cost)) {
        const sentence = compared(way, table.table, { verb: 'costs', of: ({ cost }) => cost && numberText(cost) }, same)
        partings.push(parting('costs', selectId, sentence, { table: table.table, a: shown(way), b: shown(same) }))
      }
    }
    for (const way of inB) {
      if (way.usable && !inA.some((one) => key(one) === key(way))) {
        partings.push(only('B', selectId, table.table, way))
      }
    }
  }
  // A way that one side did not have explains more than numbers, which statistics drawn anew move a little.
  const isNumber = ({ a: inA, b: inB }: TraceParting) => inA !== undefined && inB !== undefined
  return [...partings.filter((one) => !isNumber(one)), ...partings.filter(isNumber)]
}

/**
 * The range optimizer's ways, and each index by which the table could be looked up, once. A lookup is left out where the
 * other side never came to read the table after the same tables: then it says nothing that it was not weighed.
 */
function weighedAlone({ alternatives }: TraceTable, other: TraceTable): readonly TraceAlternative[] {
  const places = new Set(other.alternatives.filter((one) => one.stage === 'join-search').map(placeOf))
  const lookups = new Map<string, TraceAlternative>()
  for (const one of alternatives) {
    if (one.stage !== 'join-search' || one.phase !== 'ref' || !one.usable || one.index === undefined) continue
    // Its rows and cost hang on the tables before; that it was there at all does not.
    if (!lookups.has(one.index) && places.has(placeOf(one)))
      lookups.set(one.index, { ...one, rows: undefined, cost: undefined })
  }
  return [...alternatives.filter((one) => one.stage === 'estimation'), ...lookups.values()]
}

function placeOf({ prefix }: TraceAlternative): string {
  return [...prefix].sort().join('\0')
}

function isAnalysed(ways: readonly TraceAlternative[]): boolean {
  return ways.some((one) => one.stage === 'estimation' && one.phase !== 'scan')
}

function joinOrder(a: Trace, b: Trace, selectId: number): TraceParting[] {
  const [inA, inB] = [chosenOrder(a, selectId), chosenOrder(b, selectId)]
  if (!inA || !inB || inA.order.join('\0') === inB.order.join('\0')) return []
  const differs = inA.order.findIndex((name, place) => name !== inB.order[place])
  const at = differs === -1 ? inA.order.length : differs
  const where = at === 0 ? 'A starts at' : `After ${inA.order.slice(0, at).join(', ')}, A goes on to`
  const next = inA.order[at]
  const sentence =
    next === undefined || inB.order[at] === undefined
      ? `Only ${next === undefined ? 'B' : 'A'} goes on after ${inA.order.slice(0, at).join(', ')}: to ${next ?? inB.order[at]}.`
      : `${where} ${next}, B ${at === 0 ? 'at' : 'to'} ${inB.order[at]}.`
  return [
    parting('join-order', selectId, sentence, {
      a: { text: orderInWords(inA), span: inA.span },
      b: { text: orderInWords(inB), span: inB.span },
    }),
  ]
}

function accesses(a: Trace, b: Trace, selectId: number): TraceParting[] {
  const inB = chosenAccesses(b, selectId)
  return chosenAccesses(a, selectId).flatMap((one) => {
    const other = inB.find((two) => two.table.table === one.table.table)
    if (!other?.alternative || !one.alternative || sameWay(one, other)) return []
    const sentence = `${one.table.table} is read by ${wayInWords(one.alternative)} in A, by ${wayInWords(other.alternative)} in B.`
    const sides = { table: one.table.table, a: shown(one.alternative), b: shown(other.alternative) }
    return [parting('access', selectId, sentence, sides)]
  })
}

function sameWay(one: ChosenAccess, other: ChosenAccess): boolean {
  return one.alternative?.method === other.alternative?.method && one.indexes.join('\0') === other.indexes.join('\0')
}

function rechecks(a: Trace, b: Trace, selectId: number): TraceParting[] {
  const of = (trace: Trace) => trace.rechecks.filter((one) => one.selectId === selectId && one.planChanged)
  const label = (one: Trace['rechecks'][number]) => `${one.table} ${one.reason} ${one.index ?? ''}`
  const [inA, inB] = [of(a), of(b)]
  const side = (from: typeof inA, other: typeof inA, name: 'A' | 'B') =>
    from
      .filter((one) => !other.some((two) => label(two) === label(one)))
      .map((one) => {
        const sentence = `Only in ${name} a second look changed ${one.table} to ${one.index ?? one.accessType ?? 'another way'}${one.clause === undefined ? '' : ` for ${one.clause}`}.`
        const text = one.index ?? one.accessType ?? ''
        const place = { text, span: one.span }
        return parting('recheck', selectId, sentence, {
          table: one.table,
          ...(name === 'A' ? { a: place } : { b: place }),
        })
      })
  return [...side(inA, inB, 'A'), ...side(inB, inA, 'B')]
}

function only(side: 'A' | 'B', selectId: number, table: string, way: TraceAlternative): TraceParting {
  const sentence = `Only ${side} weighed ${wayInWords(way)} of ${table}.`
  return parting('rows', selectId, sentence, { table, ...(side === 'A' ? { a: shown(way) } : { b: shown(way) }) })
}

function parting(
  stage: TraceParting['stage'],
  selectId: number,
  sentence: string,
  sides: Pick<TraceParting, 'table' | 'a' | 'b'>,
): TraceParting {
  return { stage, selectId, sentence, ...sides }
}

function key(way: TraceAlternative): string {
  return [way.phase, way.method, way.accessType, way.index ?? '', way.indexes?.join() ?? ''].join('\0')
}

function shown(way: TraceAlternative) {
  return { text: wayInWords(way) + numbersOf(way, ', '), span: way.span }
}

function differs(one: number | undefined, other: number | undefined): boolean {
  if (one === undefined || other === undefined) return one !== other
  return Math.abs(one - other) > sameWithin * Math.max(Math.abs(one), Math.abs(other))
}

interface Compared {
  readonly verb: string
  readonly of: (way: TraceAlternative) => string | number | undefined
}

/** A number that one side does not have was ruled out there, mostly by a hint. */
function compared(way: TraceAlternative, table: string, { verb, of }: Compared, same: TraceAlternative): string {
  const subject = `${capital(wayInWords(way))} of ${table}`
  const [inA, inB] = [of(way), of(same)]
  if (inA !== undefined && inB !== undefined) return `${subject} ${verb} ${inA} in A and ${inB} in B.`
  return `${subject} ${verb} ${inA ?? inB ?? 'something else'} in ${inB === undefined ? 'A' : 'B'}; in ${inB === undefined ? 'B' : 'A'} it was ruled out before it was priced.`
}

function rowsInWords(rows: number | undefined): string | undefined {
  return rows === undefined ? undefined : `${numberText(rows)} ${rows === 1 ? 'row' : 'rows'}`
}

function orderInWords(order: TraceJoinOrder): string {
  const cost = finalCostOf(order)
  return `${order.order.join(' → ')}${Number.isFinite(cost) ? `, cost ${numberText(cost)}` : ''}`
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
