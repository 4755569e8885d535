import type { TrialServer } from '../../core/advisor/trial/ways'
import { plannerFactsOf, plannerFactsSql } from '../../core/alternatives/settings'
import { dialectOf } from '../../core/engine'
import type { Session } from '../../engines/engine'

/** A server as far as trying advice goes; `hypopgSchema` is where its functions are. */
export interface KnownServer extends TrialServer {
  readonly hypopgSchema?: string | undefined
}

/** What the session's server can do; asks PostgreSQL once whether hypopg is there. */
export async function trialServer(session: Session, signal: AbortSignal): Promise<KnownServer> {
  const { identity, capabilities } = session
  const can = (name: string) => capabilities.some((one) => one.name === name && one.available)
  const base = {
    product: identity.product,
    dialect: dialectOf(identity.product),
    invisibleIndexes: can('invisible-index'),
  }
  if (identity.family !== 'postgres') return base
  const { hypopg } = plannerFactsOf(identity.version, (await session.read(plannerFactsSql, signal)).rows)
  return hypopg === undefined ? base : { ...base, hypopg: { hides: hypopg.hides }, hypopgSchema: hypopg.schema }
}

/** How trying would become better here: the way to hypopg where PostgreSQL is without it. */
export function trialHints({ identity, capabilities }: Session, { hypopg }: KnownServer): readonly string[] {
  if (identity.family !== 'postgres') return []
  if (hypopg !== undefined) {
    return hypopg.hides
      ? []
      : ['This version of hypopg cannot hide indexes; 1.4 and later try the drop of an index without copies.']
  }
  const found = capabilities.find(({ name }) => name === 'hypothetical-index')
  if (found?.remedy === undefined) return []
  return [`Indexes can be tried without copies: ${found.remedy}`]
}
