import { measuredChoice, penaltyStartsJit } from '../../core/alternatives/measured'
import type { Alternatives, PlannerQuestion, PlannerSetting } from '../../core/alternatives/model'
import {
  asItIs,
  distinctQuestions,
  mostQuestions,
  possibleQuestions,
  questionsAbout,
  questionsFor,
  withHypothetical,
} from '../../core/alternatives/questions'
import { type Answer, alternativesOf } from '../../core/alternatives/read-answers'
import { type PlannerFacts, plannerFactsOf, plannerFactsSql } from '../../core/alternatives/settings'
import {
  isDefinition,
  type WantedIndex,
  wantedIndex,
  wantedTable,
  whyNotIndex,
} from '../../core/alternatives/why-not-index'
import { analyze } from '../../core/analysis/analyze'
import type { Analysis, ExplainOutput } from '../../core/analysis/model'
import type { Catalog } from '../../core/catalog/model'
import { defaultStatementTimeoutMs } from '../../core/connection/model'
import { dialectOf } from '../../core/engine'
import { fault, SargableError } from '../../core/errors'
import type { Plan } from '../../core/plan/model'
import { readPlans } from '../../core/plan/read'
import { each } from '../../core/plan/walk'
import { classify } from '../../core/sql/classify'
import type { Session, TableName } from '../../engines/engine'
import type { Progress } from '../api'
import { boundStatement } from '../bound-statement'
import type { ConnectionOrder } from '../connections'
import { checkConsent } from '../consent'
import type { ServiceContext } from '../context'
import { postgresMeaning, readStatements } from '../read-statements'
import type { Area } from './area'

/** All questions of one statement together; planning one takes milliseconds. */
const questionBudgetMs = 5000
/** The forced plan may take this many times the chosen one's time before it is stopped: it has lost by then. */
const lostFactor = 20
const leastLostMs = 2000

/** More tables behind views and partitions are not looked up. */
const mostTablesBeyond = 50

/** A, B, B, A: what warms up or slows down on the way meets both. */
const turns = ['chosen', 'loser', 'loser', 'chosen'] as const

type Methods = Pick<Area<'whynot'>, 'whynot.alternatives' | 'whynot.measureForced'>
type Target = ConnectionOrder['target']

/** PostgreSQL's answer to "why this plan": choices taken away, costed, and measured when asked for. */
export function alternativeMethods({ connections }: ServiceContext): Methods {
  return {
    'whynot.alternatives': (request, { signal, progress }) =>
      connections.withSession(request.connectionId, signal, async (session, { target }) => {
        const sql = await boundSql(session, request)
        if (session.alternatives === undefined) throw notPostgres()
        const facts = plannerFactsOf(session.identity.version, [])
        const sends = [
          ...session.statementsFor(sql, false),
          ...possibleQuestions(facts).flatMap(({ settings }) => settings.map(setText)),
        ]
        checkRun(session, target, {
          sql,
          measure: false,
          consent: request.consent ?? false,
          sends: [...new Set(sends)],
        })
        const found = await askAlternatives(session, { ...request, sql }, signal, progress)
        return request.values === undefined ? found : withoutPlaces(found)
      }),
    'whynot.measureForced': (request, { signal, progress }) =>
      connections.withSession(request.connectionId, signal, async (session, { target }) => {
        const sql = await boundSql(session, request)
        if (session.alternatives === undefined) throw notPostgres()
        const { question } = request
        if (question.hidden.length + question.added.length > 0)
          throw fault('unsupported', 'Indexes that are hidden or made up by hypopg exist for EXPLAIN only.', {
            hint: 'Measure a plan that planner settings lead to.',
          })
        const settings: readonly PlannerSetting[] = [
          ...question.settings,
          ...(penaltyStartsJit(session.identity.version) ? [{ name: 'jit', value: 'off' } as const] : []),
        ]
        const plain = session.statementsFor(sql, true)
        const forced = [...plain.slice(0, 2), ...settings.map(setText), ...plain.slice(2)]
        const limitMs = request.timeoutMs ?? target.statementTimeoutMs ?? defaultStatementTimeoutMs
        checkRun(session, target, {
          sql,
          measure: true,
          consent: request.consent ?? false,
          sends: [...plain, ...forced],
          limitMs,
        })
        return measureInTurns({ session, sql, question, settings, limitMs }, signal, progress)
      }),
  }
}

interface Asked {
  readonly sql: string
  readonly index?: WantedIndex | undefined
  readonly budgetMs?: number | undefined
}

