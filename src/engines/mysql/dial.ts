import { isIP } from 'node:net'
import mysql from 'mysql2'
import type { ConnectionTarget } from '../../core/connection/model'
import { fault, SargableError } from '../../core/errors'
import type { Credentials } from '../engine'
import { networkCode } from '../shared/connect-faults'
import { cancelled } from '../shared/stoppable'
import { readTlsFiles } from '../shared/tls-files'
import { faultFromServer, type Place } from './faults'
import { Wire } from './wire'

type NetworkTarget = Extract<ConnectionTarget, { via: 'network' }>

/** Time for the TCP, TLS and login handshake together. */
const defaultConnectTimeoutMs = 10_000

/** Opens connections to one server with one account; a second one is needed to stop a statement of the first. */
export interface Line {
  readonly place: Place
  /** `withoutDatabase` for errands of the tool itself, which work also when the database was dropped. */
  open(signal: AbortSignal, how?: { readonly withoutDatabase: boolean }): Promise<Wire>
}

/**
 * Prepares a line: reads the TLS files, settles the driver's options. Nothing is sent yet.
 * Without a TLS setting a server on this computer is spoken to in clear, any other one encrypted where it can.
 */
export async function lineTo(target: NetworkTarget, credentials: Credentials): Promise<Line> {
  const host = target.host ?? '127.0.0.1'
  const port = target.port ?? 3306
  const place = { name: target.socketPath ?? `${host}:${port}` }
  const connectTimeoutMs = target.connectTimeoutMs ?? defaultConnectTimeoutMs
  const options: mysql.ConnectionOptions = {
    ...(target.socketPath === undefined ? { host, port } : { socketPath: target.socketPath }),
    user: target.user ?? '',
    password: credentials.password ?? '',
    ...(target.database !== undefined && { database: target.database }),
    connectTimeout: connectTimeoutMs,
    multipleStatements: false,
    supportBigNumbers: true,
    bigNumberStrings: true,
    dateStrings: true,
    // The driver would set sql_mode IGNORE_SPACE, which changes how statements are read, and offer local files.
    flags: ['-IGNORE_SPACE', '-LOCAL_FILES'],
    connectAttributes: { program_name: 'sargable' },
  }
  const local = target.socketPath !== undefined || host === 'localhost' || /^(127\.|::1$)/.test(host)
  const tls = target.tls ?? { mode: local ? ('disable' as const) : ('prefer' as const) }
  const ssl: mysql.SslOptions | undefined =
    tls.mode === 'disable' || target.socketPath !== undefined
      ? undefined
      : {
          ...(await readTlsFiles(tls)),
          rejectUnauthorized: tls.mode === 'verify-ca' || tls.mode === 'verify-identity',
          verifyIdentity: tls.mode === 'verify-identity',
        }
  if (tls.mode === 'verify-identity' && isIP(host) !== 0 && ssl) {
    // The driver compares the certificate with "localhost" then, which proves nothing.
    throw fault('tls-refused', `TLS mode "verify-identity" needs a host name, not the address ${host}.`, {
      hint: 'Connect by the name in the certificate, or use "verify-ca".',
    })
  }
  // Known after the first connection: a server without TLS is not asked for it again.
  let encrypts = ssl !== undefined

  const open: Line['open'] = async (signal, how) => {
    const { database, ...bare } = options
    const chosen = how?.withoutDatabase || database === undefined ? bare : options
    if (!encrypts || !ssl) return dial(chosen, place, connectTimeoutMs, signal)
    try {
      return await dial({ ...chosen, ssl }, place, connectTimeoutMs, signal)
    } catch (error) {
      if (tls.mode !== 'prefer' || !(error instanceof SargableError) || error.fault.code !== 'tls-refused') throw error
      const wire = await dial(chosen, place, connectTimeoutMs, signal)
      encrypts = false
      return wire
    }
  }
  return { place, open }
}

function dial(options: mysql.ConnectionOptions, place: Place, timeoutMs: number, signal: AbortSignal): Promise<Wire> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(cancelled())
    const connection = mysql.createConnection(options)
    const stop = () => {
      connection.destroy()
      reject(cancelled())
    }
    signal.addEventListener('abort', stop, { once: true })
    // Errors after the handshake reach the Wire; this one only keeps a late error from ending the process.
    connection.on('error', () => undefined)
    connection.connect((error) => {
      signal.removeEventListener('abort', stop)
      if (!error) return resolve(new Wire(connection, place))
      connection.destroy()
      reject(handshakeFault(error, place, timeoutMs, options.ssl !== undefined))
    })
  })
}

function handshakeFault(error: mysql.QueryError, place: Place, timeoutMs: number, encrypts: boolean): SargableError {
  const code = networkCode(error)
  if (code === 'ETIMEDOUT') {
    return fault('cannot-connect', `No answer from ${place.name} within ${timeoutMs / 1000} s.`, {
      hint: 'Check host and port; a firewall may drop the packets. The connect time-out is a setting of the connection.',
      server: { errno: code, message: error.message },
    })
  }
  // A server that cannot speak a common TLS version closes or resets the socket in the middle of the handshake.
  if (encrypts && (code === 'ECONNRESET' || code === 'EPROTO' || /tls|ssl|certificate/i.test(error.message))) {
    return fault('tls-refused', `No encrypted connection to ${place.name}: ${error.message}`, {
      hint: 'Check the TLS mode and the CA file of the connection, and that server and client share a TLS version.',
      server: { errno: code ?? error.errno ?? 'TLS', message: error.message },
    })
  }
  if (code === 'PROTOCOL_CONNECTION_LOST' || code === 'ECONNRESET') {
    return fault('cannot-connect', `${place.name} closed the connection during the login.`, {
      hint: 'Perhaps it is not a MySQL or MariaDB server, or it is starting or stopping.',
      server: { errno: code, message: error.message },
    })
  }
  return faultFromServer(error, place)
}
