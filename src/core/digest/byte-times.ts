/** Times written in digits, read from bytes without a string. Each gives microseconds since 1970, or -1. */

const dayMicros = 86_400_000_000

/** The number of the digits from `at`, `count` of them; -1 when another byte is among them. */
export function digits(bytes: Uint8Array, at: number, count: number): number {
  let value = 0
  for (let i = at; i < at + count; i++) {
    const digit = (bytes[i] ?? 0) - 48
    if (digit < 0 || digit > 9) return -1
    value = value * 10 + digit
  }
  return value
}

/** Days since 1970-01-01 of a date of the Gregorian calendar (H. Hinnant, days_from_civil). */
export function dayNumber(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year
  const era = Math.floor(y / 400)
  const yearOfEra = y - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  return era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468
}

/** Keeps the last day's number: neighbouring lines of a log have the same. */
let lastYear = -1
let lastMonth = -1
let lastDay = -1
let lastNumber = 0

function microsOf(year: number, month: number, day: number, hour: number, minute: number, second: number): number {
  if (
    month < 1 ||
    month > 12 ||
    day < 1 ||
    day > 31 ||
    hour < 0 ||
    hour > 24 ||
    minute < 0 ||
    minute > 59 ||
    second < 0
  )
    return -1
  if (day !== lastDay || month !== lastMonth || year !== lastYear) {
    lastNumber = dayNumber(year, month, day)
    lastYear = year
    lastMonth = month
    lastDay = day
  }
  return lastNumber * dayMicros + ((hour * 60 + minute) * 60 + second) * 1_000_000
}

/** The place behind the last digit that `isoMicros` or `shortMicros` took. */
export let timeEnd = 0

/** The place behind the digits that `decimals` took. */
let decimalsEnd = 0

/** The digits from `at` as millionths; those behind the sixth are cut off. In whole numbers, because divisions are slow. */
function decimals(bytes: Uint8Array, at: number): number {
  let i = at
  let millionths = 0
  let digit = (bytes[i] ?? 0) - 48
  while (digit >= 0 && digit <= 9 && i < at + 6) {
    millionths = (Math.imul(millionths, 10) + digit) | 0
    digit = (bytes[++i] ?? 0) - 48
  }
  for (let missing = i; missing < at + 6; missing++) millionths = Math.imul(millionths, 10)
  while (digit >= 0 && digit <= 9) digit = (bytes[++i] ?? 0) - 48
  decimalsEnd = i
  return millionths
}

/** The digits behind a dot or comma at `at`, as microseconds. */
function fraction(bytes: Uint8Array, at: number): number {
  timeEnd = at
  if (bytes[at] !== 46 && bytes[at] !== 44) return 0
  const micros = decimals(bytes, at + 1)
  timeEnd = decimalsEnd
  return micros
}

/** The number of two digits; below 0 when they are none. */
function twoDigits(bytes: Uint8Array, at: number): number {
  const tens = (bytes[at] ?? 0) - 48
  const ones = (bytes[at + 1] ?? 0) - 48
  return tens < 0 || tens > 9 || ones < 0 || ones > 9 ? -1 : tens * 10 + ones
}

/** `2026-11-20T06:52:` of the time read last, and what it means: most times are of the same minute as the one before. */
const minuteLetters = 17
const lastMinute = new Uint8Array(minuteLetters)
let lastMinuteMicros = -1

/** `2026-11-20T06:52:22.874194Z`, `2026-11-20 06:52:22.874 UTC`, `…+01:00`, `…-03`; without a zone it is taken as UTC. */
export function isoMicros(bytes: Uint8Array, at: number): number {
  let same = 0
  while (same < minuteLetters && bytes[at + same] === lastMinute[same]) same++
  if (same < minuteLetters) {
    const micros = minuteMicros(bytes, at)
    if (micros < 0) return -1
    for (let i = 0; i < minuteLetters; i++) lastMinute[i] = bytes[at + i] ?? 0
    lastMinuteMicros = micros
  }
  const second = twoDigits(bytes, at + 17)
  if (second < 0 || lastMinuteMicros < 0) return -1
  return lastMinuteMicros + (second * 1_000_000 + fraction(bytes, at + 19)) - zoneMicros(bytes)
}

