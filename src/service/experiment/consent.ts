import type { ConsentCard } from '../../core/errors'
import { fault } from '../../core/errors'
import { scratchPrefix } from '../../core/scratch/model'
import type { StatementClass } from '../../core/sql/classify'
import type { Session } from '../../engines/engine'
import { checkConsent } from '../consent'
import { forVariant } from './variant-faults'

/** A variant of an experiment, as far as consent depends on it. */
export interface VariantIntent {
  readonly name: string
  readonly sql: string
  readonly session: readonly { readonly name: string; readonly value: string }[]
  /** Changes of its copies. */
  readonly changes: readonly string[]
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
  /** The tables are copied; `fraction` of their rows with `sample`. */
  readonly scratch?: { readonly rows: 'all' | 'sample'; readonly fraction?: number | undefined } | undefined
}

/**
 * What a run of one statement needs, for an experiment: reading statements only unless they run on copies, never on
 * production; copies, what may write, and what concerns the whole server is asked for.
 * @throws SargableError `needs-consent` with the card, `production-refused`, or `not-allowed`.
 */
export function checkExperimentConsent(intent: ExperimentIntent): void {
  const { variants, consent, scratch, runTimeoutMs } = intent
  for (const { name, sql, statement, on } of variants) {
    const { production } = on
    if (scratch && production) {
      throw fault('production-refused', `${name}: Nothing is copied on a production connection.`, {
        hint: 'Use another server with the same tables.',
      })
    }
    // What has no plan at all is refused by the session, with its place.
    if (statement.explainForm === 'none' || (scratch && changesRows(statement))) continue
    const one = { sql, measure: true, production, consent: true, statement, timeLimitMs: runTimeoutMs }
    forVariant(name, () => checkConsent(on, one))
  }
  const reasons = reasonsOf(intent)
  if (consent || reasons.length === 0) return
  throw fault('needs-consent', `${reasons[0]?.title ?? ''}: ${variants.length} statements will be run many times.`, {
    hint: 'Agree to the card, or pass --yes on the command line.',
    card: cardOf(intent, reasons),
  })
}

/** Why a person is asked, and what could go wrong by it. */
interface Reason {
  readonly title: string
  readonly worstCase: string
}

function reasonsOf({ variants, scratch }: ExperimentIntent): readonly Reason[] {
  const reasons: Reason[] = []
  if (scratch) {
    reasons.push({
      title: 'Copy tables into a scratch schema',
      worstCase:
        'The copies take as much room on the server’s disk as the originals; replicas may copy them too. A crash of this computer leaves them there until the server is connected again, when they are removed.',
    })
  }
  const doubtful = variants.filter(
    ({ statement }) => statement.readOnly === 'unknown' && statement.explainForm !== 'none',
  )
  if (doubtful.length > 0) {
    reasons.push({
      title: 'Time statements that may change something',
      worstCase: `${doubtful.map(({ name }) => name).join(', ')}: functions are called in each run. The transactions are read only and rolled back; what a function does outside of transactions stays.`,
    })
  }
  if (switchesOf(variants).length > 0) {
    reasons.push({
      title: 'Switch on a counter of the whole server',
      worstCase:
        'A crash of this computer leaves the counter switched on until the server is connected again or restarts; it costs about two clock readings per statement of every session.',
    })
  }
  return reasons
}

function cardOf(intent: ExperimentIntent, reasons: readonly Reason[]): ConsentCard {
  const { variants, runTimeoutMs, budgetMs, maxPairs, scratch } = intent
  const switches = switchesOf(variants)
  const seconds = (ms: number) => `${(ms / 1000).toLocaleString('en')} s`
  const schemas = new Set(
    variants.map(({ on, changes }) => `${[...servers(variants)].indexOf(on)}${changes.join('\n')}`),
  )
  const copies = `CREATE SCHEMA ${scratchPrefix}…, with a copy of each table that the statements name${
    scratch?.rows === 'sample' ? ` (${Math.round((scratch.fraction ?? 1) * 100)} % of the rows)` : ''
  }${schemas.size > 1 ? `; ${schemas.size} such schemas` : ''}`
  const writes = variants.some(({ statement }) => changesRows(statement))
  return {
    title: reasons[0]?.title ?? '',
    sends: [
      ...switches,
      ...(scratch ? [copies] : []),
      ...variants.flatMap(({ name, changes }) => changes.map((change) => `${name}: ${change}`)),
      ...variants.flatMap(({ name, sql, session }) => [
        ...session.map((setting) => `${name}: SET SESSION ${setting.name} = ${setting.value}`),
        `${name}: ${sql}`,
      ]),
      ...(scratch ? [`DROP SCHEMA ${scratchPrefix}…`] : []),
      ...switches.map((statement) => statement.replace("'YES'", "'NO'")),
    ],
    locks: scratch
      ? 'The originals are only read, once, while they are copied. The runs lock rows and tables of the copies, in transactions that are rolled back.'
      : 'Read locks of one read-only transaction for each run; a metadata lock on each table until it ends.',
    rows: `Each statement runs up to ${(maxPairs + 5).toLocaleString('en')} times, ${
      writes ? 'what it changes on the copies is rolled back' : 'its rows are thrown away'
    }.`,
    timeLimit: `${seconds(runTimeoutMs)} for a run, ${seconds(budgetMs)} for the timed rounds; then the server is told to stop.`,
    worstCase: reasons.map(({ worstCase }) => worstCase).join(' '),
  }
}

function changesRows({ explainForm, locks }: StatementClass): boolean {
  return explainForm === 'dml' || (explainForm === 'select' && locks !== 'none')
}

function servers(variants: readonly VariantIntent[]): ReadonlySet<ServerIntent> {
  return new Set(variants.map(({ on }) => on))
}

/** What is switched on, once for each connection. */
function switchesOf(variants: readonly VariantIntent[]): readonly string[] {
  return [...new Set([...servers(variants)].flatMap(({ switchesOn }) => switchesOn ?? []))]
}
