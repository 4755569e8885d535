/** Chance with a seed: the same calls give the same values in every run. */
export class Random {
  #state: number
  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** In 0..1, 1 excluded. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number, both ends included. */
  between(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }

  chance(share: number): boolean {
    return this.next() < share
  }

  of<T>(list: readonly [T, ...T[]]): T {
    return list[this.between(0, list.length - 1)] ?? list[0]
  }

  /** `{ paid: 90, open: 10 }` gives `paid` nine times of ten. */
  weighted(weights: Readonly<Record<string, number>>): string {
    const entries = Object.entries(weights)
    let left = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [name, weight] of entries) {
      left -= weight
      if (left < 0) return name
    }
    throw new RangeError('Weights of which none is positive.')
  }

  /** 1..count, small numbers far more often: with a skew of 2 the first tenth has about a third of all. */
  skewed(count: number, skew: number): number {
    return 1 + Math.floor(count * this.next() ** skew)
  }

  words(vocabulary: readonly [string, ...string[]], low: number, high: number): string {
    return Array.from({ length: this.between(low, high) }, () => this.of(vocabulary)).join(' ')
  }

  hex(digits: number): string {
    let text = ''
    while (text.length < digits)
      text += Math.floor(this.next() * 2 ** 32)
        .toString(16)
        .padStart(8, '0')
    return text.slice(0, digits)
  }
}

const secondsPerDay = 86_400
const firstDay = Date.UTC(2023, 0, 1)

/** Seconds after the first of January 2023 as `2023-05-17 08:15:00`. */
export function stamp(seconds: number): string {
  return new Date(firstDay + seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')
}

/** Days after the first of January 2023 as `2023-05-17`. */
export function day(days: number): string {
  return stamp(days * secondsPerDay).slice(0, 10)
}

/** Two years, in seconds. */
export const wholeTime = 730 * secondsPerDay
