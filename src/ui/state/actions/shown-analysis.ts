import type { Analysis } from '../../../core/analysis/model'
import type { Fault } from '../../../core/errors'
import type { Request } from '../../../service/api'
import { mayAskValues } from '../../editor/may-ask-values'
import { connectionAtom, lostConnectionAtom, resultAtom } from '../atoms'
import { dialogAtom, happenedAtom } from '../session'
import { store } from '../store'

/** The statement that is shown, as requests to its server name it, with the values that were typed for it. */
export type ShownRequest = Pick<Request<'analyze.run'>, 'connectionId' | 'sql' | 'values'>

/** Why the server of the analysis in front cannot be asked more; undefined where it can. */
export function shownBlocked(): string | undefined {
  const connection = store.get(connectionAtom)
  if (!connection) return 'It needs the server. Open a connection first.'
  const result = store.get(resultAtom)
  const { product, versionText } = connection.engine
  const from = result.state === 'analysis' ? result.analysis.engine : undefined
  if (from?.product !== product || from.versionText !== versionText)
    return 'This statement was explained on another server. Explain it here first.'
  return undefined
}

/** The analysis in front, and the request that means its statement; undefined where its server cannot be asked. */
export async function shownOrder(): Promise<
  { readonly analysis: Analysis; readonly request: ShownRequest } | undefined
> {
  const result = store.get(resultAtom)
  const connection = store.get(connectionAtom)
  if (result.state !== 'analysis' || !connection || shownBlocked() !== undefined) return undefined
  const { analysis } = result
  const { sql } = analysis
  const values = mayAskValues.test(sql)
    ? (await (await import('../../editor/asked-values')).valuesFor(sql)).values
    : undefined
  return {
    analysis,
    request: {
      connectionId: connection.connectionId,
      sql,
      ...(values && { values: { positional: [...(values.positional ?? [])], named: { ...(values.named ?? {}) } } }),
    },
  }
}

/**
 * What a question to the server that failed has the page do: a stop is told in the status bar, what needs a card gets
 * it, a lost connection is shown as one.
 * @param send asks again with consent
 * @returns whether nothing is to be shown of the fault: it was stopped, or waits for consent
 */
export function tellUnanswered(fault: Fault, send: () => void): boolean {
  const { code, card } = fault
  if (code === 'cancelled') store.set(happenedAtom, { text: 'Stopped, on the server too', good: true })
  if (code === 'lost-connection' || code === 'unknown-connection')
    store.set(lostConnectionAtom, fault.server?.message ?? fault.message)
  if (code === 'needs-consent' && card) {
    const production = store.get(connectionAtom)?.production ?? false
    store.set(dialogAtom, { kind: 'consent', card, production, send })
  }
  return code === 'cancelled' || code === 'needs-consent'
}