async function askAlternatives(
  session: Session,
  { sql, index: wanted, budgetMs }: Asked,
  signal: AbortSignal,
  progress: (event: Progress) => void,
): Promise<Alternatives> {
  progress({ text: 'Planning the statement as it is' })
  const { version } = session.identity
  const facts = plannerFactsOf(version, (await session.read(plannerFactsSql, signal)).rows)
  const analysis = await explained(session, sql, signal)
  const [plan] = analysis.plans
  if (plan === undefined || session.alternatives === undefined) throw notPostgres()
  const about = wanted === undefined ? [] : aboutIndex(wanted, analysis, facts)
  const general = questionsFor(plan, facts).slice(0, mostQuestions - about.length)
  const questions = distinctQuestions([...general, ...about])
  progress({
    text: `Planning it again, ${questions.length} times, with one choice taken away`,
    total: questions.length,
  })
  const result = await session.alternatives(
    {
      sql,
      questions: [asItIs, ...questions],
      hypopgSchema: facts.hypopg?.schema,
      budgetMs: budgetMs ?? questionBudgetMs,
    },
    signal,
  )
  const read = result.answers.map(({ question, output }): Answer => ({ question, plan: planIn(output, session, sql) }))
  const [asIs, ...answers] = read
  const chosen = asIs?.plan ?? plan
  const found = alternativesOf({
    engine: session.identity,
    chosen,
    // What an index alone of its table leads to answers for that index, not for the plan.
    answers: answers.filter(({ question }) => general.includes(question)),
    cautions: [...result.cautions, ...factCautions(facts)],
  })
  if (wanted === undefined) return found
  const { catalog, keyUse } = analysis
  return { ...found, asked: read.length, whyNot: whyNotIndex({ wanted, catalog, keyUse, chosen, answers, facts }) }
}

function aboutIndex(
  wanted: WantedIndex,
  { plans, catalog }: Analysis,
  facts: PlannerFacts,
): readonly PlannerQuestion[] {
  if (isDefinition(wanted.index)) return facts.hypopg === undefined ? [] : [withHypothetical(wanted.index)]
  const [plan] = plans
  const table = plan && wantedTable(wanted, catalog, plan)
  const index = table && wantedIndex(wanted, table)
  if (table === undefined || index === undefined) return []
  const others = table.indexes.map(({ name }) => name).filter((name) => name !== index.name)
  return questionsAbout({ schema: table.schema, name: table.name }, index.name, others, facts)
}

function factCautions({ hypopg, settings }: PlannerFacts): readonly string[] {
  const off = [...settings].filter(
    ([name, value]) => name.startsWith('enable_') && value === 'off' && !/partitionwise/.test(name),
  )
  return [
    ...(off.length === 0 ? [] : [`Off in this session already: ${off.map(([name]) => name).join(', ')}.`]),
    hypopg === undefined
      ? 'The extension hypopg is not created in this database: indexes cannot be hidden or made up, and are taken away by planner settings only.'
      : hypopg.hides
        ? 'Indexes are hidden by hypopg, for this session only.'
        : 'This version of hypopg can make indexes up but not hide real ones (1.4 can): they are taken away by planner settings only.',
  ]
}

/** The plan as it is, with key parts and catalog. */
async function explained(session: Session, sql: string, signal: AbortSignal): Promise<Analysis> {
  const { outputs, cautions } = await session.explain({ sql, trace: false }, signal)
  const [statement] = (await readStatements(sql, dialectOf(session.identity.product))).statements
  const meaningOf = await postgresMeaning(sql)
  const named = await session.catalog(statement?.tables ?? [], signal)
  const { identity: engine, capabilities } = session
  const analyzed = (catalog: Catalog) =>
    analyze({
      engine,
      capabilities,
      sql,
      explain: outputs,
      catalog,
      statement,
      meaning: meaningOf?.(catalog),
      cautions,
    })
  const analysis = analyzed(named)
  const more = await session.catalog(tablesBeyond(analysis), signal)
  return more.tables.length === 0 ? analysis : analyzed({ tables: [...named.tables, ...more.tables] })
}

/** Stored tables that the plan reads and the statement does not name: those of views, and partitions. */
function tablesBeyond({ plans: [plan], catalog }: Analysis): readonly TableName[] {
  const known = new Set(catalog.tables.map(({ schema, name }) => `${schema}.${name}`))
  const found = new Map<string, TableName>()
  for (const { access } of plan ? each(plan.root) : []) {
    const key = `${access?.schema}.${access?.table}`
    if (access?.schema !== undefined && access.table !== '' && !known.has(key))
      found.set(key, { schema: access.schema, name: access.table })
  }
  return [...found.values()].slice(0, mostTablesBeyond)
}

