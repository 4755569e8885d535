import type { ExplainOutput, ServerWarning } from '../../core/analysis/model'
import type { ExplainForm } from '../../core/dialects/mysql-family'
import { fault, type SargableError } from '../../core/errors'
import type { ExplainResult } from '../engine'
import type { Admitted } from './admit'
import type { GuardedRun } from './guarded-run'
import { placeInStatement } from './place'
import { isAnswer, type ServerProfile } from './set-up'
import { withTrace } from './trace'
import type { TextRows } from './wire'

/** The forms that fit the statement: single-table UPDATE and DELETE have no plan in the formats of the new executor. */
export function formsFor(statement: Admitted, forms: readonly ExplainForm[]): readonly ExplainForm[] {
  return statement.form === 'select' ? forms : forms.filter((form) => form.explainsChanges)
}

/**
 * Asks for the plan in every format. A format that fails becomes a caution; when all fail, the first error is thrown,
 * with the place in the person's text where the server told it. Must run inside the fence.
 */
export async function explainAll(
  run: GuardedRun,
  profile: ServerProfile,
  statement: Admitted,
  trace: boolean,
): Promise<ExplainResult> {
  const outputs: ExplainOutput[] = []
  const cautions: string[] = []
  let firstFailure: SargableError | undefined
  let traceText: string | undefined
  // The hypergraph optimizer has no table form: then the next form is traced.
  let traced = (form: ExplainForm) => isTable(form)
  for (const form of formsFor(statement, profile.dialect.explainForms(profile.facts))) {
    try {
      const asked = () => ask(run, profile, form, statement, false)
      if (trace && traced(form) && traceText === undefined && profile.facts.variables.has('optimizer_trace')) {
        const kept = await withTrace(run, profile.facts.variables, sentFor(form, statement), asked)
        outputs.push(kept.outcome)
        traceText = kept.traceText
        cautions.push(...kept.cautions)
      } else outputs.push(await asked())
    } catch (error) {
      if (!isAnswer(error) || error.fault.code === 'timed-out') throw error
      // The other formats would wait for the same lock as long again.
      if (error.fault.code === 'lock-wait') throw error
      if (isTable(form)) traced = () => true
      firstFailure ??= placeInStatement(error, statement.lead + form.prefix, statement)
      cautions.push(`${form.prefix.trim()}: ${error.fault.message}`)
    }
  }
  if (outputs.length === 0) {
    throw firstFailure ?? fault('unsupported', 'This server has no EXPLAIN for this kind of statement.')
  }
  // The statement itself is good: the cautions of single formats stand.
  return { outputs, cautions, ...(traceText !== undefined && { traceText }) }
}

/** What is sent for a form. */
export function sentFor(form: ExplainForm, statement: Admitted): string {
  return statement.lead + form.prefix + statement.sql
}

/** One EXPLAIN with its SHOW WARNINGS. */
export async function ask(
  run: GuardedRun,
  profile: ServerProfile,
  form: ExplainForm,
  admitted: Admitted,
  measured: boolean,
): Promise<ExplainOutput> {
  const before = profile.facts.variables.get('explain_json_format_version')
  if (form.jsonVersion !== undefined && before !== undefined) {
    await run.setUntilDone('explain_json_format_version', String(form.jsonVersion), before)
  }
  const statement = sentFor(form, admitted)
  const answer = await run.send(statement)
  const warnings = await showWarnings(run)
  const common = { format: form.format, statement, measured, warnings }
  return isTable(form) || form.format.endsWith('-partitions')
    ? { ...common, columns: [...answer.columns], rows: answer.rows.map((row) => [...row]) }
    : { ...common, text: onlyText(answer) }
}

function isTable(form: ExplainForm): boolean {
  return form.format === 'mysql-table' || form.format === 'mariadb-table'
}

/** JSON and trees come as one column, usually in one row. */
function onlyText(answer: TextRows): string {
  return answer.rows.map((row) => row[0] ?? '').join('\n')
}

async function showWarnings(run: GuardedRun): Promise<ServerWarning[]> {
  const { rows } = await run.send('SHOW WARNINGS')
  return rows.map(([level, code, message]) => ({ level: level ?? '', code: Number(code), message: message ?? '' }))
}
