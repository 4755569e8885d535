import type { AccessMethod, Operator } from '../model'
import type { KeptObjects } from './json-members'

/** The words of PostgreSQL 13 to 18 plans that carry no field of their own, and what its node types are. */

const buffers = [
  'Shared Hit Blocks',
  'Shared Read Blocks',
  'Shared Dirtied Blocks',
  'Shared Written Blocks',
  'Local Hit Blocks',
  'Local Read Blocks',
  'Local Dirtied Blocks',
  'Local Written Blocks',
  'Temp Read Blocks',
  'Temp Written Blocks',
  'I/O Read Time', // before 17
  'I/O Write Time',
  'Shared I/O Read Time', // 17
  'Shared I/O Write Time',
  'Local I/O Read Time',
  'Local I/O Write Time',
  'Temp I/O Read Time',
  'Temp I/O Write Time',
]
const wal = ['WAL Records', 'WAL FPI', 'WAL Bytes', 'WAL Buffers Full']
const actuals = ['Actual Startup Time', 'Actual Total Time', 'Actual Rows', 'Actual Loops']
const work = [
  'Sort Method',
  'Sort Space Used',
  'Sort Space Type',
  'Full-sort Groups',
  'Pre-sorted Groups',
  'Peak Memory Usage',
  'HashAgg Batches',
  'Disk Usage',
  'Cache Hits',
  'Cache Misses',
  'Cache Evictions',
  'Cache Overflows',
  'Exact Heap Blocks',
  'Lossy Heap Blocks',
  'Hash Buckets',
  'Original Hash Buckets',
  'Hash Batches',
  'Original Hash Batches',
]
const sortSpace = ['Average Sort Space Used', 'Peak Sort Space Used']
const sortGroups = ['Group Count', 'Sort Methods Used', 'Sort Space Memory', 'Sort Space Disk']
const jit = ['Functions', 'Options', 'Timing']

/** Node keys that are kept verbatim. */
export const postgresNodeRest: readonly string[] = [
  ...buffers,
  ...wal,
  ...work,
  'Parallel Aware',
  'Async Capable',
  'Disabled', // 18
  'Disabled Nodes',
  'Subplan Name',
  'Join Type',
  'Inner Unique',
  'Output',
  'Strategy',
  'Partial Mode',
  'Command',
  'Operation',
  'Rows Removed by Index Recheck',
  'Heap Fetches',
  'Index Searches', // 18
  'Order By',
  'Sort Key',
  'Presorted Key',
  'Group Key',
  'Grouping Sets',
  'Planned Partitions',
  'Workers Planned',
  'Single Copy',
  'Params Evaluated', // until 16
  'Workers',
  'Cache Key',
  'Cache Mode',
  'Estimated Capacity', // 19
  'Estimated Distinct Lookup Keys',
  'Estimated Lookups',
  'Estimated Hit Percent',
  'Function Call',
  'Table Function Name',
  'Table Function Call',
  'Tuplestore Name',
  'Sampling Method',
  'Sampling Parameters',
  'Repeatable Seed',
  'Window', // 18
  'Storage', // 17
  'Maximum Storage',
  'Subplans Removed',
  'Conflict Resolution',
  'Conflict Arbiter Indexes',
  'Rows Removed by Conflict Filter',
  'Tuples Inserted',
  'Conflicting Tuples',
  'Tuples Updated',
  'Tuples Deleted',
  'Tuples Skipped',
  'Remote SQL',
  'Relations',
  'Batch Size',
  'Foreign File',
  'Foreign File Size',
  'Foreign Program',
  'Custom Plan Provider',
  'JIT',
  // pg_overexplain (18)
  'Plan Node ID',
  'Parallel Safe',
  'Scan RTI',
  'Append RTIs',
  'Nominal RTI',
  'extParam',
  'allParam',
]

/** Keys beside `Plan` that are kept verbatim, on the root node. */
export const postgresTopRest: readonly string[] = [
  'Query Text',
  'Query Parameters',
  'Query Identifier',
  'Planning',
  'JIT',
  'Serialization',
  'Range Table',
  'Result RTIs',
  'Unprunable RTIs',
]

/** Objects that are kept as text, and their keys. */
export const postgresKeptObjects: KeptObjects = {
  Planning: [...buffers, 'Memory Used', 'Memory Allocated'],
  Serialization: [...buffers, 'Time', 'Output Volume', 'Format'],
  JIT: jit,
  Options: ['Inlining', 'Optimization', 'Expressions', 'Deforming'],
  Timing: ['Generation', 'Inlining', 'Optimization', 'Emission', 'Total'],
  Generation: ['Deform', 'Total'],
  Workers: ['Worker Number', ...actuals, ...buffers, ...wal, ...work, 'JIT'],
  'Grouping Sets': ['Group Keys', 'Group Key', 'Hash Keys', 'Hash Key', 'Sort Key'],
  'Full-sort Groups': sortGroups,
  'Pre-sorted Groups': sortGroups,
  'Sort Space Memory': sortSpace,
  'Sort Space Disk': sortSpace,
  'Target Tables': ['Relation Name', 'Schema', 'Alias', 'Remote SQL', 'Batch Size'],
  'Range Table': ['RTI', 'Kind', 'Inherited', 'In From Clause', 'Alias', 'Eref', 'Relation', 'Relation Kind'],
}

/** What each node type is. `ModifyTable` is told by its operation. */
export const postgresOperators: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ['Nested Loop', 'nested-loop'],
  ['Hash Join', 'hash-join'],
  ['Merge Join', 'merge-join'],
  ['Hash', 'materialize'],
  ['Materialize', 'materialize'],
  ['Memoize', 'memoize'],
  ['Sort', 'sort'],
  ['Incremental Sort', 'sort'],
  ['Aggregate', 'aggregate'],
  ['Group', 'aggregate'],
  ['WindowAgg', 'window'],
  ['Unique', 'distinct'],
  ['SetOp', 'union'],
  ['Recursive Union', 'union'],
  ['Append', 'append'],
  ['Merge Append', 'append'],
  ['Limit', 'limit'],
  ['LockRows', 'lock'],
  ['Gather', 'gather'],
  ['Gather Merge', 'gather'],
  ['Result', 'result'],
  ['ProjectSet', 'result'],
  ['Subquery Scan', 'subquery'],
  ['ModifyTable', 'other'],
  ['BitmapAnd', 'other'],
  ['BitmapOr', 'other'],
])

/** How each scan reaches its rows. Index scans are told by their condition. */
export const postgresScans: ReadonlyMap<string, AccessMethod | undefined> = new Map<string, AccessMethod | undefined>([
  ['Seq Scan', 'full-scan'],
  ['Sample Scan', 'full-scan'],
  ['Index Scan', undefined],
  ['Index Only Scan', undefined],
  ['Bitmap Heap Scan', 'bitmap'],
  ['Bitmap Index Scan', 'bitmap'],
  ['Tid Scan', 'lookup'],
  ['Tid Range Scan', 'range'],
  ['Foreign Scan', 'other'],
  ['Custom Scan', 'other'],
  ['Function Scan', 'function'],
  ['Table Function Scan', 'function'],
  ['Values Scan', 'none'],
  ['CTE Scan', 'full-scan'],
  ['WorkTable Scan', 'full-scan'],
  ['Named Tuplestore Scan', 'full-scan'],
])

/** Scans of something that is no stored table. */
export const postgresDerivedScans: ReadonlySet<string> = new Set([
  'Function Scan',
  'Table Function Scan',
  'Values Scan',
  'CTE Scan',
  'WorkTable Scan',
  'Named Tuplestore Scan',
])
