import type { Family } from '../../core/engine'
import type { ConsentCard } from '../../core/errors'
import { fault } from '../../core/errors'
import { scratchCard } from '../../core/scratch/card'
import type { SizedTable } from '../../core/scratch/size'
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
  /** Schemas of ours may be made there: it is no production connection, or one that allows them. */
  readonly mayHoldScratch: boolean
  /** What is copied there; empty without scratch, and where nobody has to be asked. */
  readonly copies: readonly SizedTable[]
  readonly family: Family
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
    if (scratch && !on.mayHoldScratch) {
      throw fault('production-refused', `${name}: Nothing is copied on a production connection.`, {
        hint: 'Use another server with the same tables, or allow scratch schemas in the settings of this connection.',
      })
    }
    const production = on.production && !scratch
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
    const cards = copyCards(variants, 0)
    reasons.push({
      title: 'Copy tables into a scratch schema',
      worstCase: cards.map((card) => card.worstCase).join(' '),
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
  const copying = scratch ? copyCards(variants, runTimeoutMs) : []
  const writes = variants.some(({ statement }) => changesRows(statement))
  return {
    title: reasons[0]?.title ?? '',
    sends: [
      ...switches,
      ...copying.flatMap(({ sends }) => sends.slice(0, -1)),
      ...variants.flatMap(({ name, sql, session }) => [
        ...session.map((setting) => `${name}: SET SESSION ${setting.name} = ${setting.value}`),
        `${name}: ${sql}`,
      ]),
      ...copying.flatMap(({ sends }) => sends.slice(-1)),
      ...switches.map((statement) => statement.replace("'YES'", "'NO'")),
    ],
    locks: scratch
      ? `${[...new Set(copying.map(({ locks }) => locks))].join(' ')} The runs lock rows and tables of the copies, in transactions that are rolled back.`
      : 'Read locks of one read-only transaction for each run; a metadata lock on each table until it ends.',
    rows: `${copying.map(({ rows }) => `${rows} `).join('')}Each statement runs up to ${(maxPairs + 5).toLocaleString('en')} times, ${
      writes ? 'what it changes on the copies is rolled back' : 'its rows are thrown away'
    }.`,
    timeLimit: `${seconds(runTimeoutMs)} for a run, ${seconds(budgetMs)} for the timed rounds; then the server is told to stop.`,
    worstCase: reasons.map(({ worstCase }) => worstCase).join(' '),
  }
}

/** One for each connection: what is copied there, and how often. */
function copyCards(variants: readonly VariantIntent[], statementTimeoutMs: number): readonly ConsentCard[] {
  return [...servers(variants)].map((server) => {
    const own = variants.filter(({ on }) => on === server)
    return scratchCard({
      family: server.family,
      tables: server.copies,
      ddl: own.flatMap(({ name, changes }) => changes.map((change) => `${name}: ${change}`)),
      // Variants with the same changes share their copies.
      schemas: new Set(own.map(({ changes }) => changes.join('\n'))).size,
      statementTimeoutMs,
    })
  })
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
