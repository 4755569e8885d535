export const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Of times that have none, where nobody tells. */
export const unknownYear = 2000

const dayMs = 86_400_000

/**
 * The year in which a syslog without years begins: the last one in which its first time is not behind the moment when it
 * was written to last. A day is given away, because its clock may be in another zone.
 */
export function syslogYear(head: string, modifiedMs: number): number | undefined {
  const found = /^(?:<\d+>)?([A-Z][a-z]{2}) ([ \d]\d) \d\d:\d\d:\d\d /m.exec(head)
  const month = monthNames.indexOf(found?.[1] ?? '')
  if (month === -1) return undefined
  const year = new Date(modifiedMs + dayMs).getUTCFullYear()
  const first = Date.UTC(year, month, Number(found?.[2]))
  return first > modifiedMs + dayMs ? year - 1 : year
}

/** The year of each time of a log that has only months: December before January is the end of a year. */
export class YearOfMonths {
  #year: number
  #month = 0

  constructor(firstYear: number) {
    this.#year = firstYear
  }

  /** @param month 1 to 12 */
  yearOf(month: number): number {
    const before = this.#month
    // A line of the old year that comes late does not turn the year back.
    if (before !== 0 && month > before + 6) return this.#year - 1
    if (before > month + 6) this.#year++
    this.#month = month
    return this.#year
  }
}
