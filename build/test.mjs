// `npm test`: every test, with every server, browser and desktop runtime that this computer has.
// Servers: SARGABLE_SERVERS names a file of endpoints; without it, private servers are started from the programs found.
// What was left out is said at the end. SARGABLE_DEMAND=all makes anything left out a failure.
// Other arguments go to Vitest: `npm test -- tests/web`.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'
import { buildParts } from './build.mjs'
import { chromium, electronRuntime, hasDisplay, onPath } from './find-programs.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
/** Servers that the product is tested on, by the id in the endpoints file. */
const testedServers = {
  mysql56: 'MySQL 5.6',
  mysql57: 'MySQL 5.7',
  mysql80: 'MySQL 8.0',
  mysql97: 'MySQL 9.7',
  mariadb1011: 'MariaDB 10.11',
  mariadb114: 'MariaDB 11.4',
  pg15: 'PostgreSQL 15',
  pg18: 'PostgreSQL 18',
}
/** Log readers that ours is held against, and the packages that they are in. */
const peers = { 'pt-query-digest': 'percona-toolkit', pgbadger: 'pgbadger' }
const demandAll = process.env.SARGABLE_DEMAND === 'all'
const work = mkdtempSync(join(tmpdir(), 'sargable-npm-test-'))
const environment = { ...process.env }
const leftOut = []
/** What failed besides tests. */
const broken = []
/** Undone in reverse order at the end, whatever happens. */
const undo = [() => rmSync(work, { recursive: true, force: true })]

let tests
// In the middle of the tests, Vitest ends first and everything is undone; before, `exit` ends what was started.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => (tests ? tests.kill(signal) : process.exit(130)))

let code = 1
try {
  await build()
  await findServers()
  findBrowser()
  findPeers()
  await findDesktop()
  const counts = await runTests()
  code = report(counts)
} catch (error) {
  console.error(error)
  console.log('0 passed, 1 failed')
} finally {
  for (const one of undo.reverse()) await one()
}
process.exit(code)

/** The tests that need no build still tell something when it fails; the run fails all the same. */
async function build() {
  console.log('Building what has changed …')
  try {
    await buildParts(['node', 'ui'], { ifStale: true })
  } catch (error) {
    console.error(error)
    broken.push('the build')
  }
}

async function findServers() {
  let ids = []
  if (process.env.SARGABLE_SERVERS) {
    ids = JSON.parse(readFileSync(process.env.SARGABLE_SERVERS, 'utf8')).map(({ id }) => id)
  } else {
    const endpoints = await startSandboxes()
    ids = endpoints.map(({ id }) => id)
    if (endpoints.length) {
      environment.SARGABLE_SERVERS = join(work, 'endpoints.json')
      writeFileSync(environment.SARGABLE_SERVERS, JSON.stringify(endpoints), { mode: 0o600 })
    }
  }
  for (const [id, title] of Object.entries(testedServers)) if (!ids.includes(id)) leftOut.push(`server ${title}`)
  console.log(`Servers: ${ids.join(', ') || 'none'}`)
}

/** One private server of each product that has a program here, as endpoints. */
async function startSandboxes() {
  const { module: sandbox } = await runnerImport(join(root, 'src/sandbox/index.ts'))
  const folders = { appFolder: root, cacheFolder: join(root, '.cache') }
  const endpoints = []
  for (const { product, available } of await sandbox.sandboxAvailability(folders)) {
    if (!available) continue
    try {
      const started = await sandbox.startSandbox(product, folders, new AbortController().signal)
      undo.push(() => started.stop())
      const { host, port, user, database } = started.target
      const [major, minor] = /[\d.]+$/.exec(started.versionText)?.[0].split('.') ?? []
      const id = product === 'postgres' ? `pg${major}` : `${product}${major}${minor}`
      const kind = product === 'postgres' ? 'pg' : 'mysql'
      endpoints.push({ id, kind, host, port, user, password: started.password, database })
    } catch (error) {
      leftOut.push(`a ${product} server, found here but not startable: ${error.message.split('\n')[0]}`)
    }
  }
  return endpoints
}

