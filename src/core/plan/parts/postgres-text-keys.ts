import type { Condition } from '../model'
import type { TextSink } from './postgres-text-sink'
import {
  listOf,
  type ReadValue,
  readBuffers,
  readCacheEstimates,
  readCounts,
  readHeapBlocks,
  readSampling,
  readSortMethod,
  readStorage,
  readTimings,
  readTuples,
  readWal,
  sortGroups,
} from './postgres-text-values'

/** The property lines of a node in a text plan, by what stands before their colon. */

/** Lines whose value is a condition, and where it is checked. */
export const textConditions: ReadonlyMap<string, Condition['checkedAt']> = new Map<string, Condition['checkedAt']>([
  ['Index Cond', 'index-seek'],
  ['TID Cond', 'index-seek'],
  ['Filter', 'row-filter'],
  ['One-Time Filter', 'row-filter'],
  ['Run Condition', 'row-filter'],
  ['Conflict Filter', 'row-filter'],
  ['Recheck Cond', 'recheck'],
  ['Join Filter', 'join'],
  ['Hash Cond', 'join'],
  ['Merge Cond', 'join'],
])

/** Takes over one line; false when its value is not written as any known server version writes it. */
type ReadLine = (key: string, value: string, sink: TextSink) => boolean

const asText: ReadLine = (key, value, sink) => {
  sink.text(key, value)
  return true
}
const asNumber: ReadLine = (key, value, sink) => {
  if (!/^-?\d+(?:\.\d+)?$/.test(value)) return false
  sink.number(key, value)
  return true
}
const asFlag: ReadLine = (key, value, sink) => {
  if (value !== 'true' && value !== 'false') return false
  sink.flag(key, value === 'true')
  return true
}
const asList: ReadLine = (key, value, sink) => {
  sink.json(key, JSON.stringify(listOf(value)))
  return true
}
const asGroups: ReadLine = (key, value, sink) => {
  const groups = sortGroups(value)
  if (groups !== undefined) sink.json(key, groups)
  return groups !== undefined
}
const asCounts: ReadLine = (key, value, sink) => readCounts(`${key}: ${value}`, sink)

function by(read: ReadValue): ReadLine {
  return (_key, value, sink) => read(value, sink)
}

const texts = [
  'Order By',
  'Cache Key',
  'Cache Mode',
  'Function Call',
  'Table Function Call',
  'Window',
  'Conflict Resolution',
  'Remote SQL',
  'Relations',
  'Foreign File',
  'Foreign Program',
  'Append RTIs',
  'extParam',
  'allParam',
]
const numbers = [
  'Heap Fetches',
  'Index Searches',
  'Workers Planned',
  'Workers Launched',
  'Subplans Removed',
  'Rows Removed by Filter',
  'Rows Removed by Join Filter',
  'Rows Removed by Index Recheck',
  'Rows Removed by Conflict Filter',
  'Tuples Inserted',
  'Conflicting Tuples',
  'Batch Size',
  'Foreign File Size',
  'Disabled Nodes',
  'Plan Node ID',
  'Scan RTI',
  'Nominal RTI',
  'Exclude Relation RTI',
]
const flags = ['Disabled', 'Inner Unique', 'Single Copy', 'Parallel Safe', 'Parallel Aware', 'Async Capable']
const lists = ['Output', 'Sort Key', 'Presorted Key', 'Params Evaluated', 'Conflict Arbiter Indexes']

/** Everything but conditions and the keys of groupings and workers, which need to know more than their line. */
export const textLines: ReadonlyMap<string, ReadLine> = new Map<string, ReadLine>([
  ...texts.map((key) => [key, asText] as const),
  ...numbers.map((key) => [key, asNumber] as const),
  ...flags.map((key) => [key, asFlag] as const),
  ...lists.map((key) => [key, asList] as const),
  ['Buffers', by(readBuffers)],
  ['I/O Timings', by(readTimings)],
  ['WAL', by(readWal)],
  ['Heap Blocks', by(readHeapBlocks)],
  ['Tuples', by(readTuples)],
  ['Estimates', by(readCacheEstimates)],
  ['Sort Method', by(readSortMethod)],
  ['Storage', by(readStorage)],
  ['Sampling', by(readSampling)],
  ['Full-sort Groups', asGroups],
  ['Pre-sorted Groups', asGroups],
  ['Buckets', asCounts],
  ['Batches', asCounts],
  ['Planned Partitions', asCounts],
  ['Hits', asCounts],
  ['Peak Memory Usage', asCounts],
])

/** Keys whose lines are collected over a node: groupings. */
export const groupingKeys: ReadonlySet<string> = new Set(['Group Key', 'Hash Key'])

/** What is known about the grouping keys of one node, in the form of the JSON format. */
export class GroupingKeys {
  readonly #sets: { sortKey?: string; name: 'Group Key' | 'Hash Key'; keys: string[][] }[] = []
  #sortKey: string | undefined

  /** A `Sort Key` line below a grouping: it begins the next set. */
  sortKey(value: string): void {
    this.#sortKey = value
  }

  get begun(): boolean {
    return this.#sets.length > 0
  }

  add(name: string, value: string): void {
    const keys = value === '()' ? [] : listOf(value)
    const last = this.#sets.at(-1)
    if (name === 'Group Key' && last?.name === 'Group Key' && this.#sortKey === undefined) last.keys.push(keys)
    else {
      const sorted = this.#sortKey === undefined ? {} : { sortKey: this.#sortKey }
      this.#sets.push({ ...sorted, name: name === 'Hash Key' ? 'Hash Key' : 'Group Key', keys: [keys] })
    }
    this.#sortKey = undefined
  }

  /** One plain key is `Group Key`; anything else are `Grouping Sets`. */
  finish(sink: TextSink): void {
    const [first] = this.#sets
    if (!first) return
    const [only] = first.keys
    if (this.#sets.length === 1 && first.keys.length === 1 && first.name === 'Group Key' && only && only.length > 0) {
      sink.json('Group Key', JSON.stringify(only))
    } else {
      const sets = this.#sets.map(({ sortKey, name, keys }) => ({
        ...(sortKey === undefined ? {} : { 'Sort Key': listOf(sortKey) }),
        [`${name}s`]: keys,
      }))
      sink.json('Grouping Sets', JSON.stringify(sets))
    }
    this.#sets.length = 0
    this.#sortKey = undefined
  }
}
