import type { Catalog } from '../../catalog/model'
import type { Dialect } from '../../engine'
import { findTable } from '../../keyparts/plan-accesses'
import type { Access, Plan, PlanFormatId, PlanNode } from '../../plan/model'
import type { Meaning, QueryBlock, Source } from '../../sql/meaning/model'

/** Rows of a table whose size nobody tells: enough for an index to matter. */
export const supposedRows = 100_000

const formats: Readonly<Record<Dialect, PlanFormatId>> = {
  mysql: 'mysql-json-v1',
  mariadb: 'mariadb-json',
  postgres: 'postgres-json',
}
const nowhere = { start: 0, end: 0 }

/** The catalog with a size for tables that have none. */
export function withRows({ tables }: Catalog): Catalog {
  return { tables: tables.map((table) => ({ ...table, rows: table.rows ?? supposedRows })) }
}

/**
 * The plan of a server that has no index at all: every table of the statement read from end to end, joined in the order
 * of the text, each subquery by itself. It stands for nothing that a server would do, but holds the conditions.
 */
export function supposedPlan(sql: string, meaning: Meaning, catalog: Catalog, dialect: Dialect): Plan | undefined {
  const scans = meaning.blocks.map((block) => blockScans(block, catalog))
  const main = scans.find(({ length }) => length > 0)
  if (main === undefined) return undefined
  const others = scans.filter((one) => one !== main && one.length > 0)
  const root = joined(main, 'input')
  const beside = others.map((one) => joined(one, 'subquery'))
  const whole = beside.length === 0 ? root : { ...step('result', 'Statement', 'input'), children: [root, ...beside] }
  return {
    source: { format: formats[dialect], text: '', sql, measured: false, span: nowhere },
    root: numbered(whole, 'n0'),
    statement: { triggers: [], settings: {} },
    notes: [],
  }
}

function blockScans({ sources }: QueryBlock, catalog: Catalog): readonly PlanNode[] {
  return sources.flatMap((source) => scanOf(source, catalog) ?? [])
}

function scanOf({ kind, table: name, schema, alias }: Source, catalog: Catalog): PlanNode | undefined {
  const table = kind === 'table' && name !== undefined ? findTable(catalog, name, schema) : undefined
  if (table === undefined) return undefined
  const access: Access = {
    schema: table.schema,
    table: table.name,
    ...(alias !== undefined && { alias }),
    method: 'full-scan',
    accessType: 'ALL',
    indexes: [],
    covering: false,
    direction: 'forward',
    multiRangeRead: false,
    indexCondition: false,
  }
  const rows = table.rows ?? supposedRows
  return {
    ...step('access', table.name, 'input'),
    access,
    estimate: { rowsPerLoop: rows, rowsExaminedPerLoop: rows },
  }
}

function joined(scans: readonly PlanNode[], relation: PlanNode['relation']): PlanNode {
  const [first] = scans
  if (first !== undefined && scans.length === 1) return { ...first, relation }
  return { ...step('nested-loop', 'Nested loop', relation), children: scans }
}

function step(operator: PlanNode['operator'], label: string, relation: PlanNode['relation']): PlanNode {
  return {
    id: '',
    operator,
    label,
    relation,
    synthetic: true,
    span: nowhere,
    children: [],
    conditions: [],
    estimate: {},
    rest: {},
  }
}

function numbered(node: PlanNode, id: string): PlanNode {
  return { ...node, id, children: node.children.map((child, at) => numbered(child, `${id}.${at}`)) }
}
