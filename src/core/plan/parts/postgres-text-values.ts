import type { TextSink } from './postgres-text-sink'

/**
 * The lines of a text plan that hold several numbers. Each reader gives false when the line is not written as any known
 * server version writes it; then nothing was taken over. Source: explain.c, PostgreSQL 9.6 to 18.
 */
export type ReadValue = (value: string, sink: TextSink) => boolean

type Pair = readonly [key: string, raw: string]

function put(sink: TextSink, pairs: readonly Pair[] | undefined): boolean {
  if (!pairs || pairs.length === 0) return false
  for (const [key, raw] of pairs) sink.number(key, raw)
  return true
}

const plainNumber = /^-?\d+(?:\.\d+)?$/

/** `hit=3 read=1`, each word under its key. */
function equations(words: string, keys: Readonly<Record<string, string>>): Pair[] | undefined {
  const pairs: Pair[] = []
  for (const match of words.matchAll(/([a-z ]+?)=(\S+?)(?:kB|%)?(?: ms)?(?:\s+|$)/g)) {
    const key = Object.hasOwn(keys, match[1] ?? '') ? keys[match[1] ?? ''] : undefined
    const raw = match[2] ?? ''
    if (key === undefined || !plainNumber.test(raw)) return undefined
    pairs.push([key, raw])
  }
  return pairs
}

const blocks: Readonly<Record<string, string>> = { hit: 'Hit', read: 'Read', dirtied: 'Dirtied', written: 'Written' }
const blockKinds: Readonly<Record<string, string>> = { shared: 'Shared', local: 'Local', temp: 'Temp' }

/** `shared hit=3 read=1, temp read=2 written=2` */
export const readBuffers: ReadValue = (value, sink) => {
  const pairs: Pair[] = []
  for (const group of value.split(/,\s+/)) {
    const words = group.split(/\s+/)
    const kind = blockKinds[words[0] ?? '']
    if (kind === undefined || words.length < 2) return false
    for (let index = 1; index < words.length; index++) {
      const word = words[index] ?? ''
      const equals = word.indexOf('=')
      const name = blocks[word.slice(0, equals)]
      const raw = word.slice(equals + 1)
      if (name === undefined || !/^\d+$/.test(raw)) return false
      pairs.push([`${kind} ${name} Blocks`, raw])
    }
  }
  return put(sink, pairs)
}

/** Before 15 without a kind; 15 and 16 `shared/local`, which the other formats do not name. */
const timingKinds: Readonly<Record<string, string>> = {
  '': '',
  'shared/local': '',
  shared: 'Shared ',
  local: 'Local ',
  temp: 'Temp ',
}

/** `shared read=0.5 write=0.1, temp read=0.2` */
export const readTimings: ReadValue = (value, sink) => {
  const pairs: Pair[] = []
  for (const group of value.split(/,\s+/)) {
    const [, kind = '', words = ''] = /^(?:([a-z/]+) )?((?:read|write)=.*)$/.exec(group) ?? []
    const prefix = timingKinds[kind]
    const found = equations(words, { read: `${prefix}I/O Read Time`, write: `${prefix}I/O Write Time` })
    if (prefix === undefined || !found || found.length === 0) return false
    pairs.push(...found)
  }
  return put(sink, pairs)
}

function equationReader(keys: Readonly<Record<string, string>>): ReadValue {
  return (value, sink) => put(sink, equations(value, keys))
}

/** `records=1 fpi=2 bytes=59 buffers full=1` */
export const readWal = equationReader({
  records: 'WAL Records',
  fpi: 'WAL FPI',
  bytes: 'WAL Bytes',
  'buffers full': 'WAL Buffers Full',
})
export const readHeapBlocks = equationReader({ exact: 'Exact Heap Blocks', lossy: 'Lossy Heap Blocks' })
export const readTuples = equationReader({
  inserted: 'Tuples Inserted',
  updated: 'Tuples Updated',
  deleted: 'Tuples Deleted',
  skipped: 'Tuples Skipped',
})
export const readMemory = equationReader({ used: 'Memory Used', allocated: 'Memory Allocated' })
export const readCacheEstimates = equationReader({
  capacity: 'Estimated Capacity',
  'distinct keys': 'Estimated Distinct Lookup Keys',
  lookups: 'Estimated Lookups',
  'hit percent': 'Estimated Hit Percent',
})

/** `Buckets: 1024 (originally 512)  Batches: 1  Memory Usage: 9kB`, from the first key on. */
export function readCounts(line: string, sink: TextSink): boolean {
  const pairs: Pair[] = []
  let rest = line
  while (rest !== '') {
    const [whole, name = '', raw = '', original] =
      /^([A-Z][A-Za-z ]*?): (\d+)(?: ?kB)?(?: \(originally (\d+)\))?(?:\s+|$)/.exec(rest) ?? []
    if (whole === undefined) return false
    const ofHash = line.startsWith('Buckets') && (name === 'Buckets' || name === 'Batches')
    const key = ofHash ? `Hash ${name}` : Object.hasOwn(counts, name) ? counts[name] : undefined
    if (key === undefined) return false
    pairs.push([key, raw])
    if (ofHash) pairs.push([`Original ${key}`, original ?? raw])
    rest = rest.slice(whole.length)
  }
  return put(sink, pairs)
}

