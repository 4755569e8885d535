import { type Command, Option } from 'commander'
import type { Alternatives, PlannerQuestion } from '../../core/alternatives/model'
import type { Analysis } from '../../core/analysis/model'
import { dialectOf, engineTitle } from '../../core/engine'
import { fault } from '../../core/errors'
import { type Condition, conditionHolds, parseCondition } from '../../core/fail-on'
import { parseTrace } from '../../core/trace/pasted'
import type { OpenConnection, Request } from '../../service/api'
import { readText } from '../input'
import { type LoggedStatement, loggedStatement } from '../logged-statement'
import { openConnection } from '../open-connection'
import type { AddCommand } from '../program'
import { projectSettings } from '../project-settings'
import { type Call, type ProgressForm, withService, write } from '../run-context'
import { alternativesText } from '../text/alternatives'
import { analysisText } from '../text/analysis'
import { traceText as traceWords } from '../text/trace'
import { readValueSets } from '../values-file'
import { setsFromLog } from '../values-from-log'

interface Options {
  readonly sql?: string
  readonly values?: string
  /** `statistics`, or a log. */
  readonly valuesFrom?: string
  readonly config?: string
  readonly measure?: boolean
  readonly count?: boolean
  readonly trace?: boolean
  readonly alternatives?: boolean
  readonly whyNot?: string
  readonly json?: boolean
  readonly yes?: boolean
  readonly production?: boolean
  readonly timeout?: number
  readonly failOn?: Condition
  readonly progress: ProgressForm
}

/** `sargable analyze URL --sql FILE`: one statement on one server. Exit code 1 when --fail-on holds. */
export const analyzeCommand: AddCommand = (root, { appFolder, version, setExitCode }) => {
  connectionOptions(
    root.command('analyze').argument('<url>', 'connection, for example mysql://user@host/db or pglite:'),
  )
    .description('plan in every format the server has, used key parts, trace, findings')
    .option(
      '--sql <file>',
      'statement to analyze, or an entry of a slow log with it: its database and values are used; standard input without it',
    )
    .option(
      '--values <file>',
      'JSON list or object of values for the statement’s placeholders; a list of those: several',
    )
    .option(
      '--values-from <source>',
      'also with the commonest, rarest and middle values of the columns (statistics), or with those of a log’s slowest, middle and largest calls (its file)',
    )
    .option('--config <file>', 'the project’s file; else the nearest sargable.json')
    .option('--measure', 'run the statement once under guard: actual rows, counters')
    .option('--count', 'count values that rules of advice ask for; --measure does it too')
    .option('--trace', 'also print what the optimizer considered')
    .option('--no-trace', 'leave the optimizer trace out')
    .option('--alternatives', 'PostgreSQL: plan it again with each choice taken away; with --measure, run the cheapest')
    .option('--why-not <table.index>', 'PostgreSQL: why this index is not read, or TABLE: and CREATE INDEX text')
    .option('--timeout <seconds>', 'stop after this time', Number)
    .option('--json', 'print the document')
    .addOption(new Option('--fail-on <expression>', 'exit code 1 when it holds').argParser(parseCondition))
    .action(async (url: string, options: Options) => {
      const index = options.whyNot === undefined ? undefined : indexNamed(options.whyNot)
      const text = await readText(options.sql)
      const given = options.values === undefined ? undefined : await readValueSets(options.values)
      const typed = given && 'one' in given ? given.one : undefined
      const sets = given && 'sets' in given ? given.sets : undefined
      const fromStatistics = options.valuesFrom === 'statistics'
      const log = fromStatistics ? undefined : options.valuesFrom
      const severally = sets !== undefined || options.valuesFrom !== undefined
      if (severally && (options.alternatives || index))
        throw fault('bad-request', '--alternatives and --why-not take one set of values.')
      const adviceSettings = await projectSettings(options.config)
      const analysis = await withService(appFolder, version, options.progress, async (call) => {
        const logged = await loggedStatement(call, text)
        const sql = logged?.sql ?? text
        const values = typed ?? logged?.values
        const connection = await openConnection(call, url, {
          ...options,
          ...(logged?.database !== undefined && { database: logged.database }),
        })
        checkFamily(logged, connection)
        const order = {
          connectionId: connection.connectionId,
          sql,
          ...(values && { values }),
          measure: options.measure ?? false,
          ...(options.count && { count: true }),
          trace: options.trace ?? true,
          consent: options.yes ?? false,
          ...(options.timeout !== undefined && { timeoutMs: options.timeout * 1000 }),
          ...(adviceSettings && { adviceSettings }),
        }
        if (severally)
          return call('analyze.valueSets', {
            ...order,
            ...((sets || log) && {
              sets: [
                ...(sets ?? []),
                ...(log === undefined
                  ? []
                  : setsFromLog(sql, dialectOf(connection.engine.product), await call('digest.run', { paths: [log] }))),
              ],
            }),
            fromStatistics,
          })
        const analyzed = await call('analyze.run', order)
        if (!options.alternatives && index === undefined) return analyzed
        const asked = {
          connectionId: connection.connectionId,
          sql,
          ...(values && { values }),
          consent: options.yes ?? false,
        }
        return {
          ...analyzed,
          alternatives: await alternativesFor(call, { ...asked, ...(index && { index }) }, options),
        }
      })
      // A field that there is not is told instead of the document, not after it.
      const fails = options.failOn !== undefined && conditionHolds(options.failOn, analysis)
      await print(analysis, options)
      if (fails) setExitCode(1)
    })
}

