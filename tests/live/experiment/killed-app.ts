// A process that runs an experiment until it is killed: prints each finished pair.
import { createHandlers } from '../../../src/service/handlers'
import { connect, serve } from '../../../src/service/rpc'
import { directWires } from '../../../src/service/transports/direct'

const [dataFolder = '', target = '', password = '', request = ''] = process.argv.slice(2)
const service = createHandlers({
  appFolder: dataFolder,
  dataFolder,
  cacheFolder: dataFolder,
  version: 'test',
  secrets: 'memory',
})
const [near, far] = directWires()
serve(service.handlers, far)
const client = connect(near)

async function run(): Promise<void> {
  const { connectionId } = await client.call('connections.open', { target: JSON.parse(target), password })
  await client.call(
    'experiment.run',
    { ...JSON.parse(request), connectionId },
    {
      onEvent: ({ sample }) => {
        if (sample) process.stdout.write(`${sample.pair}\n`)
      },
    },
  )
}

run().then(
  () => process.exit(3),
  (thrown: unknown) => {
    process.stderr.write(`${String(thrown)}\n`)
    process.exit(1)
  },
)
