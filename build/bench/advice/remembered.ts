import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'

const fileSchema = z.record(z.string(), z.unknown())

/** Results of earlier benches in a file, each under a hash of all that it depends on. */
export class Remembered {
  readonly #path: string
  readonly #known: Record<string, unknown>
  #unsaved = 0

  constructor(path: string) {
    this.#path = path
    this.#known = existsSync(path) ? { ...fileSchema.parse(JSON.parse(readFileSync(path, 'utf8'))) } : {}
  }

  /** What is known, else what `find` finds; `undefined` is kept as well. */
  async get<T>(key: readonly string[], shape: z.ZodType<T>, find: () => Promise<T>): Promise<T> {
    const hash = createHash('sha256').update(JSON.stringify(key)).digest('hex').slice(0, 24)
    const known = shape.safeParse(this.#known[hash])
    if (hash in this.#known && known.success) return known.data
    const found = await find()
    this.#known[hash] = found ?? null
    this.#unsaved++
    if (this.#unsaved >= 50) this.save()
    return found
  }

  has(key: readonly string[]): boolean {
    return createHash('sha256').update(JSON.stringify(key)).digest('hex').slice(0, 24) in this.#known
  }

  save(): void {
    if (this.#unsaved === 0) return
    this.#unsaved = 0
    mkdirSync(dirname(this.#path), { recursive: true })
    writeFileSync(`${this.#path}.part`, JSON.stringify(this.#known))
    renameSync(`${this.#path}.part`, this.#path)
  }
}
