import { formatCounted } from './counted-text'
import { edgeLabelPlace } from './edge-label-place'
import type { DiagramModel } from './plan-model'

/** Half of the words' height. */
const halfLinePx = 8

/** How many rows flow along an edge, beside its lower end. */
export function EdgeLabel(props: {
  readonly model: DiagramModel
  readonly child: number
  readonly originX: number
  readonly originY: number
}) {
  const rows = props.model.rows[props.child]
  const place = edgeLabelPlace(props.model, props.child)
  if (!rows || !place) return null
  return (
    <span
      className={`plan-label${rows.measured ? '' : ' est'}${place.anchor === 'end' ? ' left' : ''}`}
      style={{
        left: Math.round(place.x - props.originX),
        top: Math.round(place.middle - props.originY - halfLinePx),
      }}
    >
      {formatCounted(rows)}
    </span>
  )
}
