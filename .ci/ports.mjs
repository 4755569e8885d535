// Prints as many free loopback ports as it is asked for, one per line. All are held until the last is known.
import { once } from 'node:events'
import { createServer } from 'node:net'

const held = []
for (let at = 0; at < Number(process.argv[2]); at++) {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  held.push(server)
}
for (const server of held) {
  console.log(server.address().port)
  server.close()
}
