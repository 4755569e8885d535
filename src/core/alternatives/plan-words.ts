import { indexesRead, isBitmapSum, joinAlgorithm } from '../plan/diff/step-facts'
import { isPartOfAccess } from '../plan/diff/work'
import type { Plan, PlanNode } from '../plan/model'

/** Longer plans are cut: the line is for telling plans apart, the plan itself is a click away. */
const longestWords = 200
/** Deeper than any plan that is told in one line. */
const deepest = 60

/**
 * A plan in one line, in the order in which it works: "`c` by a sequential scan, hash join `o` by `o_date`; Sort;
 * Limit". Steps that only hand rows on are left out.
 */
export function planWords(plan: Plan): string {
  const { input, after } = told(plan.root, 0)
  const text = [input, ...after].filter((words) => words !== '').join('; ')
  return text.length <= longestWords ? text : `${text.slice(0, longestWords - 1)}…`
}

interface Told {
  /** Tables and joins. */
  readonly input: string
  /** What is done with their rows, in order. */
  readonly after: readonly string[]
}

function told(node: PlanNode, depth: number): Told {
  if (depth > deepest) return { input: '…', after: [] }
  if (node.access && !isPartOfAccess(node.access) && node.access.derived !== true)
    return { input: accessWords(node), after: [] }
  const inputs = node.children.filter(isInput)
  const join = joinAlgorithm(node)
  const [outer, inner] = inputs
  if (join !== undefined && outer && inner) {
    const left = inline(outer, depth + 1)
    const right = inline(inner, depth + 1)
    const kind = /\b(Left|Right|Full|Semi|Anti|Right Semi|Right Anti)\b/.exec(node.label)?.[1]?.toLowerCase()
    const word = kind === undefined ? join : `${kind} ${join}`
    return { input: `${left}, ${word} ${hasJoin(inner) ? `(${right})` : right}`, after: [] }
  }
  if (inputs.length > 1) {
    const parts = [...new Set(inputs.map((input) => inline(input, depth + 1)))]
    const listed = parts.length > 3 ? `${parts.slice(0, 3).join(' + ')} + ${parts.length - 3} more` : parts.join(' + ')
    return { input: listed, after: [node.label] }
  }
  const below = outer === undefined ? { input: node.access?.table ?? '', after: [] } : told(outer, depth + 1)
  return { input: below.input, after: handsOn(node) ? below.after : [...below.after, node.label] }
}

/** An input of a join: what is done with its rows first stands in brackets. */
function inline(node: PlanNode, depth: number): string {
  const { input, after } = told(node, depth)
  return after.length === 0 ? input : `${input} [${after.join(', ')}]`
}

function isInput({ relation, access }: PlanNode): boolean {
  if (relation === 'subquery' || relation === 'init-plan' || relation === 'cte') return false
  return access === undefined || !isPartOfAccess(access)
}

function hasJoin(node: PlanNode): boolean {
  let at: PlanNode | undefined = node
  for (; at !== undefined; at = at.children.find(isInput)) if (joinAlgorithm(at) !== undefined) return true
  return false
}

/** Steps without a choice of their own: the table of a hash join, a projection. */
function handsOn(node: PlanNode): boolean {
  return /^(?:Parallel )?Hash$|^Result$|^Subquery Scan/.test(node.label) || isBitmapSum(node)
}

const scans: Readonly<Record<string, string>> = {
  'Index Only Scan': 'index only, ',
  'Bitmap Heap Scan': 'a bitmap of ',
}

function accessWords(node: PlanNode): string {
  const { access } = node
  if (!access) return ''
  const name = `\`${access.alias ?? access.table}\``
  const parallel = node.rest['Parallel Aware'] === true ? 'parallel ' : ''
  if (access.accessType === 'Seq Scan') return `${name} by a ${parallel}sequential scan`
  const indexes = indexesRead(node)
    .map((index) => `\`${index}\``)
    .join(', ')
  if (indexes === '') return `${name} by a ${parallel}${node.label}`
  const direction = access.direction === 'backward' ? ' backward' : ''
  const whole = access.method === 'index-scan' ? 'the whole of ' : ''
  return `${name} by ${parallel}${scans[access.accessType] ?? ''}${whole}${indexes}${direction}`
}
