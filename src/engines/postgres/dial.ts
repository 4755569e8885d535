import { basename, dirname } from 'node:path'
import type { ConnectionOptions } from 'node:tls'
import type { ClientConfig } from 'pg'
import type { ConnectionTarget, Tls } from '../../core/connection/model'
import { fault, SargableError } from '../../core/errors'
import type { Credentials } from '../engine'
import { readTlsFiles } from '../shared/tls-files'
import { ClientWire, type PostgresWire } from './wire'

type NetworkTarget = Extract<ConnectionTarget, { via: 'network' }>

/** Time for the TCP, TLS and login handshake together. */
const defaultConnectTimeoutMs = 10_000
const defaultPort = 5432

/** Sent once and never through pg's own fallbacks, which warn on stderr. */
function passwordOf(credentials: Credentials, place: string): () => string {
  return () => {
    if (credentials.password) return credentials.password
    throw fault('access-denied', `${place} asks for a password.`, {
      hint: 'Give one, or put it into ~/.pgpass.',
    })
  }
}

/**
 * Connects to a server by TCP or socket folder. Without a TLS setting a server on this computer is spoken to in clear,
 * any other one encrypted where it can.
 */
export async function dial(
  target: NetworkTarget,
  credentials: Credentials,
  signal: AbortSignal,
): Promise<PostgresWire> {
  const socket = target.socketPath === undefined ? undefined : socketOf(target.socketPath)
  const host = socket?.folder ?? target.host ?? 'localhost'
  const port = socket?.port ?? target.port ?? defaultPort
  const place = socket ? `${host}/.s.PGSQL.${port}` : `${host}:${port}`
  const config: ClientConfig = {
    host,
    port,
    ...(target.user !== undefined && { user: target.user }),
    ...(target.database !== undefined && { database: target.database }),
    password: passwordOf(credentials, place),
    connectionTimeoutMillis: target.connectTimeoutMs ?? defaultConnectTimeoutMs,
    application_name: 'sargable',
    keepAlive: true,
  }
  const local = socket !== undefined || host === 'localhost' || /^(127\.|::1$)/.test(host)
  const tls: Tls = socket ? { mode: 'disable' } : (target.tls ?? { mode: local ? 'disable' : 'prefer' })
  const ssl = await sslOf(tls)

  const open = async (how: AbortSignal, encrypted: boolean) =>
    ClientWire.connect({ ...config, ssl: encrypted && ssl }, place, how)
  let encrypted = ssl !== false
  let wire: ClientWire
  try {
    wire = await open(signal, encrypted)
  } catch (error) {
    const refused = error instanceof SargableError && error.fault.code === 'tls-refused'
    if (tls.mode !== 'prefer' || !refused) throw error
    encrypted = false
    wire = await open(signal, encrypted)
  }
  try {
    const pid = (await wire.query('SELECT pg_backend_pid()')).rows[0]?.[0] ?? ''
    return networkWire(wire, pid, () => open(new AbortController().signal, encrypted))
  } catch (error) {
    wire.destroy()
    throw error
  }
}

/** Stopping goes through a second connection: the first one is busy. */
function networkWire(wire: ClientWire, pid: string, openSecond: () => Promise<ClientWire>): PostgresWire {
  return {
    place: wire.place,
    generation: 1,
    closed: wire.closed,
    query: (text, values, sent) => wire.query(text, values, sent),
    packets: (text, sent, take) => wire.packets(text, sent, take),
    destroy: () => wire.destroy(),
    end: () => wire.end(),
    async stop() {
      const second = await openSecond()
      try {
        await second.query('SELECT pg_cancel_backend($1)', [pid])
      } finally {
        await second.end()
      }
    },
  }
}

async function sslOf(tls: Tls): Promise<false | ConnectionOptions> {
  if (tls.mode === 'disable') return false
  const files = await readTlsFiles(tls)
  const verifies = tls.mode === 'verify-ca' || tls.mode === 'verify-identity'
  return {
    ...files,
    rejectUnauthorized: verifies,
    // "verify-ca": who signed it counts, not which name is in it.
    ...(tls.mode === 'verify-ca' && { checkServerIdentity: () => undefined }),
  }
}

/** A folder, or the socket itself (`/run/postgresql/.s.PGSQL.5433`), which names the port too. */
function socketOf(path: string): { folder: string; port?: number } {
  const port = /^\.s\.PGSQL\.(\d+)$/.exec(basename(path))?.[1]
  return port === undefined ? { folder: path } : { folder: dirname(path), port: Number(port) }
}
