import type { ShapeRow } from '../../core/digest/view/model'
import { analyzeSample } from '../slow-shape/analyze'
import { tellFault } from '../state/actions/notices'
import { saveText } from '../state/actions/save-file'
import { beginWork } from '../state/actions/work'
import { attempt } from '../state/service'
import { happenedAtom } from '../state/session'
import { store } from '../state/store'
import { logState, pickRow } from './look'
import { type SlowTab, showShape, slowTabAtom } from './tabs'

/** The log in front. */
export function frontLog(): Extract<SlowTab, { kind: 'log' }> | undefined {
  const tab = store.get(slowTabAtom)
  return tab?.kind === 'log' ? tab : undefined
}

/** The row that keys act on, where a log is in front. */
export function pickedRow(): ShapeRow | undefined {
  const tab = frontLog()
  if (!tab) return undefined
  const { rows, picked } = logState(tab.held.digestId)
  return rows.get(picked)
}

const longestName = 40

export function openPicked(): void {
  const tab = frontLog()
  const row = pickedRow()
  if (!tab || !row) return
  const name = row.fingerprint.length > longestName ? `${row.fingerprint.slice(0, longestName)}…` : row.fingerprint
  showShape(tab.held.digestId, row.digest, name)
}

/** Opens the slowest call of the picked shape in Analyze. */
export async function analyzePicked(): Promise<void> {
  const tab = frontLog()
  const row = pickedRow()
  if (!tab || !row) return
  const outcome = await attempt('digest.shape', { digestId: tab.held.digestId, shape: row.digest })
  if (!outcome.ok) return tellFault(outcome.fault)
  const { samples } = outcome.reply
  const slowest = samples.find(({ why }) => why === 'slowest') ?? samples[0]
  if (slowest) await analyzeSample(outcome.reply, slowest)
  else store.set(happenedAtom, { text: 'The source holds no call of this shape with its literals', good: false })
}

/** A row that is hidden now cannot stay the picked one. */
export function leaveMuted(): void {
  const tab = frontLog()
  if (!tab) return
  const { picked, view, showMuted } = logState(tab.held.digestId)
  if (!showMuted && picked + 1 < (view?.shapes ?? 0)) pickRow(tab.held.digestId, picked + 1)
}

/** So many shapes are written before the page may draw again. */
const shapesAtOnce = 200

/** Saves the digest in front as JSON, as `sargable digest --json` writes it. */
export async function saveDigest(): Promise<void> {
  const tab = frontLog()
  if (!tab) return
  const work = beginWork(`Saving ${tab.name}`)
  const outcome = await attempt('digest.document', { digestId: tab.held.digestId }, { signal: work.signal })
  if (!outcome.ok) {
    work.end()
    return tellFault(outcome.fault, { title: 'Try again', run: () => void saveDigest() })
  }
  const { shapes, ...rest } = outcome.reply
  const parts = [`${JSON.stringify(rest).slice(0, -1)},"shapes":[`]
  for (let from = 0; from < shapes.length && !work.signal.aborted; from += shapesAtOnce) {
    const texts = shapes.slice(from, from + shapesAtOnce).map((shape) => JSON.stringify(shape))
    parts.push((from > 0 ? ',' : '') + texts.join(','))
    await new Promise((resolve) => window.setTimeout(resolve, 0))
  }
  parts.push(']}\n')
  const stopped = work.signal.aborted
  work.end()
  if (stopped) return
  const name = `${tab.name.replace(/[^\w.-]+/g, '-')}.digest.json`
  if (await saveText(name, parts, 'application/json')) store.set(happenedAtom, { text: `Saved ${name}`, good: true })
}
