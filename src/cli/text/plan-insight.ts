import type { Finding } from '../../core/advisor/model'
import { countWord, removedText, stageWord } from '../../core/plan/insight/flow-words'
import type { PlanInsight } from '../../core/plan/insight/plan-insight'
import type { TableFlow } from '../../core/plan/insight/table-flow'
import { amount, percent, tableOf } from '../../core/plan/insight/words'
import { findingText } from './advice'

/** More accesses than these are counted; the document has them all. */
const mostTables = 12

/** Where the rows go: the whole statement on one line, then each access to a table. */
export function rowFlowLines({ flow }: PlanInsight): string[] {
  if (flow.tables.length === 0) return []
  const stages = flow.stages.map(({ kind, rows }) => `${countWord(rows)} ${stageWord(kind)}`)
  const shown = flow.tables.slice(0, mostTables)
  const width = Math.max(...shown.map((table) => (tableOf(table.node) ?? '').length))
  const more = flow.tables.length - shown.length
  return [
    `rows: ${stages.join(' → ')}`,
    ...shown.map((table) => `  ${(tableOf(table.node) ?? '').padEnd(width)}  ${tableLine(table)}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ]
}

function tableLine(table: TableFlow): string {
  if (table.node.actual?.neverExecuted) return 'never read'
  const words = [`${countWord(table.read)} read`, ...table.removed.map((removed) => removedText(removed, table))]
  if (table.removed.length > 0) words.push(`${countWord(table.passed)} passed on`)
  if (table.loops !== undefined && table.loops.rows > 1) words.push(`${amount(table.loops)} loops`)
  return words.join(', ')
}

/** What was found, one line each with its explanation and what to try below; says so when there is nothing. */
export function findingLines(findings: readonly Finding[], { coverage }: PlanInsight): string[] {
  const lines = findings.flatMap(findingText)
  if (lines.length === 0) lines.push('nothing stands out in this plan')
  if (coverage.notUnderstood > 0)
    lines.push(`understood: ${percent(coverage.fraction)} of the plan's text; nothing is said about the rest`)
  return lines
}
