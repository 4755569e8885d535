import { dialectOf } from '../../engine'
import type { PlanNode } from '../../plan/model'
import { each } from '../../plan/walk'
import { variantLetter } from '../variant-setting'
import { inWords, mostVariants, type Preset, type PresetFacts, unavailable, variantOf } from './facts'
import type { ProposedVariant } from './model'

/**
 * Multi-range read off, by cost and forced, times the size of its buffer. Reading rows in the order of the primary key
 * pays where the table does not fit into the buffer pool, and hardly matters in memory.
 * Sources: "Multi-Range Read Optimization" (MySQL manual), "Multi Range Read Optimization" (MariaDB Knowledge Base).
 */
export const mrr: Preset = {
  id: 'mrr',
  title: 'Multi-range read',
  about: 'Finds out whether fetching rows in the order of the table, through a buffer, saves page reads.',
  offer(facts) {
    const { engine, statement, plan, switches, sql } = facts
    if (engine.family !== 'mysql')
      return unavailable('PostgreSQL has no multi-range read; its bitmap scans read rows in the order of the table.')
    if (statement.kind !== 'select') return unavailable('Only rows that a SELECT fetches are read through this buffer.')
    if (plan === undefined) return unavailable('The statement has no plan here.', facts.missing)
    if (!switches.has('mrr'))
      return unavailable('This server has no switch mrr: MySQL 5.6 and MariaDB 5.3 brought it.', facts.missing)
    const nodes = [...each(plan.root)].filter(fetchesRows)
    const ranges = nodes.filter(({ access }) => access?.method === 'range')
    const joined = nodes.filter(({ access }) => access?.method === 'lookup')
    if (ranges.length === 0 && joined.length === 0)
      return unavailable('No table is read through a secondary index whose rows are fetched one by one.')
    const variants = ranges.length > 0 ? rangeMatrix(facts, joined.length > 0) : keyMatrix(facts)
    if (variants.length < 2) return unavailable('This server lets sessions change none of what it takes.')
    const pushed = nodes.filter(({ access }) => access?.indexCondition)
    return {
      available: true,
      variants: variants.map((variant, place) => ({ ...variantOf(variantLetter(place), '', sql), ...variant })),
      scratch: false,
      cautions: [
        ...poolCaution(facts, [...ranges, ...joined]),
        ...(pushed.length > 0
          ? [
              `In every cell conditions on ${inWords(namesOf(pushed))} are checked in the index first (index condition pushdown); only rows that pass are fetched.`,
            ]
          : []),
        'A forced multi-range read counts each row twice in Handler_read_key and Innodb_rows_read on MySQL, where Handler_mrr_init stays 0: that is counting, no work.',
      ],
    }
  },
}

/** Fetches rows of a stored table through a secondary index. */
function fetchesRows({ access }: PlanNode): boolean {
  return (
    access !== undefined &&
    !access.derived &&
    !access.covering &&
    access.indexes.some(({ name }) => name !== 'PRIMARY') &&
    (access.method === 'range' || access.method === 'lookup')
  )
}

function namesOf(nodes: readonly PlanNode[]): readonly string[] {
  return [...new Set(nodes.flatMap(({ access }) => (access ? [access.alias ?? access.table] : [])))]
}

type Cell = Omit<ProposedVariant, 'name' | 'sql' | 'ddl'>

/** Sizes below, at and above the session's own, whatever that is. */
function sizesAround(own: number): readonly number[] {
  return [own / 8, own, own * 16]
}

function rangeMatrix(facts: PresetFacts, joins: boolean): readonly Cell[] {
  const { engine } = facts
  const isMariadb = dialectOf(engine.product) === 'mariadb'
  const buffer = isMariadb ? 'mrr_buffer_size' : 'read_rnd_buffer_size'
  const own = Number(facts.variables.get(buffer) ?? defaultBufferBytes)
  const cell = (row: string, flags: readonly (readonly [string, string])[], bytes: number): Cell => ({
    label: `${row}, ${sizeText(bytes)}`,
    session: [switching(facts, flags), { name: buffer, value: String(bytes) }],
    cell: { row, column: sizeText(bytes) },
  })
  const on = [['mrr', 'on'], ...(isMariadb ? [['mrr_sort_keys', 'on'] as const] : [])] as const
  const cells = [
    cell('MRR off', [['mrr', 'off']], own),
    ...sizesAround(own).map((bytes) => cell('MRR by cost', [...on, ['mrr_cost_based', 'on']], bytes)),
    ...sizesAround(own).map((bytes) => cell('MRR forced', [...on, ['mrr_cost_based', 'off']], bytes)),
  ]
  return joins && cells.length < mostVariants ? [...cells, keyCell(facts, defaultJoinBytes(facts))] : cells
}

