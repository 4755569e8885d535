import type { Advice } from '../../core/advisor/model'
import { hypotheticalQuestion, withAdvisedIndexes, withAdvisedNames } from '../../core/advisor/trial/hypothetical'
import type { TriedAdvice, WhatIfDocument } from '../../core/advisor/trial/model'
import type { PlannedStatement } from '../../core/advisor/trial/tried-plan'
import { nothingToTry, trialOrder } from '../../core/advisor/trial/ways'
import { asItIs } from '../../core/alternatives/questions'
import type { Analysis } from '../../core/analysis/model'
import { defaultStatementTimeoutMs } from '../../core/connection/model'
import { fault } from '../../core/errors'
import { classify } from '../../core/sql/classify'
import type { Session } from '../../engines/engine'
import type { Progress, Request } from '../api'
import { checkConsent } from '../consent'
import type { ServiceContext } from '../context'
import { checkScratchAllowed } from '../scratch/consent'
import { type Attempt, attemptOf, unlessRefused } from './attempt'
import { boundIn } from './bound'
import { CopiesTrial, copiesCard, tablesToCopy } from './copies'
import { analyzed, catalogOf, explained, withReads } from './explained'
import { type KnownServer, trialHints, trialServer } from './trial-server'
import { withoutDropped } from './without-dropped'

/**
 * Tries advice without building it on the real tables.
 * @throws SargableError `needs-consent` with the card where copies are made, or on a production connection
 */
export async function whatIf(
  { connections, scratchLedger }: ServiceContext,
  request: Request<'advice.whatIf'>,
  signal: AbortSignal,
  progress: (event: Progress) => void,
): Promise<WhatIfDocument> {
  const { connectionId, values, timeoutMs, consent = false } = request
  return connections.withSession(connectionId, signal, async (session, { target }) => {
    const sql = await boundIn(request.sql, session.identity, values)
    const server = await trialServer(session, signal)
    const attempts = new Map<Advice, Attempt>()
    const results = new Map<Advice, TriedAdvice>()
    for (const advice of request.advice) {
      const order = trialOrder(advice, server.dialect)
      const notTried = nothingToTry(order, request.sql) ?? nothingToTry(order, sql)
      if (notTried !== undefined) results.set(advice, { advice, notTried })
      else attempts.set(advice, await attemptOf(order, request, sql, session, server))
    }
    const statementTimeoutMs = timeoutMs ?? target.statementTimeoutMs ?? defaultStatementTimeoutMs
    const all = [...attempts.values()]
    const onCopies = all.filter(({ way }) => way === 'copies')
    const production = target.production ?? false
    const check = (consented: boolean, sends: readonly string[]) => {
      for (const text of new Set([sql, ...all.map((attempt) => attempt.sql)])) {
        const statement = classify(text, server.dialect)
        const intent = { sql: text, measure: false, production, statement, timeLimitMs: statementTimeoutMs }
        checkConsent({ statementsFor: () => sends }, { ...intent, consent: consented })
      }
    }
    // What is refused whoever agrees comes before what is asked.
    check(true, [])
    if (onCopies.length > 0) checkScratchAllowed(target)
    const tables = onCopies.length === 0 ? [] : await tablesToCopy(session, sql, onCopies, request.copies, signal)
    if (!consent) {
      if (onCopies.length > 0) throw copiesCard(session.identity.family, tables, onCopies, statementTimeoutMs)
      if (production) check(false, await sendsOf(session, sql, all, signal))
    }
    progress({ text: 'Planning the statement as it is' })
    const alone = await explained(session, sql, { timeoutMs }, signal)
    // On production nothing is sent that the card did not show.
    const asks = !production
    const before = asks ? await withReads(session, alone, { timeoutMs }, signal) : alone
    const known: Known = { session, server, before, timeoutMs, asks, signal }
    const keep = (attempt: Attempt, tried: TriedAdvice) => results.set(attempt.order.advice, tried)
    for (const attempt of all) {
      if (attempt.way === 'planned' || attempt.way === 'switched-off') {
        keep(attempt, await planned(known, attempt))
      }
    }
    const made = all.filter(({ way }) => way === 'hypothetical')
    for (const attempt of made) keep(attempt, await hypothetical(known, attempt))
    if (onCopies.length > 0) {
      const trial = new CopiesTrial({
        open: (its) => connections.openBeside(connectionId, its, true),
        ledger: scratchLedger,
        tables,
        sql,
        home: before,
        timeoutMs,
        signal,
        progress,
      })
      const tried = await trial.run(onCopies)
      for (const [attempt, result] of tried) keep(attempt, result)
    }
    return {
      sargable: 1,
      kind: 'what-if',
      engine: session.identity,
      sql: request.sql,
      results: request.advice.flatMap((advice) => results.get(advice) ?? []),
      hints: trialHints(session, server),
    }
  })
}

