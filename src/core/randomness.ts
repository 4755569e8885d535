/** Repeatable random numbers: what an experiment draws is drawn from its seed, so that it can be repeated. */
export class Randomness {
  #state: number

  /** @param seed any number; its 32 low bits count */
  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** 0 ≤ result < 1, by mulberry32 (T. Ettinger, 2017): 32 bits of state, period 2³². */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /** A whole number from 0 to `limit` − 1. */
  below(limit: number): number {
    return Math.floor(this.next() * limit)
  }

  chance(probability: number): boolean {
    return this.next() < probability
  }

  pick<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[this.below(items.length)] ?? items[0]
  }

  /** The items in a random order (Fisher–Yates); the list itself stays as it is. */
  shuffled<Item>(items: readonly Item[]): Item[] {
    const out = [...items]
    for (let at = out.length - 1; at > 0; at--) {
      const other = this.below(at + 1)
      const [one, two] = [out[at], out[other]]
      if (one === undefined || two === undefined) continue
      out[at] = two
      out[other] = one
    }
    return out
  }
}
