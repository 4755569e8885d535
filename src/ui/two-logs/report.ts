import type { DigestDiffDocument } from '../../core/digest/model'
import { tellFault } from '../state/actions/notices'
import { saveText } from '../state/actions/save-file'
import { attempt } from '../state/service'
import { happenedAtom } from '../state/session'
import { store } from '../state/store'

const kinds = {
  html: { ending: 'html', type: 'text/html' },
  markdown: { ending: 'md', type: 'text/markdown' },
} as const

/** Saves the comparison for who must decide on a release. It has shapes only, so no literal is in it. */
export async function saveDiffReport(document: DigestDiffDocument, format: 'html' | 'markdown'): Promise<void> {
  const outcome = await attempt('digest.report', { document, format })
  if (!outcome.ok) return tellFault(outcome.fault)
  const { ending, type } = kinds[format]
  const name = `two-logs.${ending}`
  if (await saveText(name, [outcome.reply.text], type)) store.set(happenedAtom, { text: `Saved ${name}`, good: true })
}

/** Saves the comparison as `sargable digest diff --json` prints it. */
export async function saveDiff(document: DigestDiffDocument): Promise<void> {
  const name = 'two-logs.json'
  if (await saveText(name, [JSON.stringify(document)], 'application/json'))
    store.set(happenedAtom, { text: `Saved ${name}`, good: true })
}
