import type { ResultTable } from './result-table'

/** One table of a drawn join, as far as the formats of MySQL and MariaDB print it. */
export interface DrawnTable {
  readonly table: string
  readonly type: 'ALL' | 'index' | 'range' | 'ref' | 'eq_ref'
  readonly rows: number
  /** Hundredths of a per cent that the condition keeps. */
  readonly keptBasisPoints: number
  readonly condition: string | undefined
  readonly readRows: number
  readonly loops: number
}

/** The condition as MySQL prints it, and the index that every type but ALL uses. */
const indexOf = ({ type }: DrawnTable) => (type === 'ALL' ? undefined : 'ix_a')

const percent = ({ keptBasisPoints }: DrawnTable) => keptBasisPoints / 100

/** EXPLAIN FORMAT=JSON of MySQL, version 1 of the format; `sorts` puts an ordering with a filesort around the join. */
export function mysqlJsonV1(tables: readonly DrawnTable[], sorts: boolean): string {
  let prefix = 0
  const objects = tables.map((each) => {
    prefix += each.rows / 4
    return {
      table: {
        table_name: each.table,
        access_type: each.type,
        ...(indexOf(each) && {
          possible_keys: ['ix_a', 'PRIMARY'],
          key: 'ix_a',
          used_key_parts: ['a'],
          key_length: '4',
        }),
        rows_examined_per_scan: each.rows,
        filtered: percent(each).toFixed(2),
        cost_info: { read_cost: '1.00', eval_cost: '0.50', prefix_cost: prefix.toFixed(2) },
        ...(each.condition !== undefined && { attached_condition: each.condition }),
      },
    }
  })
  const join = objects.length === 1 ? objects[0] : { nested_loop: objects }
  const inside = sorts ? { ordering_operation: { using_filesort: true, ...join } } : join
  const block = { select_id: 1, cost_info: { query_cost: prefix.toFixed(2) }, ...inside }
  return JSON.stringify({ query_block: block }, null, 2)
}

/** ANALYZE FORMAT=JSON of MariaDB 10.11 and later; EXPLAIN without what happened. */
export function mariadbJson(tables: readonly DrawnTable[], measured: boolean): string {
  const nested_loop = tables.map((each) => ({
    table: {
      table_name: each.table,
      access_type: each.type,
      ...(indexOf(each) && { possible_keys: ['ix_a', 'PRIMARY'], key: 'ix_a', key_length: '4', used_key_parts: ['a'] }),
      ...(measured && { r_loops: each.loops }),
      rows: each.rows,
      ...(measured && { r_rows: each.readRows, r_table_time_ms: 1.5, r_other_time_ms: 0.5 }),
      filtered: percent(each),
      ...(measured && { r_filtered: 100 }),
      ...(each.condition !== undefined && { attached_condition: each.condition }),
    },
  }))
  const ran = measured ? { r_loops: 1, r_total_time_ms: 12.5 } : {}
  const optimization = measured ? { query_optimization: { r_total_time_ms: 0.25 } } : {}
  return JSON.stringify({ ...optimization, query_block: { select_id: 1, ...ran, nested_loop } }, null, 2)
}

/** ANALYZE of MariaDB as a table. */
export function mariadbTable(tables: readonly DrawnTable[]): ResultTable {
  const columns = ['id', 'select_type', 'table', 'type', 'possible_keys', 'key', 'key_len', 'ref', 'rows']
  return {
    columns: [...columns, 'r_rows', 'filtered', 'r_filtered', 'Extra'],
    rows: tables.map((each) => {
      const key = indexOf(each) ?? null
      const numbers = [String(each.rows), each.readRows.toFixed(2), percent(each).toFixed(2), '100.00']
      const extra = each.condition === undefined ? '' : 'Using where'
      return ['1', 'SIMPLE', each.table, each.type, key, key, key && '4', null, ...numbers, extra]
    }),
  }
}
