import type { Plan, PlanNode } from '../model'
import { type AlignedRow, alignPlans, type RowState, rowState } from './align'
import { fieldWords } from './field-words'
import type { ChangeField, PlanChange, PlanDiff } from './model'
import { ratioWords, valueText } from './number-words'
import { indexesRead, tableName } from './step-facts'

/** What stands in front of a line. */
const marks: Readonly<Record<RowState, string>> = {
  same: ' ',
  changed: '~',
  'only-a': '-',
  'only-b': '+',
  moved: '>',
  unprinted: '·',
}

/** Unchanged lines beside a changed one that are kept; longer runs are counted. */
const context = 2

/**
 * The difference as text: the sentence, then both plans as one tree. `~` changed, `-` in A only, `+` in B only, `>`
 * at another place, `·` a step that the other format never prints. What changed stands below its step.
 */
export function diffText(a: Plan, b: Plan, diff: PlanDiff): string {
  const rows = alignPlans(a, b, diff)
  const told = shownRows(rows)
  const lines = [diff.verdict.text, `A ${diff.formatA} ${diff.shapeA}`, `B ${diff.formatB} ${diff.shapeB}`, '']
  let hidden = 0
  const closeGap = () => {
    if (hidden > 0) lines.push(`  … ${hidden} unchanged ${hidden === 1 ? 'step' : 'steps'}`)
    hidden = 0
  }
  for (const [at, row] of rows.entries()) {
    if (!told.has(at)) {
      hidden++
      continue
    }
    closeGap()
    lines.push(...rowLines(row))
  }
  closeGap()
  return `${lines.join('\n')}\n`
}

/** The same as Markdown. */
export function diffMarkdown(a: Plan, b: Plan, diff: PlanDiff): string {
  const [sentence = '', ...rest] = diffText(a, b, diff).split('\n')
  return `${sentence}\n\n\`\`\`diff\n${rest.join('\n').trim()}\n\`\`\`\n`
}

function shownRows(rows: readonly AlignedRow[]): ReadonlySet<number> {
  const told = new Set<number>()
  for (const [at, row] of rows.entries()) {
    if (rowState(row) === 'same') continue
    for (let near = at - context; near <= at + context; near++) told.add(near)
  }
  // A short plan is shown whole.
  if (rows.length <= shortPlan) for (const [at] of rows.entries()) told.add(at)
  return told
}

const shortPlan = 40
const mostIndents = 24

function rowLines(row: AlignedRow): readonly string[] {
  const state = rowState(row)
  const step = row.b ?? row.a
  if (!step) return []
  const side = state === 'moved' ? (row.a ? ' (its place in A)' : ' (its place in B)') : ''
  const indent = '  '.repeat(Math.min(step.depth, mostIndents))
  const lines = [`${marks[state]} ${indent}${stepText(step.node)}${side}`]
  // Of a moved step the changes are told once, where it stands in B.
  if (row.match && (!row.moved || row.b)) {
    for (const change of row.match.changes) lines.push(`  ${indent}    ${change.change} ${changeText(change)}`)
  }
  return lines
}

/** One step in a few words: `o lookup idx_cust`, `Sort`. */
export function stepText(node: PlanNode): string {
  const table = tableName(node)
  if (!node.access || table === undefined || node.operator !== 'access') return node.label
  return [table, node.access.method, ...indexesRead(node)].join(' ')
}

/** `index: none → idx_cust`, `rows read: 107,478 → 4,716, ÷22.8`. */
export function changeText({ field, before, after }: PlanChange): string {
  const ratio = typeof before === 'number' && typeof after === 'number' ? ratioOf(field, before, after) : undefined
  return `${fieldWords[field]}: ${valueText(before)} → ${valueText(after)}${ratio === undefined ? '' : `, ${ratio}`}`
}

/** How many times less or more; only of numbers that count work. */
export function ratioOf(field: ChangeField, before: number, after: number): string | undefined {
  return field === 'keyLengthBytes' || field === 'batches' ? undefined : ratioWords(before, after)
}
