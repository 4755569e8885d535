import { fault, type SargableError } from '../../core/errors'

/** Codes that Node gives to a TLS handshake that one side refused. */
const tlsCodes =
  /^(ERR_TLS_|ERR_SSL_|ERR_OSSL|EPROTO$|CERT_|UNABLE_TO_|SELF_SIGNED_CERT|DEPTH_ZERO_SELF_SIGNED|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH_EXCEEDED)/

/** The code of a Node error, also of one inside an AggregateError (several addresses of one host were tried). */
export function networkCode(thrown: unknown): string | undefined {
  if (typeof thrown !== 'object' || thrown === null) return undefined
  if ('code' in thrown && typeof thrown.code === 'string') return thrown.code
  if ('errors' in thrown && Array.isArray(thrown.errors)) return networkCode(thrown.errors[0])
  return undefined
}

/**
 * What a socket or TLS error means, or undefined when it is none of these. `place` is what the person would call the
 * server: `127.0.0.1:3306` or a socket path.
 */
export function faultFromNetworkError(thrown: unknown, place: string): SargableError | undefined {
  const code = networkCode(thrown)
  if (code === undefined) return undefined
  const said = thrown instanceof Error && thrown.message ? thrown.message : code
  const server = { server: { errno: code, message: said } }
  if (tlsCodes.test(code)) {
    return fault('tls-refused', `No encrypted connection to ${place}: ${said}`, {
      hint: 'Check the TLS mode and the CA file of the connection; "require" encrypts without checking the certificate.',
      ...server,
    })
  }
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return fault('unknown-host', `No computer answers to the name in ${place}.`, {
        hint: 'Check the spelling of the host, and the VPN or tunnel that it may need.',
        ...server,
      })
    case 'ECONNREFUSED':
      return fault('cannot-connect', `Nothing listens at ${place}.`, {
        hint: 'Check that the server runs and that the port is right.',
        ...server,
      })
    case 'ENOENT':
      return fault('cannot-connect', `There is no socket at ${place}.`, {
        hint: 'Check the socket path, or connect by host and port.',
        ...server,
      })
    case 'EACCES':
    case 'EPERM':
      return fault('cannot-connect', `This user may not open ${place}.`, {
        hint: 'Check the permissions of the socket file.',
        ...server,
      })
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'EHOSTDOWN':
      return fault('cannot-connect', `No answer from ${place}.`, {
        hint: 'A firewall, or a network that is not up. Check the host and port.',
        ...server,
      })
    case 'ECONNRESET':
    case 'EPIPE':
    case 'ECONNABORTED':
      return lostConnection(place, said, code)
    default:
      return undefined
  }
}

/** The connection was there and is gone. */
export function lostConnection(place: string, said: string, code: string | number): SargableError {
  return fault('lost-connection', `The connection to ${place} was lost.`, {
    hint: 'Connect again. If it happens again on the same statement, read the error log of the server.',
    server: { errno: code, message: said },
  })
}
