import { exhausted } from '../errors'
import type { ConnectionTarget } from './model'
import { sandboxOptionsText } from './sandbox-options'

/**
 * A target as its URL, for people and for history. Never holds a password: the target has none.
 * `parseConnectionUrl` reads it back, but for the limits of embedded and sandbox targets, which their URLs cannot say.
 */
export function connectionText(target: ConnectionTarget): string {
  switch (target.via) {
    case 'pglite':
      return `pglite:${target.dataFolder ?? ''}`
    case 'sandbox':
      return `sandbox:${target.product}${sandboxOptionsText(target)}`
    case 'network':
      return networkText(target)
    default:
      return exhausted(target)
  }
}

function networkText(target: Extract<ConnectionTarget, { via: 'network' }>): string {
  const host = target.host ?? ''
  const address = host.includes(':') ? `[${host.replace('%', '%25')}]` : encodeURIComponent(host)
  const account = target.user === undefined ? '' : `${encodeURIComponent(target.user)}@`
  const port = target.port === undefined ? '' : `:${target.port}`
  const database = target.database === undefined ? '' : `/${encodeURIComponent(target.database)}`
  const parameters: readonly (readonly [string, string | undefined])[] = [
    ['socket', target.socketPath],
    ['ssl', target.tls?.mode],
    ['ca', target.tls?.caFile],
    ['cert', target.tls?.certFile],
    ['key', target.tls?.keyFile],
    ['connect_timeout', time(target.connectTimeoutMs)],
    ['statement_timeout', time(target.statementTimeoutMs)],
    ['lock_timeout', time(target.lockTimeoutMs)],
    ['production', target.production === undefined ? undefined : String(target.production)],
    ['scratch', target.scratchAllowed === undefined ? undefined : String(target.scratchAllowed)],
  ]
  const query = parameters
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${readable(value)}`]))
    .join('&')
  return `${target.product}://${account}${address}${port}${database}${query && `?${query}`}`
}

function time(ms: number | undefined): string | undefined {
  if (ms === undefined) return undefined
  return ms % 1000 === 0 ? `${ms / 1000}s` : `${ms}ms`
}

/** Escaped, but for the slashes and colons of paths, which mean nothing after the `?`. */
function readable(value: string): string {
  return encodeURIComponent(value).replace(/%2F/g, '/').replace(/%3A/g, ':')
}
