import type { Catalog } from '../../core/catalog/model'
import { figure } from '../../core/figures'
import type { NodeMetrics, PlanNode } from '../../core/plan/model'
import { thrownAway } from './rows'

/** A remark that stands beside a card: what the numbers of this step mean. */
export interface SideNote {
  readonly head?: { readonly text: string; readonly look: 'bad' | 'estimated' }
  readonly lines: readonly string[]
}

/** From this share on, reading rows only to drop them is worth a remark. */
const worthTelling = 0.5
/** Fewer dropped rows than this cost nothing. */
const worthTellingRows = 50

/** The remark for a node; absent when there is nothing to say. */
export function sideNoteOf(node: PlanNode, metrics: NodeMetrics | undefined, catalog: Catalog): SideNote | undefined {
  const lines: string[] = []
  const thrown = thrownAway(node, metrics)
  const tell = thrown !== undefined && thrown.fraction >= worthTelling && thrown.rows >= worthTellingRows
  if (thrown && tell) {
    lines.push(`${thrown.measured ? '' : '≈ '}${figure(thrown.rows, 'rows').text} rows read for nothing`)
  }
  if (readsPrimaryPerEntry(node, catalog)) lines.push('one PRIMARY look-up per entry')
  if (node.actual && !node.actual.neverExecuted && node.access && node.estimate.rowsPerLoop !== undefined) {
    const estimated = figure(node.estimate.rowsPerLoop, 'rows').text
    lines.push(`est. ≈ ${estimated}, actual ${figure(node.actual.rowsPerLoop, 'rows').text}`)
  }
  if (lines.length === 0) return undefined
  if (!thrown || !tell) return { lines }
  // One digit after the point where it matters: 95.6 % and 99.9 % are not the same.
  const percent = `${(Math.floor(thrown.fraction * 1000) / 10).toFixed(1)} % thrown away`
  return {
    head: thrown.measured ? { text: percent, look: 'bad' } : { text: `≈ ${percent}`, look: 'estimated' },
    lines,
  }
}

/** InnoDB keeps the row in the primary key, so each entry of another index that does not cover costs a second look-up. */
function readsPrimaryPerEntry(node: PlanNode, catalog: Catalog): boolean {
  const { access } = node
  if (!access || access.covering || access.derived) return false
  if (!['range', 'lookup', 'index-scan', 'skip-scan'].includes(access.method)) return false
  if (!access.indexes.some((index) => index.use === 'main' && index.name !== 'PRIMARY')) return false
  const table = catalog.tables.find(
    (one) => one.name === access.table && (access.schema === undefined || one.schema === access.schema),
  )
  return table?.engine === 'InnoDB'
}
