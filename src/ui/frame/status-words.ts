import { formatCount, formatTime } from '../../core/figures'
import { find, orderOf } from '../../core/plan/walk'
import type { Result, Selection } from '../state/atoms'

/** The statement that the server got last, on one line; undefined when none was sent. */
export function sentStatement(result: Result): string | undefined {
  switch (result.state) {
    case 'analysis': {
      const output = result.analysis.explain.find((each) => each.measured) ?? result.analysis.explain[0]
      return output && oneLine(output.statement)
    }
    case 'refused':
    case 'waiting':
      return oneLine(result.asked)
    case 'plan':
    case 'trace':
    case 'empty':
      return undefined
  }
}

/** Longest statement that the status bar carries; the bar cuts it earlier where it is narrow. */
const longestStatement = 160

function oneLine(sql: string): string {
  const line = sql
    .slice(0, longestStatement * 4)
    .replace(/\s+/g, ' ')
    .trim()
  return line.length > longestStatement ? `${line.slice(0, longestStatement)}…` : line
}

/** Rows, time and notes of what is shown, each a few words. */
export function workInWords(result: Result): string[] {
  if (result.state === 'analysis') {
    const { counters, plans } = result.analysis
    const measured = counters ? [`${formatCount(counters.rowsReturned)} rows`, formatTime(counters.clientMs)] : []
    return [...measured, notesInWords(plans.reduce((sum, plan) => sum + plan.notes.length, 0))]
  }
  if (result.state === 'plan')
    return [notesInWords(result.document.plans.reduce((sum, plan) => sum + plan.notes.length, 0))]
  return []
}

function notesInWords(notes: number): string {
  return notes === 0
    ? 'plan read completely, 0 notes'
    : `${notes} ${notes === 1 ? 'note' : 'notes'}: not all understood`
}

/** "node 3 of 8", counted as the plan is read: from the top, parents first. */
function nodeWords(nodeId: string, result: Result, planIndex: number): string | undefined {
  const plans =
    result.state === 'analysis' ? result.analysis.plans : result.state === 'plan' ? result.document.plans : []
  const root = plans[planIndex]?.root
  if (!root) return undefined
  const node = find(root, nodeId)
  if (!node) return undefined
  const { nodes } = orderOf({ root })
  return `node ${nodes.indexOf(node) + 1} of ${nodes.length}`
}

/** The linked selection: key part, SQL, node. */
export function selectionInWords(selection: Selection, result: Result): string | undefined {
  const { keyPart, nodeId, sqlSpan } = selection
  const asked = result.state === 'analysis' ? result.asked : undefined
  const line = sqlSpan && asked !== undefined ? asked.slice(0, sqlSpan.start).split('\n').length : undefined
  const words = [
    keyPart && `${keyPart.index} part ${keyPart.position}`,
    line !== undefined && `SQL line ${line}`,
    nodeId !== undefined && nodeWords(nodeId, result, selection.planIndex),
  ].filter((each): each is string => typeof each === 'string')
  return words.length > 0 ? words.join(' · ') : undefined
}
