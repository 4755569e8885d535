import { enumMembers } from './value-order'

/**
 * The ends of MariaDB's buckets as values. DECODE_HISTOGRAM gives the widths as parts of the way from the smallest to
 * the largest value, which goes by the value as a number: dates as YYYYMMDD, moments as YYYYMMDDhhmmss, members of an
 * ENUM by their place. Texts have no such number that we could read: undefined.
 */
export function arrayOfPositions(
  widths: string,
  smallest: string,
  largest: string,
  type: string,
): readonly string[] | undefined {
  const numbers = numberingOf(type)
  const [least, most] = [numbers?.read(smallest), numbers?.read(largest)]
  if (numbers === undefined || least === undefined || most === undefined) return undefined
  const ends = [least]
  let sum = 0
  for (const width of widths.split(',')) {
    sum += Number(width)
    ends.push(least + Math.min(1, sum) * (most - least))
  }
  if (ends.some(Number.isNaN)) return undefined
  ends[ends.length - 1] = most
  return ends.map(numbers.write)
}

interface Numbering {
  read(value: string): number | undefined
  write(value: number): string
}

function numberingOf(type: string): Numbering | undefined {
  const name = type.trim().toLowerCase()
  if (name.startsWith('enum(')) {
    const members = enumMembers(type)
    return {
      read: (value) => members.indexOf(value) + 1 || undefined,
      write: (value) => members[Math.round(value) - 1] ?? '',
    }
  }
  if (/^(?:tiny|small|medium|big)?int|^year/.test(name))
    return { read: asNumber, write: (value) => String(Math.round(value)) }
  if (/^(?:decimal|float|double)/.test(name)) {
    const digits = /^decimal\(\d+,(\d+)\)/.exec(name)?.[1]
    return { read: asNumber, write: (value) => (digits === undefined ? String(value) : value.toFixed(Number(digits))) }
  }
  if (/^date$/.test(name)) return { read: digitsOf, write: (value) => asMoment(value, 8) }
  if (/^(?:datetime|timestamp)/.test(name)) return { read: digitsOf, write: (value) => asMoment(value, 14) }
  return undefined
}

function asNumber(value: string): number | undefined {
  const number = Number(value)
  return value.trim() === '' || Number.isNaN(number) ? undefined : number
}

function digitsOf(value: string): number | undefined {
  return asNumber(value.replace(/\.\d+$/, '').replace(/\D/g, ''))
}

/** What lies between two moments as numbers need not be one: month and day are kept in their bounds. */
function asMoment(value: number, length: 8 | 14): string {
  const digits = String(Math.round(value)).padStart(length, '0')
  const pair = (at: number, least: number, most: number) =>
    String(Math.min(most, Math.max(least, Number(digits.slice(at, at + 2))))).padStart(2, '0')
  const date = `${digits.slice(0, 4)}-${pair(4, 1, 12)}-${pair(6, 1, 31)}`
  return length === 8 ? date : `${date} ${pair(8, 0, 23)}:${pair(10, 0, 59)}:${pair(12, 0, 59)}`
}
