import type { ExplainOutput } from '../../core/analysis/model'
import { type ExplainForm, explainForms } from '../../core/dialects/postgres'
import type { Version } from '../../core/engine'
import type { ExplainResult } from '../engine'
import type { Admitted } from './admit'
import { isAnswer, type Sent } from './faults'
import type { FencedRun } from './fenced-run'

/** Session-local; one task at a time uses the connection, and it deallocates the name when it ends. */
export const preparedName = 'sargable_plan'

/**
 * `$n` without values: the generic plan of a prepared statement. Not GENERIC_PLAN (16 and later): by the extended
 * protocol it wants values, and then plans with them (seen on 18: NULL makes the plan empty).
 */
const genericMode = 'SET LOCAL plan_cache_mode = force_generic_plan'

/** The statements that a plan takes, in order, without the transaction around them. */
export function planStatements(statement: Admitted, version: Version): readonly string[] {
  const before = statement.parameters > 0 ? [genericMode, prepareText(statement)] : []
  return [...before, ...explainForms(version).map((form) => planText(form, statement))]
}

/** Every form that the server has, inside the transaction that `run` has begun. */
export async function explainAll(run: FencedRun, version: Version, statement: Admitted): Promise<ExplainResult> {
  const cautions: string[] = []
  if (statement.parameters > 0) {
    await prepare(run, statement)
    cautions.push('The plan is the generic one: it is made without knowing the values of the parameters.')
  }
  const outputs: ExplainOutput[] = []
  for (const form of explainForms(version)) {
    try {
      outputs.push(await ask(run, form, statement, false))
    } catch (error) {
      // The first form answers for the statement; after that, a form costs only itself.
      if (outputs.length === 0 || !isAnswer(error)) throw error
      cautions.push(`${form.prefix.trim()}: ${error.fault.message}`)
    }
  }
  return { outputs, cautions }
}

/** Sends one EXPLAIN and keeps its text as the server wrote it. */
export async function ask(
  run: FencedRun,
  form: ExplainForm,
  statement: Admitted,
  measured: boolean,
): Promise<ExplainOutput> {
  const text = planText(form, statement)
  const answer = await run.send(text, [], statement.parameters > 0 ? undefined : sentAs(form.prefix, statement))
  return {
    format: form.format,
    statement: text,
    measured,
    text: answer.rows.map(([line]) => line ?? '').join('\n'),
    warnings: answer.notices,
  }
}

function planText(form: ExplainForm, statement: Admitted): string {
  if (statement.parameters === 0) return form.prefix + statement.sql
  return `${form.prefix}EXECUTE ${preparedName}(${Array.from({ length: statement.parameters }, () => 'NULL').join(', ')})`
}

function prepareText(statement: Admitted): string {
  return `PREPARE ${preparedName} AS ${statement.sql}`
}

/** Makes the statement with `$n` known to the server, to be planned without values. */
export async function prepare(run: FencedRun, statement: Admitted): Promise<void> {
  await run.send(genericMode)
  await run.send(prepareText(statement), [], sentAs(prepareText({ ...statement, sql: '' }), statement))
  run.prepared()
}

function sentAs(prefix: string, statement: Admitted): Sent {
  return {
    statement: prefix + statement.sql,
    prefixLength: prefix.length,
    text: statement.text,
    offset: statement.offset,
  }
}
