import { analyze } from '../../core/analysis/analyze'
import type { Analysis } from '../../core/analysis/model'
import { dialectOf } from '../../core/engine'
import { fault, SargableError } from '../../core/errors'
import type { PresetFacts, RoutineFact, TriggerFact } from '../../core/experiment/presets/facts'
import type { AnyEditContext } from '../../core/sql/edits/model'
import type { Statement } from '../../core/sql/model'
import { callsIn } from '../../core/sql/routines/calls'
import type { Session } from '../../engines/engine'
import { loadPostgresGrammar } from '../../pg-syntax/index'
import { postgresMeaning, readStatements } from '../read-statements'
import { readMysqlPrograms } from './preset-mysql'
import { readPostgresPrograms } from './preset-postgres'

/** What a family's reader of triggers and functions is given. */
export interface ProgramsOrder {
  readonly session: Session
  readonly statement: Statement
  /** Names with parentheses behind them, of a text; built-in functions are among them. */
  readonly called: (text: string) => readonly string[]
  readonly signal: AbortSignal
  /** Takes down why something is not known. */
  readonly miss: (words: string) => void
}

export interface Programs {
  readonly triggers: readonly TriggerFact[]
  readonly routines: readonly RoutineFact[]
}

/**
 * Reads what presets need of one statement: its plan and key use, the tables, settings that they change, triggers of the
 * written tables and the functions that are called. Sends EXPLAIN and reading statements only.
 * @throws SargableError when the server refuses the statement itself
 */
export async function presetFacts(session: Session, sql: string, signal: AbortSignal): Promise<PresetFacts> {
  const { identity } = session
  const dialect = dialectOf(identity.product)
  const missing: string[] = []
  const miss = (words: string) => missing.push(words)
  const { outputs } = await session.explain({ sql, trace: false }, signal)
  const [statement] = (await readStatements(sql, dialect)).statements
  if (statement === undefined)
    throw fault('syntax-error', 'The server plans this statement, but it cannot be read here.')
  const catalog = await session.catalog(statement.tables, signal)
  const meaning = dialect === 'postgres' ? (await postgresMeaning(sql))?.(catalog) : undefined
  const { plans, keyUse } = await orElse<Pick<Analysis, 'plans' | 'keyUse'>>(
    async () =>
      analyze({
        engine: identity,
        capabilities: session.capabilities,
        sql,
        explain: outputs,
        catalog,
        statement,
        meaning,
        cautions: [],
      }),
    { plans: [], keyUse: [] },
    'The plan could not be read',
    miss,
  )
  const variables = await settings(session, signal, miss)
  const called = (text: string) => [...new Set(callsIn(text, dialect).map(({ name }) => name))]
  const read = dialect === 'postgres' ? readPostgresPrograms : readMysqlPrograms
  const programs = await orElse(
    () => read({ session, statement, called, signal, miss }),
    { triggers: [], routines: [] },
    'Triggers and functions could not be read',
    miss,
  )
  return {
    engine: identity,
    sql,
    statement,
    edits: await editContext(session, dialect, catalog),
    catalog,
    plan: plans[0],
    keyUse,
    variables,
    switches: switchesOf(variables.get('optimizer_switch') ?? ''),
    ...programs,
    writtenRows: programs.triggers.length === 0 ? undefined : await writtenRows(session, statement, signal, miss),
    missing,
  }
}

async function editContext(
  session: Session,
  dialect: ReturnType<typeof dialectOf>,
  catalog: PresetFacts['catalog'],
): Promise<AnyEditContext> {
  const shared = { version: session.identity.version, catalog, schema: session.database }
  return dialect === 'postgres' ? { ...shared, dialect, grammar: await loadPostgresGrammar() } : { ...shared, dialect }
}

/** Work whose failure leaves a fact unknown; only a stop ends it all. */
async function orElse<Result>(
  work: () => Promise<Result>,
  otherwise: Result,
  what: string,
  miss: (words: string) => void,
): Promise<Result> {
  try {
    return await work()
  } catch (thrown) {
    if (!(thrown instanceof SargableError) || thrown.fault.code === 'cancelled') throw thrown
    miss(`${what}: ${thrown.fault.server?.message ?? thrown.message}`)
    return otherwise
  }
}

const wantedSettings = [
  'optimizer_switch',
  'read_rnd_buffer_size',
  'mrr_buffer_size',
  'join_buffer_size',
  'join_cache_level',
  'innodb_buffer_pool_size',
]

function settings(
  session: Session,
  signal: AbortSignal,
  miss: (words: string) => void,
): Promise<ReadonlyMap<string, string>> {
  if (session.identity.family !== 'mysql') return Promise.resolve(new Map())
  const names = wantedSettings.map((name) => `'${name}'`).join(', ')
  return orElse(
    async () => {
      const { rows } = await session.read(`SHOW SESSION VARIABLES WHERE Variable_name IN (${names})`, signal)
      return new Map(rows.map(([name, value]) => [(name ?? '').toLowerCase(), value ?? '']))
    },
    new Map(),
    'Settings could not be read',
    miss,
  )
}

/** `mrr=on,mrr_cost_based=off`: each flag with its value. */
function switchesOf(text: string): ReadonlyMap<string, string> {
  return new Map(
    text
      .split(',')
      .map((flag) => flag.split('='))
      .flatMap(([name, value]) => (name && value !== undefined ? [[name, value] as const] : [])),
  )
}

/** Counted, for costs per row: an estimate may be off by any factor. */
async function writtenRows(
  session: Session,
  { selectForm }: Statement,
  signal: AbortSignal,
  miss: (words: string) => void,
): Promise<number | undefined> {
  if (selectForm === undefined) return undefined
  return orElse(
    async () => {
      const counting = `SELECT COUNT(*) FROM (${selectForm.trim().replace(/;$/, '')}) found_rows`
      const [[count] = []] = (await session.read(counting, signal)).rows
      return count == null ? undefined : Number(count)
    },
    undefined,
    'The rows that the statement writes could not be counted',
    miss,
  )
}
