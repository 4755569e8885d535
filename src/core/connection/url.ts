import { fault } from '../errors'
import type { ConnectionTarget } from './model'
import { readSandboxOptions } from './sandbox-options'
import { type NetworkParts, readParameters, readPort } from './url-parameters'

export { connectionText } from './text'

import { decoded, type Piece, piece } from './url-piece'

/** What a connection URL says. The password is kept apart so that a target can be shown, stored and logged. */
export interface ParsedConnectionUrl {
  readonly target: ConnectionTarget
  readonly password?: string
  /** Things worth a word: a password that process lists show, parameters that are not used. */
  readonly cautions: readonly string[]
}

export const passwordInUrlCaution =
  'The password in the URL can be read in process lists and in the shell history; ' +
  'use the prompt, SARGABLE_PASSWORD, ~/.my.cnf or ~/.pgpass.'

const networkProducts: Readonly<Record<string, 'mysql' | 'mariadb' | 'postgres'>> = {
  mysql: 'mysql',
  mariadb: 'mariadb',
  postgres: 'postgres',
  postgresql: 'postgres',
}

const forms =
  'Use mysql://user@host:port/database, mariadb://…, postgres://…, pglite:, pglite:<folder>, ' +
  'or sandbox:mysql, sandbox:mariadb, sandbox:postgres.'

/**
 * Reads `mysql://user@host:port/db?ssl=…`, `mariadb://…`, `postgres://…` (`postgresql://…`), `pglite:`,
 * `pglite:<folder>` and `sandbox:<product>?pool=8M&direct=1`. User, password, host and database are percent-decoded; a folder of
 * `pglite:` is taken as it is.
 * @throws SargableError `bad-request` with the span of the piece that is wrong.
 */
export function parseConnectionUrl(text: string): ParsedConnectionUrl {
  const trimmed = text.trim()
  const whole = piece(text, text.indexOf(trimmed), text.indexOf(trimmed) + trimmed.length)
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(trimmed)?.[1]
  if (scheme === undefined) {
    throw fault('bad-request', trimmed === '' ? 'The connection URL is empty.' : 'This is not a connection URL.', {
      hint: forms,
      span: whole.span,
    })
  }
  const rest = whole.from(scheme.length + 1)
  const name = scheme.toLowerCase()
  if (name === 'pglite') return embedded(rest)
  if (name === 'sandbox') return sandbox(rest)
  const product = networkProducts[name]
  if (product === undefined) {
    throw fault('bad-request', `Unknown kind of server "${scheme}".`, {
      hint: forms,
      span: whole.to(scheme.length).span,
    })
  }
  return network(product, rest)
}

function embedded(rest: Piece): ParsedConnectionUrl {
  // `pglite:///folder` is how a URL would write an absolute path.
  const folder = rest.text.startsWith('//') ? rest.text.slice(2) : rest.text
  return { target: folder === '' ? { via: 'pglite' } : { via: 'pglite', dataFolder: folder }, cautions: [] }
}

function sandbox(rest: Piece): ParsedConnectionUrl {
  const questionMark = rest.text.indexOf('?')
  const name = questionMark === -1 ? rest : rest.to(questionMark)
  const product = networkProducts[name.text.toLowerCase()]
  if (product === undefined) {
    throw fault('bad-request', `There is no sandbox of "${name.text}".`, {
      hint: 'Use sandbox:mysql, sandbox:mariadb or sandbox:postgres.',
      span: name.span,
    })
  }
  const options = questionMark === -1 ? {} : readSandboxOptions(rest.from(questionMark + 1), product)
  return { target: { via: 'sandbox', product, ...options }, cautions: [] }
}

