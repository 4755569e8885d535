import { type Dialect, dialectOf } from '../../engine'
import { each } from '../../plan/walk'
import { applyEdits } from '../../sql/edits/apply'
import { callsIn } from '../../sql/routines/calls'
import { variantLetter } from '../variant-setting'
import { bareExpression, isConstant, valueOfType } from './bare-expression'
import {
  inWords,
  mostVariants,
  type Offered,
  type Preset,
  type PresetFacts,
  type RoutineFact,
  unavailable,
  variantOf,
} from './facts'
import { calling, callsOf, emptyCopy, type FunctionCopy, liveCopy, quotedName } from './function-copies'
import type { ProposedVariant } from './model'

/** A stored function alone in a loop, against its expression and without its dead branches; the statement without it. */
export const routine: Preset = {
  id: 'routine',
  title: 'Cost of a stored function',
  about:
    'Finds out what one call of a stored function costs, and how much of that its body, its dead branches and calling it are.',
  offer(facts) {
    const { engine, sql, statement, routines, missing } = facts
    const dialect = dialectOf(engine.product)
    if (statement.kind !== 'select') return unavailable('Stored functions are timed in SELECT statements.')
    const called = routines.filter((one) => callsOf(sql, one, dialect).length > 0)
    const [first, ...others] = called
    if (first === undefined) return unavailable('The statement calls no stored function.', missing)
    if (first.writes) return unavailable(`${first.name} says that it changes data; it is not called in a loop.`)
    const cautions =
      others.length > 0
        ? [`Looked at is ${first.name}; ${inWords(others.map(({ name }) => name))} stays as it is.`]
        : []
    const offer = statement.tables.length === 0 ? alone(facts, first, dialect) : inStatement(facts, first, dialect)
    return { ...offer, cautions: [...cautions, ...offer.cautions] }
  },
}

/** So many calls take some tens of milliseconds: far above the clocks, far below a wait. */
const usualCalls = 20_000
const fewestCalls = 1_000
const mostCalls = 100_000

/** A call and what it is held against. */
interface Loop {
  readonly count: number
  readonly call: string
  readonly args: readonly string[]
  readonly madeUp: boolean
}

type Draft = Omit<ProposedVariant, 'name' | 'session'>

function alone(facts: PresetFacts, routine: RoutineFact, dialect: Dialect): Offered {
  const { sql } = facts
  const benchmark = dialect === 'postgres' ? undefined : benchmarkCount(sql, dialect)
  const loop = loopOf(facts, routine, dialect, benchmark ?? usualCalls)
  if (typeof loop === 'string') return unavailable(loop)
  return offered(facts, loop, loopDrafts(routine, loop, dialect), [])
}

/** `SELECT BENCHMARK(100000, f())` already says how often. */
function benchmarkCount(sql: string, dialect: Dialect): number | undefined {
  const [span] = callsIn(sql, dialect).find(({ name }) => name.toUpperCase() === 'BENCHMARK')?.args ?? []
  const text = span === undefined ? '' : sql.slice(span.start, span.end)
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined
}

/** In words, why it cannot be called alone. */
function loopOf({ sql }: PresetFacts, routine: RoutineFact, dialect: Dialect, count: number): Loop | string {
  const [call] = callsOf(sql, routine, dialect)
  if (call === undefined) return `${routine.name} is not called.`
  if (call.args.length !== routine.parameters.length)
    return `${routine.name} is called with another number of arguments than it has.`
  if (dialect === 'postgres' && routine.immutable && call.args.length === 0)
    return `${routine.name} is IMMUTABLE and has no arguments: PostgreSQL calls it once in a statement.`
  const written = call.args.map(({ start, end }) => sql.slice(start, end))
  const args = written.map((arg, at) =>
    isConstant(arg, dialect) ? arg : valueOfType(routine.parameters[at]?.type ?? ''),
  )
  const name = sql.slice(call.nameSpan.start, call.nameSpan.end)
  return { count, call: name, args, madeUp: args.some((arg, at) => arg !== written[at]) }
}

/**
 * `count` calls: BENCHMARK, or on PostgreSQL rows of a materialized query, whose values the planner does not see, so
 * that no call is folded into a constant.
 */
function looping({ count, args }: Loop, expression: string, routine: RoutineFact, dialect: Dialect): string {
  if (dialect !== 'postgres') return `SELECT BENCHMARK(${count}, ${expression})`
  const values = args.map((arg, at) => `CAST(${arg} AS ${routine.parameters[at]?.type ?? 'text'}) AS a${at + 1}`)
  const rows = `SELECT ${values.join(', ') || '1 AS a'} FROM generate_series(1, ${count})`
  return `WITH q AS MATERIALIZED (${rows}) SELECT count(${expression}) FROM q`
}

/** What is passed in the loop. */
function passedIn({ args }: Loop, dialect: Dialect): readonly string[] {
  return dialect === 'postgres' ? args.map((_, at) => `q.a${at + 1}`) : args
}

