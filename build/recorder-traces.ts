import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { dialectOf } from '../src/core/engine'
import { classify } from '../src/core/sql/classify'
import type { ExplainResult, Session } from '../src/engines/engine'
import type { RecordedCase } from './recorder-cases'

/**
 * Traces of one statement: of its EXPLAIN (trace.json, with the table that this EXPLAIN printed in trace-plan.json) and,
 * where the case asks for it, of the statement when it runs (trace-run.json).
 */

/** A trace above this is left out: the fixtures are part of the source. */
const maxTraceChars = 20_000
const maxRunChars = 40_000
const never = new AbortController().signal
const largeEnough = 64 * 1024 * 1024

/** Writes the trace that came with the plans, if any. Answers what was written, for the log. */
export function saveTrace(folder: string, { traceText, outputs }: ExplainResult): string {
  const table = outputs.find(({ format }) => format === 'mysql-table' || format === 'mariadb-table')
  if (traceText === undefined || !table) return ''
  const text = withoutIndents(traceText)
  if (text.length > maxTraceChars) return ` (trace left out: ${text.length} characters)`
  const { statement, columns, rows } = table
  writeFileSync(join(folder, 'trace.json'), `${text}\n`)
  writeFileSync(join(folder, 'trace-plan.json'), `${JSON.stringify({ statement, columns, rows })}\n`)
  return ' trace'
}

/** Runs the statement with the trace on. A change is rolled back. */
export async function saveRunTrace(session: Session, recorded: RecordedCase, folder: string): Promise<string> {
  if (!recorded.runTrace) return ''
  const { readOnly } = classify(recorded.sql, dialectOf(session.identity.product))
  const send = (sql: string) => session.execute(sql, never)
  // The product's own EXPLAIN sets it, and puts it back to what the session began with.
  const own = recorded.settings(session.identity.product).find((each) => each.includes('optimizer_trace_max_mem_size'))
  await send(own ?? `SET SESSION optimizer_trace_max_mem_size = ${largeEnough}`)
  if (readOnly !== 'yes') await send('BEGIN')
  try {
    await send("SET SESSION optimizer_trace = 'enabled=on'")
    await send(recorded.sql)
    const { rows } = await send('SELECT TRACE FROM information_schema.OPTIMIZER_TRACE')
    const text = withoutIndents(rows[0]?.[0] ?? '')
    if (text === '' || text.length > maxRunChars) return ` (trace of the run left out: ${text.length} characters)`
    writeFileSync(join(folder, 'trace-run.json'), `${text}\n`)
    return ' run'
  } finally {
    await send("SET SESSION optimizer_trace = 'enabled=off'")
    if (readOnly !== 'yes') await send('ROLLBACK')
  }
}

/** Lines keep what they say without their indentation, which is more than half of a trace. */
function withoutIndents(trace: string): string {
  return trace.replace(/\n[ \t]+/g, '\n')
}
