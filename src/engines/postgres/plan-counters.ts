import type { Counters } from '../../core/analysis/model'
import { fault } from '../../core/errors'

/** Counters of the whole statement, which its top node adds up; names as EXPLAIN prints them. */
const workCounters = [
  'Shared Hit Blocks',
  'Shared Read Blocks',
  'Shared Dirtied Blocks',
  'Shared Written Blocks',
  'Local Hit Blocks',
  'Local Read Blocks',
  'Local Dirtied Blocks',
  'Local Written Blocks',
  'Temp Read Blocks',
  'Temp Written Blocks',
  'WAL Records',
  'WAL FPI',
  'WAL Bytes',
] as const

type Fields = Readonly<Record<string, unknown>>

/** Rows of a scan that conditions threw away after they were read. */
const removedRows = ['Rows Removed by Filter', 'Rows Removed by Index Recheck'] as const

/**
 * What one run cost, from the JSON of EXPLAIN (ANALYZE, BUFFERS): buffers of the top node, rows returned (its rows),
 * and rows examined: over all scans of stored tables, the rows kept and the rows removed by conditions, times loops.
 */
export function countWork(
  text: string,
): Pick<Counters, 'values' | 'rowsReturned' | 'rowsExamined' | 'rowsExaminedFrom'> {
  const top = topNode(text)
  const values: Record<string, number> = {}
  for (const name of workCounters) {
    const value = top[name]
    if (typeof value === 'number' && value !== 0) values[name] = value
  }
  return {
    values,
    rowsReturned: Math.round(number(top, 'Actual Rows') * number(top, 'Actual Loops')),
    rowsExamined: Math.round(rowsExamined(top)),
    rowsExaminedFrom: 'plan',
  }
}

function topNode(text: string): Fields {
  const parsed: unknown = JSON.parse(text)
  const [first]: unknown[] = Array.isArray(parsed) ? parsed : []
  const plan = isFields(first) ? first['Plan'] : undefined
  if (!isFields(plan)) throw fault('unreadable-plan', 'The answer of EXPLAIN (ANALYZE) holds no plan.')
  return plan
}

function rowsExamined(top: Fields): number {
  let total = 0
  const waiting = [top]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (Array.isArray(node['Plans'])) waiting.push(...node['Plans'].filter(isFields))
    // A ModifyTable names a relation too, but its rows come from below.
    if (typeof node['Relation Name'] !== 'string' || node['Node Type'] === 'ModifyTable') continue
    const current = node
    const perLoop = removedRows.reduce((sum, name) => sum + number(current, name), number(current, 'Actual Rows'))
    total += perLoop * number(current, 'Actual Loops')
  }
  return total
}

function number(node: Fields, name: string): number {
  const value = node[name]
  return typeof value === 'number' ? value : 0
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
