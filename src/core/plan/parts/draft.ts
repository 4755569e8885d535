import type { TextSpan } from '../../text-span'
import type { Access, Actual, Condition, Estimate, Operator, PlanNode, Relation } from '../model'

/** A part of the model while it is being read. */
export type Writable<Shape> = { -readonly [Key in keyof Shape]: Shape[Key] }

export type AccessDraft = Writable<Access>

/** A plan node while its format is being read. It becomes a `PlanNode` when the tree is complete. */
export interface NodeDraft {
  id: string
  operator: Operator
  label: string
  relation: Relation
  synthetic: boolean
  span: TextSpan
  children: NodeDraft[]
  conditions: Condition[]
  access?: AccessDraft | undefined
  estimate: Writable<Estimate>
  actual?: Writable<Actual> | undefined
  rest: Record<string, string | number | boolean>
}

/** A node that the server printed. */
export function draft(operator: Operator, label: string, span: TextSpan, children: NodeDraft[] = []): NodeDraft {
  return {
    id: '',
    operator,
    label,
    relation: 'input',
    synthetic: false,
    span,
    children,
    conditions: [],
    estimate: {},
    rest: {},
  }
}

/**
 * A node that the server printed, of all that is known about it but its place. What is absent is not in it. Made at
 * once: an object to which fields are added takes more memory, and large plans have many.
 */
export function nodeOf(
  {
    operator,
    label,
    relation,
    conditions,
    access,
    estimate,
    actual,
    rest,
  }: Omit<NodeDraft, 'id' | 'children' | 'span' | 'synthetic'>,
  span: TextSpan,
): NodeDraft {
  const id = ''
  const synthetic = false
  const children: NodeDraft[] = []
  if (access && actual) {
    return { id, operator, label, relation, synthetic, span, children, conditions, access, estimate, actual, rest }
  }
  if (access) return { id, operator, label, relation, synthetic, span, children, conditions, access, estimate, rest }
  if (actual) return { id, operator, label, relation, synthetic, span, children, conditions, estimate, actual, rest }
  return { id, operator, label, relation, synthetic, span, children, conditions, estimate, rest }
}

/** A node that the format implies but does not print. */
export function implied(operator: Operator, label: string, span: TextSpan, children: NodeDraft[]): NodeDraft {
  const node = draft(operator, label, span, children)
  node.synthetic = true
  return node
}

/** The same node standing in another relation to its parent. */
export function related(node: NodeDraft, relation: Relation): NodeDraft {
  node.relation = relation
  return node
}

/** Lists up to this length are made anew for each item. */
const shortList = 4

/**
 * A list with one more item, which takes the place of `list`. An empty list that is pushed to gets room for 17 items,
 * and nearly all lists of a node (children, conditions) hold one or two.
 */
export function appended<Item extends object>(list: Item[], item: Item): Item[] {
  if (list.length === 0) return [item]
  if (list.length < shortList) return list.concat([item])
  list.push(item)
  return list
}

/** Adds a condition to a node, if there is one. */
export function takeCondition(node: { conditions: Condition[] }, condition: Condition | undefined): void {
  if (condition) node.conditions = appended(node.conditions, condition)
}

/** `.0`, `.1`, …: what the ids of most children end with. */
const idEnds = Array.from({ length: 32 }, (_, index) => `.${index}`)

/** The root's path; every other one is the parent's with a place in it. */
export const rootId = 'n0'

/** Puts a node below its parent, whose path must be there, as the last child so far. */
export function addChild(parent: NodeDraft, child: NodeDraft): void {
  const index = parent.children.length
  child.id = parent.id + (idEnds[index] ?? `.${index}`)
  parent.children = appended(parent.children, child)
}

/** Gives every node its path from the root (`n0`, `n0.1`) and hands the tree out as finished. Deep chains are fine. */
export function finished(root: NodeDraft): PlanNode {
  root.id = rootId
  const waiting: NodeDraft[] = [root]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const children = node.children
    for (let index = 0; index < children.length; index++) {
      const child = children[index]
      if (!child) continue
      child.id = node.id + (idEnds[index] ?? `.${index}`)
      waiting.push(child)
    }
  }
  return root
}
