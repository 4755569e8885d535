const firstRoom = 1 << 9
const perKey = 4

/** Counts and microseconds by shape, user, host and database together, each of which is a number. */
export class ShareTable {
  size = 0
  #keys = new Int32Array(firstRoom * perKey)
  #sums = new Float64Array(firstRoom * 2)
  /** Place of the key plus one; 0 is free. */
  #slots = new Int32Array(firstRoom * 2)

  /** The key's place, in the order in which keys come, from 0; a new one when it was not there. */
  idOf(shape: number, user: number, host: number, database: number): number {
    const keys = this.#keys
    const slots = this.#slots
    const mask = slots.length - 1
    let slot = hashOf(shape, user, host, database) & mask
    for (;;) {
      const id = (slots[slot] ?? 0) - 1
      if (id === -1) return this.#add(shape, user, host, database)
      const at = id * perKey
      if (keys[at] === shape && keys[at + 1] === user && keys[at + 2] === host && keys[at + 3] === database) return id
      slot = (slot + 1) & mask
    }
  }

  /** Adds one entry to the key at `id`. */
  count(id: number, micros: number): void {
    const sums = this.#sums
    sums[id * 2] = (sums[id * 2] ?? 0) + 1
    sums[id * 2 + 1] = (sums[id * 2 + 1] ?? 0) + micros
  }

  each(visit: (shape: number, user: number, host: number, database: number, count: number, micros: number) => void) {
    const key = (at: number) => this.#keys[at] ?? 0
    for (let id = 0; id < this.size; id++) {
      const at = id * perKey
      visit(key(at), key(at + 1), key(at + 2), key(at + 3), this.#sums[id * 2] ?? 0, this.#sums[id * 2 + 1] ?? 0)
    }
  }

  #add(shape: number, user: number, host: number, database: number): number {
    const id = this.size++
    if (id * 2 >= this.#sums.length) this.#grow()
    this.#keys.set([shape, user, host, database], id * perKey)
    this.#place(id)
    return id
  }

  #grow(): void {
    const sums = new Float64Array(this.#sums.length * 2)
    sums.set(this.#sums)
    this.#sums = sums
    const keys = new Int32Array(this.#keys.length * 2)
    keys.set(this.#keys)
    this.#keys = keys
    this.#slots = new Int32Array(this.#slots.length * 2)
    for (let id = 0; id < this.size - 1; id++) this.#place(id)
  }

  #place(id: number): void {
    const keys = this.#keys
    const slots = this.#slots
    const mask = slots.length - 1
    const at = id * perKey
    let slot = hashOf(keys[at] ?? 0, keys[at + 1] ?? 0, keys[at + 2] ?? 0, keys[at + 3] ?? 0) & mask
    while (slots[slot] !== 0) slot = (slot + 1) & mask
    slots[slot] = id + 1
  }
}

function hashOf(shape: number, user: number, host: number, database: number): number {
  const one = Math.imul(shape, 0x9e3779b1) ^ user
  const other = Math.imul(host, 0xc2b2ae35) ^ database
  const mixed = Math.imul(Math.imul(one, 0x85ebca6b) ^ other, 0x27d4eb2f)
  return mixed ^ (mixed >>> 15)
}
