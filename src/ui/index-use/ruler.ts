import type { Catalog } from '../../core/catalog/model'
import type { KeyPartUse, KeyUse } from '../../core/keyparts/model'
import type { TextSpan } from '../../core/text-span'
import { partBytes, partType, sumOfParts } from './byte-sum'
import { lookOf, markOf, type PartLook, type PartMark, partName, roleInWords } from './part-look'

/** The key ruler as numbers and words: one bar per index of a table, each made of its key parts. */

export interface RulerPart {
  readonly use: KeyPartUse
  readonly name: string
  readonly mark: PartMark
  readonly look: PartLook
  readonly bytes: number | undefined
  /** Width in the ruler's own measure: bytes, or log₂(1 + bytes), or 1 for each part. See `Ruler.scale`. */
  readonly weight: number
  /** What it does, with its reason; one sentence without a full stop. */
  readonly words: string
}

export interface RulerBar {
  readonly use: KeyUse
  readonly parts: readonly RulerPart[]
  /** Of the declared bytes, or of the declared parts where the server has no bytes. Absent: the index is not sought in. */
  readonly used: number | undefined
  readonly declared: number
  readonly unit: 'bytes' | 'parts'
  /** `5×1 + 2 + 0 = 7` over the parts that count. */
  readonly sum: string | undefined
  /** Where the useful prefix ends and why; absent when nothing stops it. */
  readonly stop: RulerStop | undefined
  /** One sentence below the bar where there is no stop. */
  readonly remark: string | undefined
}

export interface RulerStop {
  /** Parts before the stop: the elbow stands after the last of them. */
  readonly afterParts: number
  readonly text: string
  readonly sqlSpan?: TextSpan | undefined
}

export interface Ruler {
  readonly table: string
  readonly bars: readonly RulerBar[]
  readonly scale: 'bytes' | 'log' | 'parts'
  /** Weight of the heaviest bar that serves anything: the scale fits it, wider useless ones are drawn shortened. */
  readonly weightTotal: number
}

/** Up to this many bytes the widths are true to the byte; beyond, wide strings would leave the rest invisible. */
const linearBytes = 100

/** How the indexes that are not chosen are sorted; `defined` is the catalog's order. */
export type RulerOrder = 'serves' | 'name' | 'defined'

/** The key uses of one access as a ruler: the chosen indexes first, the others in the order asked for. */
export function rulerOf(uses: readonly KeyUse[], catalog: Catalog, order: RulerOrder = 'serves'): Ruler | undefined {
  const first = uses[0]
  if (!first) return undefined
  const serving = uses.filter(serves)
  const scaled = serving.length > 0 ? serving : uses
  const widest = Math.max(...scaled.map((use) => use.parts.reduce((sum, part) => sum + (partBytes(part) ?? 0), 0)))
  const hasBytes = uses.some((use) => use.parts.some((part) => partBytes(part) !== undefined))
  const scale = !hasBytes ? 'parts' : widest > linearBytes ? 'log' : 'bytes'
  const bars = [...uses].sort(orders[order]).map((use) => barOf(use, scale, catalog))
  const heaviest = Math.max(...bars.filter((bar) => scaled.includes(bar.use)).map(weightOfBar))
  return { table: first.table, bars, scale, weightTotal: Math.max(1, heaviest) }
}

/** True when the server reads the index, or when it could give anything to this access. */
function serves(use: KeyUse): boolean {
  return use.chosen || usefulness(use).some((count) => count > 0)
}

function weightOfBar(bar: RulerBar): number {
  return bar.parts.reduce((sum, part) => sum + part.weight, 0)
}

/** What an index could serve, best first: bytes or parts that narrow, then checks inside it, then order and cover. */
export function usefulness(use: KeyUse): readonly number[] {
  const count = (look: PartLook) => use.parts.filter((part) => lookOf(part) === look).length
  return [count('seek'), count('edges'), count('checked'), count('gives')]
}

function byUsefulness(a: KeyUse, b: KeyUse): number {
  if (a.chosen !== b.chosen) return a.chosen ? -1 : 1
  const [left, right] = [usefulness(a), usefulness(b)]
  for (let at = 0; at < left.length; at++) {
    const difference = (right[at] ?? 0) - (left[at] ?? 0)
    if (difference !== 0) return difference
  }
  return a.index < b.index ? -1 : a.index > b.index ? 1 : 0
}

