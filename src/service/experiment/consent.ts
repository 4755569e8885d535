import type { ConsentCard } from '../../core/errors'
import { fault } from '../../core/errors'
import type { StatementClass } from '../../core/sql/classify'
import type { Session } from '../../engines/engine'
import { checkConsent } from '../consent'
import { forVariant } from './variant-faults'

/** A variant of an experiment, as far as consent depends on it. */
export interface VariantIntent {
  readonly name: string
  readonly sql: string
  readonly session: readonly { readonly name: string; readonly value: string }[]
  readonly statement: StatementClass
  readonly on: ServerIntent
}

/** A connection that variants run on. */
export interface ServerIntent {
  readonly statementsFor: Session['statementsFor']
  readonly production: boolean
  /** The statement that switches a counter of the whole server on; absent when none has to be. */
  readonly switchesOn?: string | undefined
}

export interface ExperimentIntent {
  readonly variants: readonly VariantIntent[]
  readonly consent: boolean
  readonly runTimeoutMs: number
  readonly budgetMs: number
  readonly maxPairs: number
}

/**
 * What a run of one statement needs, for an experiment: reading statements only, never on production; what may write,
 * and what concerns the whole server, is asked for.
 * @throws SargableError `needs-consent` with the card, `production-refused`, or `not-allowed`.
 */
export function checkExperimentConsent(intent: ExperimentIntent): void {
  const { variants, consent, runTimeoutMs, budgetMs, maxPairs } = intent
  for (const { name, sql, statement, on } of variants) {
    // What has no plan at all is refused by the session, with its place.
    if (statement.explainForm === 'none') continue
    const { production } = on
    const one = { sql, measure: true, production, consent: true, statement, timeLimitMs: runTimeoutMs }
    forVariant(name, () => checkConsent(on, one))
  }
  const doubtful = variants.filter(
    ({ statement }) => statement.readOnly === 'unknown' && statement.explainForm !== 'none',
  )
  const switches = new Set(switchesOf(variants))
  if (consent || (doubtful.length === 0 && switches.size === 0)) return
  const title =
    doubtful.length > 0 ? 'Time statements that may change something' : 'Switch on a counter of the whole server'
  const seconds = (ms: number) => `${(ms / 1000).toLocaleString('en')} s`
  const card: ConsentCard = {
    title,
    sends: [
      ...switches,
      ...variants.flatMap(({ name, sql, session: settings }) => [
        ...settings.map((setting) => `${name}: SET SESSION ${setting.name} = ${setting.value}`),
        `${name}: ${sql}`,
      ]),
      ...[...switches].map((statement) => statement.replace("'YES'", "'NO'")),
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

/** What is switched on, once for each connection. */
function switchesOf(variants: readonly VariantIntent[]): readonly string[] {
  return [...new Set(variants.map(({ on }) => on))].flatMap(({ switchesOn }) => switchesOn ?? [])
}
