import { Option } from 'commander'
import { mergeDocuments } from '../../core/digest/merge-documents'
import type { DigestDocument } from '../../core/digest/model'
import { fault } from '../../core/errors'
import { type Condition, conditionHolds, parseCondition } from '../../core/fail-on'
import type { Event, Request } from '../../service/api'
import { digestSources, isConnectionUrl, type SourceOptions, type Sources, secondsOf } from '../digest-sources'
import type { AddCommand } from '../program'
import { type Call, interruptible, type ProgressForm, withService, write } from '../run-context'
import { digestText } from '../text/digest'
import { addDigestDiff, readDigest } from './digest-diff'

interface Options extends SourceOptions {
  readonly from?: string
  readonly to?: string
  readonly filter?: string
  readonly top?: string
  readonly prefix?: string
  readonly bytes?: string
  readonly threads?: string
  readonly year?: string
  readonly follow?: boolean
  readonly every: string
  readonly json?: boolean
  readonly ndjson?: boolean
  readonly failOn?: Condition
  readonly progress: ProgressForm
}

/** How many shapes a terminal shows. */
const shownShapes = 20

/**
 * `sargable digest FILE…`: slow logs as ranked shapes. `digest merge A B …` adds up digests, `digest diff A B` compares
 * two. Exit code 1 when --fail-on holds.
 */
export const digestCommand: AddCommand = (root, { appFolder, version, setExitCode }) => {
  const checkFailure = (condition: Condition | undefined, document: unknown) => {
    if (condition !== undefined && conditionHolds(condition, document)) setExitCode(1)
  }
  const digest = root
    .command('digest')
    .argument(
      '[sources...]',
      'slow logs or PostgreSQL logs, plain or packed; folders; - for standard input; URLs of servers',
    )
    .description('what the time of a log, or of a server’s statements, went into, shape by shape')
    .option('--from <time>', 'entries from this time on, for example 2026-11-20T06:30:00Z')
    .option('--to <time>', 'entries before this time')
    .option('--filter <words>', 'db:shop user:app host:web1 kind:sorts time>1s rows>1000 text:"from orders"')
    .option('--top <count>', 'only so many shapes')
    .option('--prefix <text>', 'log_line_prefix of a PostgreSQL log; inferred without')
    .option('--prefix-from <url>', 'ask this server for its log_line_prefix')
    .option('--of <source>', 'what of a server: digests, history, slow-log-table, pg-stat-statements')
    .option('--for <time>', 'only what a server does from now on, for example 60s')
    .option('--production', 'mark the connections as production')
    .option('--year <year>', 'in which a syslog begins whose times have no year; else that of its file')
    .option('--follow', 'go on with one plain log as it grows, until Ctrl-C')
    .option('--every <time>', 'with --follow: how often the digest so far is told', '10s')
    .option('--bytes <range>', 'only these bytes of one file, for example 0-1000000; merge puts them together')
    .option('--threads <count>', 'how many read a plain file; chosen by its size without')
    .option('--json', 'print the document')
    .option('--ndjson', 'print each document on a line of its own: with --follow, all that came so far')
    .addOption(new Option('--fail-on <condition>', 'exit code 1 when it holds').argParser(parseCondition))
    .addOption(new Option('--progress <form>').choices(['json', 'text', 'none']).default('none'))
    .action(async (files: readonly string[], options: Options) => {
      if (files.length === 0) throw fault('bad-request', 'Name a log, the URL of a server, or - for standard input.')
      const top = options.top === undefined ? undefined : countOf('--top', options.top)
      const threads = options.threads === undefined ? undefined : countOf('--threads', options.threads)
      const bytes = options.bytes === undefined ? undefined : rangeOf(options.bytes)
      const year = options.year === undefined ? undefined : countOf('--year', options.year)
      const look = {
        ...(options.from !== undefined && { from: options.from }),
        ...(options.to !== undefined && { to: options.to }),
        ...(options.filter !== undefined && { filter: options.filter }),
        ...(top !== undefined && { top }),
        ...(options.prefix !== undefined && { prefix: options.prefix }),
        ...(year !== undefined && { year }),
      }
      const print = (document: DigestDocument) =>
        write(
          options.json || options.ndjson ? `${JSON.stringify(document)}\n` : digestText(document, top ?? shownShapes),
        )
      const request = { ...look, ...(bytes !== undefined && { bytes }), ...(threads !== undefined && { threads }) }
      const document = asksServers(files, options)
        ? await withService(appFolder, version, options.progress, async (call) => {
            const sources = await digestSources(call, files, options)
            if (!options.follow) return call('digest.run', { ...sources, ...request })
            return followed(call, { sources, look, everySeconds: secondsOf('--every', options.every) }, options, print)
          })
        : await interruptible(options.progress, async (signal, progress) => {
            const { runDigest } = await import('../../service/digest/run-digest')
            return runDigest({ paths: [...files], ...request }, { signal, progress })
          })
      await print(document)
      checkFailure(options.failOn, document)
    })
  digest
    .command('merge')
    .argument('<digests...>', 'documents of digest --json, in any order')
    .description('the digest of several digests')
    .option('--json', 'print the document')
    .action(async (files: readonly string[], _options: Options, command: { optsWithGlobals(): Options }) => {
      const documents: DigestDocument[] = []
      for (const file of files) documents.push(await readDigest(file))
      const document = mergeDocuments(documents)
      await write(command.optsWithGlobals().json ? `${JSON.stringify(document)}\n` : digestText(document, shownShapes))
    })
  addDigestDiff(digest, appFolder, version, checkFailure)
}

