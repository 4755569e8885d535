import { activeBufferAtom } from '../buffers'
import { attempt } from '../service'
import { store } from '../store'
import { tellFault } from './notices'
import { likelyDialect } from './paste'

/** The text of the tab in front, laid out anew; undefined when the formatter refuses it. */
export async function formatted(): Promise<string | undefined> {
  const { text } = store.get(activeBufferAtom)
  const outcome = await attempt('sql.format', { text, dialect: likelyDialect() ?? 'mysql' })
  if (outcome.ok) return outcome.reply.text
  tellFault(outcome.fault)
  return undefined
}
