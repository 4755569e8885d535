import { writeFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { InvalidArgumentError, Option } from 'commander'
import { fault, faultExitCodes } from '../../core/errors'
import type { ExperimentDocument } from '../../core/experiment/model'
import { presets } from '../../core/experiment/presets/index'
import { type PresetId, presetIdSchema } from '../../core/experiment/presets/model'
import {
  parseVariantSetting,
  parseVariantWords,
  type VariantSetting,
  type VariantWords,
} from '../../core/experiment/variant-setting'
import { type Condition, conditionHolds, parseCondition } from '../../core/fail-on'
import type { Request } from '../../service/api'
import { orderFromFiles, orderFromReport, type RunRequest, withOptions } from '../compare-order'
import { readText } from '../input'
import { openConnection } from '../open-connection'
import type { AddCommand } from '../program'
import { type Call, type ProgressForm, withService, write } from '../run-context'
import { experimentText } from '../text/experiment'
import { readValues } from '../values-file'
import { connectionOptions } from './analyze'

interface Options {
  readonly set: readonly VariantSetting[]
  readonly ddl: readonly VariantWords[]
  readonly on: readonly VariantWords[]
  readonly from?: string
  readonly preset?: PresetId | 'list'
  readonly values?: string
  readonly scratch?: boolean
  readonly budget?: number
  readonly runTimeout?: number
  readonly threshold?: number
  readonly seed?: number
  readonly pairs?: number
  readonly cpuClock?: boolean
  readonly report: readonly string[]
  readonly mask?: boolean
  readonly json?: boolean
  readonly yes?: boolean
  readonly production?: boolean
  readonly failOn?: Condition
  readonly progress: ProgressForm
}

/**
 * `sargable compare URL A.sql B.sql …`: which one is faster, by how much, how sure, and whether they return the same
 * rows. Exit code 1 when --fail-on holds, 3 when it failed on the way, 4 when it was stopped.
 */
export const compareCommand: AddCommand = (root, { appFolder, version, setExitCode }) => {
  connectionOptions(
    root
      .command('compare')
      .argument('[url]', 'connection, for example mysql://user@host/db or pglite:')
      .argument(
        '[files...]',
        'statements, one per file, two to eight; the first is the baseline; - for standard input',
      ),
  )
    .description('two to eight ways to ask: which is faster, by how much, how sure, and whether the rows are the same')
    .addOption(
      new Option('--set <variant:name=value>', 'a session variable for one variant (A, B, … or its file); repeatable')
        .argParser((text: string, before: readonly VariantSetting[]) => [...before, parseVariantSetting(text)])
        .default([], 'none'),
    )
    .addOption(words('--ddl <variant:sql>', 'a change of its tables, made on a copy; repeatable', ':', ddlExample))
    .addOption(words('--on <variant=url>', 'where a variant runs; repeatable', '=', 'B=mysql://user@other/db'))
    .addOption(
      new Option('--preset <name>', 'variants of one statement; `list` tells which there are').choices([
        ...presetIdSchema.options,
        'list',
      ]),
    )
    .option('--from <file>', 'run the experiment of a JSON or HTML report again')
    .option('--values <file>', 'JSON list or object of values for the statements’ placeholders')
    .option('--scratch', 'run on copies of the tables, in schemas of our own that are removed at the end')
    .addOption(new Option('--budget <time>', 'for the timed rounds: 30s, 2m, 500ms').argParser(milliseconds))
    .addOption(new Option('--run-timeout <time>', 'for a single run').argParser(milliseconds))
    .addOption(new Option('--threshold <share>', 'smaller differences are none: 5%').argParser(share))
    .addOption(new Option('--pairs <most>', 'rounds at most').argParser(wholeNumber))
    .addOption(new Option('--seed <number>', 'draws the order of the rounds').argParser(wholeNumber))
    .option('--cpu-clock', "switch the server's CPU clock on for the experiment where that is a setting of the server")
    .addOption(
      new Option('--report <file>', 'write a report: .html, .md or .json; repeatable')
        .argParser((file: string, before: readonly string[]) => [...before, reportName(file)])
        .default([], 'none'),
    )
    .option('--mask', 'leave literals and rows out of the reports')
    .option('--json', 'print the document')
    .addOption(new Option('--fail-on <expression>', 'exit code 1 when it holds').argParser(parseCondition))
    .action(async (url: string | undefined, files: readonly string[], options: Options) => {
      if (options.preset === 'list') {
        await write(presets.map(({ id, about }) => `${id.padEnd(16)}${about}\n`).join(''))
        return
      }
      if (url === undefined) throw fault('bad-request', 'Which connection? For example mysql://user@host/db.')
      const document = await withService(appFolder, version, options.progress, async (call) => {
        const { connectionId } = await openConnection(call, url, options)
        const found = await call('experiment.run', {
          ...(await requestOf(call, connectionId, files, options)),
          ...limitsOf(options),
          cpuClock: options.cpuClock ?? false,
          consent: options.yes ?? false,
        })
        for (const file of options.report) await writeReport(call, found, file, options.mask ?? false)
        return found
      })
      await write(options.json ? `${JSON.stringify(document, null, 2)}\n` : experimentText(document))
      setExitCode(exitCodeFor(document))
      if (options.failOn && conditionHolds(options.failOn, document)) setExitCode(1)
    })
}

const ddlExample = "'B:ALTER TABLE t ADD KEY k (a, b)'"

function words(flags: string, description: string, sign: ':' | '=', example: string): Option {
  return new Option(flags, description)
    .argParser((text: string, before: readonly VariantWords[]) => [...before, parseVariantWords(text, sign, example)])
    .default([], 'none')
}

/** From files, a report, or a preset's variants of one file. */
async function requestOf(
  call: Call,
  connectionId: string,
  files: readonly string[],
  options: Options,
): Promise<RunRequest> {
  const values = options.values === undefined ? undefined : await readValues(options.values)
  const common = {
    connectionId,
    ...(values && { values }),
    ...(options.scratch && { scratch: { rows: 'all' as const } }),
  }
  if (options.from !== undefined) {
    if (files.length > 0) throw fault('bad-request', 'A report has its own statements: no files beside --from.')
    const { variants, places, limits } = await orderFromReport(options.from, options)
    return { ...limits, ...common, variants: await placed(call, variants, places, options) }
  }
  if (options.preset !== undefined && options.preset !== 'list') {
    return { ...common, ...(await presetOrder(call, { connectionId, values, preset: options.preset }, files, options)) }
  }
  const { variants, places } = await orderFromFiles(files, options)
  return { ...common, variants: await placed(call, variants, places, options) }
}

async function placed(
  call: Call,
  variants: readonly RunRequest['variants'][number][],
  places: ReadonlyMap<string, string>,
  options: Options,
): Promise<RunRequest['variants']> {
  const opened = new Map<string, string>()
  for (const url of new Set(places.values())) opened.set(url, (await openConnection(call, url, options)).connectionId)
  return variants.map((variant) => {
    const connectionId = opened.get(places.get(variant.name ?? '') ?? '')
    return connectionId === undefined ? variant : { ...variant, connectionId }
  })
}

type PresetAsked = Omit<Request<'experiment.presets'>, 'sql' | 'preset'> & { readonly preset: PresetId }

async function presetOrder(
  call: Call,
  asked: PresetAsked,
  files: readonly string[],
  options: Options,
): Promise<Pick<RunRequest, 'variants' | 'preset' | 'scratch' | 'perRun'>> {
  const [file, ...others] = files
  if (file === undefined || others.length > 0) throw fault('bad-request', 'A preset makes variants of one statement.')
  const [offer] = await call('experiment.presets', { ...asked, sql: await readText(file) })
  if (!offer?.available) {
    throw fault('not-allowed', `${asked.preset}: ${offer?.because ?? 'this preset does not apply.'}`)
  }
  for (const caution of offer.cautions) process.stderr.write(`${caution}\n`)
  const proposed = offer.variants.map(({ session, ddl, ...variant }) => ({
    ...variant,
    session: [...session],
    ddl: [...ddl],
  }))
  const { variants, places } = withOptions(proposed, options, (name) => {
    const place = proposed.findIndex((variant) => variant.name === name)
    if (place >= 0) return place
    throw fault('bad-request', `The preset ${asked.preset} makes no variant "${name}".`)
  })
  return {
    variants: await placed(call, variants, places, options),
    preset: offer.id,
    ...(offer.scratch && { scratch: { rows: 'all' } }),
    ...(offer.perRun && { perRun: offer.perRun }),
  }
}

function limitsOf({ budget, runTimeout, threshold, pairs, seed }: Options): Partial<RunRequest> {
  return {
    ...(budget !== undefined && { budgetMs: budget }),
    ...(runTimeout !== undefined && { runTimeoutMs: runTimeout }),
    ...(threshold !== undefined && { threshold }),
    ...(pairs !== undefined && { maxPairs: pairs, minPairs: Math.min(10, pairs) }),
    ...(seed !== undefined && { seed }),
  }
}

const reportFormats = { '.html': 'html', '.md': 'markdown', '.json': 'json' } as const

function formatOf(file: string) {
  const ending = extname(file).toLowerCase()
  return Object.entries(reportFormats).find(([known]) => known === ending)?.[1]
}

function reportName(file: string): string {
  if (formatOf(file) === undefined) throw new InvalidArgumentError('A report is a file .html, .md or .json.')
  return file
}

async function writeReport(call: Call, { id }: ExperimentDocument, file: string, mask: boolean): Promise<void> {
  const { text } = await call('experiment.report', { id, format: formatOf(file) ?? 'json', maskLiterals: mask })
  try {
    await writeFile(file, text)
  } catch (thrown) {
    throw fault('file-unreadable', `The report was not written: ${thrown instanceof Error ? thrown.message : thrown}`)
  }
}

function exitCodeFor({ stoppedBecause }: ExperimentDocument): number {
  if (stoppedBecause === 'stopped') return faultExitCodes.cancelled
  return stoppedBecause === 'failed' ? faultExitCodes['server-error'] : 0
}

function milliseconds(text: string): number {
  const found = /^(\d+(?:\.\d+)?)\s*(ms|s|m)?$/.exec(text.trim())
  if (!found) throw new InvalidArgumentError('A time is 30s, 2m or 500ms.')
  const factor = { ms: 1, s: 1000, m: 60_000 }[found[2] ?? 's'] ?? 1000
  return Math.max(1, Math.round(Number(found[1]) * factor))
}

function share(text: string): number {
  const found = /^(\d+(?:\.\d+)?)\s*(%?)$/.exec(text.trim())
  const value = found ? Number(found[1]) / (found[2] === '%' ? 100 : 1) : 0
  if (value <= 0 || value > 1) throw new InvalidArgumentError('A share is 5% or 0.05.')
  return value
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text.trim())) throw new InvalidArgumentError('A whole number is wanted.')
  return Number(text)
}