function chosenFirst(a: KeyUse, b: KeyUse): number {
  return Number(b.chosen) - Number(a.chosen)
}

const orders: Readonly<Record<RulerOrder, (a: KeyUse, b: KeyUse) => number>> = {
  serves: byUsefulness,
  name: (a, b) => chosenFirst(a, b) || a.index.localeCompare(b.index, 'en'),
  defined: chosenFirst,
}

function weightOf(part: KeyPartUse, scale: Ruler['scale']): number {
  if (scale === 'parts') return 1
  // A part without bytes in a ruler of bytes (full text, an expression) still has to be seen.
  const bytes = partBytes(part) ?? 1
  return scale === 'log' ? Math.log2(1 + bytes) : Math.max(bytes, 0.5)
}

function barOf(use: KeyUse, scale: Ruler['scale'], catalog: Catalog): RulerBar {
  const parts = use.parts.map((part): RulerPart => {
    const bytes = partBytes(part)
    return {
      use: part,
      name: partName(part),
      mark: markOf(part),
      look: lookOf(part),
      bytes,
      weight: weightOf(part, scale),
      words: part.reason ? `${roleInWords(part)}: ${bare(part.reason.text)}` : roleInWords(part),
    }
  })
  const narrowing = parts.filter((part) => part.look === 'seek' || part.look === 'edges')
  // Appended parts count where the read uses them, as they do in key_len.
  const own = parts.filter((part) => !part.use.appended || narrows(part))
  const inBytes = scale !== 'parts' && own.every((part) => part.bytes !== undefined)
  const bytesOf = (some: readonly RulerPart[]) => some.reduce((sum, part) => sum + (part.bytes ?? 0), 0)
  const declared = inBytes ? bytesOf(own) : own.length
  const usedBytes = use.keyLengthBytes ?? use.computedBytes ?? bytesOf(narrowing)
  const stated = use.chosen && use.keyLengthBytes !== undefined && use.keyLengthBytes > 0
  const used = narrowing.length === 0 && !stated ? undefined : inBytes ? usedBytes : narrowing.length
  const summed = narrowing.length > 0 ? narrowing : stated ? own : []
  return {
    use,
    parts,
    used,
    declared,
    unit: inBytes ? 'bytes' : 'parts',
    sum:
      inBytes && use.unexplained === undefined
        ? sumOfParts(
            summed.map((part) => part.use),
            (part) => partType(catalog, use.table, part),
          )
        : undefined,
    ...(use.unexplained === undefined
      ? { stop: stopOf(parts), remark: remarkOf(parts) }
      : { stop: undefined, remark: `${capital(use.unexplained)}. Nothing is guessed.` }),
  }
}

/** The first declared part that does not narrow, when a part before it does. */
function stopOf(parts: readonly RulerPart[]): RulerStop | undefined {
  // Of an index that may not be read at all, that is the first thing to say.
  if (parts[0]?.use.reason?.code === 'hint-forbids') return undefined
  const afterParts = parts.findIndex((part) => !narrows(part))
  const stopper = parts[afterParts]
  if (!stopper || stopper.use.appended || afterParts === 0 || !stopper.use.reason) return undefined
  return { afterParts, text: sentence(stopper.use.reason.text), sqlSpan: stopper.use.reason.sqlSpan }
}

/** For bars without a stop: why the read cannot start in this index, or what its last part does to the read. */
function remarkOf(parts: readonly RulerPart[]): string | undefined {
  if (stopOf(parts)) return undefined
  const edges =
    parts[0]?.use.reason?.code === 'hint-forbids'
      ? undefined
      : parts.find((part) => part.look === 'edges' && part.use.reason)
  const own = parts.find((part) => part.use.reason && !part.use.appended)
  // What the engine appends matters where it would have given the order.
  const order = parts.find(({ use: { reason } }) => reason?.code === 'order-breaks' || reason?.code === 'mixed-order')
  const spoken = edges ?? own ?? order
  return spoken?.use.reason && sentence(spoken.use.reason.text)
}

