import { textLines } from './postgres-text-keys'
import { ObjectSink, type TextSink } from './postgres-text-sink'
import { jitInto, jitKeys } from './postgres-text-statement'
import { readSortMethod, readWorkerTimes } from './postgres-text-values'

const workerLine = /^Worker (\d+):\s*(.*)$/s

/**
 * The `Worker 0:` lines of one node. What a worker did stands behind its colon and on lines below it, further in; before
 * PostgreSQL 13 each of these was a line of its own with the same number.
 */
export class TextWorkers {
  readonly #byNumber = new Map<string, ObjectSink>()
  #current: ObjectSink | undefined
  #column = 0
  /** The current worker's times are on its line; then its lines are the last ones of the node. */
  #isTimed = false
  #jit: ObjectSink | undefined

  line(text: string, column: number): boolean {
    const [, number = '', content = ''] = workerLine.exec(text) ?? []
    if (number === '') return false
    this.#closeJit()
    let sink = this.#byNumber.get(number)
    if (!sink) {
      sink = new ObjectSink()
      sink.number('Worker Number', number)
      this.#byNumber.set(number, sink)
    }
    this.#current = sink
    this.#column = column
    this.#isTimed = content.startsWith('actual ')
    if (content === '') return true
    if (this.#isTimed) return readWorkerTimes(content, sink)
    if (content === 'JIT:') {
      this.#jit = new ObjectSink()
      return true
    }
    const colon = content.indexOf(':')
    const key = content.slice(0, colon)
    const value = content.slice(colon + 1).trim()
    return key === 'Sort Method' ? readSortMethod(value, sink) : (textLines.get(key)?.(key, value, sink) ?? false)
  }

  /** Where a property line at this column goes; undefined when it belongs to the node. */
  at(column: number, nodeHasIt: boolean): TextSink | undefined {
    const worker = this.#current
    if (!worker || column < this.#column) return undefined
    // In one column: lines of a server before 13, or the indent is lost; what the node has already is the worker's.
    return column > this.#column || this.#isTimed || nodeHasIt ? worker : undefined
  }

  jit(key: string, value: string): boolean {
    if (!jitKeys.has(key)) return false
    this.#jit ??= new ObjectSink()
    return jitInto(this.#jit, key, value)
  }

  /** Lines of the statement follow; none is a worker's any more. */
  end(): void {
    this.#closeJit()
    this.#current = undefined
  }

  finish(sink: TextSink): void {
    this.#closeJit()
    if (this.#byNumber.size === 0) return
    sink.json('Workers', `[${[...this.#byNumber.values()].map((each) => each.toJson()).join(',')}]`)
    this.#byNumber.clear()
    this.#current = undefined
  }

  #closeJit(): void {
    if (this.#jit) this.#current?.json('JIT', this.#jit.toJson())
    this.#jit = undefined
  }
}