/** Everything that is sent where nothing is copied, each statement once. */
async function sendsOf(
  session: Session,
  sql: string,
  attempts: readonly Attempt[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const sends = new Set(session.statementsFor(sql, false))
  const catalog = await catalogOf(session, [sql], undefined, signal)
  for (const { order, way, sql: own } of attempts) {
    const { added, hidden } = hypotheticalQuestion(order, 1, session.database ?? 'public')
    if (way === 'hypothetical') {
      for (const definition of added) sends.add(`SELECT hypopg_create_index('${definition.replace(/'/g, "''")}')`)
      for (const { schema, name } of hidden) sends.add(`SELECT hypopg_hide_index('${schema}.${name}'::regclass)`)
    }
    const set = session.identity.family === 'mysql' ? 'SET SESSION' : 'SET LOCAL'
    for (const { name, value } of order.advice.variant.session) sends.add(`${set} ${name} = '${value}'`)
    const text = way === 'switched-off' ? withoutDropped(session, order, own, catalog) : own
    for (const statement of session.statementsFor(text, false)) sends.add(statement)
    if (way === 'hypothetical') sends.add('SELECT hypopg_reset()')
  }
  return [...sends]
}

/** What is known before the first advice is tried. */
interface Known {
  readonly session: Session
  readonly server: KnownServer
  /** The statement as it is, on the real tables. */
  readonly before: Analysis & PlannedStatement
  readonly timeoutMs: number | undefined
  /** Further statements may be planned, to learn what a plan leaves out. */
  readonly asks: boolean
  readonly signal: AbortSignal
}

/** Another text, other settings, or an index that the statement is kept from. */
async function planned(
  { session, before, timeoutMs, asks, signal }: Known,
  { order, way, sql }: Attempt,
): Promise<TriedAdvice> {
  const { advice } = order
  return unlessRefused(advice, async () => {
    const planning = { settings: advice.variant.session, timeoutMs }
    const text = way === 'switched-off' ? withoutDropped(session, order, sql, before.catalog) : sql
    const alone = await explained(session, text, planning, signal)
    const after = asks ? await withReads(session, alone, planning, signal) : alone
    return {
      order,
      method: way,
      how:
        way === 'switched-off'
          ? 'The statement was planned with IGNORE INDEX, as if the index were not there. Nothing was changed.'
          : 'The statement was planned as advised. Nothing was changed.',
      before,
      after,
      cautions: after.cautions,
    }
  })
}

async function hypothetical(
  { session, server: { hypopgSchema }, before, timeoutMs, asks, signal }: Known,
  attempt: Attempt,
): Promise<TriedAdvice> {
  const { order, sql } = attempt
  const { advice } = order
  return unlessRefused(advice, async () => {
    if (session.alternatives === undefined) throw fault('internal', 'hypopg belongs to PostgreSQL.')
    const question = hypotheticalQuestion(order, 1, session.database ?? 'public')
    const budgetMs = timeoutMs ?? hypotheticalBudgetMs
    const { answers, cautions } = await session.alternatives(
      { sql, questions: [asItIs, question], hypopgSchema, budgetMs },
      signal,
    )
    const answer = answers.find((one) => one.question.id === question.id)
    if (answer === undefined) {
      const said = cautions.find((caution) => caution.startsWith(question.phrase)) ?? 'The server gave no plan.'
      throw fault('not-allowed', said, { hint: 'It can be tried on copies.' })
    }
    const catalog = withAdvisedIndexes(await catalogOf(session, [sql], undefined, signal), order)
    const named = await analyzed(session, sql, [withAdvisedNames(answer.output, order)], catalog, [])
    // How many rows a condition finds does not hang on which index finds them.
    const after = asks ? await withReads(session, named, { timeoutMs }, signal) : named
    return {
      order,
      method: 'hypothetical',
      how: 'hypopg told the planner, in this session alone, that the index were there. Nothing was built.',
      before,
      after,
      cautions: [
        ...cautions,
        'The size of the index is estimated, and so is the cost of reading it.',
        ...(question.added.length > 0 ? ['The plan shows the advised name; hypopg has one of its own.'] : []),
      ],
    }
  })
}

const hypotheticalBudgetMs = 10_000
