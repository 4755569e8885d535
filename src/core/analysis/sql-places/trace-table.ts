import type { Catalog } from '../../catalog/model'
import type { Family } from '../../engine'
import { isMergePart } from '../../plan/merge-part'
import type { PlanNode } from '../../plan/model'
import { each, parents } from '../../plan/walk'
import type { TableReference } from '../../sql/model'
import { definitionOf } from './column-owners'

/**
 * Says which table of the statement a plan's node reads. Nothing for a name that the statement uses twice,
 * for tables that come out of a view, and for the server's own temporary tables.
 */
export function tableTracer(
  root: PlanNode,
  references: readonly TableReference[],
  family: Family,
  catalog: Catalog | undefined,
): (node: PlanNode) => TableReference | undefined {
  const named = new Map<string, TableReference[]>()
  for (const reference of references) {
    const name = (reference.alias ?? reference.name).toLowerCase()
    named.set(name, [...(named.get(name) ?? []), reference])
  }
  const mayHide = references.some((reference) => {
    const definition = definitionOf(reference, catalog)
    return definition === undefined ? catalog !== undefined : definition.type === 'view'
  })
  const accesses = new Map<string, number>()
  const parentOf = parents(root)
  for (const node of each(root)) {
    const name = nameOf(node)
    if (name !== undefined && !isPieceOfAnother(node, parentOf)) accesses.set(name, (accesses.get(name) ?? 0) + 1)
  }
  const only = (name: string) => {
    const [reference, second] = named.get(name) ?? []
    return second === undefined ? reference : undefined
  }
  return (node) => {
    const name = nameOf(node)
    if (name === undefined || node.access === undefined || node.access.derived === true) return undefined
    const reference = only(name) ?? (family === 'postgres' ? partitioned(node, name, only, parentOf) : undefined)
    if (reference === undefined || definitionOf(reference, catalog)?.type === 'view') return undefined
    // A view may have brought a table of the same name along.
    if (mayHide && (accesses.get(name) ?? 0) > 1) return undefined
    if (family === 'postgres' && only(name) !== undefined && !sameName(node.access.table, reference.name))
      return undefined
    return reference
  }
}

function nameOf({ access }: PlanNode): string | undefined {
  return (access?.alias ?? access?.table)?.toLowerCase()
}

/** BitmapAnd and BitmapOr between an index scan and its table; deeper ones are not printed. */
const bitmapDepth = 8

/** Parts of an index merge or bitmap, and the target above the scan that finds its rows, are one use of a table. */
function isPieceOfAnother(node: PlanNode, parentOf: ReadonlyMap<PlanNode, PlanNode>): boolean {
  if (node.access === undefined || isMergePart(node.access)) return true
  if (node.operator === 'update' || node.operator === 'delete') return true
  const name = nameOf(node)
  let above = parentOf.get(node)
  for (let level = 0; level < bitmapDepth && above !== undefined; level++) {
    if (above.access?.method === 'bitmap' && nameOf(above) === name) return true
    above = parentOf.get(above)
  }
  return false
}

/** PostgreSQL numbers the partitions of `parted` as parted_1, parted_2, … below an Append. */
function partitioned(
  node: PlanNode,
  name: string,
  only: (name: string) => TableReference | undefined,
  parentOf: ReadonlyMap<PlanNode, PlanNode>,
): TableReference | undefined {
  const stem = /^(.+)_\d+$/.exec(name)?.[1]
  const reference = stem === undefined ? undefined : only(stem)
  if (reference === undefined || sameName(node.access?.table ?? '', reference.name)) return undefined
  let above = parentOf.get(node)
  while (above !== undefined && above.operator !== 'append') above = parentOf.get(above)
  return above === undefined ? undefined : reference
}

function sameName(name: string, other: string): boolean {
  return name.toLowerCase() === other.toLowerCase()
}
