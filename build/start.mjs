// `npm start`: the desktop window where that can be, else the same app in the browser of this computer.
//   --desktop  the window or nothing     --serve  the browser     --port N  port of the browser mode
// With a display and no Electron runtime it fetches one with the electron package's own installer.
import { spawn, spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { buildParts } from './build.mjs'
import { electronPackage, electronRuntime, hasDisplay, sandboxFlags } from './find-programs.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const fetchTimeoutMs = 60_000
/** A window that ends with an error within this time never worked (a missing library, no usable display). */
const failedStartMs = 5_000

const { values } = parseArgs({
  options: { desktop: { type: 'boolean' }, serve: { type: 'boolean' }, port: { type: 'string' } },
})

console.log('Building what has changed …')
await buildParts(['node', 'ui'], { ifStale: true })

const { program, because } = values.serve ? {} : findRuntime()
if (program) {
  const begun = Date.now()
  const code = await run(program, [...sandboxFlags(), root])
  const failed = code !== 0 && Date.now() - begun < failedStartMs
  if (!failed || values.desktop) process.exit(code)
  process.exit(await serve(`The desktop window ended at once (exit code ${code}).`))
}
if (values.desktop) {
  console.error(`${because} \`npx install-electron\` fetches a runtime; ELECTRON_OVERRIDE_DIST_PATH names one.`)
  process.exit(1)
}
process.exit(await serve(because))

/** The runtime to use, fetched if need be; or why there is none. */
function findRuntime() {
  if (!hasDisplay()) return { because: 'There is no display for a desktop window.' }
  const found = electronRuntime()
  const folder = electronPackage()
  if (found.program || process.env.ELECTRON_OVERRIDE_DIST_PATH || !folder) return found
  console.log(`Fetching the Electron runtime (at most ${fetchTimeoutMs / 1000} s) …`)
  const fetching = spawnSync(process.execPath, [join(folder, 'install.js')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: fetchTimeoutMs,
    encoding: 'utf8',
  })
  const fetched = electronRuntime()
  if (fetched.program) return fetched
  const late = fetching.error?.code === 'ETIMEDOUT'
  const reason = late
    ? `not within ${fetchTimeoutMs / 1000} s`
    : (/^\w*Error: .*/m.exec(fetching.stderr)?.[0] ?? 'it failed')
  return { because: `No Electron runtime is here and none could be fetched (${reason}).` }
}

function serve(why) {
  const args = [join(root, 'dist/node/serve.cjs')]
  if (why) args.push('--because', `${why} Serving the app to the browser instead.`)
  if (values.port) args.push('--port', values.port)
  return run(process.execPath, args)
}

/** Runs a program in the foreground; resolves with its exit code. Ctrl-C and termination are handed on. */
function run(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'inherit' })
    // A terminal sends Ctrl-C to the child as well; only what reaches us alone is handed on.
    const forward = (signal) => child.kill(signal)
    const wait = () => undefined
    process.on('SIGTERM', forward)
    process.on('SIGINT', process.stdin.isTTY ? wait : forward)
    const done = (code) => {
      process.off('SIGTERM', forward)
      process.off('SIGINT', process.stdin.isTTY ? wait : forward)
      resolve(code)
    }
    child.once('error', (error) => {
      console.error(error.message)
      done(127)
    })
    child.once('exit', (code, signal) => done(code ?? (signal === 'SIGTERM' || signal === 'SIGINT' ? 0 : 1)))
  })
}
