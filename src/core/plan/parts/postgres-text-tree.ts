import type { NodeDraft } from './draft'
import type { NodeFacts } from './postgres-node-keys'

/** An open node: later lines may still stand below it. */
export interface OpenNode {
  readonly facts: NodeFacts
  /** Where its arrow stands. */
  readonly column: number
  /** Children that are no subplans. */
  inputs: number
  /** Code unit where its words begin in the text. */
  readonly start: number
}

/** `InitPlan 1 (returns $0)`, `SubPlan 2`, `CTE t`: a line above the first node of a subplan. */
interface Heading {
  readonly name: string
  readonly owner: OpenNode
}

/** Where a new node belongs. `lost`: the indent is not there and nothing else tells. */
export type Place = { readonly parent: OpenNode | undefined; readonly subplan: string | undefined } | 'lost'

const joins: ReadonlySet<string> = new Set(['Nested Loop', 'Hash Join', 'Merge Join'])
const twoInputs: ReadonlySet<string> = new Set([...joins, 'Recursive Union'])
const anyInputs: ReadonlySet<string> = new Set(['Append', 'Merge Append', 'BitmapAnd', 'BitmapOr', 'ModifyTable'])
const oneInput: ReadonlySet<string> = new Set([
  'Aggregate',
  'Bitmap Heap Scan',
  'Gather',
  'Gather Merge',
  'Group',
  'Hash',
  'Incremental Sort',
  'Limit',
  'LockRows',
  'Materialize',
  'Memoize',
  'ProjectSet',
  'Sort',
  'Subquery Scan',
  'Unique',
  'WindowAgg',
])
/** Nodes that have an input or not, and set operations with one (until 17) or two. */
const someInput: ReadonlySet<string> = new Set(['Result', 'SetOp', 'Foreign Scan', 'Custom Scan'])

/** How many inputs every node of this type has; undefined where they differ. */
export function inputsOf(type: string): number | undefined {
  if (twoInputs.has(type)) return 2
  if (oneInput.has(type)) return 1
  return anyInputs.has(type) || someInput.has(type) ? undefined : 0
}

/** A Foreign Scan of one table reads nothing else; one of a join may have the local join below. */
function inputsOfNode({ type, relation }: NodeFacts): number | undefined {
  return type === 'Foreign Scan' && relation !== undefined ? 0 : inputsOf(type)
}

/**
 * Puts the nodes of a text plan together, in the order in which they are printed.
 *
 * By indent: a node belongs to the last one that stands further left. Without indent (`flat`) the number of inputs
 * that each type has tells it, as in a formula without brackets; where an Append or Result leaves it open whether the
 * next node is its own or that of a join above, nothing is guessed.
 */
export class TextTree {
  readonly #open: OpenNode[] = []
  readonly #flat: boolean
  readonly #mentions: (facts: NodeFacts, subplan: string) => boolean
  #heading: (Heading & { readonly column: number }) | undefined
  /** Where the last line ended that belongs to an open node. */
  #lastEnd = 0

  constructor(flat: boolean, mentions: (facts: NodeFacts, subplan: string) => boolean) {
    this.#flat = flat
    this.#mentions = mentions
  }

  get current(): OpenNode | undefined {
    return this.#open.at(-1)
  }

  /** A line of the innermost open node, or of the statement, ends here. */
  reaches(end: number): void {
    this.#lastEnd = end
  }

  /** Where the node whose arrow stands at this column belongs. Closes the nodes that end before it. */
  placeAt(column: number): Place {
    const heading = this.#heading
    this.#heading = undefined
    if (this.#flat) return this.#flatPlace(heading)
    if (heading && column > heading.column) {
      this.#closeTo(heading.owner)
      return { parent: heading.owner, subplan: heading.name }
    }
    this.#closeWhile((top) => top.column >= column)
    return { parent: this.current, subplan: undefined }
  }

  push(node: OpenNode): void {
    this.#open.push(node)
  }

  /** False when it cannot be told whose subplan it is. */
  heading(name: string, column: number): boolean {
    const owner = this.#flat ? this.#flatOwner(name) : last(this.#open, (each) => each.column < column)
    if (owner) this.#heading = { name, owner, column }
    return owner !== undefined
  }

  /** Closes everything. */
  close(): void {
    this.#closeWhile(() => true)
  }

  #closeWhile(ends: (top: OpenNode) => boolean): void {
    for (let top = this.#open.at(-1); top && ends(top); top = this.#open.at(-1)) {
      const { node } = top.facts
      node.span = { start: top.start, end: this.#lastEnd }
      this.#open.pop()
    }
  }

  #closeTo(owner: OpenNode): void {
    this.#closeWhile((top) => top !== owner)
  }

