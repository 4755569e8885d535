const firstRoom = 1 << 12
const perSlot = 4

/** Keys of 64 bits, each with a number that is not negative. */
export class KeyTable {
  size = 0
  /** Per place: the number plus one (0 is free) and the key's halves. */
  #slots = new Int32Array(firstRoom * perSlot)
  #mask = firstRoom - 1

  /** The key's number; -1 for one that is not there. */
  find(high: number, low: number): number {
    const slots = this.#slots
    const mask = this.#mask
    let place = placeOf(high, low) & mask
    for (;;) {
      const at = place * perSlot
      const known = slots[at] ?? 0
      if (known === 0) return -1
      if (slots[at + 1] === high && slots[at + 2] === low) return known - 1
      place = (place + 1) & mask
    }
  }

  /** Adds a key that is not there. */
  add(high: number, low: number, number: number): void {
    this.size++
    if (this.size * 2 > this.#mask) {
      const before = this.#slots
      this.#slots = new Int32Array(before.length * 2)
      this.#mask = this.#mask * 2 + 1
      for (let at = 0; at < before.length; at += perSlot) {
        if (before[at] !== 0) this.#put(before[at + 1] ?? 0, before[at + 2] ?? 0, before[at] ?? 0)
      }
    }
    this.#put(high, low, number + 1)
  }

  #put(high: number, low: number, known: number): void {
    let place = placeOf(high, low) & this.#mask
    while (this.#slots[place * perSlot] !== 0) place = (place + 1) & this.#mask
    const at = place * perSlot
    this.#slots[at] = known
    this.#slots[at + 1] = high
    this.#slots[at + 2] = low
  }
}

function placeOf(high: number, low: number): number {
  return high ^ (low >>> 7)
}
