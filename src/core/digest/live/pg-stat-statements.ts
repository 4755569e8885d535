import type { KeptSums } from './kept-sums'
import { cellsOf, type StatementRow, type SumsReading } from './model'
import { countOf } from './numbers'

const cell = cellsOf('pg-stat-statements')

/** What PostgreSQL writes instead of a statement of others to an account that may not read it. */
const hiddenText = '<insufficient privilege>'

/** What a reading of pg_stat_statements says, and what makes it less certain. */
export function sumsOfPgStatStatements(reading: SumsReading): {
  readonly rows: readonly KeptSums[]
  readonly cautions: string[]
} {
  let hidden = 0
  let cut = 0
  const rows = reading.rows.map((row, place): KeptSums => {
    const text = cell(row, 'text')
    const isHidden = text === undefined || text === hiddenText
    if (isHidden) hidden++
    else if (Number(cell(row, 'length') ?? 0) > text.length) cut++
    const id = cell(row, 'id')
    const { minMicros, maxMicros, totalMicros, extremesAreBounds } = timesOf(row)
    const rowCount = countOf(cell(row, 'rows'))
    const changes = !isHidden && writes.test(text)
    return {
      // A hidden statement has no number; those of two readings cannot be put together.
      key: `${cell(row, 'user') ?? ''}\u0000${cell(row, 'database') ?? ''}\u0000${id ?? `hidden ${place}`}`,
      born: cell(row, 'since'),
      statement: isHidden ? undefined : text,
      schema: cell(row, 'database'),
      user: cell(row, 'user'),
      count: countOf(cell(row, 'calls')),
      totalMicros,
      minMicros,
      maxMicros,
      ...(extremesAreBounds && { extremesAreBounds }),
      ...(changes ? { rowsAffected: rowCount } : !isHidden && { rowsSent: rowCount }),
      flags: {},
      counters: {
        pages_accessed: countOf(cell(row, 'hit')) + countOf(cell(row, 'read')),
        pages_read: countOf(cell(row, 'read')),
        pages_read_micros: Math.round(countOf(cell(row, 'readTime')) * 1000),
        temp_pages_written: countOf(cell(row, 'tempWritten')),
      },
      histogram: [],
    }
  })
  const cautions: string[] = []
  if (hidden > 0)
    cautions.push(
      `${hidden} statements of other accounts are hidden from this one and summed as "rest"; GRANT pg_read_all_stats shows them.`,
    )
  if (cut > 0) cautions.push(`${cut} statements are longer than 64 kB; their shapes are those of their beginnings.`)
  return { rows, cautions }
}

const writes = /^(?:\s|--[^\n]*\n|\/\*.*?\*\/|\()*(?:insert|update|delete|merge|copy)\b/is

/** Extensions before 1.4 know no extremes: a call takes no more than all of them. */
function timesOf(row: StatementRow): Pick<KeptSums, 'minMicros' | 'maxMicros' | 'totalMicros' | 'extremesAreBounds'> {
  const totalMicros = countOf(cell(row, 'total')) * 1000
  const [min, max] = [cell(row, 'min'), cell(row, 'max')]
  if (min === undefined || max === undefined)
    return { totalMicros, minMicros: 0, maxMicros: totalMicros, extremesAreBounds: true }
  return { totalMicros, minMicros: Number(min) * 1000, maxMicros: Number(max) * 1000 }
}
