// Waits until every server of a list answers, then prints the endpoints that tests read, as JSON.
// The list has one server per line: its id, its port, its process number.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const limitMs = 90_000
const account = 'sargable'

/** A PostgreSQL startup packet, protocol 3.0: length, version, names and values. */
const hello = (() => {
  const body = Buffer.from(`user\0${account}\0database\0${account}\0\0`)
  const head = Buffer.alloc(8)
  head.writeInt32BE(body.length + 8, 0)
  head.writeInt32BE(196_608, 4)
  return Buffer.concat([head, body])
})()

/** MySQL greets with protocol 10 once it serves; PostgreSQL asks for the password ("R") once it is up. */
async function answers(kind, port) {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    if (kind === 'pg') socket.write(hello)
    const [bytes] = await once(socket, 'data', { signal: AbortSignal.timeout(3000) })
    return kind === 'pg' ? bytes[0] === 0x52 : bytes[4] === 0x0a
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

function runs(number) {
  try {
    process.kill(number, 0)
    return true
  } catch {
    return false
  }
}

const deadline = Date.now() + limitMs
const lines = readFileSync(process.argv[2], 'utf8').trim().split('\n')
const endpoints = await Promise.all(
  lines.map(async (line) => {
    const [id, port, number] = line.split(' ')
    const kind = id.startsWith('pg') ? 'pg' : 'mysql'
    while (!(await answers(kind, Number(port)))) {
      if (!runs(Number(number))) throw new Error(`${id} ended while it was starting.`)
      if (Date.now() > deadline) throw new Error(`${id} does not answer after ${limitMs / 1000} s.`)
      await sleep(50)
    }
    return { id, kind, host: '127.0.0.1', port: Number(port), user: account, password: account, database: account }
  }),
).catch((error) => {
  console.error(error.message)
  process.exit(1)
})
console.log(JSON.stringify(endpoints, null, 2))
