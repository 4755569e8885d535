import type { Session } from '../../engines/engine'
import { mysqlScratch } from './mysql'
import type { ScratchEngine } from './place'
import { postgresScratch } from './postgres'

/** How scratch schemas are made on a session's server. */
export function engineOf({ identity }: Session): ScratchEngine {
  return identity.family === 'mysql' ? mysqlScratch : postgresScratch
}
