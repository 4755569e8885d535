import type { ConnectionTarget } from '../../core/connection/model'
import { fault } from '../../core/errors'

/** May schemas of ours be on this server? */
export function mayHoldScratch({ production, scratchAllowed }: ConnectionTarget): boolean {
  return !production || scratchAllowed === true
}

/** @throws SargableError `production-refused` on a production connection that does not allow scratch schemas */
export function checkScratchAllowed(target: ConnectionTarget): void {
  if (mayHoldScratch(target)) return
  throw fault('production-refused', 'Nothing is copied on a production connection.', {
    hint: 'Use another server with the same tables, or allow scratch schemas in the settings of this connection.',
  })
}
