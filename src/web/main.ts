import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { faultExitCodes, faultOf } from '../core/errors'
import { startWebMode } from './serve'

/** The browser mode as a program of its own, for `npm start`. The bundle lies in dist/node. */
const appFolder = join(__dirname, '../..')
const manifest: { readonly version: string } = JSON.parse(readFileSync(join(appFolder, 'package.json'), 'utf8'))

const { values } = parseArgs({ options: { port: { type: 'string' }, because: { type: 'string' } } })
startWebMode({
  appFolder,
  version: manifest.version,
  port: values.port === undefined ? undefined : Number(values.port),
  because: values.because,
}).catch((thrown: unknown) => {
  const { code, message, hint } = faultOf(thrown)
  process.stderr.write(`${message}${hint === undefined ? '' : `\n${hint}`}\n`)
  process.exitCode = faultExitCodes[code]
})
