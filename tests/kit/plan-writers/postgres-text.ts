import { isList, isMembers, type Members, type PostgresDocument, type Value } from './postgres-document'

/** EXPLAIN as text, written from the JSON format's keys in the order and words of explain.c. */
export function postgresText(document: PostgresDocument): string {
  const lines: string[] = []
  const { Plan: plan = {}, ...facts } = document
  if (isMembers(plan)) node(lines, plan, 0)
  statement(lines, facts)
  return lines.join('\n')
}

const text = (value: Value | undefined) => (value === undefined ? '' : String(value))
const fixed = (value: Value | undefined, digits: number) => Number(value ?? 0).toFixed(digits)

/** A name in quotes where a server needs them (quote_identifier; no keywords are drawn). */
function quoted(name: Value | undefined): string {
  const plain = text(name)
  return /^[a-z_][a-z0-9_]*$/.test(plain) ? plain : `"${plain.replaceAll('"', '""')}"`
}

const aggregates: Readonly<Record<string, string>> = {
  Plain: 'Aggregate',
  Sorted: 'GroupAggregate',
  Hashed: 'HashAggregate',
  Mixed: 'MixedAggregate',
}

function words(plan: Members): string {
  const type = text(plan['Node Type'])
  const join = plan['Join Type'] === undefined || plan['Join Type'] === 'Inner' ? '' : `${text(plan['Join Type'])} `
  switch (type) {
    case 'Aggregate':
      return aggregates[text(plan['Strategy'])] ?? type
    case 'ModifyTable':
      return text(plan['Operation'])
    case 'Nested Loop':
      return join === '' ? type : `${type} ${join}Join`
    case 'Hash Join':
    case 'Merge Join':
      return type.replace('Join', `${join}Join`)
    case 'SetOp':
      return `${plan['Strategy'] === 'Hashed' ? 'HashSetOp' : type} ${text(plan['Command'])}`
    default:
      return plan['Scan Direction'] === 'Backward' ? `${type} Backward` : type
  }
}

/** Scans of something that is no table, and the key that names it. */
const sources: Readonly<Record<string, string>> = { 'CTE Scan': 'CTE Name', 'Function Scan': 'Function Name' }

function names(plan: Members): string {
  const type = text(plan['Node Type'])
  if (type === 'Bitmap Index Scan') return ` on ${quoted(plan['Index Name'])}`
  const index = plan['Index Name'] === undefined ? '' : ` using ${quoted(plan['Index Name'])}`
  const source = sources[type]
  const object = source === undefined ? plan['Relation Name'] : plan[source]
  const alias = plan['Alias']
  if (object === undefined) return alias === undefined ? index : `${index} on ${quoted(alias)}`
  const schema = plan['Schema'] === undefined ? '' : `${quoted(plan['Schema'])}.`
  return `${index} on ${schema}${quoted(object)}${alias === undefined || alias === object ? '' : ` ${quoted(alias)}`}`
}

function numbers(plan: Members): string {
  const cost =
    plan['Total Cost'] === undefined
      ? ''
      : `  (cost=${fixed(plan['Startup Cost'], 2)}..${fixed(plan['Total Cost'], 2)} rows=${text(plan['Plan Rows'])} width=${text(plan['Plan Width'])})`
  if (plan['Actual Loops'] === undefined) return cost
  if (plan['Actual Loops'] === 0) return `${cost || ' '} (never executed)`
  const time =
    plan['Actual Total Time'] === undefined
      ? ''
      : `time=${fixed(plan['Actual Startup Time'], 3)}..${fixed(plan['Actual Total Time'], 3)} `
  return `${cost || ' '} (actual ${time}rows=${text(plan['Actual Rows'])} loops=${text(plan['Actual Loops'])})`
}

/** Lines that are `Key: value` with the key of the JSON format, in the order of explain.c. */
const plainKeys = [
  'Output',
  'Index Cond',
  'Recheck Cond',
  'Hash Cond',
  'Merge Cond',
  'Join Filter',
  'Rows Removed by Join Filter',
  'Sort Key',
  'Presorted Key',
  'Group Key',
  'Cache Key',
  'Cache Mode',
  'Function Call',
  'One-Time Filter',
  'Filter',
  'Rows Removed by Index Recheck',
  'Rows Removed by Filter',
  'Heap Fetches',
  'Workers Planned',
  'Workers Launched',
]

