import type { ConsentCard } from '../core/errors'
import { fault } from '../core/errors'
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