function narrows(part: RulerPart): boolean {
  return part.look === 'seek' || part.look === 'edges'
}

function bare(text: string): string {
  return text.trim().replace(/\.$/, '')
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function sentence(text: string): string {
  return `${bare(text)}.`
}

/** The bar as one sentence for screen readers. */
export function barSentence(bar: RulerBar): string {
  const reach =
    bar.used === undefined
      ? 'not used to narrow the read'
      : `${bar.used} of ${bar.declared} ${bar.unit === 'bytes' ? 'bytes of the key' : 'key parts'} used`
  const chosen = bar.use.chosen ? ', chosen by the server' : ''
  const stop = bar.stop ? ` Stops after part ${bar.stop.afterParts}. ${bar.stop.text}` : ''
  return `${bar.use.index}${chosen}: ${reach}.${stop}`
}

/** How wide the parts of one bar are drawn. */
export interface BarWidths {
  readonly px: readonly number[]
  /** Parts that would be longer at the ruler's scale than there is room for. */
  readonly shortened: readonly boolean[]
}

/**
 * Pixel widths of a bar's parts: true to the ruler's scale, but wide enough that the mark and the name can be read.
 * @param availablePx room of the widest bar, gaps left out
 * @param leastPx least width of a part, by its name and look
 * @param mostPx per byte, or per part where there are no bytes: keeps short keys from filling the whole pane
 */
export function barWidths(
  bar: RulerBar,
  ruler: Ruler,
  availablePx: number,
  leastPx: (part: RulerPart) => number,
  mostPx: { readonly perByte: number; readonly perPart: number },
): BarWidths {
  const leastOf = (one: RulerBar) => {
    const wanted = one.parts.map(leastPx)
    const whole = wanted.reduce((sum, px) => sum + px, 0)
    return whole <= availablePx ? wanted : wanted.map((px) => (px * availablePx) / whole)
  }
  const ceilings = { bytes: mostPx.perByte, parts: mostPx.perPart, log: availablePx / ruler.weightTotal }
  const ceiling = ceilings[ruler.scale]
  let common = Math.min(ceiling, availablePx / ruler.weightTotal)
  for (const one of ruler.bars) {
    if (weightOfBar(one) <= ruler.weightTotal) common = Math.min(common, fittingScale(one, availablePx, leastOf(one)))
  }
  const least = leastOf(bar)
  const wanted = bar.parts.map((part, at) => Math.max(least[at] ?? 0, part.weight * common))
  const px = cappedToFit(wanted, least, availablePx)
  return { px, shortened: px.map((width, at) => width < (wanted[at] ?? 0) - 0.01) }
}

/** Takes what is too much from the widest parts only, down to their least width. */
function cappedToFit(wanted: readonly number[], least: readonly number[], availablePx: number): readonly number[] {
  const total = (cap: number) =>
    wanted.reduce((sum, width, at) => sum + Math.max(least[at] ?? 0, Math.min(width, cap)), 0)
  const widest = Math.max(0, ...wanted)
  if (total(widest) <= availablePx + 0.01) return wanted
  let low = 0
  let high = widest
  // Twenty halvings of some thousand pixels end below a hundredth of one.
  for (let step = 0; step < 20; step++) {
    const middle = (low + high) / 2
    if (total(middle) > availablePx) high = middle
    else low = middle
  }
  return wanted.map((width, at) => Math.max(least[at] ?? 0, Math.min(width, low)))
}

/** Largest scale with `Σ max(least, weight × scale) ≤ available`: parts at their least width leave the sum one by one. */
function fittingScale(bar: RulerBar, availablePx: number, leastPx: readonly number[]): number {
  const parts = bar.parts
    .map((part, at) => ({ weight: part.weight, least: leastPx[at] ?? 0 }))
    .sort((a, b) => a.weight / Math.max(a.least, 1e-9) - b.weight / Math.max(b.least, 1e-9))
  let weight = weightOfBar(bar)
  let room = availablePx
  for (const part of parts) {
    const scale = room / weight
    if (part.weight * scale >= part.least) return scale
    weight -= part.weight
    room -= part.least
    if (weight <= 1e-9) return 0
  }
  return 0
}
