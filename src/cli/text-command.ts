import { createReadStream } from 'node:fs'
import { type Command, Option } from 'commander'
import type { Dialect } from '../core/engine'
import { readText } from './input'
import { type BatchLine, runBatch } from './ndjson'
import type { Surroundings } from './program'
import { type Call, withService, write } from './run-context'

/** Options of every command that reads one text, or many with --ndjson. */
export function textOptions(command: Command): Command {
  return command
    .option('--json', 'print the document')
    .option('--ndjson', 'read one {"id","text"} per line, print one document per line')
}

export function dialectOption(): Option {
  return new Option('--dialect <name>', 'how to read it; guessed without').choices(['mysql', 'mariadb', 'postgres'])
}

/** For commands that read better with the definitions of the tables at hand. */
export function schemaOption(): Option {
  return new Option('--schema <ddl>', 'CREATE TABLE text of the tables, or a file with it')
}

/** The text of --schema: what is no statement is the name of a file. */
export async function schemaText(value: string): Promise<string> {
  return /^\s*(?:--\s|\/\*|(?:create|use|set)\s)/i.test(value) ? value : readText(value)
}

interface Options {
  readonly json?: boolean
  readonly ndjson?: boolean
  readonly dialect?: Dialect
  readonly schema?: string
}
type Answer<Document> = (call: Call, line: Omit<BatchLine, 'id'>) => Promise<Document>

/** The action of such a command: one document, one text for people, or one line per input line. */
export function textAction<Document extends object>(
  { appFolder, version, setExitCode }: Surroundings,
  answer: Answer<Document>,
  toText: (document: Document, source: string) => string,
) {
  return async (file: string | undefined, options: Options): Promise<void> => {
    const { dialect } = options
    const schema = options.schema === undefined ? undefined : await schemaText(options.schema)
    const shared = { ...(dialect && { dialect }), ...(schema !== undefined && { schema }) }
    await withService(appFolder, version, 'none', async (call) => {
      if (options.ndjson) {
        const input = file === undefined || file === '-' ? process.stdin : createReadStream(file)
        const allDone = await runBatch(input, (line) => answer(call, { ...shared, ...line }), write)
        if (!allDone) setExitCode(3)
        return
      }
      const text = await readText(file)
      const document = await answer(call, { text, ...shared })
      await write(options.json ? `${JSON.stringify(document, null, 2)}\n` : toText(document, text))
    })
  }
}
