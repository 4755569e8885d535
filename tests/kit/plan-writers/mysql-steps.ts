/** A step of MySQL's executor in the keys of the second JSON format, from which the tree is written too. */
export interface MysqlStep {
  /** The phrase that both formats print. */
  readonly operation: string
  readonly estimated_rows?: number
  readonly estimated_first_row_cost?: number
  readonly estimated_total_cost?: number
  readonly actual_rows?: number
  readonly actual_loops?: number
  readonly actual_first_row_ms?: number
  readonly actual_last_row_ms?: number
  /** `Select #2 (subquery in condition; dependent)`: what the tree prints above the step. */
  readonly heading?: string
  readonly inputs?: readonly MysqlStep[]
  /** Keys that only JSON prints. */
  readonly [key: string]: unknown
}

/** EXPLAIN FORMAT=JSON with version 2 of the format. */
export function mysqlJsonV2(root: MysqlStep): string {
  return JSON.stringify({ query: '/* select#1 */ select 1', query_type: 'select', query_plan: root }, null, 2)
}

function numbers(step: MysqlStep): string {
  const { estimated_first_row_cost: first, estimated_total_cost: total, estimated_rows: rows } = step
  const cost = total === undefined ? '' : ` (cost=${first === undefined ? '' : `${first}..`}${total} rows=${rows})`
  if (step.actual_loops === undefined) return cost === '' ? '' : ` ${cost}`
  if (step.actual_loops === 0) return ` ${cost} (never executed)`
  const time = `time=${step.actual_first_row_ms}..${step.actual_last_row_ms}`
  return ` ${cost} (actual ${time} rows=${step.actual_rows} loops=${step.actual_loops})`
}

/** EXPLAIN FORMAT=TREE; four blanks per level. */
export function mysqlTree(root: MysqlStep): string {
  const lines: string[] = []
  const waiting: { readonly step: MysqlStep; readonly depth: number }[] = [{ step: root, depth: 0 }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { step, depth } = next
    const above = step.heading === undefined ? 0 : 1
    if (step.heading !== undefined) lines.push(`${'    '.repeat(depth)}-> ${step.heading}`)
    lines.push(`${'    '.repeat(depth + above)}-> ${step.operation}${numbers(step)}`)
    const inputs = step.inputs ?? []
    for (let at = inputs.length - 1; at >= 0; at--) {
      const input = inputs[at]
      if (input) waiting.push({ step: input, depth: depth + above + 1 })
    }
  }
  return lines.join('\n')
}
