import type { Access, IndexUse, Plan, PlanNode } from '../plan/model'
import { each } from '../plan/walk'

/** Where MySQL prints key_len, the used parts, the possible indexes and what they are compared with; best first. */
const lenders: readonly string[] = ['mysql-json-v1', 'mysql-table']
const borrowers: readonly string[] = ['mysql-json-v2', 'mysql-tree']

/**
 * The accesses of a plan with what only other plans of the same statement tell of their indexes: MySQL's TREE and second
 * JSON format have actual rows and times, but no key_len. Accesses match by the table's name in the statement and the
 * indexes read; of several that match, the first takes from the first. Gives nothing for accesses that stay as they are.
 */
export function lentKeys(plan: Plan, plans: readonly Plan[]): ReadonlyMap<PlanNode, Lent> {
  const lent = new Map<PlanNode, Lent>()
  if (!borrowers.includes(plan.source.format)) return lent
  const known = lenders.flatMap((format) => plans.filter(({ source }) => source.format === format)).map(accessesOf)
  if (known.length === 0) return lent
  for (const [name, nodes] of accessesOf(plan)) {
    for (const [place, { node, access }] of nodes.entries()) {
      const from = known.flatMap((accesses) => {
        const same = accesses.get(name) ?? []
        // The same table read twice through one index: the order tells which is which, where nothing is left out.
        const found = same.length === nodes.length ? same[place] : same.length === 1 ? same[0] : undefined
        return found ? [found] : []
      })
      if (from.length === 0) continue
      const columns = from.find((each) => each.node.rest.used_columns !== undefined)?.node.rest.used_columns
      const usedColumns = typeof columns === 'string' ? { usedColumns: columns } : {}
      const accesses = from.map((each) => each.access)
      lent.set(node, { access: borrowed(access, accesses), ...usedColumns })
    }
  }
  return lent
}

export interface Lent {
  readonly access: Access
  /** The list of columns that the statement needs of the table, as the server prints it. */
  readonly usedColumns?: string
}

interface Read {
  readonly node: PlanNode
  readonly access: Access
}

/** Reads of stored tables, by the table's name in the statement and the indexes. */
function accessesOf(plan: Plan): ReadonlyMap<string, readonly Read[]> {
  const found = new Map<string, Read[]>()
  for (const node of each(plan.root)) {
    const { access } = node
    if (!access || access.derived) continue
    const name = JSON.stringify([access.alias ?? access.table, ...access.indexes.map((index) => index.name).sort()])
    const list = found.get(name)
    if (list) list.push({ node, access })
    else found.set(name, [{ node, access }])
  }
  return found
}

function borrowed(access: Access, from: readonly Access[]): Access {
  const possibleIndexes = from.find((each) => each.possibleIndexes)?.possibleIndexes
  const ref = from.find((each) => each.ref)?.ref
  return {
    ...access,
    indexes: access.indexes.map((index) => withKey(index, from)),
    ...(possibleIndexes === undefined ? {} : { possibleIndexes }),
    ...(ref === undefined ? {} : { ref }),
  }
}

function withKey(index: IndexUse, from: readonly Access[]): IndexUse {
  const same = from.flatMap((access) => access.indexes.filter((each) => each.name === index.name))
  const keyLengthBytes = same.find((each) => each.keyLengthBytes !== undefined)?.keyLengthBytes
  const usedKeyParts = same.find((each) => each.usedKeyParts)?.usedKeyParts ?? index.usedKeyParts
  return {
    ...index,
    ...(keyLengthBytes === undefined ? {} : { keyLengthBytes }),
    ...(usedKeyParts === undefined ? {} : { usedKeyParts }),
  }
}
