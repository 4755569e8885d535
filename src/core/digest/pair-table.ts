const firstRoom = 1 << 10

/** Numbers pairs of whole numbers in the order in which they come, from 0. */
export class PairTable {
  size = 0
  #firsts = new Int32Array(firstRoom)
  #seconds = new Int32Array(firstRoom)
  /** Number of the pair plus one; 0 is free. */
  #slots = new Int32Array(firstRoom * 2)

  /** The pair's number; a new one when it was not there. */
  idOf(first: number, second: number): number {
    const mask = this.#slots.length - 1
    let slot = hashOf(first, second) & mask
    for (;;) {
      const id = (this.#slots[slot] ?? 0) - 1
      if (id === -1) return this.#add(first, second)
      if (this.#firsts[id] === first && this.#seconds[id] === second) return id
      slot = (slot + 1) & mask
    }
  }

  first(id: number): number {
    return this.#firsts[id] ?? 0
  }

  second(id: number): number {
    return this.#seconds[id] ?? 0
  }

  #add(first: number, second: number): number {
    const id = this.size++
    if (id >= this.#firsts.length) {
      this.#firsts = twice(this.#firsts)
      this.#seconds = twice(this.#seconds)
      this.#slots = new Int32Array(this.#slots.length * 2)
      for (let known = 0; known < id; known++) this.#place(known)
    }
    this.#firsts[id] = first
    this.#seconds[id] = second
    this.#place(id)
    return id
  }

  #place(id: number): void {
    const mask = this.#slots.length - 1
    let slot = hashOf(this.#firsts[id] ?? 0, this.#seconds[id] ?? 0) & mask
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask
    this.#slots[slot] = id + 1
  }
}

function hashOf(first: number, second: number): number {
  const mixed = Math.imul(Math.imul(first, 0x9e3779b1) ^ second, 0x85ebca6b)
  return mixed ^ (mixed >>> 15)
}

function twice(numbers: Int32Array): Int32Array<ArrayBuffer> {
  const out = new Int32Array(numbers.length * 2)
  out.set(numbers)
  return out
}