/** Lookups of a join: only batched key access reads them through a buffer. */
function keyMatrix(facts: PresetFacts): readonly Cell[] {
  const own = defaultJoinBytes(facts)
  const off: Cell = {
    label: `Row by row, ${sizeText(own)}`,
    session: [switching(facts, [['mrr', 'off']]), { name: 'join_buffer_size', value: String(own) }],
    cell: { row: 'Row by row', column: sizeText(own) },
  }
  return [off, ...sizesAround(own).map((bytes) => keyCell(facts, bytes))]
}

function keyCell(facts: PresetFacts, bytes: number): Cell {
  const isMariadb = dialectOf(facts.engine.product) === 'mariadb'
  const flags = isMariadb
    ? ([
        ['mrr', 'on'],
        ['mrr_sort_keys', 'on'],
        ['join_cache_bka', 'on'],
      ] as const)
    : ([
        ['mrr', 'on'],
        ['mrr_cost_based', 'off'],
        ['batched_key_access', 'on'],
      ] as const)
  const row = 'MRR forced, batched keys'
  return {
    label: `${row}, ${sizeText(bytes)}`,
    session: [
      switching(facts, flags),
      { name: 'join_buffer_size', value: String(bytes) },
      ...(isMariadb ? [{ name: 'join_cache_level', value: String(batchedKeysIncremental) }] : []),
    ],
    cell: { row, column: sizeText(bytes) },
  }
}

/** MariaDB: 5 is batched key access, 6 the same with buffers that hold what the one before does not. */
const batchedKeysIncremental = 6
/** What both families ship with. */
const defaultBufferBytes = 262_144

function defaultJoinBytes({ variables }: PresetFacts): number {
  return Number(variables.get('join_buffer_size') ?? defaultBufferBytes)
}

/** Only flags that the server lists: another one would be refused. */
function switching({ switches }: PresetFacts, flags: readonly (readonly [string, string])[]) {
  const known = flags.filter(([flag]) => switches.has(flag))
  return { name: 'optimizer_switch', value: known.map(([flag, value]) => `${flag}=${value}`).join(',') }
}

/** 262144: "256 KiB". */
function sizeText(bytes: number): string {
  if (bytes >= 2 ** 20 && bytes % 2 ** 20 === 0) return `${bytes / 2 ** 20} MiB`
  return bytes % 1024 === 0 ? `${bytes / 1024} KiB` : `${bytes} bytes`
}

/** Whether the tables fit into the buffer pool decides everything here. */
function poolCaution({ catalog, variables }: PresetFacts, nodes: readonly PlanNode[]): readonly string[] {
  const pool = Number(variables.get('innodb_buffer_pool_size') ?? Number.NaN)
  const names = namesOf(nodes.map((node) => node))
  const tables = new Set(nodes.flatMap(({ access }) => (access ? [access.table.toLowerCase()] : [])))
  const bytes = catalog.tables
    .filter(({ name }) => tables.has(name.toLowerCase()))
    .reduce((sum, table) => sum + (table.bytes ?? 0), 0)
  if (!(pool > 0) || bytes === 0 || bytes > pool) return []
  return [
    `${inWords(names)} (${sizeText(Math.max(1, Math.round(bytes / 2 ** 20)) * 2 ** 20)}) can lie whole in the buffer pool of ${sizeText(pool)}: no difference is to be expected in memory. A private server with a small pool and O_DIRECT shows the other case: sandbox:mysql?pool=8M&direct=1.`,
  ]
}
