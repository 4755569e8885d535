import type { Counters, ExplainOutput } from '../../core/analysis/model'
import { SargableError } from '../../core/errors'
import type { MeasureResult } from '../engine'
import type { Admitted } from './admit'
import { countWork, handlerReads, recordedRowsExamined, usesMultiRangeRead } from './counters'
import { ask, explainAll, formsFor } from './explain'
import type { GuardedRun } from './guarded-run'
import { placeInStatement } from './place'
import { isAnswer, type ServerProfile } from './set-up'
import { releaseLocks } from './stopwatch'

/** ER_QUERY_INTERRUPTED: as a warning of EXPLAIN ANALYZE it means that the counters are those of a part. */
const interrupted = 1317

/**
 * Plans as explain() gives them, then one run with its counters, then the forms that report actuals. The caller has
 * checked that the statement only reads; everything happens inside the read-only fence.
 * `limitMs` holds for the plans and the run together, and again for each form that runs the statement once more.
 */
export async function measureStatement(
  run: GuardedRun,
  profile: ServerProfile,
  statement: Admitted,
  trace: boolean,
  limitMs: number,
): Promise<MeasureResult> {
  if (statement.readOnly === 'unknown') run.afterwards(releaseLocks(profile.identity))
  const { plain, counters, historyProblem } = await run.within(limitMs, async () => {
    await run.begin('READ ONLY')
    const plans = await explainAll(run, profile, statement, trace)
    return { plain: plans, ...(await countedRun(run, profile, statement, usesMultiRangeRead(plans.outputs))) }
  })
  const cautions = [...plain.cautions]
  if (historyProblem) cautions.push(historyProblem)
  if (statement.readOnly === 'unknown') {
    cautions.push(
      'The statement calls something that could write. A stored function that writes would have been refused by the read-only transaction; a loadable function is not watched by the server.',
    )
  }
  const measured: ExplainOutput[] = []
  for (const form of formsFor(statement, profile.dialect.measuredForms(profile.facts))) {
    try {
      const output = await run.within(limitMs, () => ask(run, profile, form, statement, true))
      if (output.warnings.some((warning) => warning.code === interrupted)) {
        cautions.push(`${form.prefix.trim()} was stopped on the server; its partial numbers are left out.`)
      } else measured.push(output)
    } catch (error) {
      if (!costsOnlyItself(error)) throw error
      cautions.push(`${form.prefix.trim()}: ${error.fault.message}`)
    }
  }
  return { ...plain, outputs: [...plain.outputs, ...measured], cautions, counters }
}

/** A form that fails, or is too slow with the clock in every node, costs only its own numbers. */
function costsOnlyItself(error: unknown): error is SargableError {
  return isAnswer(error) || (error instanceof SargableError && error.fault.code === 'timed-out')
}

async function countedRun(
  run: GuardedRun,
  profile: ServerProfile,
  statement: Admitted,
  multiRangeRead: boolean,
): Promise<{ counters: Counters; historyProblem?: string }> {
  let clientMs = 0
  const { outcome, values, global } = await countWork(run, async () => {
    const start = process.hrtime.bigint()
    try {
      return await run.count(statement.lead + statement.sql)
    } catch (error) {
      throw isAnswer(error) ? placeInStatement(error, statement.lead, statement) : error
    } finally {
      clientMs = Number(process.hrtime.bigint() - start) / 1e6
    }
  })
  const counters = { values, global, rowsReturned: outcome, clientMs }
  const examined = await rowsExamined(run, profile, statement.lead + statement.sql)
  if (examined.rows !== undefined) {
    return { counters: { ...counters, rowsExamined: examined.rows, rowsExaminedFrom: 'performance-schema' } }
  }
  return {
    counters: { ...counters, rowsExamined: handlerReads(values, multiRangeRead), rowsExaminedFrom: 'handler-counters' },
    historyProblem: `Rows examined are the sum of Handler_read_*${multiRangeRead ? ', without what multi-range read counts again' : ''}: ${examined.because}`,
  }
}

async function rowsExamined(
  run: GuardedRun,
  profile: ServerProfile,
  sql: string,
): Promise<{ rows: number } | { rows: undefined; because: string }> {
  switch (profile.facts.statements.state) {
    case 'off':
      return { rows: undefined, because: 'performance_schema is off.' }
    case 'denied':
      return { rows: undefined, because: 'this user may not read performance_schema.' }
    case 'disabled':
      return { rows: undefined, because: 'the consumer events_statements_history is off.' }
    case 'on': {
      try {
        const rows = await recordedRowsExamined(run, sql)
        return rows === undefined ? { rows, because: 'performance_schema did not record the statement.' } : { rows }
      } catch (error) {
        if (!isAnswer(error)) throw error
        return { rows: undefined, because: error.fault.message }
      }
    }
  }
}
