import { attempt } from '../state/service'
import { kindTitles } from './kinds'

const known = new Map<string, string>()
/** So many are remembered. */
const most = 500

/** The figures that speak for a shape's kinds, one line each; undefined where they cannot be had. */
export async function evidenceOf(digestId: string, shape: string): Promise<string | undefined> {
  const key = `${digestId}/${shape}`
  const found = known.get(key)
  if (found !== undefined) return found
  const outcome = await attempt('digest.shape', { digestId, shape })
  if (!outcome.ok) return undefined
  const text = outcome.reply.kinds.map(({ kind, evidence }) => `${kindTitles[kind]}: ${evidence}`).join('\n')
  if (known.size >= most) known.clear()
  known.set(key, text)
  return text
}
