import { performance } from 'node:perf_hooks'
import type { PlannerQuestion, PlannerSetting } from '../../core/alternatives/model'
import { explainForms, quoteName } from '../../core/dialects/postgres'
import type { Version } from '../../core/engine'
import { fault } from '../../core/errors'
import type { AlternativesRequest, AlternativesResult } from '../engine'
import type { Admitted } from './admit'
import { ask, prepare, preparedName } from './explain'
import { isAnswer } from './faults'
import type { FencedRun } from './fenced-run'

/** Around each question: what it sets is undone before the next one. */
const savepoint = 'SAVEPOINT sargable_question'
const undo = 'ROLLBACK TO SAVEPOINT sargable_question'

type Answers = AlternativesResult['answers'][number]

/**
 * Plans the statement once for each question, inside the read-only transaction that `run` has begun. Settings are made
 * by SET LOCAL behind a savepoint and taken back before the next question. Indexes are hidden and made up by hypopg in
 * the memory of this server session only; that outlives a rollback, so it is undone after each question and, should the
 * task be stopped in between, when the session is tidied. A question that the server refuses costs only itself.
 */
export async function askAlternatives(
  run: FencedRun,
  version: Version,
  statement: Admitted,
  { questions, hypopgSchema, budgetMs }: AlternativesRequest,
): Promise<AlternativesResult> {
  const [form] = explainForms(version)
  if (form === undefined) throw fault('internal', 'There is no form of EXPLAIN.')
  const names = [...new Set(questions.flatMap(({ settings }) => settings.map(({ name }) => name)))]
  const before = await settingsNow(run, names)
  const startedAt = performance.now()
  const answers: Answers[] = []
  const cautions: string[] = []
  if (statement.parameters > 0) {
    await prepare(run, statement)
    cautions.push('The plans are generic ones: they are made without knowing the values of the parameters.')
  }
  for (const [at, question] of questions.entries()) {
    if (performance.now() - startedAt > budgetMs) {
      cautions.push(`The time for questions was over after ${at} of ${questions.length}.`)
      break
    }
    const changesIndexes = question.hidden.length + question.added.length > 0
    await run.send(savepoint)
    try {
      await setLocally(run, question.settings)
      if (changesIndexes) await changeIndexes(run, question, hypopgSchema)
      // A kept generic plan is not made anew when planner settings change.
      if (statement.parameters > 0) await prepareAgain(run, statement)
      answers.push({ question, output: await ask(run, form, statement, false) })
    } catch (error) {
      // The plan as it is answers for the statement.
      if (at === 0 || !isAnswer(error)) throw error
      cautions.push(`${question.phrase}: ${error.fault.message}`)
    }
    await run.send(undo)
    if (changesIndexes && hypopgSchema !== undefined)
      await run.send(forgetText(hypopgSchema, question.hidden.length > 0))
  }
  const after = await settingsNow(run, names)
  if (before !== after) throw fault('internal', `Planner settings were left changed: ${after} instead of ${before}.`)
  return { answers, cautions }
}

/** Sets planner settings until the end of the transaction; names and values come from closed lists. */
export async function setLocally(run: FencedRun, settings: readonly PlannerSetting[]): Promise<void> {
  for (const { name, value } of settings) await run.send(setText({ name, value }))
}

function setText({ name, value }: PlannerSetting): string {
  return `SET LOCAL ${name} = ${value}`
}

async function changeIndexes(run: FencedRun, question: PlannerQuestion, schema: string | undefined): Promise<void> {
  if (schema === undefined) throw fault('unsupported', 'The extension hypopg is not in this database.')
  run.hypothetical(forgetText(schema, question.hidden.length > 0))
  const place = quoteName(schema)
  for (const { schema: of, name } of question.hidden) {
    await run.send(`SELECT ${place}.hypopg_hide_index($1::regclass::oid)`, [`${quoteName(of)}.${quoteName(name)}`])
  }
  for (const definition of question.added)
    await run.send(`SELECT indexname FROM ${place}.hypopg_create_index($1)`, [definition])
}

function forgetText(schema: string, hidden: boolean): string {
  const place = quoteName(schema)
  // hypopg_reset leaves hidden indexes hidden; the function that shows them came with hiding.
  return `SELECT ${hidden ? `${place}.hypopg_unhide_all_indexes(), ` : ''}${place}.hypopg_reset()`
}

async function prepareAgain(run: FencedRun, statement: Admitted): Promise<void> {
  await run.send(`DEALLOCATE ${preparedName}`)
  await prepare(run, statement)
}

/** Name and value of each, as one text to compare. */
async function settingsNow(run: FencedRun, names: readonly string[]): Promise<string> {
  const { rows } = await run.send('SELECT name, setting FROM pg_settings WHERE name = ANY ($1::text[]) ORDER BY name', [
    names,
  ])
  return rows.map(([name, setting]) => `${name} = ${setting}`).join(', ')
}
