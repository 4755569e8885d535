import type { NameTable } from './log-entry'
import { decodeUtf8, encodeUtf8 } from './utf8'

const firstRoom = 1024

/** Names above this count as none. */
export const maxNames = 1 << 17

/** Names by number, from 1; found again by their bytes' hash, without a string. */
export class Names implements NameTable {
  readonly #texts: string[] = ['']
  #slots = new Int32Array(firstRoom)
  #hashes = new Int32Array(firstRoom)
  #bytes: Uint8Array[] = [new Uint8Array(0)]

  idOf(bytes: Uint8Array, from: number, to: number): number {
    if (from >= to) return 0
    let hash = 0x811c9dc5 | 0
    for (let i = from; i < to; i++) hash = Math.imul(hash ^ (bytes[i] ?? 0), 0x01000193)
    const mask = this.#slots.length - 1
    let slot = (hash ^ (hash >>> 15)) & mask
    for (;;) {
      const id = this.#slots[slot] ?? 0
      if (id === 0) return this.#add(bytes.slice(from, to), hash)
      if (this.#hashes[slot] === hash && this.#equals(id, bytes, from, to)) return id
      slot = (slot + 1) & mask
    }
  }

  idOfText(text: string): number {
    const bytes = encodeUtf8(text)
    return this.idOf(bytes, 0, bytes.length)
  }

  textOf(id: number): string {
    return this.#texts[id] ?? ''
  }

  #equals(id: number, bytes: Uint8Array, from: number, to: number): boolean {
    const known = this.#bytes[id]
    if (known === undefined || known.length !== to - from) return false
    for (let i = 0; i < known.length; i++) if (known[i] !== bytes[from + i]) return false
    return true
  }

  #add(bytes: Uint8Array, hash: number): number {
    const id = this.#texts.length
    if (id >= maxNames) return 0
    this.#texts.push(decodeUtf8(bytes))
    this.#bytes.push(bytes)
    if (id * 2 > this.#slots.length) this.#grow()
    this.#place(id, hash)
    return id
  }

  #place(id: number, hash: number): void {
    const mask = this.#slots.length - 1
    let slot = (hash ^ (hash >>> 15)) & mask
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask
    this.#slots[slot] = id
    this.#hashes[slot] = hash
  }

  #grow(): void {
    const slots = this.#slots
    const hashes = this.#hashes
    this.#slots = new Int32Array(slots.length * 2)
    this.#hashes = new Int32Array(slots.length * 2)
    for (let slot = 0; slot < slots.length; slot++) {
      const id = slots[slot] ?? 0
      if (id !== 0) this.#place(id, hashes[slot] ?? 0)
    }
  }
}
