import { faultCodeOf, hintOf } from '../../core/dialects/mysql-family'
import { fault, type SargableError } from '../../core/errors'
import { faultFromNetworkError, lostConnection } from '../shared/connect-faults'

/** What a person would call the server, for messages. */
export interface Place {
  /** `127.0.0.1:3306`, or a socket path. */
  readonly name: string
}

/** The driver's own codes for a connection that ended. */
const lostCodes = new Set([
  'PROTOCOL_CONNECTION_LOST',
  'PROTOCOL_ENQUEUE_AFTER_FATAL_ERROR',
  'PROTOCOL_ENQUEUE_AFTER_QUIT',
  'PROTOCOL_UNEXPECTED_PACKET',
  'PROTOCOL_PACKETS_OUT_OF_ORDER',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
])

interface DriverError {
  readonly errno?: number
  readonly code?: string
  readonly sqlState?: string
  readonly sqlMessage?: string
  readonly message: string
}

/** Reads the fields that mysql2 puts on its errors. */
function driverError(thrown: unknown): DriverError {
  if (!(thrown instanceof Error)) return { message: String(thrown) }
  const error = thrown as Error & Partial<Record<'errno' | 'code' | 'sqlState' | 'sqlMessage', unknown>>
  return {
    message: error.message,
    ...(typeof error.errno === 'number' && { errno: error.errno }),
    ...(typeof error.code === 'string' && { code: error.code }),
    ...(typeof error.sqlState === 'string' && { sqlState: error.sqlState.replace(/^#/, '') }),
    ...(typeof error.sqlMessage === 'string' && { sqlMessage: error.sqlMessage }),
  }
}

/** Any error of the driver as one of ours: the server's own words are kept, with what to do next. */
export function faultFromServer(thrown: unknown, place: Place): SargableError {
  const error = driverError(thrown)
  // Operating-system errors have an errno too, a negative one, and no SQL state.
  if (
    error.errno !== undefined &&
    error.errno > 0 &&
    (error.sqlMessage !== undefined || error.sqlState !== undefined)
  ) {
    const message = error.sqlMessage ?? error.message
    const hint = hintOf(error.errno, message)
    return fault(faultCodeOf(error.errno, message), message, {
      ...(hint && { hint }),
      server: { errno: error.errno, ...(error.sqlState && { sqlState: error.sqlState }), message },
    })
  }
  if (error.code === 'HANDSHAKE_NO_SSL_SUPPORT') {
    return fault('tls-refused', `${place.name} does not offer encrypted connections.`, {
      hint: 'Set the TLS mode to "disable" or "prefer", or configure a certificate on the server.',
      server: { errno: error.code, message: error.message },
    })
  }
  if (error.code !== undefined && lostCodes.has(error.code))
    return lostConnection(place.name, error.message, error.code)
  const network = faultFromNetworkError(thrown, place.name)
  if (network) return network
  return fault('server-error', error.message, {
    ...(error.code && { server: { errno: error.code, message: error.message } }),
  })
}
