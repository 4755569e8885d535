import { createReadStream } from 'node:fs'
import type { Dialect } from '../../core/engine'
import { readText } from '../input'
import { runBatch } from '../ndjson'
import type { AddCommand } from '../program'
import { projectSettings } from '../project-settings'
import { withService, write } from '../run-context'
import { adviceDocumentText } from '../text/advice-document'
import { dialectOption, schemaOption, schemaText, textOptions } from '../text-command'

interface Options {
  readonly sql?: string
  readonly schema?: string
  readonly plan?: string
  readonly dialect?: Dialect
  readonly config?: string
  readonly json?: boolean
  readonly ndjson?: boolean
}

/** `sargable advise --sql FILE`: what can be advised without a connection, from the statement and its tables. */
export const adviseCommand: AddCommand = (root, { appFolder, version, setExitCode }) => {
  textOptions(root.command('advise').argument('[file]', 'the same as --sql'))
    .description('findings without a connection: from a statement, CREATE TABLE text, and a plan where one is pasted')
    .option('--sql <file>', 'the statement, or a pasted text that holds it; standard input without it or for -')
    .addOption(schemaOption())
    .option('--plan <file>', 'EXPLAIN output of the statement')
    .addOption(dialectOption())
    .option('--config <file>', 'the project’s file; else the nearest sargable.json')
    .action(async (file: string | undefined, options: Options) => {
      const { dialect } = options
      const source = options.sql ?? file
      const schema = options.schema === undefined ? undefined : await schemaText(options.schema)
      const plan = options.plan === undefined ? undefined : await readText(options.plan)
      const adviceSettings = await projectSettings(options.config)
      const shared = {
        ...(dialect && { dialect }),
        ...(schema !== undefined && { schema }),
        ...(plan !== undefined && { plan }),
        ...(adviceSettings && { adviceSettings }),
      }
      await withService(appFolder, version, 'none', async (call) => {
        if (options.ndjson) {
          const input = source === undefined || source === '-' ? process.stdin : createReadStream(source)
          const allDone = await runBatch(
            input,
            ({ id: _, ...line }) => call('advise.text', { ...shared, ...line }),
            write,
          )
          if (!allDone) setExitCode(3)
          return
        }
        const text = await readText(source)
        const document = await call('advise.text', { text, ...shared })
        await write(options.json ? `${JSON.stringify(document, null, 2)}\n` : adviceDocumentText(document))
      })
    })
}
