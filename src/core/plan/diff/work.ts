import { isMergePart } from '../merge-part'
import type { Access, Plan, PlanNode } from '../model'
import { preorder } from '../walk'
import { type PrintStyle, printStyle } from './printing'

/** A plan laid flat, with the stored tables that it reads. Nodes are known by their place in the printed order. */
export interface Work {
  readonly plan: Plan
  readonly style: PrintStyle
  readonly nodes: readonly PlanNode[]
  /** Place of each node's parent; -1 for the root. */
  readonly parents: Int32Array
  /** 1 where the node's subtree belongs to its parent's own rows: subqueries, InitPlans and CTEs run beside. */
  readonly inline: Uint8Array
  /** Places of each node's children. */
  readonly children: readonly (readonly number[])[]
  /** What the statement calls the table, at the first of its reads. */
  readonly nameAt: ReadonlyMap<number, string>
  /** Table reads, in the printed order; partitions of one table together. */
  readonly reads: readonly TableRead[]
}

/** One table of the statement as the plan reads it. More than one access only where its partitions are printed. */
export interface TableRead {
  /** What the statement calls it: alias, else name; lower case. All formats print it. */
  readonly name: string
  /** Its own name, lower case, where the format tells it apart from the alias. */
  readonly table: string | undefined
  /** The subqueries in which it stands, outermost first. */
  readonly block: string
  readonly derived: boolean
  readonly places: readonly number[]
}

/** Parts of an access that are not one of their own: the index scans below a bitmap or an index merge. */
export function isPartOfAccess(access: Access): boolean {
  return isMergePart(access) || access.accessType === 'Bitmap Index Scan'
}

/** The plan's nodes and table reads. Linear; any depth. */
export function workOf(plan: Plan): Work {
  const { nodes, parents } = preorder(plan.root)
  const style = printStyle(plan)
  const inline = new Uint8Array(nodes.length)
  const blocks: string[] = []
  const appended = new Uint8Array(nodes.length)
  for (const [at, node] of nodes.entries()) {
    const parent = parents[at] ?? -1
    const above = nodes[parent]
    const beside = node.relation === 'subquery' || node.relation === 'init-plan' || node.relation === 'cte'
    inline[at] = beside ? 0 : 1
    const outer = blocks[parent] ?? ''
    blocks.push(beside ? `${outer}/${node.relation === 'cte' ? 'cte' : 'subquery'}` : outer)
    if (above && (above.operator === 'append' || appended[parent] === 1) && !beside) appended[at] = 1
  }
  const isRead = readsOf(nodes, parents)
  const bases = partitionBases(nodes, isRead, appended)
  const reads: { name: string; table: string | undefined; block: string; derived: boolean; places: number[] }[] = []
  const families = new Map<string, number>()
  for (const [at, { access }] of nodes.entries()) {
    if (!access || isRead[at] === 0) continue
    const own = (access.alias ?? access.table).toLowerCase()
    const base = appended[at] === 1 ? baseOf(own) : undefined
    const block = blocks[at] ?? ''
    if (base !== undefined && bases.has(base)) {
      // Partition-wise joins print one access for each partition and join: they still read one table.
      const key = `${block}\n${base}`
      const known = families.get(key)
      const family = known === undefined ? undefined : reads[known]
      if (family) family.places.push(at)
      else {
        families.set(key, reads.length)
        reads.push({ name: base, table: undefined, block, derived: false, places: [at] })
      }
    } else {
      reads.push({ name: own, table: ownName(access, style), block, derived: access.derived === true, places: [at] })
    }
  }
  const nameAt = new Map<number, string>()
  for (const { name, places } of reads) nameAt.set(places[0] ?? 0, name)
  return { plan, style, nodes, parents, inline, children: childrenOf(parents), nameAt, reads }
}

function childrenOf(parents: Int32Array): readonly (readonly number[])[] {
  const children: number[][] = []
  for (const [at, parent] of parents.entries()) {
    children.push([])
    if (parent !== -1) children[parent]?.push(at)
  }
  return children
}

/** 1 for accesses that read a table of their own: a derived one counts when nothing below it does. */
function readsOf(nodes: readonly PlanNode[], parents: Int32Array): Uint8Array {
  const isRead = new Uint8Array(nodes.length)
  const readsBelow = new Uint8Array(nodes.length)
  for (let at = nodes.length - 1; at >= 0; at--) {
    const node = nodes[at]
    const access = node?.access
    if (node && access && node.operator === 'access' && !isPartOfAccess(access) && access.method !== 'none') {
      if (access.derived !== true || readsBelow[at] === 0) isRead[at] = 1
    }
    const parent = parents[at] ?? -1
    const inside = node?.relation !== 'subquery' && node?.relation !== 'init-plan' && node?.relation !== 'cte'
    if (parent >= 0 && inside && (isRead[at] === 1 || readsBelow[at] === 1)) readsBelow[parent] = 1
  }
  return isRead
}

/** The table's own name, where it is sure to be that: old MySQL and MariaDB formats print the alias in its place. */
function ownName(access: Access, style: PrintStyle): string | undefined {
  const isOwn = access.schema !== undefined || style === 'postgres' || access.alias !== access.table
  return isOwn && access.derived !== true ? access.table.toLowerCase() : undefined
}

/** PostgreSQL numbers a partition's alias behind that of its table: `m_1`, `m_2`. */
function baseOf(alias: string): string | undefined {
  return /^(.+)_\d+$/.exec(alias)?.[1]
}

/** Aliases of partitioned tables: their parts have names of their own, or the alias would be the name numbered. */
function partitionBases(nodes: readonly PlanNode[], isRead: Uint8Array, appended: Uint8Array): ReadonlySet<string> {
  const plain = new Set<string>()
  for (const { access } of nodes) if (access?.alias !== undefined) plain.add(tableAs(access, access.alias))
  const bases = new Set<string>()
  for (const [at, { access }] of nodes.entries()) {
    if (!access || isRead[at] === 0 || appended[at] === 0 || access.alias === undefined) continue
    const base = baseOf(access.alias.toLowerCase())
    // A union's second read of table t is called t_1 too, and of "orders o" it is o_1; o stands beside it.
    const isSecond = base === undefined || access.table.toLowerCase() === base || plain.has(tableAs(access, base))
    if (base !== undefined && !isSecond) bases.add(base)
  }
  return bases
}

function tableAs({ table }: Access, alias: string): string {
  return `${alias} ${table}`.toLowerCase()
}
