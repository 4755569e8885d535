import { performance } from 'node:perf_hooks'
import { analyze } from '../../core/analysis/analyze'
import type { Analysis } from '../../core/analysis/model'
import type { Catalog } from '../../core/catalog/model'
import { defaultStatementTimeoutMs } from '../../core/connection/model'
import { dialectOf } from '../../core/engine'
import { fault, SargableError } from '../../core/errors'
import { each } from '../../core/plan/walk'
import { classify } from '../../core/sql/classify'
import { setIndexHints } from '../../core/sql/edits/index-hints'
import { chosenOrder, plannedBlocks } from '../../core/trace/chosen'
import { readTrace } from '../../core/trace/read'
import type { TakenAwayRun, TakenAwaySide } from '../../core/trace/taken-away'
import type { Session } from '../../engines/engine'
import type { Progress } from '../api'
import { boundStatement } from '../bound-statement'
import { checkConsent } from '../consent'
import type { ServiceContext } from '../context'
import { costConstants } from '../cost-constants'
import { readStatements } from '../read-statements'
import type { Area } from './area'

/** A, B, B, A: what warms up or slows down on the way meets both. */
const turns = ['asIs', 'changed', 'changed', 'asIs'] as const
type Side = (typeof turns)[number]

/** The optimizer's choice of an index taken away by a hint, and both statements measured. */
export function whyNotMethods(context: ServiceContext): Pick<Area<'whynot'>, 'whynot.measure' | 'whynot.constants'> {
  return {
    'whynot.constants': ({ connectionId }, { signal }) =>
      context.connections.withSession(connectionId, signal, (session) => costConstants(session, signal)),
    'whynot.measure': (request, { signal, progress }) =>
      context.connections.withSession(request.connectionId, signal, async (session, { target }) => {
        const { identity } = session
        const dialect = dialectOf(identity.product)
        if (dialect === 'postgres')
          throw fault('unsupported', 'PostgreSQL takes no index hints.', {
            hint: 'Its alternatives are costed by planner settings instead.',
          })
        const sql =
          request.values === undefined ? request.sql : (await boundStatement(request.sql, identity, request.values)).sql
        const [statement] = (await readStatements(sql, dialect)).statements
        const catalog = await session.catalog(statement?.tables ?? [], signal)
        const { table, index, hint } = request
        const edited = setIndexHints(sql, { dialect, version: identity.version, catalog, schema: session.database }, [
          { table, hints: [{ action: hint === 'force' ? 'FORCE' : 'IGNORE', indexes: [index] }] },
        ])
        if (!edited.done) throw new SargableError(edited.fault)
        const both = { asIs: sql, changed: edited.sql }
        const timeLimitMs = request.timeoutMs ?? target.statementTimeoutMs ?? defaultStatementTimeoutMs
        // One card for all that is sent, each statement once: both sides share their settings.
        const sends = [...new Set(Object.values(both).flatMap((side) => session.statementsFor(side, true)))]
        const card = { statementsFor: () => sends }
        for (const sent of Object.values(both))
          checkConsent(card, {
            sql: sent,
            measure: true,
            production: target.production ?? false,
            consent: request.consent ?? false,
            statement: classify(sent, dialect),
            timeLimitMs,
          })
        const measured = await inTurns({ session, both, catalog, timeLimitMs }, signal, progress)
        return {
          table,
          index,
          hint,
          asIs: sideOf(sql, measured.asIs, table, timeLimitMs),
          changed: sideOf(edited.sql, measured.changed, table, timeLimitMs),
          notes: [...edited.notes, ...costNotes(measured)],
          ...(measured.asIs.analysis && { asIsAnalysis: measured.asIs.analysis }),
          ...(measured.changed.analysis && { changedAnalysis: measured.changed.analysis }),
        }
      }),
  }
}

interface Order {
  readonly session: Session
  readonly both: Readonly<Record<Side, string>>
  readonly catalog: Catalog
  readonly timeLimitMs: number
}

