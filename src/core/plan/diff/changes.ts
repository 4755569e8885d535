import type { PlanNode } from '../model'
import type { ChangeField, ChangeKind, ChangeValue, PlanChange } from './model'
import { type PrintStyle, sameWords } from './printing'
import { dependence, indexesRead, joinAlgorithm, joinType } from './step-facts'
import { isPartOfAccess } from './work'

/** What two formats let be compared. */
export interface Comparable {
  readonly styleA: PrintStyle
  readonly styleB: PrintStyle
  /** Both were run, or both were not. */
  readonly bothMeasured: boolean
}

/** What changed at one matched pair in how the work is done; numbers stand in number-changes.ts. */
export function meansChanges(
  a: PlanNode,
  b: PlanNode,
  { styleA, styleB, bothMeasured }: Comparable,
): readonly PlanChange[] {
  const changes: PlanChange[] = []
  const tell = (change: ChangeKind, field: ChangeField, before?: ChangeValue, after?: ChangeValue) => {
    if (before !== after) changes.push(changed(change, field, before, after))
  }
  /** Told only where both sides have a word for it. */
  const both = (change: ChangeKind, field: ChangeField, before?: ChangeValue, after?: ChangeValue) => {
    if (before !== undefined && after !== undefined) tell(change, field, before, after)
  }
  const alike = sameWords(styleA, styleB)
  if (a.access && b.access && !isPartOfAccess(a.access)) {
    for (const change of accessChanges(a, b, alike, bothMeasured || styleA !== 'iterators')) changes.push(change)
  }
  both('JOIN', 'algorithm', joinAlgorithm(a), joinAlgorithm(b))
  both('JOIN', 'joinType', joinType(a), joinType(b))
  const isJoin = joinAlgorithm(a) !== undefined && joinAlgorithm(b) !== undefined
  if (!a.access && !b.access && !isJoin && alike) both('STRATEGY', 'operator', a.label, b.label)
  if (alike && (isBeside(a) || isBeside(b))) both('STRATEGY', 'relation', a.relation, b.relation)
  if (alike) both('STRATEGY', 'dependent', dependence(a), dependence(b))
  if (styleA === 'postgres' && styleB === 'postgres') {
    const isAware = ({ rest, label }: PlanNode) => rest['Parallel Aware'] === true || label.startsWith('Parallel ')
    if (a.access || isJoin) tell('STRATEGY', 'parallel', isAware(a), isAware(b))
  }
  return changes
}

export function changed(
  change: ChangeKind,
  field: ChangeField,
  before: ChangeValue | undefined,
  after: ChangeValue | undefined,
): PlanChange {
  return { field, ...(before !== undefined && { before }), ...(after !== undefined && { after }), change }
}

/** Joins and inputs swap sides with the join order; what runs beside its parent is another strategy. */
function isBeside({ relation }: PlanNode): boolean {
  return relation === 'subquery' || relation === 'init-plan' || relation === 'cte'
}

/**
 * Which index, how much of it, and with which help. Flags (covering, backward, MRR, index condition) are compared
 * within one style only: the first JSON format says `using_index` where the table says `Using index for group-by`.
 * MySQL's TREE may leave `covering` out unless it measures.
 */
function accessChanges(a: PlanNode, b: PlanNode, alike: boolean, tellCovering: boolean): readonly PlanChange[] {
  const one = a.access
  const two = b.access
  if (!one || !two) return []
  const changes: PlanChange[] = []
  const tell = (field: ChangeField, before?: ChangeValue, after?: ChangeValue) => {
    if (before !== after) changes.push(changed('ACCESS', field, before, after))
  }
  const isDerived = one.derived === true || two.derived === true
  if (!isDerived && one.alias !== undefined && one.alias === two.alias) {
    const known = one.alias !== one.table && two.alias !== two.table
    if (known) tell('table', one.table, two.table)
  }
  // The index of a temporary table has a name of the format's own.
  if (!isDerived || alike) {
    tell('method', one.method, two.method)
    const [before, after] = [indexesRead(a), indexesRead(b)]
    // A row read before execution is a constant to MySQL's executor, whichever index it came from.
    const isConstant = !alike && one.method === 'constant' && two.method === 'constant'
    if (!isConstant && !sameNames(before, after)) tell('index', listed(before), listed(after))
  }
  const usedA = usedParts(a)
  const usedB = usedParts(b)
  if (usedA && usedB && !sameNames(usedA, usedB)) tell('usedKeyParts', listed(usedA), listed(usedB))
  const lengthA = keyLength(a)
  const lengthB = keyLength(b)
  if (lengthA !== undefined && lengthB !== undefined) tell('keyLengthBytes', lengthA, lengthB)
  if (one.partitions && two.partitions && !sameNames(one.partitions, two.partitions)) {
    tell('partitions', listed(one.partitions), listed(two.partitions))
  }
  if (alike) {
    tell('rowidFilter', rowidFilter(a), rowidFilter(b))
    if (tellCovering) tell('covering', one.covering, two.covering)
    tell('direction', one.direction, two.direction)
    tell('multiRangeRead', one.multiRangeRead, two.multiRangeRead)
    tell('indexCondition', one.indexCondition, two.indexCondition)
  }
  return changes
}

function sameNames(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name, at) => plain(name) === plain(b[at] ?? ''))
}

/** Formats quote the names in an expression or not. */
function plain(name: string): string {
  return name.replace(/[`"\s]/g, '').toLowerCase()
}

function listed(names: readonly string[]): string | undefined {
  return names.length === 0 ? undefined : names.join(', ')
}

function usedParts({ access }: PlanNode): readonly string[] | undefined {
  const [main, ...others] = access?.indexes.filter(({ use }) => use === 'main') ?? []
  return others.length === 0 ? main?.usedKeyParts : undefined
}

function keyLength({ access }: PlanNode): number | undefined {
  const [main, ...others] = access?.indexes.filter(({ use }) => use === 'main') ?? []
  return others.length === 0 ? main?.keyLengthBytes : undefined
}

function rowidFilter({ access }: PlanNode): string | undefined {
  return access?.indexes.find(({ use }) => use === 'rowid-filter')?.name
}
