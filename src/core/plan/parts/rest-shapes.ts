type Rest = Record<string, string | number | boolean>

/** Nodes of one kind have the same facts in the same order; this is one such order. */
interface Shape {
  readonly next: Map<string, Shape>
  template: Rest | undefined
}

/**
 * Makes the `rest` objects of many nodes. Adding twenty facts one by one turns each object into a hash table (1.5 kB per
 * node, and half of the reading time of a large plan); copying an object that already has these keys does not.
 */
export class RestShapes {
  readonly #root: Shape = { next: new Map(), template: undefined }
  #shape = this.#root
  #keys: string[] = []
  #values: (string | number | boolean)[] = []

  add(key: string, value: string | number | boolean): void {
    let shape = this.#shape.next.get(key)
    if (!shape) {
      shape = { next: new Map(), template: undefined }
      this.#shape.next.set(key, shape)
    }
    this.#shape = shape
    this.#keys.push(key)
    this.#values.push(value)
  }

  /** The facts added since the last call, as one object. */
  take(): Rest {
    // Parsed and not built, because the parser makes objects with fixed places for their keys.
    let { template } = this.#shape
    if (!template) {
      const parsed: Rest = JSON.parse(JSON.stringify(Object.fromEntries(this.#keys.map((key) => [key, 0]))))
      template = parsed
      this.#shape.template = template
    }
    const rest = { ...template }
    for (let index = 0; index < this.#keys.length; index++) {
      rest[this.#keys[index] ?? ''] = this.#values[index] ?? ''
    }
    this.#shape = this.#root
    this.#keys.length = 0
    this.#values.length = 0
    return rest
  }
}
