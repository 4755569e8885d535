import { fault } from '../errors'
import type { Tls } from './model'
import { decoded, type Piece } from './url-piece'

/** A network target in the making. */
export interface NetworkParts {
  host?: string
  port?: number
  socketPath?: string
  user?: string
  password?: string
  database?: string
  tlsMode?: Tls['mode']
  tls?: { caFile?: string; certFile?: string; keyFile?: string }
  production?: boolean
  scratchAllowed?: boolean
  connectTimeoutMs?: number
  statementTimeoutMs?: number
  lockTimeoutMs?: number
  readonly cautions: string[]
}

/** The words of both worlds: libpq's sslmode, and the ssl-mode of the MySQL clients (compared in lower case). */
const tlsModes: Readonly<Record<string, Tls['mode']>> = {
  disable: 'disable',
  disabled: 'disable',
  false: 'disable',
  off: 'disable',
  '0': 'disable',
  allow: 'prefer',
  prefer: 'prefer',
  preferred: 'prefer',
  '': 'require',
  require: 'require',
  required: 'require',
  true: 'require',
  on: 'require',
  '1': 'require',
  'no-verify': 'require',
  'verify-ca': 'verify-ca',
  verify_ca: 'verify-ca',
  'verify-full': 'verify-identity',
  'verify-identity': 'verify-identity',
  verify_identity: 'verify-identity',
}

/** Parameters of other clients that change nothing here. */
const unused = new Set([
  'application_name',
  'channel_binding',
  'charset',
  'client_encoding',
  'collation',
  'gssencmode',
  'keepalives',
  'target_session_attrs',
  'timezone',
])

type Setter = (parts: NetworkParts, value: string, at: Piece) => void

const text =
  (set: (parts: NetworkParts, value: string) => void): Setter =>
  (parts, value, at) => {
    if (value === '') throw fault('bad-request', 'A value is missing here.', { span: at.span })
    set(parts, value)
  }

const caFile = text((parts, value) => {
  parts.tls = { ...parts.tls, caFile: value }
})
const certFile = text((parts, value) => {
  parts.tls = { ...parts.tls, certFile: value }
})
const keyFile = text((parts, value) => {
  parts.tls = { ...parts.tls, keyFile: value }
})
const database = text((parts, value) => {
  parts.database = value
})

const tlsMode: Setter = (parts, value, at) => {
  const mode = tlsModes[value.toLowerCase()]
  if (mode === undefined) {
    throw fault('bad-request', `Unknown TLS mode "${value}".`, {
      hint: 'Use disable, prefer, require, verify-ca or verify-identity.',
      span: at.span,
    })
  }
  parts.tlsMode = mode
}

const known: Readonly<Record<string, Setter>> = {
  ssl: tlsMode,
  sslmode: tlsMode,
  'ssl-mode': tlsMode,
  tls: tlsMode,
  ca: caFile,
  sslrootcert: caFile,
  'ssl-ca': caFile,
  cert: certFile,
  sslcert: certFile,
  'ssl-cert': certFile,
  key: keyFile,
  sslkey: keyFile,
  'ssl-key': keyFile,
  socket: text((parts, value) => {
    parts.socketPath = value
  }),
  host: text((parts, value) => {
    if (value.startsWith('/')) parts.socketPath = value
    else parts.host = value
  }),
  port: (parts, _value, at) => {
    parts.port = readPort(at)
  },
  user: text((parts, value) => {
    parts.user = value
  }),
  password: (parts, value) => {
    parts.password = value
  },
  dbname: database,
  database,
  // Seconds, as in libpq and the MySQL clients.
  connect_timeout: (parts, value, at) => {
    parts.connectTimeoutMs = milliseconds(value, 1000, at)
  },
  // Milliseconds, as in PostgreSQL's settings of these names.
  statement_timeout: (parts, value, at) => {
    parts.statementTimeoutMs = milliseconds(value, 1, at)
  },
  lock_timeout: (parts, value, at) => {
    parts.lockTimeoutMs = milliseconds(value, 1, at)
  },
  production: (parts, value, at) => {
    parts.production = isTrue(value, at)
  },
  // With production: copies in schemas of ours are allowed, after the card.
  scratch: (parts, value, at) => {
    parts.scratchAllowed = isTrue(value, at)
  },
}

/**
 * Reads what stands after the `?`. Later parameters win over earlier ones and over the rest of the URL.
 * @throws SargableError `bad-request` with the span of an unknown name or a bad value.
 */
export function readParameters(query: Piece, parts: NetworkParts): void {
  let rest = query
  while (rest.text !== '') {
    const end = rest.text.indexOf('&')
    const pair = end === -1 ? rest : rest.to(end)
    rest = rest.from(end === -1 ? rest.text.length : end + 1)
    if (pair.text === '') continue
    const equals = pair.text.indexOf('=')
    const nameAt = equals === -1 ? pair : pair.to(equals)
    const valueAt = pair.from(equals === -1 ? pair.text.length : equals + 1)
    const name = decoded(nameAt, 'parameter name').toLowerCase()
    const set = Object.hasOwn(known, name) ? known[name] : undefined
    if (set) set(parts, decoded(valueAt, `value of ${name}`), valueAt)
    else if (unused.has(name)) parts.cautions.push(`The parameter "${name}" of the URL is not used.`)
    else {
      throw fault('bad-request', `Unknown parameter "${name}".`, {
        hint: 'Known: ssl, ca, cert, key, socket, host, port, user, password, database, connect_timeout (s), statement_timeout (ms), lock_timeout (ms), production, scratch.',
        span: nameAt.span,
      })
    }
  }
}

/** @throws SargableError `bad-request` */
export function readPort(part: Piece): number {
  const port = /^\d{1,5}$/.test(part.text) ? Number(part.text) : 0
  if (port < 1 || port > 65535) {
    throw fault('bad-request', `"${part.text}" is not a port.`, { hint: 'Ports are 1 to 65535.', span: part.span })
  }
  return port
}

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, min: 60_000 }

/** `10`, `10s`, `500ms`, `2min`; a bare number counts in `bareUnitMs`. */
function milliseconds(value: string, bareUnitMs: number, at: Piece): number {
  const [, digits, unit] = /^(\d{1,9})(ms|s|min)?$/.exec(value) ?? []
  const result = digits === undefined ? 0 : Number(digits) * (unit === undefined ? bareUnitMs : (unitMs[unit] ?? 0))
  if (result <= 0) {
    throw fault('bad-request', `"${value}" is not a time.`, {
      hint: 'Write a positive number, with ms, s or min after it if you like.',
      span: at.span,
    })
  }
  return result
}

function isTrue(value: string, at: Piece): boolean {
  if (!/^(|1|0|true|false|yes|no|on|off)$/i.test(value)) {
    throw fault('bad-request', `"${value}" is neither true nor false.`, { span: at.span })
  }
  return !/^(0|false|no|off)$/i.test(value)
}
