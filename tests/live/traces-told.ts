import type { ExplainOutput } from '../../src/core/analysis/model'
import { chosenAccesses, plannedBlocks } from '../../src/core/trace/chosen'
import type { Trace } from '../../src/core/trace/model'
import { readTrace } from '../../src/core/trace/read'
import type { Session } from '../../src/engines/engine'
import { never } from '../kit/mysql'

/** What the product says of one statement on one server, with its trace. */
export interface Told {
  readonly trace: Trace
  readonly text: string
  readonly cautions: readonly string[]
  /** Rows of EXPLAIN's table by column. */
  readonly rows: readonly Readonly<Record<string, string | null>>[]
  /** `table method index` in the order of the joins. */
  readonly accesses: readonly string[]
  readonly outputs: readonly ExplainOutput[]
}

/** Asks for the plans and the trace by the product's own session. Throws when there is no trace. */
export async function tell(session: Session, sql: string): Promise<Told> {
  const { outputs, cautions, traceText } = await session.explain({ sql, trace: true }, never)
  if (traceText === undefined) throw new Error(`No trace came: ${cautions.join(' ')}`)
  const trace = readTrace(traceText, { engine: session.identity })
  const table = outputs.find(({ format }) => format === 'mysql-table' || format === 'mariadb-table')
  const columns = table?.columns ?? []
  return {
    trace,
    text: traceText,
    cautions,
    outputs,
    rows: (table?.rows ?? []).map((row) => Object.fromEntries(columns.map((name, at) => [name, row[at] ?? null]))),
    accesses: plannedBlocks(trace).flatMap((block) =>
      chosenAccesses(trace, block).map(({ table, alternative, indexes }) =>
        [table.table, alternative?.method ?? 'unknown', indexes.join('+')].filter(Boolean).join(' '),
      ),
    ),
  }
}
