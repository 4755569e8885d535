import { causeInWords } from './causes'
import { chosenOrder } from './chosen'
import type { Trace, TraceAlternative, TraceRecheck } from './model'
import { numbersOf, numberText } from './words'

/** The way that the join search (or, where there was none, the range optimizer) had chosen before a second look. */
export function searchedWay(
  trace: Pick<Trace, 'tables' | 'joinOrders'>,
  { selectId, table: name }: Pick<TraceRecheck, 'selectId' | 'table'>,
): TraceAlternative | undefined {
  const table = trace.tables.find((one) => one.selectId === selectId && one.table === name)
  if (!table) return undefined
  const taken = chosenOrder(trace, selectId)
  const constants = new Set(
    trace.tables.filter((one) => one.selectId === selectId && one.constant).map((one) => one.table),
  )
  const joined = (names: readonly string[]) => names.filter((one) => !constants.has(one)).join('\0')
  const prefix = taken ? joined(taken.order.slice(0, Math.max(0, taken.order.indexOf(name)))) : ''
  const chosen = table.alternatives.filter((one) => one.chosen)
  return (
    chosen
      .filter(
        (one) =>
          one.stage === 'join-search' &&
          joined(one.prefix) === prefix &&
          (taken === undefined || one.search === undefined || one.search === taken.search),
      )
      .at(-1) ?? chosen.filter((one) => one.stage === 'estimation').at(-1)
  )
}

/** True when the second look reads the table by another index than the search had chosen. */
export function replacesIndex(trace: Pick<Trace, 'tables' | 'joinOrders'>, recheck: TraceRecheck): boolean {
  if (!recheck.planChanged || recheck.index === undefined) return false
  return searchedWay(trace, recheck)?.index !== recheck.index
}

/** A second look in one or two sentences, names in backticks. */
export function recheckSentence(trace: Pick<Trace, 'tables' | 'joinOrders'>, recheck: TraceRecheck): string {
  const { table, index, cause, planChanged } = recheck
  const before = searchedWay(trace, recheck)
  const named = index === undefined ? 'another way' : `\`${index}\``
  switch (recheck.reason) {
    case 'ordering': {
      const clause = recheck.clause ?? 'the order'
      const backwards = recheck.direction === 'desc' ? ' backwards' : ''
      if (!planChanged) {
        const kept = before?.index === undefined ? 'The way chosen before' : `\`${before.index}\``
        return `For ${clause} an index that gives the order was looked for. ${kept} stayed${because(cause)}.`
      }
      if (before?.index === index)
        return `\`${table}\` is read by ${named}${backwards}, which gives the order of ${clause} by itself.`
      const walked = recheck.rows === undefined ? '' : `, expecting to look at ${numberText(recheck.rows)} rows`
      return `${replaced(before)} For ${clause} the server then took ${named} for \`${table}\` and walks it${backwards}${walked}.`
    }
    case 'usage': {
      const why =
        recheck.clause === 'low_limit'
          ? 'a LIMIT needs few rows'
          : recheck.clause === 'not_first_table'
            ? 'the table is not the first to be read'
            : recheck.clause
      const asked = `The range optimizer was asked again for \`${table}\`${why === undefined ? '' : `, because ${why}`}`
      return planChanged ? `${asked}: it took ${named}.` : `${asked}; nothing changed${because(cause)}.`
    }
    case 'key-parts':
      return planChanged
        ? `A range on ${named} replaced the lookup for \`${table}\`, because it uses more of the index.`
        : `For \`${table}\` a range that uses more of the index was weighed; nothing changed${because(cause)}.`
    case 'splitting':
      return planChanged
        ? `The grouped table \`${table}\` is filled per row of the outer query, by ${named}.`
        : `Filling \`${table}\` per row of the outer query was weighed; nothing changed${because(cause)}.`
  }
}

function replaced(before: TraceAlternative | undefined): string {
  if (!before) return ''
  const way = before.index === undefined ? 'a full scan' : `\`${before.index}\``
  const numbers = numbersOf(before)
  return `The join search had chosen ${way}${numbers === '' ? '' : ` (${numbers})`}.`
}

function because(cause: string | undefined): string {
  return cause === undefined ? '' : `: ${causeInWords(cause) ?? cause}`
}