/** Up to the minute; below 0 where no time stands. */
function minuteMicros(bytes: Uint8Array, at: number): number {
  if (bytes[at + 4] !== 45 || bytes[at + 7] !== 45 || bytes[at + 13] !== 58) return -1
  if (bytes[at + 10] !== 84 && bytes[at + 10] !== 32) return -1
  const century = twoDigits(bytes, at)
  const year = twoDigits(bytes, at + 2)
  if (century < 0 || year < 0) return -1
  const hour = twoDigits(bytes, at + 11)
  const minute = twoDigits(bytes, at + 14)
  return microsOf(century * 100 + year, twoDigits(bytes, at + 5), twoDigits(bytes, at + 8), hour, minute, 0)
}

/** The offset of the zone at `timeEnd`, behind at most one blank. Names other than UTC and GMT are taken as UTC. */
function zoneMicros(bytes: Uint8Array): number {
  const at = bytes[timeEnd] === 32 ? timeEnd + 1 : timeEnd
  const sign = bytes[at]
  if (sign !== 43 && sign !== 45) return 0
  const hours = digits(bytes, at + 1, 2)
  if (hours < 0) return 0
  const colon = bytes[at + 3] === 58 ? 1 : 0
  const minutes = Math.max(0, digits(bytes, at + 3 + colon, 2))
  timeEnd = at + 3 + (digits(bytes, at + 3 + colon, 2) < 0 ? 0 : colon + 2)
  return (sign === 43 ? 1 : -1) * (hours * 60 + minutes) * 60_000_000
}

/** `261120  6:52:22.874194` of MySQL up to 5.6 and MariaDB: the server's own zone, taken as UTC. */
export function shortMicros(bytes: Uint8Array, at: number): number {
  const year = digits(bytes, at, 2)
  const month = digits(bytes, at + 2, 2)
  const day = digits(bytes, at + 4, 2)
  if (year < 0 || month < 0 || day < 0 || bytes[at + 6] !== 32) return -1
  let i = at + 7
  while (bytes[i] === 32) i++
  const hourDigits = bytes[i + 1] === 58 ? 1 : 2
  const hour = digits(bytes, i, hourDigits)
  i += hourDigits
  if (bytes[i] !== 58 || bytes[i + 3] !== 58) return -1
  const micros = microsOf(2000 + year, month, day, hour, digits(bytes, i + 1, 2), digits(bytes, i + 4, 2))
  return micros < 0 ? -1 : micros + fraction(bytes, i + 6)
}

/** The place behind the last byte that `decimalMicros` or `wholeNumber` took. */
export let decimalEnd = 0

/** A number with up to six decimals times a million, exactly; further decimals are cut off. -1 when no digit is there. */
export function decimalMicros(bytes: Uint8Array, at: number): number {
  const whole = wholeDigits(bytes, at)
  if (whole < 0) return -1
  if (bytes[decimalEnd] !== 46) return whole * 1_000_000
  const micros = decimals(bytes, decimalEnd + 1)
  decimalEnd = decimalsEnd
  return whole * 1_000_000 + micros
}

/** A number without its decimals; -1 when no digit is there. */
export function wholeNumber(bytes: Uint8Array, at: number): number {
  const whole = wholeDigits(bytes, at)
  if (whole >= 0 && bytes[decimalEnd] === 46) {
    decimals(bytes, decimalEnd + 1)
    decimalEnd = decimalsEnd
  }
  return whole
}

/** So many digits fit 32 bits. */
const fewDigits = 9

function wholeDigits(bytes: Uint8Array, at: number): number {
  let i = at
  let whole = 0
  let digit = (bytes[i] ?? 0) - 48
  while (digit >= 0 && digit <= 9 && i < at + fewDigits) {
    whole = (Math.imul(whole, 10) + digit) | 0
    digit = (bytes[++i] ?? 0) - 48
  }
  decimalEnd = i
  if (i === at) return -1
  return digit >= 0 && digit <= 9 ? longNumber(bytes, i, whole) : whole
}

/** Goes on with a number that has more than a few digits. */
function longNumber(bytes: Uint8Array, at: number, begin: number): number {
  let whole = begin
  let i = at
  for (let digit = (bytes[i] ?? 0) - 48; digit >= 0 && digit <= 9; digit = (bytes[++i] ?? 0) - 48) {
    whole = whole * 10 + digit
  }
  decimalEnd = i
  return whole
}