interface Measured {
  readonly runs: TakenAwayRun[]
  analysis?: Analysis
  stopped: boolean
}

async function inTurns(
  { session, both, catalog, timeLimitMs }: Order,
  signal: AbortSignal,
  progress: (event: Progress) => void,
): Promise<Readonly<Record<Side, Measured>>> {
  const measured: Readonly<Record<Side, Measured>> = {
    asIs: { runs: [], stopped: false },
    changed: { runs: [], stopped: false },
  }
  const dialect = dialectOf(session.identity.product)
  for (const [at, side] of turns.entries()) {
    const own = measured[side]
    if (own.stopped) continue
    const words = side === 'asIs' ? 'as it is' : 'with the choice taken away'
    progress({ text: `Running the statement ${words}, ${at + 1} of ${turns.length}`, done: at, total: turns.length })
    const sql = both[side]
    const startedAt = performance.now()
    try {
      const first = own.analysis === undefined
      const result = await session.measure({ sql, trace: first, timeoutMs: timeLimitMs }, signal)
      const { clientMs, rowsExamined, rowsReturned } = result.counters
      own.runs.push({ clientMs, rowsReturned, ...(rowsExamined !== undefined && { rowsExamined }) })
      if (!first) continue
      const [statement] = (await readStatements(sql, dialect)).statements
      const answeredAt = performance.now()
      own.analysis = {
        ...analyze({
          engine: session.identity,
          capabilities: session.capabilities,
          sql,
          explain: result.outputs,
          traceText: result.traceText,
          catalog,
          statement,
          counters: result.counters,
          cautions: result.cautions,
        }),
        timings: { serverMs: answeredAt - startedAt, readMs: performance.now() - answeredAt },
      }
    } catch (thrown) {
      // The dearer side may meet the time limit: that is an answer.
      if (!(thrown instanceof SargableError && thrown.fault.code === 'timed-out')) throw thrown
      own.stopped = true
    }
  }
  return measured
}

function sideOf(sql: string, { runs, analysis, stopped }: Measured, table: string, limitMs: number): TakenAwaySide {
  const cost = analysis && planCost(analysis)
  return {
    sql,
    runs,
    ...(cost !== undefined && { planCost: cost }),
    indexes: analysis ? indexesOf(analysis, table) : [],
    ...(stopped && { stoppedAfterMs: limitMs }),
  }
}

/** What the compared costs leave out, where the server has no better ones. */
function costNotes({ asIs, changed }: Readonly<Record<Side, Measured>>): readonly string[] {
  const told = [asIs.analysis, changed.analysis].some((one) => one && explainedCost(one) !== undefined)
  return told
    ? []
    : [
        'This server tells no cost of a whole plan: compared are those of the join search, which knows of no LIMIT and no sort.',
      ]
}

/** Of the whole plan: what EXPLAIN says, else (MySQL 5.6, MariaDB 10) the cost of the join order in the trace. */
function planCost(analysis: Analysis): number | undefined {
  const explained = explainedCost(analysis)
  if (explained !== undefined) return explained
  const { traceText } = analysis
  if (traceText === undefined) return undefined
  const trace = readTrace(traceText)
  const [block] = plannedBlocks(trace)
  return block === undefined ? undefined : chosenOrder(trace, block)?.cost
}

function explainedCost({ plans }: Analysis): number | undefined {
  for (const plan of plans) {
    for (const node of each(plan.root)) {
      if (node.estimate.subtreeCost !== undefined) return node.estimate.subtreeCost
    }
  }
  return undefined
}

function indexesOf({ plans }: Analysis, table: string): readonly string[] {
  const wanted = table.toLowerCase()
  const found = new Set<string>()
  const [plan] = plans
  for (const { access } of plan ? each(plan.root) : []) {
    if (access && (access.alias ?? access.table).toLowerCase() === wanted)
      for (const { name } of access.indexes) found.add(name)
  }
  return [...found]
}