function planIn(output: ExplainOutput, session: Session, sql: string): Plan {
  const [plan] = readPlans(output.text ?? '', { sql, engine: session.identity })
  if (plan === undefined) throw fault('unreadable-plan', 'The server gave no plan in a format that can be read.')
  return plan
}

interface Duel {
  readonly session: Session
  readonly sql: string
  readonly question: PlannerQuestion
  readonly settings: readonly PlannerSetting[]
  readonly limitMs: number
}

async function measureInTurns(
  { session, sql, question, settings, limitMs }: Duel,
  signal: AbortSignal,
  progress: (event: Progress) => void,
) {
  const plans: Record<(typeof turns)[number], Plan[]> = { chosen: [], loser: [] }
  const cautions = new Set<string>()
  const jit = settings.filter(({ name }) => name === 'jit')
  let stoppedAfterMs: number | undefined
  let chosenMs: number | undefined
  for (const [at, side] of turns.entries()) {
    if (side === 'loser' && stoppedAfterMs !== undefined) continue
    const words = side === 'chosen' ? 'as it is' : question.phrase.charAt(0).toLowerCase() + question.phrase.slice(1)
    progress({ text: `Running the statement ${words}, ${at + 1} of ${turns.length}`, done: at, total: turns.length })
    const lostMs = chosenMs === undefined ? limitMs : Math.max(leastLostMs, Math.ceil(chosenMs * lostFactor))
    const timeoutMs = side === 'chosen' ? limitMs : Math.min(limitMs, lostMs)
    try {
      const plannerSettings = side === 'chosen' ? jit : settings
      const result = await session.measure({ sql, trace: false, timeoutMs, plannerSettings }, signal)
      for (const caution of result.cautions) cautions.add(caution)
      const output = result.outputs.find(({ measured }) => measured)
      if (output) plans[side].push(planIn(output, session, sql))
      if (side === 'chosen') chosenMs = Math.max(chosenMs ?? 0, result.counters.clientMs)
    } catch (thrown) {
      // The dearer side may meet the time limit: that is an answer.
      if (side === 'chosen' || !(thrown instanceof SargableError && thrown.fault.code === 'timed-out')) throw thrown
      stoppedAfterMs = timeoutMs
    }
  }
  if (jit.length > 0)
    cautions.add('Both ran with jit off: the artificial penalty would have made the server compile the forced one.')
  return measuredChoice({
    version: session.identity.version,
    question,
    ...plans,
    ...(stoppedAfterMs !== undefined && { stoppedAfterMs }),
    cautions: [...cautions],
  })
}

interface Run {
  readonly sql: string
  readonly measure: boolean
  readonly consent: boolean
  readonly sends: readonly string[]
  readonly limitMs?: number
}

/** One card for all that is sent. */
function checkRun(session: Session, target: Target, { sql, measure, consent, sends, limitMs }: Run): void {
  const statement = classify(sql, dialectOf(session.identity.product))
  // What has no plan at all is refused by the session, with its place.
  if (statement.explainForm === 'none') return
  checkConsent(
    { statementsFor: () => sends },
    {
      sql,
      measure,
      consent,
      statement,
      production: target.production ?? false,
      timeLimitMs: limitMs ?? target.statementTimeoutMs ?? defaultStatementTimeoutMs,
    },
  )
}

async function boundSql(
  session: Session,
  { sql, values }: { sql: string; values?: Parameters<typeof boundStatement>[2] | undefined },
) {
  return values === undefined ? sql : (await boundStatement(sql, session.identity, values)).sql
}

/** Places are those of the statement with values in it, which nobody wrote. */
function withoutPlaces(found: Alternatives): Alternatives {
  const { whyNot } = found
  if (whyNot?.reason === undefined) return found
  const { code, text } = whyNot.reason
  return { ...found, whyNot: { ...whyNot, reason: { code, text } } }
}

function setText({ name, value }: PlannerSetting): string {
  return `SET LOCAL ${name} = ${value}`
}

function notPostgres() {
  return fault('unsupported', 'This server keeps an optimizer trace, which says what it considered.', {
    hint: 'Alternatives by planner settings are for PostgreSQL.',
  })
}
