import { type Members, type PostgresDocument, postgresJson } from '../../tests/kit/plan-writers/postgres-document'

/** Numbers in 0..1, the same in every run. */
export function seededRandom(): () => number {
  let state = 12345
  return () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return state / 2 ** 32
  }
}

/**
 * A PostgreSQL EXPLAIN (ANALYZE, BUFFERS) with about `wanted` nodes: joins, appends and sorts over scans, the same for
 * the same number. `text` is its JSON; other formats are written from `document`.
 */
export function generatedPlan(wanted: number): {
  readonly document: PostgresDocument
  readonly text: string
  readonly nodes: number
} {
  const random = seededRandom()
  let nodes = 0
  const numbers = () => ({
    'Startup Cost': Math.round(random() * 1e4) / 100,
    'Total Cost': Math.round(random() * 1e7) / 100,
    'Plan Rows': Math.floor(random() * 1e6),
    'Plan Width': Math.floor(random() * 400),
    'Actual Startup Time': Math.round(random() * 1e5) / 1000,
    'Actual Total Time': Math.round(random() * 1e6) / 1000,
    'Actual Rows': Math.floor(random() * 1e6),
    'Actual Loops': 1 + Math.floor(random() * 5),
    'Shared Hit Blocks': Math.floor(random() * 1e5),
    'Shared Read Blocks': Math.floor(random() * 1e4),
    'Shared Dirtied Blocks': 0,
    'Shared Written Blocks': 0,
    'Local Hit Blocks': 0,
    'Local Read Blocks': 0,
    'Local Dirtied Blocks': 0,
    'Local Written Blocks': 0,
    'Temp Read Blocks': 0,
    'Temp Written Blocks': 0,
  })
  const scan = (): Members => {
    nodes++
    const table = `table_${nodes}`
    return {
      'Node Type': 'Index Scan',
      'Parent Relationship': 'Outer',
      'Parallel Aware': false,
      'Async Capable': false,
      'Scan Direction': 'Forward',
      'Index Name': `${table}_pkey`,
      'Relation Name': table,
      Schema: 'public',
      Alias: `t${nodes}`,
      ...numbers(),
      Output: [`t${nodes}.id`, `t${nodes}.name`],
      'Index Cond': `(t${nodes}.id = ${nodes})`,
      'Rows Removed by Index Recheck': 0,
      Filter: `(t${nodes}.name <> 'x'::text)`,
      'Rows Removed by Filter': Math.floor(random() * 1000),
    }
  }
  // Depth grows with the logarithm of the size, as real plans of partitioned tables do.
  const build = (size: number): Members => {
    if (size <= 1) return scan()
    nodes++
    if (size > 12 && random() < 0.15) {
      const parts = 3 + Math.floor(random() * 6)
      const each = Math.max(1, Math.floor((size - 1) / parts))
      return {
        'Node Type': 'Append',
        'Parent Relationship': 'Outer',
        'Parallel Aware': false,
        'Async Capable': false,
        ...numbers(),
        'Subplans Removed': 0,
        Plans: Array.from({ length: parts }, () => build(each)),
      }
    }
    if (size === 2 || random() < 0.2)
      return {
        'Node Type': 'Sort',
        'Parent Relationship': 'Outer',
        'Parallel Aware': false,
        'Async Capable': false,
        ...numbers(),
        'Sort Key': [`t${nodes}.id`],
        'Sort Method': 'quicksort',
        'Sort Space Used': 25,
        'Sort Space Type': 'Memory',
        Plans: [build(size - 1)],
      }
    const left = Math.max(1, Math.floor((size - 1) * (0.3 + random() * 0.4)))
    return {
      'Node Type': 'Nested Loop',
      'Parent Relationship': 'Outer',
      'Parallel Aware': false,
      'Async Capable': false,
      'Join Type': 'Inner',
      ...numbers(),
      'Inner Unique': false,
      Plans: [build(left), build(Math.max(1, size - 1 - left))],
    }
  }
  const root = build(wanted)
  const document = { Plan: root, 'Planning Time': 1.5, Triggers: [], 'Execution Time': 12.25 }
  return { document, text: postgresJson(document), nodes }
}
