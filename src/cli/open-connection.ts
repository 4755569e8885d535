import { createInterface } from 'node:readline'
import { SargableError } from '../core/errors'
import type { OpenConnection } from '../service/api'
import type { Call } from './run-context'

/**
 * Opens the connection that `url` names. The password comes from the URL (with a warning), SARGABLE_PASSWORD, the
 * client files, or a prompt when the server wants one and somebody sits at the terminal.
 * @param options `database`: instead of the one in the URL
 */
export async function openConnection(
  call: Call,
  url: string,
  { production, database }: { readonly production?: boolean; readonly database?: string },
): Promise<OpenConnection> {
  const { target, password, cautions } = await call('connections.parseUrl', { url })
  for (const caution of cautions) process.stderr.write(`${caution}\n`)
  const marked = {
    ...target,
    ...(production && { production }),
    ...(database !== undefined && target.via === 'network' && { database }),
  }
  const given = password ?? process.env['SARGABLE_PASSWORD']
  try {
    return await call('connections.open', { target: marked, ...(given !== undefined && { password: given }) })
  } catch (thrown) {
    const refused = thrown instanceof SargableError && thrown.fault.code === 'access-denied'
    if (!refused || given !== undefined || !process.stdin.isTTY) throw thrown
    return call('connections.open', { target: marked, password: await askPassword() })
  }
}

function askPassword(): Promise<string> {
  return new Promise((resolve) => {
    process.stderr.write('Password: ')
    // Without an output stream, readline echoes nothing.
    const reader = createInterface({ input: process.stdin, terminal: true })
    reader.question('', (answer) => {
      reader.close()
      process.stderr.write('\n')
      resolve(answer)
    })
  })
}