function network(product: 'mysql' | 'mariadb' | 'postgres', rest: Piece): ParsedConnectionUrl {
  if (!rest.text.startsWith('//')) {
    throw fault('bad-request', 'Two slashes are missing after the kind of server.', {
      hint: `Write ${product}://user@host:port/database.`,
      span: rest.span,
    })
  }
  const afterSlashes = rest.from(2)
  const questionMark = afterSlashes.text.indexOf('?')
  const place = questionMark === -1 ? afterSlashes : afterSlashes.to(questionMark)
  const slash = place.text.indexOf('/')
  const authority = slash === -1 ? place : place.to(slash)
  const path = slash === -1 ? undefined : place.from(slash + 1)
  if (path?.text.includes('@') && !authority.text.includes('@')) {
    throw fault('bad-request', 'There is a slash before the "@" of the user.', {
      hint: 'In a user name or password write "/" as %2F, "@" as %40, "?" as %3F and "%" as %25.',
      span: authority.span,
    })
  }

  const parts: NetworkParts = { cautions: [] }
  readAuthority(authority, parts)
  readDatabase(path, parts)
  if (questionMark !== -1) readParameters(afterSlashes.from(questionMark + 1), parts)
  if (parts.password !== undefined) parts.cautions.unshift(passwordInUrlCaution)
  const { cautions, password, tls, tlsMode, ...target } = parts
  // A CA file is named in order to be checked against; a client certificate only makes sense with TLS.
  const mode = tlsMode ?? (tls?.caFile !== undefined ? 'verify-ca' : tls ? 'require' : undefined)
  return {
    target: { via: 'network', product, ...target, ...(mode && { tls: { mode, ...tls } }) },
    ...(password !== undefined && { password }),
    cautions,
  }
}

function readAuthority(authority: Piece, parts: NetworkParts): void {
  const at = authority.text.lastIndexOf('@')
  if (at !== -1) {
    const account = authority.to(at)
    const colon = account.text.indexOf(':')
    const user = decoded(colon === -1 ? account : account.to(colon), 'user name')
    if (user !== '') parts.user = user
    if (colon !== -1) parts.password = decoded(account.from(colon + 1), 'password')
  }
  const server = authority.from(at + 1)
  if (server.text === '') return
  const inBrackets = /^\[([^\]]*)\]/.exec(server.text)?.[1]
  if (inBrackets !== undefined) {
    const address = server.from(1).to(inBrackets.length)
    if (!/^[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*(%25[\w.-]+)?$/.test(inBrackets)) {
      throw fault('bad-request', `"${inBrackets}" is not an IPv6 address.`, { span: address.span })
    }
    parts.host = decoded(address, 'host')
    readPortAfter(server.from(inBrackets.length + 2), parts)
    return
  }
  if (server.text.startsWith('[')) {
    throw fault('bad-request', 'The "]" after the IPv6 address is missing.', { span: server.span })
  }
  if (server.text.includes(',')) {
    throw fault('bad-request', 'Only one host can be named.', {
      hint: 'Open one connection per server.',
      span: server.span,
    })
  }
  const colon = server.text.indexOf(':')
  if (colon !== server.text.lastIndexOf(':')) {
    throw fault('bad-request', `"${server.text}" has more than one colon.`, {
      hint: 'Write an IPv6 address in brackets: [::1]:5432.',
      span: server.span,
    })
  }
  const host = decoded(colon === -1 ? server : server.to(colon), 'host')
  // The PostgreSQL way to write a socket folder: postgres://%2Fvar%2Frun%2Fpostgresql/db
  if (host.startsWith('/')) parts.socketPath = host
  else if (host !== '') parts.host = host
  if (colon !== -1) readPortAfter(server.from(colon), parts)
}

function readPortAfter(text: Piece, parts: NetworkParts): void {
  if (text.text === '') return
  if (!text.text.startsWith(':')) {
    throw fault('bad-request', `"${text.text}" is neither a port nor a database.`, { span: text.span })
  }
  if (text.text !== ':') parts.port = readPort(text.from(1))
}

function readDatabase(path: Piece | undefined, parts: NetworkParts): void {
  if (path === undefined || path.text === '') return
  const slash = path.text.indexOf('/')
  if (slash !== -1) {
    throw fault('bad-request', 'There is more than a database after the host.', {
      hint: 'In a database name write "/" as %2F.',
      span: path.from(slash).span,
    })
  }
  parts.database = decoded(path, 'database')
}