function properties(plan: Members): string[] {
  const lines = plainKeys.flatMap((key) => {
    const value = plan[key]
    // Counts of zero are left out; `Heap Fetches` and the workers are not.
    if (value === undefined || (value === 0 && key.startsWith('Rows Removed'))) return []
    return [`${key}: ${isList(value) ? value.map(text).join(', ') : text(value)}`]
  })
  if (plan['Sort Method'] !== undefined) {
    const space = `${text(plan['Sort Space Type'])}: ${text(plan['Sort Space Used'])}kB`
    lines.push(`Sort Method: ${text(plan['Sort Method'])}  ${space}`)
  }
  if (plan['Hash Buckets'] !== undefined) {
    lines.push(
      `Buckets: ${text(plan['Hash Buckets'])}  Batches: ${text(plan['Hash Batches'])}  Memory Usage: ${text(plan['Peak Memory Usage'])}kB`,
    )
  }
  const buffers = ['Shared', 'Local', 'Temp'].flatMap((kind) => {
    const counts = ['Hit', 'Read', 'Dirtied', 'Written'].flatMap((what) => {
      const count = plan[`${kind} ${what} Blocks`]
      return count === undefined || count === 0 ? [] : [`${what.toLowerCase()}=${text(count)}`]
    })
    return counts.length === 0 ? [] : [`${kind.toLowerCase()} ${counts.join(' ')}`]
  })
  return buffers.length === 0 ? lines : [...lines, `Buffers: ${buffers.join(', ')}`]
}

/** Nodes are written with a list of what is left: plans can be thousands of nodes deep. */
function node(lines: string[], root: Members, rootIndent: number): void {
  const waiting: { readonly plan: Members; readonly indent: number }[] = [{ plan: root, indent: rootIndent }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { plan, indent } = next
    const subplan = plan['Subplan Name']
    const arrow = indent === 0 ? '' : '->  '
    const margin = subplan === undefined ? indent : indent + 2
    if (subplan !== undefined) lines.push(`${' '.repeat(indent)}${text(subplan)}`)
    const prefix = `${plan['Parallel Aware'] === true ? 'Parallel ' : ''}${partial(plan)}`
    lines.push(`${' '.repeat(margin)}${arrow}${prefix}${words(plan)}${names(plan)}${numbers(plan)}`)
    const inside = margin === 0 ? 2 : margin + 6
    for (const line of properties(plan)) lines.push(`${' '.repeat(inside)}${line}`)
    const plans = plan['Plans']
    if (plans === undefined || !isList(plans)) continue
    for (let at = plans.length - 1; at >= 0; at--) {
      const child = plans[at]
      if (child !== undefined && isMembers(child)) waiting.push({ plan: child, indent: inside })
    }
  }
}

function partial(plan: Members): string {
  const mode = plan['Partial Mode']
  return mode === 'Partial' || mode === 'Finalize' ? `${mode} ` : ''
}

function statement(lines: string[], facts: Members): void {
  const settings = facts['Settings']
  if (settings !== undefined && isMembers(settings)) {
    lines.push(
      `Settings: ${Object.entries(settings)
        .map(([name, value]) => `${name} = '${text(value)}'`)
        .join(', ')}`,
    )
  }
  if (facts['Planning Time'] !== undefined) lines.push(`Planning Time: ${fixed(facts['Planning Time'], 3)} ms`)
  const triggers = facts['Triggers']
  for (const each of triggers !== undefined && isList(triggers) ? triggers : []) {
    if (!isMembers(each)) continue
    const constraint = each['Constraint Name'] === undefined ? '' : ` for constraint ${text(each['Constraint Name'])}`
    const name = constraint === '' ? ` ${text(each['Trigger Name'])}` : ''
    lines.push(
      `Trigger${name}${constraint} on ${text(each['Relation'])}: time=${fixed(each['Time'], 3)} calls=${text(each['Calls'])}`,
    )
  }
  if (facts['Execution Time'] !== undefined) lines.push(`Execution Time: ${fixed(facts['Execution Time'], 3)} ms`)
}
