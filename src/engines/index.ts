import type { ConnectionTarget } from '../core/connection/model'
import { exhausted, fault } from '../core/errors'
import type { Engine } from './engine'
import { mariadbEngine } from './mariadb'
import { mysqlEngine } from './mysql'
import { pgliteEngine } from './pglite'
import { postgresEngine } from './postgres'

export { type FilledConnection, withClientFiles } from './client-files'
export { prepareEmbedded } from './pglite'

/** Every engine, by folder name. */
export const engines: readonly Engine[] = [mariadbEngine, mysqlEngine, pgliteEngine, postgresEngine]

/**
 * The engine that connects to a target.
 * @throws SargableError `bad-request` for a sandbox, which must be started first and is then a network target.
 */
export function engineFor(target: ConnectionTarget): Engine {
  switch (target.via) {
    case 'pglite':
      return pgliteEngine
    case 'sandbox':
      throw fault('bad-request', 'A sandbox is started before it is connected to.')
    case 'network':
      switch (target.product) {
        case 'mysql':
          return mysqlEngine
        case 'mariadb':
          return mariadbEngine
        case 'postgres':
          return postgresEngine
        default:
          return exhausted(target.product)
      }
    default:
      return exhausted(target)
  }
}
