import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { faultExitCodes, faultOf } from '../core/errors'
import { productVersion } from '../service/product-version'
import { startWebMode } from './serve'

/** The browser mode as a program of its own, for `npm start`. The bundle lies in dist/node. */
const appFolder = join(__dirname, '../..')

const { values } = parseArgs({ options: { port: { type: 'string' }, because: { type: 'string' } } })
startWebMode({
  appFolder,
  version: productVersion(appFolder),
  port: values.port === undefined ? undefined : Number(values.port),
  because: values.because,
}).catch((thrown: unknown) => {
  const { code, message, hint } = faultOf(thrown)
  process.stderr.write(`${message}${hint === undefined ? '' : `\n${hint}`}\n`)
  process.exitCode = faultExitCodes[code]
})
