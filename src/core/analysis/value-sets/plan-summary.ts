import { indexesRead } from '../../plan/diff/step-facts'
import { workOf } from '../../plan/diff/work'
import type { Plan } from '../../plan/model'
import { planShape } from '../../plan/shape'
import type { PlanShapeGroup, ShapeAccess } from './model'

/** What a plan does, in a line: "issue by `PRIMARY` backward, customers by `PRIMARY`, then a sort". */
export function planSummary(plan: Plan): Pick<PlanShapeGroup, 'shape' | 'summary' | 'accesses' | 'sorts'> {
  const work = workOf(plan)
  const accesses = work.reads.flatMap(({ name, places, derived }): readonly ShapeAccess[] => {
    const node = work.nodes[places[0] ?? 0]
    if (node?.access === undefined || derived) return []
    const { method, direction } = node.access
    return [{ table: name, method, indexes: indexesRead(node), backward: direction === 'backward' }]
  })
  const sorts = work.nodes.some(({ operator }) => operator === 'sort')
  const words = accesses.map(accessWords)
  const all = words.length === 0 ? 'no table is read' : words.join(', ')
  return { shape: planShape(plan), summary: sorts ? `${all}, then a sort` : all, accesses, sorts }
}

/** How an index is read, in front of its name. */
const ways: Readonly<Record<string, string>> = {
  range: 'a range of ',
  lookup: 'a lookup in ',
  'unique-lookup': 'a unique lookup in ',
  constant: 'one row of ',
  'index-scan': 'the whole of ',
  bitmap: 'a bitmap of ',
  'index-merge': 'a merge of ',
  'skip-scan': 'a skip scan of ',
  'loose-scan': 'a loose scan of ',
}

function accessWords({ table, method, indexes, backward }: ShapeAccess): string {
  if (indexes.length === 0) return method === 'full-scan' ? `${table} as a whole` : `${table} (${method})`
  const names = indexes.map((name) => `\`${name}\``).join(' and ')
  return `${table} by ${ways[method] ?? ''}${names}${backward ? ' backward' : ''}`
}
