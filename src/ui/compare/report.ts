import { atom } from 'jotai'
import { exhausted } from '../../core/errors'
import type { Request } from '../../service/api'
import { copyText } from '../kit/clipboard'
import { tellFault } from '../state/actions/notices'
import { saveText } from '../state/actions/save-file'
import { attempt } from '../state/service'
import { happenedAtom } from '../state/session'
import { store } from '../state/store'
import { experimentAtom } from './experiments'

export type ReportFormat = Request<'experiment.report'>['format']

/** Write `?` in place of the literals of the statements. */
export const maskLiteralsAtom = atom(false)

/** Why there is nothing to report. */
export function reportBlocked(): string | undefined {
  return store.get(experimentAtom)?.run.state === 'done' ? undefined : 'There is no finished experiment in front.'
}

async function report(format: ReportFormat) {
  const run = store.get(experimentAtom)?.run
  if (run?.state !== 'done') return undefined
  const outcome = await attempt('experiment.report', {
    id: run.document.id,
    format,
    maskLiterals: store.get(maskLiteralsAtom),
  })
  if (outcome.ok) return outcome.reply
  tellFault(outcome.fault)
  return undefined
}

/** Writes the experiment as a file where the person says. */
export async function saveReport(format: ReportFormat): Promise<void> {
  const made = await report(format)
  if (!made) return
  if (await saveText(made.fileName, [made.text], mediaType(format)))
    store.set(happenedAtom, { text: `Saved ${made.fileName}`, good: true })
}

/** Copies the experiment as Markdown. */
export async function copyReport(): Promise<void> {
  const made = await report('markdown')
  if (!made) return
  const good = await copyText(made.text)
  store.set(happenedAtom, { text: good ? 'Copied the report as Markdown' : 'The browser does not allow copying', good })
}

function mediaType(format: ReportFormat): string {
  switch (format) {
    case 'html':
      return 'text/html'
    case 'markdown':
      return 'text/markdown'
    case 'json':
      return 'application/json'
    default:
      return exhausted(format)
  }
}
