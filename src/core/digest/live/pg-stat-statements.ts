import { tokenize } from '../../sql/tokenizer'
import { TokenKind } from '../../sql/tokens'
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
  let cut = 0
  const hidden: KeptSums[] = []
  const rows: KeptSums[] = []
  for (const row of reading.rows) {
    const text = cell(row, 'text')
    const id = cell(row, 'id')
    const isHidden = id === undefined || text === hiddenText
    if (!isHidden && Number(cell(row, 'length') ?? 0) > (text?.length ?? 0)) cut++
    const rowCount = countOf(cell(row, 'rows'))
    const changes = text !== undefined && writes.test(text)
    const sums: KeptSums = {
      key: `${cell(row, 'user') ?? ''}\u0000${cell(row, 'database') ?? ''}\u0000${isHidden ? 'hidden' : id}`,
      born: cell(row, 'since'),
      statement: isHidden || text === undefined ? undefined : statementOfPostgres(text),
      schema: cell(row, 'database'),
      user: cell(row, 'user'),
      count: countOf(cell(row, 'calls')),
      ...timesOf(row),
      squares: squaresOf(row),
      ...(changes ? { rowsAffected: rowCount } : !isHidden && { rowsSent: rowCount }),
      // Run by a function: its time is in the statement's that called it too.
      flags: cell(row, 'toplevel') === 'f' ? { routine: countOf(cell(row, 'calls')) } : {},
      counters: {
        pages_accessed: countOf(cell(row, 'hit')) + countOf(cell(row, 'read')),
        pages_read: countOf(cell(row, 'read')),
        pages_read_micros: Math.round(countOf(cell(row, 'readTime')) * 1000),
        temp_pages_written: countOf(cell(row, 'tempWritten')),
      },
      histogram: [],
    }
    if (isHidden) hidden.push(sums)
    else rows.push(sums)
  }
  rows.push(...oneOfEach(hidden))
  const cautions: string[] = []
  if (hidden.length > 0)
    cautions.push(
      `${hidden.length} statements of other accounts are hidden from this one and summed as "rest"; GRANT pg_read_all_stats shows them.`,
    )
  if (cut > 0) cautions.push(`${cut} statements are longer than 64 kB; their shapes are those of their beginnings.`)
  return { rows, cautions }
}

/** Hidden statements have no number, so that those of two readings are only known by their sums. */
function oneOfEach(hidden: readonly KeptSums[]): readonly KeptSums[] {
  const out = new Map<string, KeptSums>()
  for (const { born: _, ...row } of hidden) {
    const known = out.get(row.key)
    out.set(
      row.key,
      known === undefined
        ? row
        : {
            ...known,
            count: known.count + row.count,
            totalMicros: known.totalMicros + row.totalMicros,
            minMicros: Math.min(known.minMicros, row.minMicros),
            maxMicros: Math.max(known.maxMicros, row.maxMicros),
          },
    )
  }
  return [...out.values()]
}

/**
 * The text that pg_stat_statements keeps, with a literal again where it put `$1`: after `DATE` or `interval` only a
 * literal makes these what they were.
 */
export function statementOfPostgres(text: string): string {
  const tokens = tokenize(text, 'postgres')
  let out = ''
  for (let i = 0; i < tokens.count; i++) {
    const piece = tokens.textOf(i)
    out += tokens.kind(i) === TokenKind.placeholder && piece.startsWith('$') ? "''" : piece
  }
  return out
}

const writes = /^(?:\s|--[^\n]*\n|\/\*.*?\*\/|\()*(?:insert|update|delete|merge|copy)\b/is

/** From the deviation of all times, which the extension divides by their number. */
function squaresOf(row: StatementRow): number | undefined {
  const deviation = cell(row, 'deviation')
  if (deviation === undefined) return undefined
  const calls = countOf(cell(row, 'calls'))
  const mean = (countOf(cell(row, 'total')) * 1000) / calls
  return calls * ((Number(deviation) * 1000) ** 2 + mean ** 2)
}

/** Extensions before 1.4 know no extremes: a call takes no more than all of them. */
function timesOf(row: StatementRow): Pick<KeptSums, 'minMicros' | 'maxMicros' | 'totalMicros' | 'extremesAreBounds'> {
  const totalMicros = countOf(cell(row, 'total')) * 1000
  const [min, max] = [cell(row, 'min'), cell(row, 'max')]
  if (min === undefined || max === undefined)
    return { totalMicros, minMicros: 0, maxMicros: totalMicros, extremesAreBounds: true }
  return { totalMicros, minMicros: Number(min) * 1000, maxMicros: Number(max) * 1000 }
}
