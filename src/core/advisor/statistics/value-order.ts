import type { Column } from '../../catalog/model'
import { type TextOrder, textOrderOf } from './text-order'

/** How values of one column compare, as texts without quotes. */
export interface ValueOrder {
  /** Equal for values that the column takes for the same. */
  key(value: string): string
  /** Less than 0 where `a` comes first; undefined where the order is not known. */
  compare(a: string, b: string): number | undefined
  /** Which part of the values from `low` to `high`, ends included, lies from `from` to `to`: 0..1. */
  part(from: string, to: string, low: string, high: string): number
}

/** Numbers on a line. `step`: the distance of neighbours, where the type has such. */
interface Line {
  place(value: string): number | undefined
  readonly step: number
}

const day = 86_400

/** The order of a column's type: numbers, moments, enumerations by their list, texts by their collation. */
export function valueOrderOf(column: Pick<Column, 'type' | 'collation'>): ValueOrder {
  const type = column.type.trim().toLowerCase()
  if (/^(?:tiny|small|medium|big)?int|^integer|^year|^(?:big|small)?serial|^oid/.test(type)) {
    return alongLine({ place: numberPlace, step: 1 })
  }
  if (/^(?:decimal|numeric|float|double|real|money)/.test(type)) return alongLine({ place: numberPlace, step: 0 })
  if (/^bool/.test(type)) return alongLine({ place: booleanPlace, step: 1 })
  if (/^date\b(?!time)/.test(type)) return alongLine({ place: momentPlace, step: day })
  if (/^(?:datetime|timestamp)/.test(type)) return alongLine({ place: momentPlace, step: 0 })
  if (/^(?:time|interval)\b/.test(type)) return alongLine({ place: timePlace, step: 0 })
  if (type.startsWith('enum(')) {
    const members = enumMembers(column.type)
    return alongLine({ place: (value) => memberPlace(members, value), step: 1 })
  }
  return alongTexts(textOrderOf(column.collation))
}

function alongLine({ place, step }: Line): ValueOrder {
  return {
    key: (value) => String(place(value) ?? `'${value}'`),
    compare(a, b) {
      const [left, right] = [place(a), place(b)]
      return left === undefined || right === undefined ? undefined : left - right
    },
    part(from, to, low, high) {
      const [start, end, least, most] = [place(from), place(to), place(low), place(high)]
      if (start === undefined || end === undefined || least === undefined || most === undefined) return 1 / 3
      const width = most - least + step
      return width <= 0 ? 1 : within((Math.min(end, most) - Math.max(start, least) + step) / width)
    },
  }
}

function alongTexts(order: TextOrder): ValueOrder {
  return {
    key: order.key,
    compare: order.compare,
    part(from, to, low, high) {
      const start = order.compare(from, low) < 0 ? low : from
      const end = order.compare(to, high) > 0 ? high : to
      return within(order.place(end, low, high) - order.place(start, low, high))
    },
  }
}

function within(part: number): number {
  return Math.max(0, Math.min(1, part))
}

function numberPlace(value: string): number | undefined {
  const text = value.trim().replace(/^\$/, '')
  if (/^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true' ? 1 : 0
  const found = text === '' ? Number.NaN : Number(text)
  return Number.isNaN(found) ? undefined : found
}

function booleanPlace(value: string): number | undefined {
  if (/^(?:t|true|y|yes|on|1)$/i.test(value.trim())) return 1
  return /^(?:f|false|n|no|off|0)$/i.test(value.trim()) ? 0 : undefined
}

/** Seconds since 1970 of a date or a moment, whatever zone stands behind it; months and days may be out of range. */
function momentPlace(value: string): number | undefined {
  const found =
    /^(-?\d{1,6})-(\d{1,2})-(\d{1,2})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?)?/.exec(value.trim()) ??
    /^(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2}(?:\.\d+)?))?$/.exec(value.trim())
  if (found === null) return undefined
  const [year = 0, month = 1, date = 1, hours = 0, minutes = 0, seconds = 0] = found
    .slice(1)
    .map((part) => Number(part ?? 0))
  return daysSince1970(year, month, date) * day + hours * 3600 + minutes * 60 + seconds
}

/** Proleptic Gregorian; years that begin in March make the leap day the last. */
function daysSince1970(year: number, month: number, date: number): number {
  const from = month > 2 ? year : year - 1
  const months = (month + 9) % 12
  const days = 365 * from + Math.floor(from / 4) - Math.floor(from / 100) + Math.floor(from / 400)
  return days + Math.floor((months * 153 + 2) / 5) + date - 1 - 719_468
}

/** Seconds of `hh:mm:ss`. */
function timePlace(value: string): number | undefined {
  const found = /^(-?)(\d{1,3}):(\d{2})(?::(\d{2}(?:\.\d+)?))?$/.exec(value.trim())
  if (found === null) return undefined
  const [, sign, hours, minutes, seconds] = found
  const size = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds ?? 0)
  return sign === '-' ? -size : size
}

/** Names in the order of the type `enum('new','open')`. */
export function enumMembers(type: string): readonly string[] {
  return [...type.matchAll(/'((?:[^'\\]|''|\\.)*)'/g)].map(([, name = '']) => name.replace(/''/g, "'"))
}

function memberPlace(members: readonly string[], value: string): number | undefined {
  const at = members.findIndex((name) => name.toLowerCase() === value.trim().toLowerCase())
  return at === -1 ? undefined : at + 1
}
