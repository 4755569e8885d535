import { boxOf } from './diagram-geometry'
import type { DiagramModel } from './plan-model'

/** From the card's edge to the remark; a thin line bridges it. */
const awayPx = 44

/** What the numbers of a step mean, at the right of its card. */
export function SideRemark(props: {
  readonly model: DiagramModel
  readonly at: number
  readonly originX: number
  readonly originY: number
}) {
  const note = props.model.remarks.get(props.at)
  if (!note) return null
  const box = boxOf(props.model.diagram, props.model.tree, props.at)
  return (
    <div
      className="plan-remark"
      style={{ left: box.x + box.width + awayPx - props.originX, top: box.y - props.originY, height: box.height }}
    >
      <i />
      <div>
        {note.head && <b className={note.head.look === 'bad' ? 'bad' : 'est'}>{note.head.text}</b>}
        {note.lines.map((line) => (
          <div key={line} className={line.startsWith('≈') ? 'est' : ''}>
            {line}
          </div>
        ))}
      </div>
    </div>
  )
}