function loopDrafts(routine: RoutineFact, loop: Loop, dialect: Dialect): readonly Draft[] {
  const { name } = routine
  const passed = passedIn(loop, dialect)
  const called = (by: string) => looping(loop, `${by}(${passed.join(', ')})`, routine, dialect)
  const ofCopy = (label: string, made: FunctionCopy): Draft => ({
    label,
    sql: called(quotedName(made.name, dialect)),
    ddl: [made.ddl],
  })
  const drafts: Draft[] = [{ label: `${name}, called`, sql: called(loop.call), ddl: [] }]
  const copy = liveCopy(routine, dialect)
  if (copy) drafts.push(ofCopy(`${name} without dead branches (${inWords(copy.removed)})`, copy))
  const bare = bareExpression(routine, passed, dialect)
  if (bare !== undefined)
    drafts.push({ label: 'The bare expression', sql: looping(loop, bare, routine, dialect), ddl: [] })
  // A scratch schema is made only where something is to be learnt that is not to be had without.
  if (copy || bare === undefined) drafts.push(ofCopy('An empty function', emptyCopy(routine, dialect)))
  return drafts
}

/** In the statement as it is, without dead branches, and without the call; then the call alone, as often. */
function inStatement(facts: PresetFacts, routine: RoutineFact, dialect: Dialect): Offered {
  const { sql, plan } = facts
  const rows = plan === undefined ? usualCalls : Math.max(0, ...[...each(plan.root)].map(readRows))
  const count = Math.min(mostCalls, Math.max(fewestCalls, Math.round(rows)))
  const loop = loopOf(facts, routine, dialect, count)
  const cautions: string[] = []
  const within: Draft[] = [{ label: 'In the statement', sql, ddl: [] }]
  const copy = liveCopy(routine, dialect)
  const live = copy && calling(sql, copy, dialect)
  if (copy && live) within.push({ label: 'In the statement, without dead branches', sql: live, ddl: [copy.ddl] })
  const without = withoutCalls(sql, routine, dialect)
  within.push({ label: `In the statement, ${without.words}`, sql: without.sql, ddl: [] })
  if (!without.same)
    cautions.push(`Without ${routine.name} the statement returns other rows: only its time is compared.`)
  const row = (drafts: readonly Draft[], text: string) =>
    drafts.map((draft) => ({
      ...draft,
      cell: { row: text, column: draft.label.replace(/^In the statement,? ?/, '') || 'as it is' },
    }))
  const looped = typeof loop === 'string' ? [] : loopDrafts(routine, loop, dialect)
  if (typeof loop === 'string') cautions.push(`Not timed alone: ${loop}`)
  else
    cautions.push(
      `Alone it is called ${count.toLocaleString('en')} times, about as often as rows are read; each row of the matrix is for itself.`,
    )
  return offered(
    facts,
    typeof loop === 'string' ? undefined : loop,
    [...row(within, 'In the statement'), ...row(looped, `Alone, ${count.toLocaleString('en')} calls`)],
    cautions,
  )
}

function readRows({
  estimate,
}: {
  readonly estimate: { readonly rowsExaminedPerLoop?: number | undefined; readonly rowsPerLoop?: number | undefined }
}): number {
  return estimate.rowsExaminedPerLoop ?? estimate.rowsPerLoop ?? 0
}

/** Calls replaced by what they compute, where that can be written down, else by a constant of the same type. */
function withoutCalls(sql: string, routine: RoutineFact, dialect: Dialect) {
  let same = true
  const edits = callsOf(sql, routine, dialect).map(({ span, args }) => {
    const bare = bareExpression(
      routine,
      args.map(({ start, end }) => sql.slice(start, end)),
      dialect,
    )
    if (bare === undefined) same = false
    const constant =
      dialect === 'postgres'
        ? `CAST(${valueOfType(routine.returns)} AS ${routine.returns})`
        : valueOfType(routine.returns)
    return { span, text: bare === undefined ? constant : `(${bare})` }
  })
  return { sql: applyEdits(sql, edits), same, words: same ? 'its expression instead' : 'a constant instead' }
}

function offered(
  facts: PresetFacts,
  loop: Loop | undefined,
  drafts: readonly Draft[],
  cautions: readonly string[],
): Offered {
  const kept = drafts.slice(0, mostVariants)
  return {
    available: true,
    variants: kept.map((draft, place) => ({ ...variantOf(variantLetter(place), draft.label, draft.sql), ...draft })),
    scratch: kept.some(({ ddl }) => ddl.length > 0),
    ...(loop && { perRun: { count: loop.count, of: 'calls' as const } }),
    cautions: [
      ...cautions,
      ...(loop?.madeUp
        ? ['Where the statement passes columns, the call alone is given made-up values of their types.']
        : []),
      ...(facts.engine.family === 'mysql' && loop
        ? ['BENCHMARK evaluates its expression on one row: what a function reads from tables is in memory then.']
        : []),
    ],
  }
}
