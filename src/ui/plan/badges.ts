import type { NodeMetrics, PlanNode } from '../../core/plan/model'
import { formatRatio, formatRows, ratioInWords } from '../kit/format'
import { rowsHandled } from './rows'

export type BadgeKind = 'full-scan' | 'filesort' | 'temporary' | 'on-disk' | 'misestimate' | 'never-executed'

/** A fact about a node that is worth a word on its card. */
export interface NodeBadge {
  readonly kind: BadgeKind
  readonly word: string
  readonly title: string
  readonly look: 'plain' | 'warn' | 'bad'
}

/** From this factor on an estimate misleads the planner. */
const misestimateFactor = 10
/** Below this many rows on both sides a wrong estimate costs nothing. */
const harmlessRows = 100
/** A full scan of fewer rows is usually the best way; it is told, but calmly. */
const smallScanRows = 1000

/** What to say about a node, the worst first. */
export function badgesOf(node: PlanNode, metrics: NodeMetrics | undefined): readonly NodeBadge[] {
  const badges: NodeBadge[] = []
  const { access, actual } = node
  if (actual?.neverExecuted) {
    badges.push({
      kind: 'never-executed',
      word: 'never executed',
      title: 'The server planned this step and did not need it.',
      look: 'plain',
    })
  }
  const ratio = metrics?.rowsRatio
  if (ratio !== undefined && !actual?.neverExecuted && (ratio >= misestimateFactor || ratio <= 1 / misestimateFactor)) {
    badges.push({
      kind: 'misestimate',
      word: `${formatRatio(ratio)} rows`,
      title: `The server counted ${ratioInWords(ratio)} rows than it expected.`,
      look: Math.max(actual?.rowsPerLoop ?? 0, node.estimate.rowsPerLoop ?? 0) < harmlessRows ? 'plain' : 'bad',
    })
  }
  const words = wordsOf(node)
  if (actual?.sortMethod !== undefined && /external|disk/i.test(actual.sortMethod)) {
    badges.push({ kind: 'on-disk', word: 'sorts on disk', title: `Sort method: ${actual.sortMethod}`, look: 'bad' })
  } else if ((actual?.tempWrittenBlocks ?? 0) > 0 && node.children.every((child) => !child.actual?.tempWrittenBlocks)) {
    // PostgreSQL counts temporary blocks with everything below, so the lowest node that has them wrote them.
    badges.push({ kind: 'on-disk', word: 'spills to disk', title: 'Temporary blocks were written.', look: 'bad' })
  }
  if (access?.method === 'full-scan' && access.derived !== true) {
    const rows = rowsHandled(node, metrics)
    badges.push({
      kind: 'full-scan',
      word: 'full scan',
      title: rows
        ? `Every row of ${access.table} is read: ${rows.measured ? '' : '≈ '}${formatRows(rows.value)}.`
        : `Every row of ${access.table} is read.`,
      look: rows === undefined || rows.value >= smallScanRows ? 'warn' : 'plain',
    })
  }
  if (words.filesort) {
    badges.push({
      kind: 'filesort',
      word: 'filesort',
      title: 'Rows are sorted; no index gives the order.',
      look: 'warn',
    })
  }
  if (words.temporary) {
    badges.push({
      kind: 'temporary',
      word: 'temporary',
      title: 'Rows are written to a temporary table first.',
      look: 'warn',
    })
  }
  return badges
}

/** MySQL and MariaDB tell sorting and temporary tables as flags, in Extra, or as the name of a step. */
function wordsOf(node: PlanNode): { readonly filesort: boolean; readonly temporary: boolean } {
  const extra = String(node.rest['Extra'] ?? '')
  return {
    filesort: node.rest['using_filesort'] === true || /filesort/i.test(node.label) || /Using filesort/i.test(extra),
    temporary:
      node.rest['using_temporary_table'] === true ||
      node.operator === 'temporary-table' ||
      /temporary table/i.test(node.label) ||
      /Using temporary/i.test(extra),
  }
}

/** True for what a person should look at: the stops of "next problem". */
export function isProblem(badge: NodeBadge): boolean {
  return badge.look !== 'plain'
}
