import { atLeast, type Version } from '../engine'
import type { PlanNode } from '../plan/model'
import type { PlannerSettingName } from './model'

/** A planner setting that takes one means away. Source: PostgreSQL documentation, "Planner Method Configuration". */
export interface PlannerMeans {
  readonly name: PlannerSettingName
  readonly off: string
  /** First major version that has it. */
  readonly since: number
  /** What it takes away, in the plural. */
  readonly words: string
  /** True for a step that is made by it. Absent: its work cannot be seen in a plan. */
  readonly makes?: (node: PlanNode) => boolean
}

const scan = (type: string) => (node: PlanNode) => node.access?.accessType === type
const label = (pattern: RegExp) => (node: PlanNode) => pattern.test(node.label)

/** In the order in which they are asked. */
export const plannerMeans: readonly PlannerMeans[] = [
  { name: 'enable_seqscan', off: 'off', since: 12, words: 'sequential scans', makes: scan('Seq Scan') },
  {
    name: 'enable_indexscan',
    off: 'off',
    since: 12,
    words: 'index scans',
    // The setting covers index-only scans too (costsize.c, cost_index).
    makes: (node) => scan('Index Scan')(node) || scan('Index Only Scan')(node),
  },
  {
    name: 'enable_indexonlyscan',
    off: 'off',
    since: 12,
    words: 'index-only scans',
    makes: scan('Index Only Scan'),
  },
  { name: 'enable_bitmapscan', off: 'off', since: 12, words: 'bitmap scans', makes: scan('Bitmap Heap Scan') },
  {
    name: 'enable_tidscan',
    off: 'off',
    since: 12,
    words: 'scans by row address',
    makes: (node) => scan('Tid Scan')(node) || scan('Tid Range Scan')(node),
  },
  { name: 'enable_nestloop', off: 'off', since: 12, words: 'nested loops', makes: label(/^Nested Loop/) },
  {
    name: 'enable_hashjoin',
    off: 'off',
    since: 12,
    words: 'hash joins',
    makes: label(/^(?:Parallel )?Hash (?:\w+ )*Join/),
  },
  {
    name: 'enable_mergejoin',
    off: 'off',
    since: 12,
    words: 'merge joins',
    makes: label(/^(?:Parallel )?Merge (?:\w+ )*Join/),
  },
  { name: 'enable_sort', off: 'off', since: 12, words: 'sorts', makes: label(/^Sort/) },
  {
    name: 'enable_incremental_sort',
    off: 'off',
    since: 13,
    words: 'incremental sorts',
    makes: label(/^Incremental Sort/),
  },
  {
    name: 'enable_hashagg',
    off: 'off',
    since: 12,
    words: 'hash aggregates',
    makes: ({ operator, rest }) =>
      (operator === 'aggregate' || operator === 'union') && /^(?:Hashed|Mixed)$/.test(String(rest['Strategy'] ?? '')),
  },
  { name: 'enable_material', off: 'off', since: 12, words: 'materialized inputs', makes: label(/^Materialize/) },
  { name: 'enable_memoize', off: 'off', since: 14, words: 'memoized lookups', makes: label(/^Memoize/) },
  {
    name: 'enable_gathermerge',
    off: 'off',
    since: 12,
    words: 'merges of parallel workers',
    makes: label(/^Gather Merge/),
  },
  {
    name: 'max_parallel_workers_per_gather',
    off: '0',
    since: 12,
    words: 'parallel workers',
    makes: ({ operator }) => operator === 'gather',
  },
  {
    name: 'enable_parallel_hash',
    off: 'off',
    since: 12,
    words: 'shared parallel hash tables',
    makes: (node) => /^(?:Parallel )?Hash$/.test(node.label) && node.rest['Parallel Aware'] === true,
  },
  {
    name: 'enable_parallel_append',
    off: 'off',
    since: 12,
    words: 'parallel appends',
    makes: (node) => node.operator === 'append' && node.rest['Parallel Aware'] === true,
  },
  {
    name: 'enable_presorted_aggregate',
    off: 'off',
    since: 16,
    words: 'presorted aggregates',
    makes: ({ operator }) => operator === 'aggregate',
  },
  {
    name: 'enable_group_by_reordering',
    off: 'off',
    since: 17,
    words: 'reordered GROUP BY keys',
    makes: ({ operator, rest }) => operator === 'aggregate' && /,/.test(String(rest['Group Key'] ?? '')),
  },
  {
    name: 'enable_distinct_reordering',
    off: 'off',
    since: 18,
    words: 'reordered DISTINCT keys',
    makes: ({ operator }) => operator === 'distinct',
  },
  { name: 'enable_partition_pruning', off: 'off', since: 12, words: 'partition pruning' },
  { name: 'enable_self_join_elimination', off: 'off', since: 18, words: 'the elimination of self-joins' },
]

/** The means that a version knows. */
export function meansOf(version: Version): readonly PlannerMeans[] {
  return plannerMeans.filter((means) => atLeast(version, means.since))
}

const settingNames: readonly PlannerSettingName[] = [
  ...plannerMeans.map(({ name }) => name),
  'join_collapse_limit',
  'jit',
]

/** Reads the planner's settings, and where hypopg is: rows of (name, value), the extension as `hypopg 1.4.4` and its schema. */
export const plannerFactsSql = `SELECT name, setting FROM pg_settings WHERE name IN (${settingNames.map((name) => `'${name}'`).join(', ')})
UNION ALL
SELECT 'hypopg ' || e.extversion, n.nspname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'hypopg'`

export interface PlannerFacts {
  readonly version: Version
  /** Settings that the server has, with their value in this session. */
  readonly settings: ReadonlyMap<string, string>
  /** Where hypopg is created; `hides`: this version of it can hide real indexes (1.4 and later). */
  readonly hypopg?: { readonly schema: string; readonly hides: boolean } | undefined
}

/** @param rows the answer to `plannerFactsSql` */
export function plannerFactsOf(version: Version, rows: readonly (readonly (string | null)[])[]): PlannerFacts {
  const settings = new Map<string, string>()
  let hypopg: PlannerFacts['hypopg']
  for (const [name, value] of rows) {
    if (!name || value === null || value === undefined) continue
    const extension = /^hypopg (\d+)\.(\d+)/.exec(name)
    if (extension) {
      const [major, minor] = [Number(extension[1]), Number(extension[2])]
      hypopg = { schema: value, hides: major > 1 || (major === 1 && minor >= 4) }
    } else settings.set(name, value)
  }
  return { version, settings, ...(hypopg && { hypopg }) }
}
