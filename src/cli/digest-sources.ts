import { type ServerSource, serverSourceSchema } from '../core/digest/live/model'
import { fault } from '../core/errors'
import type { OpenConnection, Request } from '../service/api'
import { openConnection } from './open-connection'
import type { Call } from './run-context'

/** What of the command line says what a digest is made of. */
export interface SourceOptions {
  readonly of?: string
  readonly for?: string
  readonly prefixFrom?: string
  readonly production?: boolean
}

export type Sources = Pick<Request<'digest.run'>, 'paths' | 'servers' | 'prefixFrom'>

const url = /^(?:mysql|mariadb|postgres|postgresql|pglite|sandbox):/i

/** Is the word a connection? Everything else is a file. */
export function isConnectionUrl(word: string): boolean {
  return url.test(word)
}

/**
 * Files as they are, and of each server the source that was asked for, else the one that tells most.
 * @throws SargableError `unsupported` when a server keeps nothing of it, with what would change that
 */
export async function digestSources(call: Call, words: readonly string[], options: SourceOptions): Promise<Sources> {
  const seconds = options.for === undefined ? undefined : secondsOf('--for', options.for)
  const wanted = options.of === undefined ? undefined : sourceNamed(options.of)
  const servers: NonNullable<Sources['servers']> = []
  for (const word of words.filter(isConnectionUrl)) {
    const connection = await openConnection(call, word, options)
    const { connectionId } = connection
    const of = await offered(call, connection, wanted)
    servers.push({ kind: 'server', connectionId, of, ...(seconds !== undefined && { seconds }) })
  }
  const paths = words.filter((word) => !isConnectionUrl(word))
  if (servers.length === 0 && (seconds ?? wanted) !== undefined)
    throw fault('bad-request', '--of and --for are of a server.', { hint: 'Name one: sargable digest mysql://…' })
  if (options.prefixFrom === undefined) return { paths, servers }
  const { connectionId } = await openConnection(call, options.prefixFrom, options)
  return { paths, servers, prefixFrom: connectionId }
}

async function offered(
  call: Call,
  { connectionId, name }: OpenConnection,
  wanted: ServerSource | undefined,
): Promise<ServerSource> {
  const offers = await call('digest.offers', { connectionId })
  const found = offers.find(({ of, available }) => available && (wanted === undefined || of === wanted))
  if (found !== undefined) return found.of
  const refused = offers.filter(({ of }) => wanted === undefined || of === wanted)
  throw fault('unsupported', `${name} offers ${wanted === undefined ? 'nothing of its statements' : `no ${wanted}`}.`, {
    hint: refused.map(({ of, because }) => `${of}: ${because ?? 'unknown'}`).join('\n'),
  })
}

function sourceNamed(word: string): ServerSource {
  const found = serverSourceSchema.safeParse(word)
  if (found.success) return found.data
  throw fault('bad-request', `A server has no "${word}".`, {
    hint: `--of is one of ${serverSourceSchema.options.join(', ')}.`,
  })
}

/** `60s`, `5m`, `1h`; a bare number is seconds. */
export function secondsOf(option: string, text: string): number {
  const found = /^(\d+(?:\.\d+)?)(ms|s|m|min|h)?$/.exec(text)
  const seconds = Number(found?.[1]) * (secondsPer[found?.[2] ?? 's'] ?? 1)
  if (found === null || !(seconds > 0) || seconds > 86_400)
    throw fault('bad-request', `${option} ${text} is no time such as 60s or 5m, up to a day.`)
  return seconds
}

const secondsPer: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, min: 60, h: 3600 }
