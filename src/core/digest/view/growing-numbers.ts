/** Numbers that come one by one and end in one typed array. */
export class GrowingNumbers {
  #numbers = new Float64Array(1024)
  #length = 0

  get length(): number {
    return this.#length
  }

  push(value: number): void {
    if (this.#length === this.#numbers.length) {
      const larger = new Float64Array(this.#length * 2)
      larger.set(this.#numbers)
      this.#numbers = larger
    }
    this.#numbers[this.#length++] = value
  }

  /** The numbers, in room of their own length. */
  done(): Float64Array {
    return this.#numbers.slice(0, this.#length)
  }
}
