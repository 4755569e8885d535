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
  /** The facts of the node that is being read: so many of these, which keep their room from node to node. */
  #count = 0
  readonly #keys: string[] = []
  readonly #values: (string | number | boolean)[] = []

  add(key: string, value: string | number | boolean): void {
    let shape = this.#shape.next.get(key)
    if (!shape) {
      shape = { next: new Map(), template: undefined }
      this.#shape.next.set(key, shape)
    }
    this.#shape = shape
    this.#keys[this.#count] = key
    this.#values[this.#count] = value
    this.#count++
  }

  /** The facts added since the last call, as one object. */
  take(): Rest {
    // Parsed and not built, because the parser makes objects with fixed places for their keys.
    let { template } = this.#shape
    if (!template) {
      const parsed: Rest = JSON.parse(
        JSON.stringify(Object.fromEntries(this.#keys.slice(0, this.#count).map((key) => [key, 0]))),
      )
      template = parsed
      this.#shape.template = template
    }
    const rest = { ...template }
    for (let index = 0; index < this.#count; index++) {
      rest[this.#keys[index] ?? ''] = this.#values[index] ?? ''
    }
    this.#shape = this.#root
    this.#count = 0
    return rest
  }
}
