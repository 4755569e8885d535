import type { ConnectionProfile, ConnectionTarget, Tls } from '../../core/connection/model'

/** Kinds of server that the dialog offers. Percona Server speaks MySQL's protocol and is found at connect. */
export const kinds = ['mysql', 'mariadb', 'postgres', 'pglite', 'sandbox'] as const
export type Kind = (typeof kinds)[number]
export type SandboxProduct = 'mysql' | 'mariadb' | 'postgres'

/** The dialog's fields as they stand, before they make sense. */
export interface FormFields {
  readonly kind: Kind
  readonly by: 'network' | 'socket'
  readonly host: string
  readonly port: string
  readonly socketPath: string
  readonly user: string
  readonly password: string
  readonly database: string
  readonly tlsMode: Tls['mode']
  readonly caFile: string
  readonly certFile: string
  readonly keyFile: string
  readonly sandboxProduct: SandboxProduct
  readonly dataFolder: string
  readonly production: boolean
  /** With production: copies in schemas of ours are allowed. */
  readonly scratchAllowed: boolean
  readonly statementSeconds: string
  readonly name: string
}

/** Statement time limit that a new connection starts with. */
const defaultStatementSeconds = '30'

export const emptyFields: FormFields = {
  kind: 'mysql',
  by: 'network',
  host: '',
  port: '',
  socketPath: '',
  user: '',
  password: '',
  database: '',
  tlsMode: 'prefer',
  caFile: '',
  certFile: '',
  keyFile: '',
  sandboxProduct: 'mysql',
  dataFolder: '',
  production: false,
  scratchAllowed: false,
  statementSeconds: defaultStatementSeconds,
  name: '',
}

export const defaultPort: Record<SandboxProduct, string> = { mysql: '3306', mariadb: '3306', postgres: '5432' }

/** Fields that show a saved target. */
export function fieldsOf(target: ConnectionTarget, name: string): FormFields {
  const common = {
    ...emptyFields,
    name,
    production: target.production ?? false,
    scratchAllowed: target.scratchAllowed ?? false,
    statementSeconds:
      target.statementTimeoutMs === undefined ? defaultStatementSeconds : String(target.statementTimeoutMs / 1000),
  }
  if (target.via === 'pglite') return { ...common, kind: 'pglite', dataFolder: target.dataFolder ?? '' }
  if (target.via === 'sandbox') return { ...common, kind: 'sandbox', sandboxProduct: target.product }
  return {
    ...common,
    kind: target.product,
    by: target.socketPath === undefined ? 'network' : 'socket',
    host: target.host ?? '',
    port: target.port === undefined ? '' : String(target.port),
    socketPath: target.socketPath ?? '',
    user: target.user ?? '',
    database: target.database ?? '',
    tlsMode: target.tls?.mode ?? 'prefer',
    caFile: target.tls?.caFile ?? '',
    certFile: target.tls?.certFile ?? '',
    keyFile: target.tls?.keyFile ?? '',
  }
}

export function fieldsOfProfile(profile: ConnectionProfile | undefined): FormFields {
  return profile ? fieldsOf(profile.target, profile.name) : emptyFields
}

/** What is wrong, by field. Empty when the form can be sent. */
export function problemsOf(fields: FormFields): { readonly port?: string; readonly statementSeconds?: string } {
  const port = Number(fields.port)
  const seconds = Number(fields.statementSeconds)
  return {
    ...(fields.port !== '' && !(Number.isInteger(port) && port >= 1 && port <= 65_535)
      ? { port: 'Ports go from 1 to 65535.' }
      : {}),
    ...(fields.statementSeconds !== '' && !(seconds > 0 && seconds <= 86_400)
      ? { statementSeconds: 'Seconds, more than 0.' }
      : {}),
  }
}

/** The target that the fields describe; empty fields are left to the client's own defaults and files. */
export function targetOf(fields: FormFields): ConnectionTarget {
  const limits = {
    ...(fields.production ? { production: true, ...(fields.scratchAllowed ? { scratchAllowed: true } : {}) } : {}),
    ...(fields.statementSeconds === ''
      ? {}
      : { statementTimeoutMs: Math.round(Number(fields.statementSeconds) * 1000) }),
  }
  if (fields.kind === 'pglite') return { via: 'pglite', ...text('dataFolder', fields.dataFolder), ...limits }
  if (fields.kind === 'sandbox') return { via: 'sandbox', product: fields.sandboxProduct, ...limits }
  const place =
    fields.by === 'socket'
      ? text('socketPath', fields.socketPath)
      : { ...text('host', fields.host), ...(fields.port === '' ? {} : { port: Number(fields.port) }) }
  return {
    via: 'network',
    product: fields.kind,
    ...place,
    ...text('user', fields.user),
    ...text('database', fields.database),
    ...(fields.by === 'socket'
      ? {}
      : {
          tls: {
            mode: fields.tlsMode,
            ...text('caFile', fields.caFile),
            ...text('certFile', fields.certFile),
            ...text('keyFile', fields.keyFile),
          },
        }),
    ...limits,
  }
}

function text<Key extends string>(key: Key, value: string): Partial<Record<Key, string>> {
  const trimmed = value.trim()
  // A computed key widens to string; the pair is right by construction.
  return (trimmed === '' ? {} : { [key]: trimmed }) as Partial<Record<Key, string>>
}

/** The name that a connection gets when none was typed: "shop@db1". */
export function nameFor(fields: FormFields): string {
  if (fields.name.trim() !== '') return fields.name.trim()
  if (fields.kind === 'pglite') return 'Embedded PostgreSQL'
  if (fields.kind === 'sandbox') return `Sandbox ${fields.sandboxProduct}`
  const place = fields.by === 'socket' ? 'localhost' : fields.host.trim() || 'localhost'
  const who = fields.database.trim() || fields.user.trim()
  return who === '' ? place : `${who}@${place}`
}
