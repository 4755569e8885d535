import { Option } from 'commander'
import { engineTitle } from '../../core/engine'
import { checkSample } from '../../core/samples/check'
import type { SampleDocument, SampleList } from '../../core/samples/model'
import type { OpenSample } from '../../service/api'
import { openConnection } from '../open-connection'
import type { AddCommand } from '../program'
import { type Call, type ProgressForm, withService, write } from '../run-context'
import { sampleListText, sampleText } from '../text/samples'

interface RunOptions {
  readonly on?: string
  readonly measure?: boolean
  readonly json?: boolean
  readonly yes?: boolean
  readonly progress: ProgressForm
}

/** Words for --on that mean a private server, not a URL. */
const privateServers = ['mysql', 'mariadb', 'postgres', 'pglite'] as const

/** `sargable samples [list]` and `samples run NAME [--on URL]`. Exit code 1 when a check of the sample fails. */
export const samplesCommand: AddCommand = (root, { appFolder, version, setExitCode }) => {
  const samples = root.command('samples').description('the worked cases')
  samples
    .command('list', { isDefault: true })
    .option('--json', 'print the document')
    .action(async ({ json }: { readonly json?: boolean }) => {
      const list = await withService(appFolder, version, 'none', (call) => call('samples.list', {}))
      const document: SampleList = { sargable: 1, kind: 'samples', samples: [...list] }
      await write(json ? `${JSON.stringify(document, null, 2)}\n` : sampleListText(document))
    })
  samples
    .command('run')
    .argument('<name>')
    .option('--on <server>', 'a connection URL, or mysql, mariadb, postgres, pglite for a private one')
    .option('--measure', 'also run the statement once')
    .option('--json', 'print the document')
    .option('--yes', 'agree to the database that is made on the server of --on')
    .addOption(new Option('--progress <form>').choices(['json', 'text', 'none']).default('none'))
    .action(async (name: string, options: RunOptions) => {
      const document = await withService(appFolder, version, options.progress, (call) => runSample(call, name, options))
      await write(options.json ? `${JSON.stringify(document, null, 2)}\n` : sampleText(document))
      if (document.checks.some((check) => !check.holds)) setExitCode(1)
    })
}

async function runSample(call: Call, name: string, options: RunOptions): Promise<SampleDocument> {
  const opened = await openSample(call, name, options)
  const { connectionId } = opened.connection
  try {
    const analysis = await call('analyze.run', { connectionId, sql: opened.sql, measure: options.measure ?? false })
    return {
      sargable: 1,
      kind: 'sample',
      name,
      on: `${engineTitle(opened.connection.engine)}${options.on?.includes(':') || opened.server === 'pglite' ? '' : ' (sandbox)'}`,
      story: opened.sample.story,
      analysis,
      checks: [...checkSample(opened.checks, opened.server, analysis)],
    }
  } finally {
    await call('samples.remove', { name, connectionId })
  }
}

async function openSample(call: Call, name: string, { on, yes }: RunOptions): Promise<OpenSample> {
  if (on === undefined) return call('samples.open', { name })
  const own = privateServers.find((server) => server === on)
  if (own) return call('samples.open', { name, on: own })
  const { connectionId } = await openConnection(call, on, {})
  return call('samples.open', { name, connectionId, consent: yes ?? false })
}
