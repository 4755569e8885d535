import { formatCount, formatLongTime } from '../../figures'
import type { ShapeChange } from '../model'

/** What changed about a shape, in a few words. */
export function changedWords({ a, b, changed, firstSeen, lastSeen, kinds }: ShapeChange): string {
  if (a === undefined) return firstSeen === undefined ? 'new' : `first seen ${moment(firstSeen)}`
  if (b === undefined) return lastSeen === undefined ? 'gone' : `last seen ${moment(lastSeen)}`
  if (changed.length > 0) return changed.map(({ text }) => text).join('; ')
  return kinds.includes('lock-wait') ? 'waits for locks' : ''
}

/** `[1.90 – 2.31]`, of the factor as `formatRatio` writes it: of ÷22 the bounds of 22. Empty where there is none. */
export function intervalWords({ ratio = 1, low, high }: Pick<ShapeChange, 'ratio' | 'low' | 'high'>): string {
  if (low === undefined || high === undefined) return ''
  const bounds = ratio < 1 ? [1 / high, 1 / low] : [low, high]
  const words = bounds.map((bound) => (bound >= 100 ? formatCount(Math.round(bound)) : bound.toPrecision(3)))
  return `[${words.join(' – ')}]`
}

/** A time with its sign: `+26.5 min`. */
export function signedTime(micros: number): string {
  return `${micros < 0 ? '−' : '+'}${formatLongTime(Math.abs(micros) / 1000)}`
}

function moment(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)}`
}
