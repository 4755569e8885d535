import { noOffers, offersOf } from '../../core/experiment/presets/index'
import type { PresetOffer } from '../../core/experiment/presets/model'
import type { Request } from '../api'
import { boundStatement } from '../bound-statement'
import type { Connections } from '../connections'
import { presetFacts } from './preset-facts'

/** What each preset makes of a statement. On a production connection nothing is sent: no experiment runs there. */
export function presetOffers(
  connections: Connections,
  { connectionId, sql, values, preset }: Request<'experiment.presets'>,
  signal: AbortSignal,
): Promise<readonly PresetOffer[]> {
  return connections.withSession(connectionId, signal, async (session, { target }) => {
    if (target.production) return noOffers('Statements are not executed on a production connection.', preset)
    const asked = values === undefined ? sql : (await boundStatement(sql, session.identity, values)).sql
    return offersOf(await presetFacts(session, asked, signal), preset)
  })
}
