// A process that owns a scratch schema, for the test that kills it: prints the schema's name, then waits.

import { engineFor } from '../../../src/engines/index'
import { openStore } from '../../../src/history/store'
import { StoredLedger } from '../../../src/service/scratch/ledger'
import { makeScratch } from '../../../src/service/scratch/make-scratch'

const [target, password, storePath, owner, table] = process.argv.slice(2)
const parsed = JSON.parse(target ?? '')
const { signal } = new AbortController()
const store = openStore(storePath ?? '')
makeScratch(
  async () => {
    const session = await engineFor(parsed).connect(parsed, { password }, signal)
    return { session, close: () => session.close() }
  },
  { tables: [{ name: table ?? '', rows: 'all', indexes: true, triggers: false }], ddl: [] },
  new StoredLedger(() => store, owner),
  signal,
  () => undefined,
).then(
  ({ schema }) => {
    process.stdout.write(`${JSON.stringify({ schema })}\n`)
    setInterval(() => undefined, 60_000)
  },
  (error: unknown) => {
    process.stderr.write(`${String(error)}\n`)
    process.exit(1)
  },
)
