import type { Operator, PlanNode } from '../model'
import { pairTables } from './pair-tables'
import { type Signatures, signaturesOf } from './signatures'
import { isPartOfAccess, type Work } from './work'

/** Which node of B does the work of which node of A. */
export interface Matching {
  /** Place in B of each node of A's partner; -1 for none. */
  readonly partnersOfA: Int32Array
  readonly partnersOfB: Int32Array
  readonly signaturesA: Signatures
  readonly signaturesB: Signatures
}

/**
 * Matches nodes by the work that they do: the set of tables read at or below them. Nodes over the same tables are
 * matched by ever less: operator, words and relation; operator and words; operator; kind of operator. What is left of
 * joins and writes is matched under the same matched step in order, so that tables joined in another order stay beside
 * each other. Nothing else is matched: a sort of one table is not the sort of another. Linear in the number of nodes.
 */
export function matchNodes(a: Work, b: Work): Matching {
  const tables = pairTables(a, b)
  const signaturesA = signaturesOf(a, tables.tablesOfA)
  const signaturesB = signaturesOf(b, tables.tablesOfB)
  const partnersOfA = new Int32Array(a.nodes.length).fill(-1)
  const partnersOfB = new Int32Array(b.nodes.length).fill(-1)
  const pair = (one: number, two: number) => {
    partnersOfA[one] = two
    partnersOfB[two] = one
  }
  matchReads(a, b, tables.tablesOfA, tables.tablesOfB, pair)

  const groupsA = groupsOf(a, signaturesA)
  const groupsB = groupsOf(b, signaturesB)
  // Reads that found no partner read a table, or a partition, that the other plan does not.
  const openOf = (work: Work, partners: Int32Array, { tableAt }: Signatures) => {
    const open: number[] = []
    for (const [at] of work.nodes.entries()) if (partners[at] === -1 && tableAt[at] === -1) open.push(at)
    return open
  }
  const pass = (keyOf: KeyOf, placesA: Groups, placesB: Groups) => {
    const openA = openOf(a, partnersOfA, signaturesA)
    const openB = openOf(b, partnersOfB, signaturesB)
    if (openA.length > 0 && openB.length > 0) {
      const keysB = keyed(b, openB, keyOf, placesB, false)
      for (const [key, groups] of keyed(a, openA, keyOf, placesA, true)) zip(groups, keysB.get(key), pair)
    }
  }
  pass((node) => `${node.operator}\n${node.label}\n${kindOfRelation(node)}\n${partName(node)}`, groupsA, groupsB)
  pass((node) => `${node.operator}\n${node.label}\n${partName(node)}`, groupsA, groupsB)
  pass((node) => node.operator, groupsA, groupsB)
  pass((node) => kinds[node.operator], groupsA, groupsB)

  const acrossStyles = a.style !== b.style
  const left: KeyOf = ({ operator }) => {
    const kind = kinds[operator]
    return kind === 'join' || kind === 'write' || (acrossStyles && kind === 'sort') ? kind : undefined
  }
  const underA = stepsAbove(a, (at) => ((partnersOfA[at] ?? -1) === -1 ? -1 : at))
  const underB = stepsAbove(b, (at) => partnersOfB[at] ?? -1)
  pass(left, underA, underB)
  const tableless = (at: number, { tables: sets }: Signatures) => sets[at] === 0
  pass(
    (node, at, isA) =>
      tableless(at, isA ? signaturesA : signaturesB) && node.operator !== 'access'
        ? `${node.operator}\n${node.label}`
        : undefined,
    underA,
    underB,
  )
  return { partnersOfA, partnersOfB, signaturesA, signaturesB }
}

type Pair = (a: number, b: number) => void
/** What each node is compared within, by its place; equal numbers in both plans mean the same. */
type Groups = Float64Array
/** What must be equal in two nodes; undefined for those that the pass leaves out. */
type KeyOf = (node: PlanNode, at: number, isA: boolean) => string | undefined

/** Accesses of the same table: partitions by their names, then all in order. */
function matchReads(a: Work, b: Work, tablesOfA: Int32Array, tablesOfB: Int32Array, pair: Pair): void {
  const readOf = new Map<number, number>()
  for (const [index, table] of tablesOfB.entries()) readOf.set(table, index)
  for (const [index, read] of a.reads.entries()) {
    const other = b.reads[readOf.get(tablesOfA[index] ?? -1) ?? -1]
    if (!other) continue
    const named = (work: Work, places: readonly number[]) =>
      group(places, (at) => work.nodes[at]?.access?.table.toLowerCase() ?? '')
    const pairedA = new Set<number>()
    const pairedB = new Set<number>()
    zip(named(a, read.places), named(b, other.places), (one, two) => {
      pairedA.add(one)
      pairedB.add(two)
      pair(one, two)
    })
    const restA = read.places.filter((at) => !pairedA.has(at))
    const restB = other.places.filter((at) => !pairedB.has(at))
    // Another partition of the same table is other work; one that is left alone on either side is not.
    const isFolded = read.places.length > 1 && other.places.length > 1
    const first = restA[0]
    const second = restB[0]
    if (!isFolded && first !== undefined && second !== undefined) pair(first, second)
  }
}

