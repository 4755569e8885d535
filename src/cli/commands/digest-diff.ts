import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { type Command, Option } from 'commander'
import { digestDiff } from '../../core/digest/diff/diff'
import { type DigestDocument, digestDocumentSchema } from '../../core/digest/model'
import { fault } from '../../core/errors'
import { type Condition, parseCondition } from '../../core/fail-on'
import { isSavedDigest } from '../../service/digest/saved-digest'
import { readText } from '../input'
import { type Call, type ProgressForm, withService, write } from '../run-context'
import { digestDiffText } from '../text/digest'

interface Options {
  readonly aFrom?: string
  readonly aTo?: string
  readonly bFrom?: string
  readonly bTo?: string
  readonly filter?: string
  readonly prefix?: string
  readonly report?: string
  readonly json?: boolean
  readonly failOn?: Condition
  readonly progress: ProgressForm
}

/** `sargable digest diff A B`: two logs or digests, or two windows of one log. Exit code 1 when --fail-on holds. */
export function addDigestDiff(
  digest: Command,
  appFolder: string,
  version: string,
  checkFailure: (condition: Condition | undefined, document: unknown) => void,
): void {
  digest
    .command('diff')
    .argument('<a>', 'the earlier log, or its digest (a document of digest --json)')
    .argument('<b>', 'the later one; the same log with other times for two windows of it')
    .description('which shapes appeared, vanished, became worse or better, and what changed about them')
    .option('--a-from <time>', 'of the earlier log, entries from this time on')
    .option('--a-to <time>', 'of the earlier log, entries before this time')
    .option('--b-from <time>', 'of the later log, entries from this time on')
    .option('--b-to <time>', 'of the later log, entries before this time')
    .option('--filter <words>', 'of both logs: db:shop user:app host:web1 time>1s')
    .option('--report <file>', 'write it as a page (.html) or as Markdown (.md) too')
    .option('--json', 'print the document')
    .addOption(new Option('--fail-on <condition>', 'exit code 1 when it holds').argParser(parseCondition))
    .action(async (a: string, b: string, _options: Options, command: Command) => {
      const options = command.optsWithGlobals<Options>()
      const format = options.report === undefined ? undefined : formatOf(options.report)
      const document = await withService(appFolder, version, options.progress, async (call) => {
        const look = {
          ...(options.filter !== undefined && { filter: options.filter }),
          ...(options.prefix !== undefined && { prefix: options.prefix }),
        }
        const before = await digestOf(call, a, { ...look, ...windowOf(options.aFrom, options.aTo) })
        const after = await digestOf(call, b, { ...look, ...windowOf(options.bFrom, options.bTo) })
        const found = digestDiff(before, after, { a: nameOf(a, before), b: nameOf(b, after) })
        if (options.report !== undefined && format !== undefined)
          await writeFile(options.report, (await call('digest.report', { document: found, format })).text)
        return found
      })
      await write(options.json ? `${JSON.stringify(document)}\n` : digestDiffText(document))
      checkFailure(options.failOn, document)
    })
}

interface Look {
  readonly from?: string
  readonly to?: string
  readonly filter?: string
  readonly prefix?: string
}

/** A digest's document as it is, or a log that is read now. */
async function digestOf(call: Call, path: string, look: Look): Promise<DigestDocument> {
  if (!(await isSavedDigest(path))) return call('digest.run', { paths: [path], ...look })
  if (Object.keys(look).some((name) => name !== 'prefix'))
    throw fault('bad-request', `${path} is a digest: which entries are in it was decided when it was made.`, {
      hint: 'Give the log itself to take a window or a part of it.',
    })
  return readDigest(path)
}

function windowOf(from: string | undefined, to: string | undefined): Look {
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
}

function nameOf(path: string, { from, to, sources }: DigestDocument): string {
  const name = path === '-' ? 'standard input' : basename(sources.length === 1 ? (sources[0]?.name ?? path) : path)
  return from === undefined || to === undefined ? name : `${name} (${from.slice(0, 16)} – ${to.slice(0, 16)})`
}

/** @throws SargableError `bad-request` for another ending */
function formatOf(file: string): 'html' | 'markdown' {
  if (/\.html?$/i.test(file)) return 'html'
  if (/\.md$/i.test(file)) return 'markdown'
  throw fault('bad-request', `--report ${file}: a report ends in .html or .md.`)
}

/** @throws SargableError `unreadable-text` for what is no digest */
export async function readDigest(file: string): Promise<DigestDocument> {
  const text = await readText(file)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    value = undefined // told below
  }
  const read = digestDocumentSchema.safeParse(value)
  if (!read.success)
    throw fault('unreadable-text', `${file} is no digest.`, { hint: 'Make one with: sargable digest FILE --json' })
  return read.data
}