/** A logged statement is of its server's family: another would refuse it for reasons that nobody looks for. */
function checkFamily(logged: LoggedStatement | undefined, { engine }: OpenConnection): void {
  if (logged?.dialect === undefined || (logged.dialect === 'postgres') === (engine.family === 'postgres')) return
  const family = logged.dialect === 'postgres' ? 'PostgreSQL' : 'MySQL or MariaDB'
  throw fault('bad-request', `The entry is of a log of ${family}; the connection is to ${engineTitle(engine)}.`)
}

type Asked = Omit<Request<'whynot.alternatives'>, 'budgetMs'>

/** With --measure, the cheapest plan that settings lead to is run beside the chosen one. */
async function alternativesFor(call: Call, order: Asked, { measure, timeout }: Options): Promise<Alternatives> {
  const { index: _index, ...asked } = order
  const found = await call('whynot.alternatives', order)
  const cheapest = found.alternatives.find(({ question }) => question.hidden.length + question.added.length === 0)
  const question = found.whyNot?.measurable ?? (found.whyNot ? undefined : cheapest?.question)
  if (!measure || question === undefined) return found
  const limit = timeout === undefined ? {} : { timeoutMs: timeout * 1000 }
  return {
    ...found,
    measured: await call('whynot.measureForced', { ...asked, ...limit, question: requestOf(question) }),
  }
}

/** `post.post_created`, or `post:CREATE INDEX …` of an index that is not there. */
function indexNamed(text: string): { readonly table: string; readonly index: string } {
  const parted = /^([^:]+):\s*(create\s.*)$/is.exec(text) ?? /^(.+)\.([^.]+)$/s.exec(text)
  const [, table, index] = parted ?? []
  if (table === undefined || index === undefined)
    throw fault('bad-request', `--why-not ${text} names no index.`, {
      hint: 'Write TABLE.INDEX, for example post.post_created.',
    })
  return { table, index }
}

/** As requests carry it. */
function requestOf(question: PlannerQuestion): Request<'whynot.measureForced'>['question'] {
  return { ...question, settings: [...question.settings], hidden: [...question.hidden], added: [...question.added] }
}

async function print(analysis: Analysis, options: Options): Promise<void> {
  const { traceText } = analysis
  const trace = traceText === undefined || traceText === '' ? undefined : parseTrace(traceText)
  if (options.json) {
    await write(`${JSON.stringify({ ...analysis, ...(trace && { trace }) }, null, 2)}\n`)
    return
  }
  await write(analysisText(analysis))
  if (analysis.alternatives) await write(`\n${alternativesText(analysis.alternatives)}`)
  if (options.trace && trace) await write(`\n${traceWords(trace)}`)
}

/** Options of every command that connects. */
export function connectionOptions(command: Command): Command {
  return command
    .option('--production', 'mark the connection: only reading statements are explained, each after consent')
    .option('--yes', 'agree to what would need a card in the app')
    .addOption(
      new Option('--progress <form>', 'progress on standard error').choices(['json', 'text', 'none']).default('none'),
    )
}
