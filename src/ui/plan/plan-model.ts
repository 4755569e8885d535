import type { Catalog } from '../../core/catalog/model'
import type { NodeBadge } from './badges'
import { type DiagramGeometry, diagramOf } from './diagram-geometry'
import { type FlatMetrics, type FlatPlan, siblingPlaces } from './flat-plan'
import { nodeDetail } from './node-text'
import { type Counted, rowsOut } from './rows'
import { type SideNote, sideNoteOf } from './side-notes'

/** Everything about a plan that the diagram needs and that does not change while one looks at it. */
export interface DiagramModel {
  readonly flat: FlatPlan
  readonly diagram: DiagramGeometry
  readonly badges: readonly (readonly NodeBadge[])[]
  readonly rows: readonly (Counted | undefined)[]
  /** 1-based place of each node among its siblings, and how many they are. */
  readonly siblings: { readonly place: Int32Array; readonly count: Int32Array }
  /** The largest flow; edges are drawn relative to it. */
  readonly mostRows: number
  /** Remarks beside cards that have room at their right; empty for big plans. */
  readonly remarks: ReadonlyMap<number, SideNote>
}

/** Plans up to this size have remarks beside the cards. */
const mostNodesWithRemarks = 60

export function diagramModel(
  flat: FlatPlan,
  badges: readonly (readonly NodeBadge[])[],
  metrics: FlatMetrics,
  catalog: Catalog,
): DiagramModel {
  const rows = flat.nodes.map((node, at) => rowsOut(node, metrics[at]))
  const diagram = diagramOf(
    flat,
    // Without a detail the badges stand on its line.
    flat.nodes.map((node, at) => (badges[at]?.length ?? 0) > 0 && (nodeDetail(node) ?? rows[at]) !== undefined),
  )
  const remarks = new Map<number, SideNote>()
  if (diagram.direction === 'down' && flat.nodes.length <= mostNodesWithRemarks) {
    const { levels, levelFrom } = diagram.layout
    for (let level = 0; level + 1 < levelFrom.length; level++) {
      const rightmost = levels[(levelFrom[level + 1] ?? 0) - 1]
      const node = rightmost === undefined ? undefined : flat.nodes[rightmost]
      const note = node && sideNoteOf(node, metrics[rightmost ?? 0], catalog)
      if (note && rightmost !== undefined) remarks.set(rightmost, note)
    }
  }
  const mostRows = rows.reduce((most, one) => Math.max(most, one?.value ?? 0), 0)
  return { flat, diagram, badges, rows, siblings: siblingPlaces(flat), mostRows, remarks }
}