const counts: Readonly<Record<string, string>> = {
  Batches: 'HashAgg Batches',
  'Planned Partitions': 'Planned Partitions',
  'Memory Usage': 'Peak Memory Usage',
  // The first releases of 13.
  'Peak Memory Usage': 'Peak Memory Usage',
  'HashAgg Batches': 'HashAgg Batches',
  'Disk Usage': 'Disk Usage',
  Hits: 'Cache Hits',
  Misses: 'Cache Misses',
  Evictions: 'Cache Evictions',
  Overflows: 'Cache Overflows',
}

/** `quicksort  Memory: 25kB` */
export const readSortMethod: ReadValue = (value, sink) => {
  const [, method, type, used] = /^([a-z][A-Za-z -]*?)(?:\s+(Memory|Disk): (\d+)kB)?$/.exec(value) ?? []
  if (method === undefined) return false
  sink.text('Sort Method', method)
  if (type === undefined || used === undefined) return true
  sink.number('Sort Space Used', used)
  sink.text('Sort Space Type', type)
  return true
}

/** `3  Sort Methods: quicksort, external merge  Average Memory: 27kB  Peak Memory: 27kB  Average Disk: …` */
export function sortGroups(value: string): string | undefined {
  const [, count, methods = '', space = ''] =
    /^(\d+)\s+Sort Methods?: (.*?)((?:\s+(?:Average|Peak) .*)?)$/.exec(value) ?? []
  if (count === undefined) return undefined
  const used = methods.split(', ').map((method) => JSON.stringify(method))
  const parts = [`"Group Count":${count}`, `"Sort Methods Used":[${used.join(',')}]`]
  let read = 0
  for (const match of space.matchAll(/\s+Average (Memory|Disk): (\d+)kB\s+Peak \1: (\d+)kB/g)) {
    read += match[0].length
    parts.push(`"Sort Space ${match[1]}":{"Average Sort Space Used":${match[2]},"Peak Sort Space Used":${match[3]}}`)
  }
  return read === space.length ? `{${parts.join(',')}}` : undefined
}

/** `Memory  Maximum Storage: 17kB` */
export const readStorage: ReadValue = (value, sink) => {
  const [, type, used] = /^(\w+)(?:\s+Maximum Storage: (\d+)kB)?$/.exec(value) ?? []
  if (type === undefined) return false
  sink.text('Storage', type)
  if (used !== undefined) sink.number('Maximum Storage', used)
  return true
}

/** `bernoulli ('10'::real) REPEATABLE ('3'::double precision)` */
export const readSampling: ReadValue = (value, sink) => {
  const [, method, parameters, seed] = /^(\S+) \((.*?)\)(?: REPEATABLE \((.*)\))?$/.exec(value) ?? []
  if (method === undefined || parameters === undefined) return false
  sink.text('Sampling Method', method)
  sink.json('Sampling Parameters', JSON.stringify(listOf(parameters)))
  if (seed !== undefined) sink.text('Repeatable Seed', seed)
  return true
}

/** `actual time=0.1..0.2 rows=3 loops=1` of a worker. */
export const readWorkerTimes: ReadValue = (value, sink) => {
  const [, first, last, rows, loops] =
    /^actual (?:time=(\d+\.\d+)\.\.(\d+\.\d+) )?rows=(\d+(?:\.\d+)?) loops=(\d+)$/.exec(value) ?? []
  if (rows === undefined || loops === undefined) return false
  if (first !== undefined) sink.number('Actual Startup Time', first)
  if (last !== undefined) sink.number('Actual Total Time', last)
  sink.number('Actual Rows', rows)
  sink.number('Actual Loops', loops)
  return true
}

/** Expressions parted by commas; a comma inside brackets or quotes belongs to its expression. */
export function listOf(value: string): string[] {
  if (!value.includes(',')) return [value]
  const items: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < value.length; at++) {
    const code = value.charCodeAt(at)
    if (code === 40 || code === 91) depth++
    else if (code === 41 || code === 93) depth--
    else if (code === 39 || code === 34) {
      // A doubled quote closes and opens again, which comes to the same.
      const close = value.indexOf(code === 39 ? "'" : '"', at + 1)
      if (close === -1) break
      at = close
    } else if (code === 44 && depth <= 0 && value.charCodeAt(at + 1) === 32) {
      items.push(value.slice(start, at))
      start = at + 2
    }
  }
  items.push(value.slice(start))
  return items
}

/** Which brackets and quotes of an expression are open, read piece by piece. */
export class OpenBrackets {
  #depth = 0
  /** The quote that is open, or 0. */
  #quote = 0

  /** What is open at the end of what was read. */
  get state(): 'quote' | 'bracket' | undefined {
    if (this.#quote !== 0) return 'quote'
    return this.#depth > 0 ? 'bracket' : undefined
  }

  read(piece: string): void {
    for (let at = 0; at < piece.length; at++) {
      if (this.#quote !== 0) {
        const close = piece.indexOf(this.#quote === 39 ? "'" : '"', at)
        if (close === -1) return
        at = close
        this.#quote = 0
        continue
      }
      const code = piece.charCodeAt(at)
      if (code === 40 || code === 91) this.#depth++
      else if (code === 41 || code === 93) this.#depth--
      else if (code === 39 || code === 34) this.#quote = code
    }
  }
}

/** What is still open at the end of an expression: a quote, a bracket, or nothing. */
export function openIn(value: string): 'quote' | 'bracket' | undefined {
  const open = new OpenBrackets()
  open.read(value)
  return open.state
}