/** Files alone need no engine to be loaded, which would take longer than reading a small log. */
function asksServers(files: readonly string[], { follow, of, for: seconds, prefixFrom }: Options): boolean {
  return follow === true || (of ?? seconds ?? prefixFrom) !== undefined || files.some(isConnectionUrl)
}

interface Following {
  readonly sources: Sources
  readonly look: Omit<Request<'digest.follow'>, 'path' | 'everySeconds'>
  readonly everySeconds: number
}

/** Clears the screen and what was scrolled away, and goes to its first place. */
const emptyScreen = '\u001b[2J\u001b[3J\u001b[H'

/** Prints the digest so far each time that it is told; the last one is the answer. */
async function followed(
  call: Call,
  { sources, look, everySeconds }: Following,
  { json, ndjson }: Options,
  print: (document: DigestDocument) => Promise<void>,
): Promise<DigestDocument> {
  const { paths, servers = [], prefixFrom } = sources
  const [path, ...others] = paths
  if (path === undefined || others.length + servers.length > 0)
    throw fault('bad-request', '--follow goes on with one log.')
  const redraws = process.stdout.isTTY && !json && !ndjson
  let printed = Promise.resolve()
  const onEvent = ({ document }: Event<'digest.follow'>) => {
    if (document === undefined) return
    printed = printed.then(() => (redraws ? write(emptyScreen) : undefined)).then(() => print(document))
  }
  const order = { path, everySeconds, ...look, ...(prefixFrom !== undefined && { prefixFrom }) }
  // --json is one document: the last.
  const last = await call('digest.follow', order, json ? undefined : onEvent)
  await printed
  if (redraws) await write(emptyScreen)
  return last
}

function countOf(option: string, text: string): number {
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1) throw fault('bad-request', `${option} ${text} is no count.`)
  return count
}

function rangeOf(text: string): { startByte: number; endByte: number } {
  const found = /^(\d+)-(\d+)$/.exec(text)
  const [startByte, endByte] = [Number(found?.[1]), Number(found?.[2])]
  if (found === null || endByte <= startByte)
    throw fault('bad-request', `--bytes ${text} is no range such as 0-1000000.`)
  return { startByte, endByte }
}
