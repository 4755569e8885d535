import { SargableError } from '../../errors'
import { parsePlans } from '../../plan/parse'
import { each } from '../../plan/walk'

/**
 * How two plans of a shape read their tables otherwise: `plan changed: items PRIMARY → col1`. Undefined where a log had
 * no plan, the plan cannot be read, or both read the same way.
 */
export function planChange(before: string | undefined, after: string | undefined): string | undefined {
  if (before === undefined || after === undefined) return undefined
  const [a, b] = [waysOf(before), waysOf(after)]
  if (a === undefined || b === undefined) return undefined
  const changed: string[] = []
  for (const [table, way] of b) {
    const earlier = a.get(table)
    if (earlier !== undefined && earlier !== way) changed.push(`${table} ${earlier} → ${way}`)
  }
  for (const table of b.keys()) if (!a.has(table)) changed.push(`${table} is new in it`)
  for (const table of a.keys()) if (!b.has(table)) changed.push(`${table} is not in it any more`)
  if (changed.length > 0) return `plan changed: ${changed.join(', ')}`
  const order = (ways: ReadonlyMap<string, string>) => [...ways.keys()].join(', ')
  return order(a) === order(b) ? undefined : `plan changed: tables in another order, ${order(a)} → ${order(b)}`
}

/** The way into each table, in the order of the plan. */
function waysOf(text: string): ReadonlyMap<string, string> | undefined {
  const ways = new Map<string, { readonly indexes: readonly string[]; readonly methods: readonly string[] }>()
  try {
    const [plan] = parsePlans(text, {}).plans
    if (plan === undefined) return undefined
    for (const { access } of each(plan.root)) {
      if (access === undefined) continue
      const table = access.alias ?? access.table
      const { indexes, methods } = ways.get(table) ?? { indexes: [], methods: [] }
      ways.set(table, {
        indexes: [...indexes, ...access.indexes.map(({ name }) => name)],
        methods: [...methods, access.method === 'full-scan' ? 'whole table' : access.method],
      })
    }
  } catch (thrown) {
    // A log may cut its plans; what cannot be read is not compared.
    if (thrown instanceof SargableError) return undefined
    throw thrown
  }
  // A bitmap's heap has no index of its own: where the table has any, they are the way.
  const words = ({ indexes, methods }: { indexes: readonly string[]; methods: readonly string[] }) =>
    [...new Set(indexes.length > 0 ? indexes : methods)].join(' and ')
  return new Map([...ways].map(([table, way]) => [table, words(way)]))
}
