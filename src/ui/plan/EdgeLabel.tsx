import { formatCounted } from './counted-text'
import { boxOf, edgeEnds, edgeWidthPx } from './diagram-geometry'
import type { DiagramModel } from './plan-model'

/** Distance of the words from the edge's own border. */
const besidePx = 8
/** From the child's card up to the middle of the words. */
const upPx = 14

/** How many rows flow along an edge, beside its lower end. */
export function EdgeLabel(props: {
  readonly model: DiagramModel
  readonly child: number
  readonly originX: number
  readonly originY: number
}) {
  const { model, child } = props
  const rows = model.rows[child]
  const parent = model.tree.parent[child]
  if (!rows || parent === undefined || parent < 0) return null
  const { fromX, toX, toY } = edgeEnds(
    model.diagram.direction,
    boxOf(model.diagram, model.tree, parent),
    boxOf(model.diagram, model.tree, child),
  )
  const half = edgeWidthPx(rows.value, model.mostRows) / 2
  // An edge that comes from the right leaves room at its left only.
  const left = fromX > toX + 1
  return (
    <span
      className={`plan-label${rows.measured ? '' : ' est'}${left ? ' left' : ''}`}
      style={{
        left: Math.round(toX - props.originX + (left ? -1 : 1) * (half + besidePx)),
        top: Math.round(toY - props.originY - upPx - 8),
      }}
    >
      {formatCounted(rows)}
    </span>
  )
}
