// A process that owns a sandbox, for the test that kills it: prints where its server is, then waits.
import { startSandbox } from '../../src/sandbox/index'

const [product, appFolder, cacheFolder] = process.argv.slice(2)
if (product !== 'mysql' && product !== 'mariadb' && product !== 'postgres')
  throw new Error(`No such product: ${product}`)
startSandbox(
  product,
  { appFolder: appFolder ?? '', cacheFolder: cacheFolder ?? '' },
  new AbortController().signal,
).then(
  (sandbox) => {
    process.stdout.write(`${JSON.stringify({ port: sandbox.target.port })}\n`)
    setInterval(() => undefined, 60_000)
  },
  (error: unknown) => {
    process.stderr.write(`${String(error)}\n`)
    process.exit(1)
  },
)