function findBrowser() {
  const program = chromium()
  if (program) environment.CHROMIUM = program
  else leftOut.push('browser (Chromium or Chrome; CHROMIUM names one)')
}

/** Tests find them on the PATH. */
function findPeers() {
  for (const [program, inPackage] of Object.entries(peers))
    if (!onPath(program)) leftOut.push(`${program} (package ${inPackage})`)
}

/** Tests find the runtime in SARGABLE_ELECTRON and a display in DISPLAY; both or none. */
async function findDesktop() {
  const { program, because } = electronRuntime()
  if (!program) return void leftOut.push(`desktop window: ${because}`)
  if (!hasDisplay() && !(await startDisplay())) return void leftOut.push('desktop window: no display and no Xvfb')
  environment.SARGABLE_ELECTRON = program
}

/** A display in memory; Xvfb finds a free number itself and prints it. */
async function startDisplay() {
  const program = onPath('Xvfb')
  if (!program) return false
  const args = ['-displayfd', '1', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp']
  const server = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  process.once('exit', () => server.kill())
  const [number] = await Promise.race([once(server.stdout, 'data'), once(server, 'exit').then(() => [])])
  if (number === undefined) return false
  environment.DISPLAY = `:${String(number).trim()}`
  return true
}

async function runTests() {
  const results = join(work, 'results.json')
  const args = [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${results}`,
    ...process.argv.slice(2),
  ]
  tests = spawn(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...args], {
    cwd: root,
    env: environment,
    stdio: 'inherit',
  })
  const [exitCode] = await once(tests, 'exit')
  if (!existsSync(results)) return { passed: 0, failed: 1, skipped: [], failures: [] }
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(results, 'utf8'))
  // A file that cannot be read as tests at all has no test that failed.
  const unreadable = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length
  const skipped = testResults.flatMap((file) =>
    file.assertionResults.filter(({ status }) => status === 'pending' || status === 'skipped' || status === 'todo'),
  )
  const failed = numFailedTests + unreadable
  // Vitest can fail without a failing test: an error outside of one.
  const hidden = exitCode !== 0 && failed === 0 ? 1 : 0
  return {
    passed: numPassedTests,
    failed: failed + hidden,
    skipped: skipped.map(({ fullName }) => fullName),
    failures: testResults.flatMap(failuresOf),
  }
}

/** What failed in a file of tests, each with its name and the beginning of its message. */
function failuresOf(file) {
  const beginning = (message) => (message ?? '').split('\n').slice(0, 12).join('\n    ')
  const tests = file.assertionResults.filter(({ status }) => status === 'failed')
  const name = relative(root, file.name)
  if (file.status === 'failed' && tests.length === 0) return [`${name}\n    ${beginning(file.message)}`]
  return tests.map(({ fullName, failureMessages }) => `${name}: ${fullName}\n    ${beginning(failureMessages[0])}`)
}

/** What was left out first, so that what failed stands at the end, where a log is read. */
function report({ passed, failed, skipped, failures }) {
  const others = broken.length + (demandAll ? leftOut.length : 0)
  if (leftOut.length || skipped.length) {
    console.log(`\n${'='.repeat(100)}`)
    if (leftOut.length) console.log('LEFT OUT, because it is not on this computer:')
    for (const one of leftOut) console.log(`  - ${one}`)
    if (leftOut.length && demandAll) console.log('It is demanded (SARGABLE_DEMAND=all): each of these is a failure.')
    if (skipped.length) console.log(`SKIPPED, because it does not apply: ${skipped.length} tests`)
    for (const one of skipped) console.log(`  - ${one}`)
    console.log('='.repeat(100))
  }
  for (const one of [...broken, ...failures]) console.log(`\nFAILED: ${one}`)
  console.log(`\n${passed} passed, ${failed + others} failed`)
  return failed + others === 0 ? 0 : 1
}
