import type { MysqlStep } from '../../tests/kit/plan-writers/mysql-steps'

/** Numbers in 0..1, the same for the same seed. */
export type Random = () => number

/**
 * A measured plan of MySQL with about `wanted` steps, in the keys of the second JSON format: nested loops and hash
 * joins over lookups, range scans and filtered table scans.
 */
export function generatedMysqlStep(
  wanted: number,
  random: Random,
): { readonly root: MysqlStep; readonly nodes: number } {
  let nodes = 0
  const rounded = (most: number, decimals: number) => Number((random() * most).toFixed(decimals))
  const numbers = () => {
    nodes++
    return {
      estimated_rows: rounded(1e5, 0),
      estimated_total_cost: rounded(1e6, 2),
      actual_rows: rounded(1e5, 1),
      actual_loops: 1 + rounded(20, 0),
      actual_first_row_ms: rounded(10, 4),
      actual_last_row_ms: 10 + rounded(1e3, 3),
    }
  }
  const access = (): MysqlStep => {
    const own = numbers()
    const alias = `t${nodes}`
    const table = { alias, table_name: `orders_${nodes}`, schema_name: 'shop', used_columns: ['id', 'total', 'note'] }
    if (random() < 0.5) {
      return {
        operation: `Index lookup on ${alias} using ix_customer (customer_id = t1.id)`,
        ...table,
        ...own,
        covering: false,
        index_name: 'ix_customer',
        access_type: 'index',
        index_access_type: 'index_lookup',
        key_columns: ['customer_id'],
        lookup_condition: 'customer_id = t1.id',
        lookup_references: ['shop.t1.id'],
      }
    }
    return {
      operation: `Index range scan on ${alias} using ix_total over (${nodes} <= total), with index condition: (${alias}.total >= ${nodes})`,
      ...table,
      ...own,
      covering: false,
      index_name: 'ix_total',
      access_type: 'index',
      index_access_type: 'index_range_scan',
      key_columns: ['total'],
      ranges: [`(${nodes} <= total)`],
      pushed_index_condition: `(${alias}.total >= ${nodes})`,
    }
  }
  const build = (size: number): MysqlStep => {
    if (size <= 1) return access()
    const own = numbers()
    if (size === 2 || random() < 0.2) {
      const condition = `((t${nodes}.a = 'x') and (t${nodes}.b > ${nodes}))`
      return { operation: `Filter: ${condition}`, access_type: 'filter', condition, ...own, inputs: [build(size - 1)] }
    }
    const left = Math.max(1, Math.floor((size - 1) * (0.3 + random() * 0.4)))
    return {
      operation: 'Nested loop inner join',
      access_type: 'join',
      join_type: 'inner join',
      join_algorithm: 'nested_loop',
      ...own,
      inputs: [build(left), build(Math.max(1, size - 1 - left))],
    }
  }
  const root = build(wanted)
  return { root, nodes }
}

/**
 * EXPLAIN FORMAT=JSON of MySQL, version 1 of the format, of a union of joins with about `wanted` nodes in the model,
 * the implied joins included.
 */
export function generatedMysqlV1(wanted: number, random: Random): string {
  const tablesPerJoin = 10
  // Ten tables and the nine joins between them, under an ordering.
  const nodesPerSelect = 20
  let tables = 0
  const cost = (most: number) => (random() * most).toFixed(2)
  const table = () => {
    tables++
    const rows = Math.floor(random() * 1e5)
    return {
      table: {
        table_name: `t${tables}`,
        access_type: 'ref',
        possible_keys: ['PRIMARY', 'ix_customer'],
        key: 'ix_customer',
        used_key_parts: ['customer_id'],
        key_length: '4',
        ref: [`shop.t${tables - 1}.id`],
        rows_examined_per_scan: rows,
        rows_produced_per_join: rows * 2,
        filtered: '10.00',
        cost_info: { read_cost: cost(1e5), eval_cost: cost(1e3), prefix_cost: cost(1e6), data_read_per_join: '12M' },
        used_columns: ['id', 'customer_id', 'total'],
        attached_condition: `(\`shop\`.\`t${tables}\`.\`total\` > ${rows})`,
      },
    }
  }
  const specification = (number: number) => ({
    dependent: false,
    cacheable: true,
    query_block: {
      select_id: number,
      cost_info: { query_cost: cost(1e6) },
      ordering_operation: {
        using_filesort: true,
        nested_loop: Array.from({ length: tablesPerJoin }, table),
      },
    },
  })
  const query_specifications = Array.from({ length: Math.ceil(wanted / nodesPerSelect) }, (_, at) =>
    specification(at + 1),
  )
  const union = { union_result: { using_temporary_table: false, query_specifications } }
  return JSON.stringify({ query_block: union }, null, 2)
}
