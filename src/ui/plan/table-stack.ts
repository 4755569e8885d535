import type { FlatMetrics, FlatPlan } from './flat-plan'
import type { CardTree } from './folding'
import { type StackFacts, stackFacts, stackSentence, stackWord } from './stack-facts'
import type { CellValue, ColumnId, TableRow } from './table-columns'

/** What the row of a stack says: sums over the siblings that it stands for; absent where one has no number. */
export interface StackRow {
  readonly facts: StackFacts
  /** The stack as a sentence. */
  readonly sentence: string
  readonly estimatedRows: number | undefined
  readonly rows: number | undefined
  readonly totalMs: number | undefined
  readonly cost: number | undefined
}

/** Rows of the tree table under a fold, one for each card: alike siblings stand as one. */
export function foldedRows(
  rows: readonly TableRow[],
  flat: FlatPlan,
  metrics: FlatMetrics,
  tree: CardTree,
): readonly TableRow[] {
  return Array.from(tree.node, (at, card) => {
    const row = rows[at]
    const members = tree.members.get(card)
    return row && members ? { ...row, stack: stackRow(flat, metrics, members) } : row
  }).filter((row) => row !== undefined)
}

function stackRow(flat: FlatPlan, metrics: FlatMetrics, members: readonly number[]): StackRow {
  const facts = stackFacts(flat, metrics, members)
  const nodes = members.flatMap((at) => flat.nodes[at] ?? [])
  const ran = nodes.flatMap(({ actual }) => (actual === undefined || actual.neverExecuted ? [] : [actual.rowsPerLoop]))
  return {
    facts,
    sentence: stackSentence(flat, facts, members),
    estimatedRows: sum(nodes.map(({ estimate }) => estimate.rowsPerLoop ?? estimate.rowsExaminedPerLoop)),
    rows: ran.length === 0 ? undefined : sum(ran),
    totalMs: sum(members.map((at) => metrics[at]?.totalMs)),
    cost: sum(nodes.map(({ estimate }) => estimate.subtreeCost)),
  }
}

function sum(values: readonly (number | undefined)[]): number | undefined {
  let whole = 0
  for (const value of values) {
    if (value === undefined) return undefined
    whole += value
  }
  return whole
}

/** Cell of a stack's row. Loops, factors and key parts are those of single steps: they show when the stack is opened. */
export function stackCell(id: ColumnId, at: number, title: string, stack: StackRow): CellValue | undefined {
  const number = (value: number | undefined, unit: 'count' | 'rows' | 'ms' | 'cost', measured: boolean) =>
    value === undefined ? undefined : ({ kind: 'number', value, unit, measured } as const)
  switch (id) {
    case 'number':
      return number(at + 1, 'count', true)
    case 'node':
      return { kind: 'text', text: `${title} ${stackWord(stack.facts)}` }
    case 'table':
      return stack.facts.tables === undefined ? undefined : { kind: 'text', text: stack.facts.tables }
    case 'estimated-rows':
      return number(stack.estimatedRows, 'rows', false)
    case 'rows':
      return number(stack.rows, 'rows', true)
    case 'own-time':
      return number(stack.facts.ms?.sum, 'ms', true)
    case 'total-time':
      return number(stack.totalMs, 'ms', true)
    case 'cost':
      return number(stack.cost, 'cost', false)
    case 'index':
    case 'key-parts':
    case 'factor':
    case 'loops':
    case 'heat':
      return undefined
  }
}
