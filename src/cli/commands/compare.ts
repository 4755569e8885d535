import { basename, extname } from 'node:path'
import { InvalidArgumentError, Option } from 'commander'
import { fault, faultExitCodes } from '../../core/errors'
import type { ExperimentDocument } from '../../core/experiment/model'
import { parseVariantSetting, type VariantSetting, variantLetter } from '../../core/experiment/variant-setting'
import { type Condition, conditionHolds, parseCondition } from '../../core/fail-on'
import type { Request } from '../../service/api'
import { readText } from '../input'
import { openConnection } from '../open-connection'
import type { AddCommand } from '../program'
import { type ProgressForm, withService, write } from '../run-context'
import { experimentText } from '../text/experiment'
import { connectionOptions } from './analyze'

interface Options {
  readonly set: readonly VariantSetting[]
  readonly budget?: number
  readonly runTimeout?: number
  readonly threshold?: number
  readonly seed?: number
  readonly pairs?: number
  readonly cpuClock?: boolean
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
      .argument('<url>', 'connection, for example mysql://user@host/db or pglite:')
      .argument('<files...>', 'two to eight statements, one per file; the first is the baseline; - for standard input'),
  )
    .description('two to eight ways to ask: which is faster, by how much, how sure, and whether the rows are the same')
    .addOption(
      new Option('--set <variant:name=value>', 'a session variable for one variant (A, B, … or its file); repeatable')
        .argParser((text: string, before: readonly VariantSetting[]) => [...before, parseVariantSetting(text)])
        .default([], 'none'),
    )
    .addOption(new Option('--budget <time>', 'for the timed rounds: 30s, 2m, 500ms').argParser(milliseconds))
    .addOption(new Option('--run-timeout <time>', 'for a single run').argParser(milliseconds))
    .addOption(new Option('--threshold <share>', 'smaller differences are none: 5%').argParser(share))
    .addOption(new Option('--pairs <most>', 'rounds at most').argParser(wholeNumber))
    .addOption(new Option('--seed <number>', 'draws the order of the rounds').argParser(wholeNumber))
    .option('--cpu-clock', "switch the server's CPU clock on for the experiment where that is a setting of the server")
    .option('--json', 'print the document')
    .addOption(new Option('--fail-on <expression>', 'exit code 1 when it holds').argParser(parseCondition))
    .action(async (url: string, files: readonly string[], options: Options) => {
      const variants = await readVariants(files, options.set)
      const document = await withService(appFolder, version, options.progress, async (call) => {
        const { connectionId } = await openConnection(call, url, options)
        return call('experiment.run', {
          connectionId,
          variants,
          ...(options.budget !== undefined && { budgetMs: options.budget }),
          ...(options.runTimeout !== undefined && { runTimeoutMs: options.runTimeout }),
          ...(options.threshold !== undefined && { threshold: options.threshold }),
          ...(options.pairs !== undefined && { maxPairs: options.pairs }),
          ...(options.seed !== undefined && { seed: options.seed }),
          cpuClock: options.cpuClock ?? false,
          consent: options.yes ?? false,
        })
      })
      await write(options.json ? `${JSON.stringify(document, null, 2)}\n` : experimentText(document))
      setExitCode(exitCodeFor(document))
      if (options.failOn && conditionHolds(options.failOn, document)) setExitCode(1)
    })
}

function exitCodeFor({ stoppedBecause }: ExperimentDocument): number {
  if (stoppedBecause === 'stopped') return faultExitCodes.cancelled
  return stoppedBecause === 'failed' ? faultExitCodes['server-error'] : 0
}

type Variants = Request<'experiment.run'>['variants']

/** Named A, B, … ; a setting may call a variant by its letter or its file. */
async function readVariants(files: readonly string[], settings: readonly VariantSetting[]): Promise<Variants> {
  if (files.length < 2 || files.length > 8) {
    throw fault('bad-request', `There are ${files.length} files; two to eight are compared.`)
  }
  if (files.filter((file) => file === '-').length > 1) {
    throw fault('bad-request', 'Only one of the statements can come from standard input.')
  }
  const placeOf = (name: string) => {
    const place = files.findIndex(
      (file, at) => variantLetter(at) === name || file === name || basename(file) === name || stem(file) === name,
    )
    if (place >= 0) return place
    throw fault('bad-request', `--set: there is no variant "${name}".`, {
      hint: `Variants: ${files.map((file, at) => `${variantLetter(at)} (${file})`).join(', ')}.`,
    })
  }
  const sessions = files.map((): { name: string; value: string }[] => [])
  for (const { variant, name, value } of settings) sessions[placeOf(variant)]?.push({ name, value })
  const texts: string[] = []
  for (const file of files) texts.push(await readText(file))
  return texts.map((sql, at) => ({ name: variantLetter(at), sql, session: sessions[at] ?? [] }))
}

function stem(file: string): string {
  return basename(file, extname(file))
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