/**
 * What a node is compared with: nodes over the same tables (their number as it is), parts of the same access (below
 * zero and whole), nodes without tables below the same tables (below zero and a half).
 */
function groupsOf(work: Work, { tables, partOf, tableAt }: Signatures): Groups {
  const groups = new Float64Array(work.nodes.length)
  for (const [at] of work.nodes.entries()) {
    const own = tables[at] ?? 0
    const whole = partOf[at] ?? -1
    if (own !== 0) groups[at] = own
    else if (whole !== -1) groups[at] = -1 - (tableAt[whole] ?? 0)
    else {
      const above = groups[work.parents[at] ?? -1] ?? 0
      groups[at] = above > 0 ? -(above % 2 ** 51) - 0.5 : above
    }
  }
  return groups
}

/** The nearest step above each node that was matched, by its place in A; -1 for none. */
function stepsAbove(work: Work, placeInA: (at: number) => number): Groups {
  const steps = new Float64Array(work.nodes.length)
  const own = new Int32Array(work.nodes.length)
  for (const [at] of work.nodes.entries()) {
    const parent = work.parents[at] ?? -1
    const above = parent === -1 ? -1 : (own[parent] ?? -1)
    steps[at] = above
    const place = placeInA(at)
    own[at] = place === -1 ? above : place
  }
  return steps
}

/** The nodes of some places by key, and within a key by what they are compared with. */
function keyed(work: Work, open: readonly number[], keyOf: KeyOf, places: Groups, isA: boolean): Keyed {
  const keys: Keyed = new Map()
  for (const at of open) {
    const node = work.nodes[at]
    const key = node && keyOf(node, at, isA)
    if (key === undefined) continue
    let groups = keys.get(key)
    if (!groups) {
      groups = new Map()
      keys.set(key, groups)
    }
    put(groups, places[at] ?? 0, at)
  }
  return keys
}

type Keyed = Map<string, Map<number, number[]>>

function group(places: readonly number[], keyOf: (at: number) => string): Map<string, number[]> {
  const groups = new Map<string, number[]>()
  for (const at of places) put(groups, keyOf(at), at)
  return groups
}

function put<Key>(groups: Map<Key, number[]>, key: Key, at: number): void {
  const known = groups.get(key)
  if (known) known.push(at)
  else groups.set(key, [at])
}

/** The first of one key with the first of the same key, the second with the second. */
function zip<Key>(a: Map<Key, number[]>, b: Map<Key, number[]> | undefined, pair: Pair): void {
  if (!b) return
  for (const [key, ones] of a) {
    const twos = b.get(key)
    if (!twos) continue
    for (const [index, one] of ones.entries()) {
      const two = twos[index]
      if (two === undefined) break
      pair(one, two)
    }
  }
}

/** Whether the node is an input of the step above it or runs beside it; outer and inner change with the join order. */
function kindOfRelation({ relation }: PlanNode): string {
  return relation === 'outer' || relation === 'inner' ? 'input' : relation
}

/** The index of a bitmap's or index merge's part; others are told apart by their tables. */
function partName({ access }: PlanNode): string {
  return access && isPartOfAccess(access) ? access.indexes.map(({ name }) => name).join(' ') : ''
}

type Kind = 'read' | 'join' | 'sort' | 'group' | 'store' | 'append' | 'write' | Operator

/** Operators that do the same by other means. */
export const kinds: Readonly<Record<Operator, Kind>> = {
  access: 'read',
  'nested-loop': 'join',
  'hash-join': 'join',
  'merge-join': 'join',
  'block-nested-loop': 'join',
  'batched-key-access': 'join',
  'semi-join': 'join',
  'anti-join': 'join',
  filter: 'filter',
  sort: 'sort',
  limit: 'limit',
  aggregate: 'group',
  distinct: 'group',
  window: 'window',
  materialize: 'store',
  'temporary-table': 'store',
  memoize: 'memoize',
  union: 'append',
  append: 'append',
  subquery: 'subquery',
  cte: 'cte',
  insert: 'write',
  update: 'write',
  delete: 'write',
  lock: 'lock',
  gather: 'gather',
  result: 'result',
  other: 'other',
}
