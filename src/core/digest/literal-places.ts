/** Longer lists of places are not kept. */
const maxPlaces = 2048

/** Places of a statement's numbers and strings in its bytes, in order. */
export class LiteralPlaces {
  /** From and to by turns. */
  bytes = new Int32Array(32)
  count = 0
  /** Every one is there, and each ends by the usual rules. */
  whole = true

  restart(): void {
    this.count = 0
    this.whole = true
  }

  note(from: number, to: number): void {
    const at = this.count * 2
    if (at === this.bytes.length) {
      if (this.count >= maxPlaces) {
        this.whole = false
        return
      }
      const larger = new Int32Array(at * 2)
      larger.set(this.bytes)
      this.bytes = larger
    }
    this.bytes[at] = from
    this.bytes[at + 1] = to
    this.count++
  }
}
