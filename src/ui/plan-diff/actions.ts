import { type Fault, faultOf } from '../../core/errors'
import { planOfText } from '../../core/plan/diff/diff-texts'
import { diffMarkdown, diffText } from '../../core/plan/diff/text'
import { metricsOf } from '../../core/plan/metrics'
import type { HistoryEntry } from '../../service/api'
import { showPlans } from '../compare/tabs'
import { tellFault } from '../state/actions/notices'
import { resultAtom, selectionAtom } from '../state/atoms'
import { activeBufferAtom, resultOfAtom } from '../state/buffers'
import { attempt } from '../state/service'
import { happenedAtom } from '../state/session'
import { nameOf } from '../state/statement-name'
import { store } from '../state/store'
import { onlyChangesAtom, pickedRowAtom, shownDiffAtom, variantsAtom, visibleRowsAtom } from './atoms'
import { isChange } from './diff-rows'
import { exampleAfter, exampleBefore } from './example'
import { letters, type Variant, variantOfResult } from './variants'

/** Puts a variant into a slot. */
export function fillSlot(slot: number, variant: Variant | undefined): void {
  store.set(
    variantsAtom,
    store.get(variantsAtom).map((each, at) => (at === slot ? variant : each)),
  )
  store.set(pickedRowAtom, undefined)
}

/** The slot that the next plan goes to: the first empty one, else the last. */
function nextSlot(): number {
  const variants = store.get(variantsAtom)
  const empty = variants.indexOf(undefined)
  return empty === -1 ? variants.length - 1 : empty
}

/** Adds the plan in front of Analyze; with both slots taken it replaces the last one. */
export function addToCompare(): void {
  const { name } = store.get(activeBufferAtom)
  const variant = variantOfResult(store.get(resultAtom), store.get(selectionAtom).planIndex, name)
  if (!variant) return
  const slot = nextSlot()
  fillSlot(slot, variant)
  const isWhole = store.get(shownDiffAtom) !== undefined
  store.set(happenedAtom, {
    text: `Added ${name} to Compare as ${letters[slot]}${isWhole ? '' : '; add another one to see what differs'}`,
    good: true,
  })
  if (isWhole) showPlans()
}

/** Fills a slot with the plan in a text; a text without one leaves the slot as it is, and the fault is given back. */
export function fillFromText(
  slot: number,
  text: string,
  name = 'pasted plan',
  from: Variant['from'] = 'pasted',
): Fault | undefined {
  try {
    const plan = planOfText(text, {})
    fillSlot(slot, { name, from, plan, metrics: metricsOf(plan), sql: plan.source.sql })
    return undefined
  } catch (thrown) {
    return faultOf(thrown)
  }
}

/** Two recorded plans of one statement, to see what the screen is for. */
export function fillWithExample(): void {
  fillFromText(0, exampleBefore, 'with the index', 'pasted')
  fillFromText(1, exampleAfter, 'without it', 'pasted')
}

export function fillFromTab(slot: number, id: string, name: string): void {
  const { result, planIndex } = store.get(resultOfAtom)(id)
  const variant = variantOfResult(result, planIndex, name)
  if (variant) fillSlot(slot, variant)
}

export async function fillFromHistory(slot: number, entry: HistoryEntry): Promise<void> {
  const outcome = await attempt('history.get', { id: entry.id })
  if (!outcome.ok) return tellFault(outcome.fault)
  const { analysis } = outcome.reply
  const variant = variantOfResult({ state: 'analysis', asked: entry.sql, analysis }, 0, nameOf(entry.sql))
  if (variant) fillSlot(slot, { ...variant, from: 'history', at: entry.at })
}

/** Dropped files go to the slots: one to the first empty one, two or more to A, B and so on. */
export async function fillFromFiles(files: FileList): Promise<void> {
  const taken = [...files].slice(0, store.get(variantsAtom).length)
  for (const [at, file] of taken.entries()) {
    const slot = taken.length === 1 ? nextSlot() : at
    const fault = fillFromText(slot, await file.text(), file.name, 'file')
    if (fault) tellFault({ ...fault, message: `${file.name}: ${fault.message}` })
  }
}

/** A becomes B and B becomes A. */
export function swapSides(): void {
  store.set(variantsAtom, [...store.get(variantsAtom)].reverse())
  store.set(pickedRowAtom, undefined)
}

/** Picks the next row in which something changed; -1 the one before. Behind the last comes the first. */
export function nextChange(step: 1 | -1): void {
  const changes = store.get(visibleRowsAtom).filter(isChange)
  const picked = store.get(pickedRowAtom)
  const first = step === 1 ? changes[0] : changes[changes.length - 1]
  const after =
    picked === undefined
      ? first
      : step === 1
        ? changes.find(({ index }) => index > picked)
        : [...changes].reverse().find(({ index }) => index < picked)
  store.set(pickedRowAtom, (after ?? first)?.index)
}

export function toggleOnlyChanges(): void {
  store.set(onlyChangesAtom, !store.get(onlyChangesAtom))
}

/** The difference as text or Markdown; empty while a slot is. */
export function differenceAs(form: 'text' | 'markdown'): string {
  const shown = store.get(shownDiffAtom)
  if (!shown) return ''
  return (form === 'text' ? diffText : diffMarkdown)(shown.a.plan, shown.b.plan, shown.diff)
}
