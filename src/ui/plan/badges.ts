import { exhausted } from '../../core/errors'
import { formatRatio, formatRows, ratioInWords } from '../../core/figures'
import { harmlessRows, misestimateFactor } from '../../core/plan/insight/estimate-starts'
import type { NodeMetrics, PlanFormatId, PlanNode } from '../../core/plan/model'
import { type Counted, rowsHandled } from './rows'

export type BadgeKind = 'full-scan' | 'filesort' | 'temporary' | 'on-disk' | 'misestimate' | 'never-executed'

/** A fact about a node that is worth a word on its card. `value`: the factor, the rows, or the server's own word. */
export type NodeBadge = { readonly look: 'plain' | 'warn' | 'bad' } & (
  | { readonly kind: 'full-scan'; readonly table: string; readonly rows: Counted | undefined }
  | { readonly kind: 'filesort' | 'temporary' | 'never-executed' }
  | { readonly kind: 'on-disk'; readonly sortMethod?: string | undefined }
  /** `inherited`: an input of the step was misjudged, and this one was wrong because of it. */
  | { readonly kind: 'misestimate'; readonly ratio: number; readonly inherited: boolean }
)

/** Whether the rows of a step were misjudged, and where that began; absent where nobody looked into the whole plan. */
export type EstimateRole = 'starts' | 'inherits' | 'right'

/** The word on the card. */
export function badgeWord(badge: NodeBadge): string {
  switch (badge.kind) {
    case 'full-scan':
      return 'full scan'
    case 'filesort':
      return 'filesort'
    case 'temporary':
      return 'temporary'
    case 'never-executed':
      return 'never executed'
    case 'on-disk':
      return badge.sortMethod === undefined ? 'spills to disk' : 'sorts on disk'
    case 'misestimate':
      return `${formatRatio(badge.ratio)} ${badge.inherited ? 'inherited' : 'rows'}`
    default:
      return exhausted(badge)
  }
}

/** The sentence behind the word. */
export function badgeTitle(badge: NodeBadge): string {
  switch (badge.kind) {
    case 'full-scan':
      return badge.rows
        ? `Every row of ${badge.table} is read: ${badge.rows.measured ? '' : '≈ '}${formatRows(badge.rows.value)}.`
        : `Every row of ${badge.table} is read.`
    case 'filesort':
      return 'Rows are sorted; no index gives the order.'
    case 'temporary':
      return 'Rows are written to a temporary table first.'
    case 'never-executed':
      return 'The server planned this step and did not need it.'
    case 'on-disk':
      return badge.sortMethod === undefined ? 'Temporary blocks were written.' : `Sort method: ${badge.sortMethod}`
    case 'misestimate':
      return badge.inherited
        ? `The server counted ${ratioInWords(badge.ratio)} rows than it expected, because an input was misjudged already.`
        : `The server counted ${ratioInWords(badge.ratio)} rows than it expected.`
    default:
      return exhausted(badge)
  }
}

/** A full scan of fewer rows is usually the best way; it is told, but calmly. */
const smallScanRows = 1000

/**
 * What to say about a node, the worst first. `stoppedEarly`: a limit above may have cut it short; `estimate`: what the
 * whole plan says about its estimate, which is better than what the node alone can say; `format`: whose words to look for.
 */
export function badgesOf(
  node: PlanNode,
  metrics: NodeMetrics | undefined,
  stoppedEarly = false,
  estimate?: EstimateRole,
  format?: PlanFormatId,
): readonly NodeBadge[] {
  const badges: NodeBadge[] = []
  const { access, actual, label, rest } = node
  if (actual?.neverExecuted) badges.push({ kind: 'never-executed', look: 'plain' })
  const misestimate = misestimateBadge(node, metrics, stoppedEarly, estimate)
  if (misestimate !== undefined) badges.push(misestimate)
  if (actual?.sortMethod !== undefined && /external|disk/i.test(actual.sortMethod)) {
    badges.push({ kind: 'on-disk', sortMethod: actual.sortMethod, look: 'bad' })
  } else if ((actual?.tempWrittenBlocks ?? 0) > 0 && node.children.every((child) => !child.actual?.tempWrittenBlocks)) {
    // PostgreSQL counts temporary blocks with everything below, so the lowest node that has them wrote them.
    badges.push({ kind: 'on-disk', look: 'bad' })
  }
  if (access?.method === 'full-scan' && access.derived !== true) {
    const rows = rowsHandled(node, metrics)
    const look = rows === undefined || rows.value >= smallScanRows ? 'warn' : 'plain'
    badges.push({ kind: 'full-scan', table: access.table, rows, look })
  }
  // Looking in each of thousands of nodes for names that its format never has would cost as much as all the rest.
  if (format?.startsWith('postgres')) return badges.length === 0 ? noBadges : badges
  const extra = rest['Extra']
  const said = typeof extra === 'string' ? extra : ''
  if (sorts(label, rest, said)) badges.push({ kind: 'filesort', look: 'warn' })
  if (fills(node, said)) badges.push({ kind: 'temporary', look: 'warn' })
  return badges.length === 0 ? noBadges : badges
}

const noBadges: readonly NodeBadge[] = []

function misestimateBadge(
  { actual, estimate: { rowsPerLoop } }: PlanNode,
  metrics: NodeMetrics | undefined,
  stoppedEarly: boolean,
  role: EstimateRole | undefined,
): NodeBadge | undefined {
  const ratio = metrics?.rowsRatio
  if (ratio === undefined || actual?.neverExecuted || role === 'right') return undefined
  if (role !== undefined) {
    const inherited = role === 'inherits'
    return { kind: 'misestimate', ratio, inherited, look: inherited ? 'plain' : 'bad' }
  }
  const tooMany = ratio <= 1 / misestimateFactor && !stoppedEarly
  if (ratio < misestimateFactor && !tooMany) return undefined
  const most = Math.max(actual?.rowsPerLoop ?? 0, rowsPerLoop ?? 0)
  return { kind: 'misestimate', ratio, inherited: false, look: most < harmlessRows ? 'plain' : 'bad' }
}

/** MySQL and MariaDB tell sorting and temporary tables as flags, in Extra, or as the name of a step. */
function sorts(label: string, rest: PlanNode['rest'], said: string): boolean {
  return rest['using_filesort'] === true || label.includes('filesort') || said.includes('Using filesort')
}

function fills({ operator, label, rest, children }: PlanNode, said: string): boolean {
  return (
    operator === 'temporary-table' ||
    label.includes('temporary table') ||
    said.includes('Using temporary') ||
    // The step that fills the table stands right below as a step of its own in some formats.
    (rest['using_temporary_table'] === true && !children.some((child) => child.operator === 'temporary-table'))
  )
}

/** True for what a person should look at: the stops of "next problem". */
export function isProblem(badge: NodeBadge): boolean {
  return badge.look !== 'plain'
}