  #flatPlace(heading: Heading | undefined): Place {
    if (heading) {
      this.#closeTo(heading.owner)
      return { parent: heading.owner, subplan: heading.name }
    }
    const possible: OpenNode[] = []
    for (let index = this.#open.length - 1; index >= 0; index--) {
      const each = this.#open[index]
      if (!each) continue
      const inputs = inputsOfNode(each.facts)
      if (inputs !== undefined && each.inputs >= inputs) continue
      possible.push(each)
      // A node that must have more inputs takes the next one before anything above it does.
      if (inputs !== undefined) break
    }
    const [only, ...others] = possible
    // Nodes that must have an input get it first; an optional one is certain only where nobody above may want it.
    if (only && (others.length === 0 || mustTake(only))) {
      this.#closeTo(only)
      return { parent: only, subplan: undefined }
    }
    return only ? 'lost' : { parent: undefined, subplan: undefined }
  }

  #hashBelow(join: OpenNode): boolean {
    return this.#open[this.#open.indexOf(join) + 1]?.facts.type === 'Hash'
  }

  /**
   * SubPlans are named in a condition or output. InitPlans may be; else they and CTEs stand between their owner's own
   * lines and its inputs, so it is the innermost node that still waits for its first input. (A scan at the end of the
   * subplan before could own one too; servers hang them higher, on the topmost node of a query.) One in a hash key may
   * be the join's or its Hash's.
   */
  #flatOwner(name: string): OpenNode | undefined {
    const mentioning = name.startsWith('CTE ')
      ? undefined
      : last(this.#open, (each) => this.#mentions(each.facts, name))
    if (mentioning && this.#hashBelow(mentioning) && joinMentions(mentioning.facts, name)) return undefined
    if (mentioning || name.startsWith('SubPlan')) return mentioning
    const waiting = last(this.#open, (each) => each.inputs === 0 && inputsOfNode(each.facts) !== 0)
    return waiting ?? this.#open.at(-1)
  }
}

function joinMentions({ node }: NodeFacts, subplan: string): boolean {
  return node.conditions.some(({ text, checkedAt }) => checkedAt === 'join' && text.includes(`(${subplan})`))
}

function last(open: readonly OpenNode[], fits: (each: OpenNode, index: number) => boolean): OpenNode | undefined {
  for (let index = open.length - 1; index >= 0; index--) {
    const each = open[index]
    if (each && fits(each, index)) return each
  }
  return undefined
}

/** Does the next node certainly belong to it, whatever stands above? */
function mustTake({ facts, inputs }: OpenNode): boolean {
  const needed = inputsOf(facts.type)
  if (needed !== undefined) return inputs < needed
  // An Append or set operation has at least one input.
  return inputs === 0 && (facts.type === 'SetOp' || facts.type === 'BitmapAnd' || facts.type === 'BitmapOr')
}

/** What the other formats call the child's `Parent Relationship`. */
export function relationshipOf(parent: OpenNode, subplan: string | undefined): string {
  if (subplan !== undefined) return subplan.startsWith('SubPlan') ? 'SubPlan' : 'InitPlan'
  const { type } = parent.facts
  if (type === 'Append' || type === 'Merge Append') return 'Member'
  if (type === 'BitmapAnd' || type === 'BitmapOr') return 'Member'
  return parent.inputs > 0 && (twoInputs.has(type) || type === 'SetOp') ? 'Inner' : 'Outer'
}

/** Nodes that lack inputs: the text ends too early. Gives what is missing, in words. */
export function missingInput(node: NodeDraft, type: string): string | undefined {
  const needed = inputsOf(type)
  if (needed === undefined || needed === 0) return undefined
  let inputs = 0
  for (const { relation } of node.children) if (!subplans.has(relation)) inputs++
  return inputs < needed ? `${node.label} has ${inputs} of ${needed} inputs` : undefined
}

const subplans: ReadonlySet<string> = new Set(['init-plan', 'cte', 'subquery'])
