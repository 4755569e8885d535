import { join } from 'node:path'
import { CommanderError } from 'commander'
import { faultOf } from '../core/errors'
import { productVersion } from '../service/product-version'
import { adviseCommand } from './commands/advise'
import { analyzeCommand } from './commands/analyze'
import { compareCommand } from './commands/compare'
import { digestCommand } from './commands/digest'
import { pasteCommand } from './commands/paste'
import { planCommand } from './commands/plan'
import { rulesCommand } from './commands/rules'
import { samplesCommand } from './commands/samples'
import { schemaCommand } from './commands/schema'
import { serveCommand } from './commands/serve'
import { sqlCommand } from './commands/sql'
import { traceCommand } from './commands/trace'
import { errorDocument, exitCodeOf, faultText } from './output'
import { program } from './program'

/** The bundle lies in dist/node, two folders below the product's own files. */
const appFolder = join(__dirname, '../..')
const version = productVersion(appFolder)

const commands = [
  analyzeCommand,
  adviseCommand,
  compareCommand,
  digestCommand,
  planCommand,
  traceCommand,
  pasteCommand,
  sqlCommand,
  samplesCommand,
  serveCommand,
  rulesCommand,
  schemaCommand,
]

async function main(words: readonly string[]): Promise<number> {
  const json = words.includes('--json')
  let exitCode = 0
  const root = program(version)
  for (const command of commands)
    command(root, { appFolder, version, setExitCode: (code) => (exitCode = Math.max(exitCode, code)) })
  try {
    await root.parseAsync(words, { from: 'user' })
    return exitCode
  } catch (thrown) {
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? 0 : 2
    const fault = faultOf(thrown)
    if (json) process.stdout.write(`${JSON.stringify(errorDocument(fault), null, 2)}\n`)
    else process.stderr.write(faultText(fault))
    return exitCodeOf(fault)
  }
}

main(process.argv.slice(2)).then((code) => {
  process.exitCode = code
})
