import type { TextSpan } from '../../text-span'
import type { Access, Actual, Condition, Estimate, Operator, PlanNode, Relation } from '../model'

type Writable<Shape> = { -readonly [Key in keyof Shape]: Shape[Key] }

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
  access?: AccessDraft
  estimate: Writable<Estimate>
  actual?: Writable<Actual>
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

/** Gives every node its path from the root (`n0`, `n0.1`) and hands the tree out as finished. Deep chains are fine. */
export function finished(root: NodeDraft): PlanNode {
  root.id = 'n0'
  const waiting: NodeDraft[] = [root]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const children = node.children
    for (let index = 0; index < children.length; index++) {
      const child = children[index]
      if (!child) continue
      child.id = `${node.id}.${index}`
      waiting.push(child)
    }
  }
  return root
}
