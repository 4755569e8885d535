// A process that tries or proves an advice until it is killed: prints what it says on the way.
import { createHandlers } from '../../../src/service/handlers'
import { connect, serve } from '../../../src/service/rpc'
import { directWires } from '../../../src/service/transports/direct'

const [dataFolder = '', target = '', password = '', method = '', request = ''] = process.argv.slice(2)
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
const say = ({ text }: { readonly text: string }) => process.stdout.write(`${text}\n`)

async function run(): Promise<void> {
  const { connectionId } = await client.call('connections.open', { target: JSON.parse(target), password })
  const whole = { ...JSON.parse(request), connectionId }
  if (method === 'advice.prove') await client.call(method, whole, { onEvent: say })
  else await client.call('advice.whatIf', whole, { onEvent: say })
}

run().then(
  () => process.exit(3),
  (thrown: unknown) => {
    process.stderr.write(`${String(thrown)}\n`)
    process.exit(1)
  },
)
