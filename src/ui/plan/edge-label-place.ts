import { boxOf, edgeEnds, edgeWidthPx } from './diagram-geometry'
import type { DiagramModel } from './plan-model'

/** Distance of the words from the edge's own border. */
const besidePx = 8
/** From the child's card up to the middle of the words. */
const upPx = 14

/** Where the row count of the edge above a card stands: beside the edge's lower end, left of one that comes from the right. */
export function edgeLabelPlace(
  model: Pick<DiagramModel, 'diagram' | 'tree' | 'rows' | 'mostRows'>,
  child: number,
): { readonly x: number; readonly middle: number; readonly anchor: 'start' | 'end' } | undefined {
  const rows = model.rows[child]
  const parent = model.tree.parent[child]
  if (!rows || parent === undefined || parent < 0) return undefined
  const { fromX, toX, toY } = edgeEnds(
    model.diagram.direction,
    boxOf(model.diagram, model.tree, parent),
    boxOf(model.diagram, model.tree, child),
  )
  const half = edgeWidthPx(rows.value, model.mostRows) / 2
  // An edge that comes from the right leaves room at its left only.
  const left = fromX > toX + 1
  return { x: toX + (left ? -1 : 1) * (half + besidePx), middle: toY - upPx, anchor: left ? 'end' : 'start' }
}
