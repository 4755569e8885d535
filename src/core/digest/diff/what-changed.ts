import { formatCount, formatFraction, formatRatio } from '../../figures'
import type { DigestShape, WhatChanged } from '../model'
import { planChange } from './plan-change'

/** Changes of a figure per call by less than this factor are not worth a word. */
const worthAFactor = 1.5
/** So many more calls, or fewer, are. */
export const callsFactor = 1.2
/** Rows per call below this are noise. */
const fewRows = 10

/** What is otherwise about a shape in the later log, with the figures: what may explain its time. */
export function whatChanged(a: DigestShape, b: DigestShape): readonly WhatChanged[] {
  const out: WhatChanged[] = []
  const add = (what: WhatChanged['what'], text: string) => out.push({ what, text })
  const plan = planChange(a.plan?.text, b.plan?.text)
  if (plan !== undefined) add('plan', plan)
  const [waitedBefore, waitedAfter] = [waitShare(a), waitShare(b)]
  if (Math.abs(waitedAfter - waitedBefore) >= 0.2)
    add('lock-wait', `waiting for locks ${formatFraction(waitedBefore)} → ${formatFraction(waitedAfter)} of the time`)
  const rows = (what: 'rows-examined' | 'rows-sent', words: string, of: (shape: DigestShape) => number | undefined) => {
    const [before, after] = [of(a), of(b)]
    if (before === undefined || after === undefined || Math.max(before / a.count, after / b.count) < fewRows) return
    const factor = (after / b.count + 1) / (before / a.count + 1)
    if (factor < worthAFactor && factor > 1 / worthAFactor) return
    add(what, `${formatCount(before / a.count)} → ${formatCount(after / b.count)} ${words} per call`)
  }
  rows('rows-examined', 'rows examined', (shape) => shape.rowsExamined)
  rows('rows-sent', 'rows sent', (shape) => shape.rowsSent)
  flag('sorts', 'sorts', ['filesort', 'filesort_on_disk'])
  flag('temp-on-disk', 'temporary tables on disk', ['tmp_table_on_disk'])
  flag('full-scan', 'reads whole tables', ['full_scan'])
  function flag(what: 'sorts' | 'temp-on-disk' | 'full-scan', words: string, names: readonly string[]): void {
    const share = (shape: DigestShape) => Math.max(...names.map((name) => shape.flags[name] ?? 0)) / shape.count
    const [before, after] = [share(a), share(b)]
    if (before < 0.1 && after >= 0.5) add(what, `${words} now`)
    else if (before >= 0.5 && after < 0.1) add(what, `${words} no longer`)
  }
  const calls = b.count / a.count
  if (calls >= callsFactor || calls <= 1 / callsFactor)
    add('calls', `calls ${formatCount(a.count)} → ${formatCount(b.count)} (${formatRatio(calls)})`)
  return out
}

function waitShare({ lockMicros, totalMicros }: DigestShape): number {
  return lockMicros === undefined || totalMicros === 0 ? 0 : lockMicros / totalMicros
}
