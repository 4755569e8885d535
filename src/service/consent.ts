import type { ConsentCard } from '../core/errors'
import { fault, SargableError } from '../core/errors'
import type { StatementClass } from '../core/sql/classify'
import type { Session } from '../engines/engine'

/** What a run is about to do, as far as consent depends on it. */
export interface Intent {
  readonly sql: string
  readonly measure: boolean
  readonly production: boolean
  readonly consent: boolean
  readonly statement: StatementClass
  readonly timeLimitMs: number
}

/**
 * The one place that decides what needs a card (product rule 11) and what is refused on production (rule 4).
 * @throws SargableError `needs-consent` with the card, `production-refused`, or `not-allowed`.
 */
export function checkConsent(session: Pick<Session, 'statementsFor'>, intent: Intent): void {
  const { statement } = intent
  if (intent.measure && statement.explainForm !== 'select')
    throw fault('not-allowed', `Only reading statements can be measured. ${statement.reason}`, {
      hint: 'Explain it instead, or measure the SELECT that finds the same rows.',
    })
  if (intent.measure && (statement.readOnly === 'no' || statement.locks !== 'none'))
    throw fault('not-allowed', `This statement would change something when it runs. ${statement.reason}`, {
      hint: 'Explain it instead; EXPLAIN does not run it.',
    })
  if (intent.production && intent.measure)
    throw fault('production-refused', 'Statements are not executed on a production connection.', {
      hint: 'Explain it here, and measure it on a copy.',
    })
  if (intent.production && (statement.explainForm !== 'select' || statement.locks !== 'none'))
    throw fault('production-refused', 'On a production connection only reading statements are explained.', {
      hint: 'Explain the SELECT that finds the same rows.',
    })
  if (intent.consent) return
  if (intent.production) throw ask(session, intent, 'Explain on a production server')
  if (intent.measure && statement.readOnly === 'unknown')
    throw ask(session, intent, 'Run a statement that may change something')
}

/** A variant of an experiment, as far as consent depends on it. */
export interface VariantIntent {
  readonly name: string
  readonly sql: string
  readonly session: readonly { readonly name: string; readonly value: string }[]
  readonly statement: StatementClass
}

export interface ExperimentIntent {
  readonly variants: readonly VariantIntent[]
  readonly production: boolean
  readonly consent: boolean
  readonly runTimeoutMs: number
  readonly budgetMs: number
  readonly maxPairs: number
  /** The statement that switches a counter of the whole server on; absent when none has to be. */
  readonly switchesOn?: string | undefined
}

/**
 * The same for an experiment: reading statements only, never on production; what may write, and what concerns the whole
 * server, is asked for.
 * @throws SargableError `needs-consent` with the card, `production-refused`, or `not-allowed`.
 */
export function checkExperimentConsent(session: Pick<Session, 'statementsFor'>, intent: ExperimentIntent): void {
  const { variants, production, consent, runTimeoutMs, budgetMs, maxPairs, switchesOn } = intent
  for (const { name, sql, statement } of variants) {
    // What has no plan at all is refused by the session, with its place.
    if (statement.explainForm === 'none') continue
    const one = { sql, measure: true, production, consent: true, statement, timeLimitMs: runTimeoutMs }
    forVariant(name, () => checkConsent(session, one))
  }
  const doubtful = variants.filter(
    ({ statement }) => statement.readOnly === 'unknown' && statement.explainForm !== 'none',
  )
  if (consent || (doubtful.length === 0 && switchesOn === undefined)) return
  const title =
    doubtful.length > 0 ? 'Time statements that may change something' : 'Switch on a counter of the whole server'
  const seconds = (ms: number) => `${(ms / 1000).toLocaleString('en')} s`
  const card: ConsentCard = {
    title,
    sends: [
      ...(switchesOn === undefined ? [] : [switchesOn]),
      ...variants.flatMap(({ name, sql, session: settings }) => [
        ...settings.map((setting) => `${name}: SET SESSION ${setting.name} = ${setting.value}`),
        `${name}: ${sql}`,
      ]),
      ...(switchesOn === undefined ? [] : [switchesOn.replace("'YES'", "'NO'")]),
    ],
    locks: 'Read locks of one read-only transaction for each run; a metadata lock on each table until it ends.',
    rows: `Each statement runs up to ${(maxPairs + 5).toLocaleString('en')} times, its rows are thrown away.`,
    timeLimit: `${seconds(runTimeoutMs)} for a run, ${seconds(budgetMs)} for the timed rounds; then the server is told to stop.`,
    worstCase:
      doubtful.length > 0
        ? `${doubtful.map(({ name }) => name).join(', ')}: functions are called in each run. The transactions are read only and rolled back; what a function does outside of transactions stays.`
        : 'A crash of this computer leaves the counter switched on until the server restarts; it costs about two clock readings per statement of every session.',
  }
  throw fault('needs-consent', `${title}: ${variants.length} statements will be run many times.`, {
    hint: 'Agree to the card, or pass --yes on the command line.',
    card,
  })
}

/** Runs a check, whose fault then says which variant it speaks of. */
export function forVariant<Result>(name: string, check: () => Result): Result {
  try {
    return check()
  } catch (thrown) {
    throw namingVariant(thrown, name)
  }
}

/** The same error, beginning with the variant's name. */
export function namingVariant(thrown: unknown, name: string): unknown {
  if (!(thrown instanceof SargableError)) return thrown
  return new SargableError({ ...thrown.fault, message: `${name}: ${thrown.fault.message}` })
}

function ask(session: Pick<Session, 'statementsFor'>, intent: Intent, title: string) {
  const seconds = `${(intent.timeLimitMs / 1000).toLocaleString('en')} s`
  const card: ConsentCard = {
    title,
    sends: session.statementsFor(intent.sql, intent.measure),
    locks: intent.measure
      ? 'Read locks of one read-only transaction; a metadata lock on each table until it ends.'
      : 'None on rows; a metadata lock on each table for the milliseconds that planning takes.',
    timeLimit: `${seconds}, then the server is told to stop it.`,
    worstCase: intent.measure
      ? `The statement runs once, for up to ${seconds}, and a function in it is called. The transaction is read only and rolled back; what a function does outside of transactions stays.`
      : 'Planning reads index pages and may run a subquery or function whose result is constant.',
  }
  return fault(
    'needs-consent',
    `${title}: ${card.sends.length === 1 ? 'one statement' : `${card.sends.length} statements`} will be sent.`,
    { hint: 'Agree to the card, or pass --yes on the command line.', card },
  )
}
