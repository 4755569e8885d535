import type { KeyboardEvent, RefObject } from 'react'
import type { CardHeat } from './card-heat'
import { formatCounted } from './counted-text'
import { boxOf } from './diagram-geometry'
import type { FlatMetrics } from './flat-plan'
import { cardId, PlanCard } from './PlanCard'
import type { View } from './paint-diagram'
import type { DiagramModel } from './plan-model'
import { stackSentence } from './stack-facts'

interface PlanTreeProps {
  readonly model: DiagramModel
  readonly metrics: FlatMetrics
  readonly heat: CardHeat
  readonly view: View
  /** Moved by the camera itself. */
  readonly layer: RefObject<HTMLDivElement | null>
  /** The card that the keyboard is on; it exists wherever the camera is. */
  readonly active: number
  readonly selected: number | undefined
  readonly found: ReadonlySet<number>
  /** Nodes by their index in the flat plan. */
  readonly onPick: (at: number) => void
  readonly onFold: (at: number) => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/** The cards in view as elements: one tree for the keyboard and for screen readers. */
export function PlanTree(props: PlanTreeProps) {
  const { model, view, active } = props
  const { flat, tree, diagram } = model
  const cards = view.cards.includes(active) ? view.cards : [...view.cards, active]
  const count = flat.nodes.length.toLocaleString('en-US')
  return (
    <div
      className="plan-tree"
      role="tree"
      tabIndex={0}
      aria-label={`Plan, ${count} ${flat.nodes.length === 1 ? 'node' : 'nodes'}`}
      aria-activedescendant={cardId(tree.node[active] ?? 0)}
      onKeyDown={props.onKeyDown}
    >
      <div ref={props.layer} className="plan-layer" role="presentation">
        {cards.map((card) => {
          const at = tree.node[card] ?? 0
          const node = flat.nodes[at]
          if (!node || card >= tree.node.length) return null
          const box = boxOf(diagram, tree, card)
          const rows = model.rows[card]
          const stack = model.stacks.get(card)
          const hidden = tree.hidden[card] ?? 0
          return (
            <PlanCard
              key={at}
              at={at}
              node={node}
              metrics={props.metrics[at]}
              level={(tree.depth[card] ?? 0) + 1}
              place={model.siblings.place[card] ?? 1}
              siblings={model.siblings.count[card] ?? 1}
              left={box.x - view.originX}
              top={box.y - view.originY}
              width={box.width}
              height={box.height}
              detail={view.detail === 'none' ? 'unseen' : view.detail}
              cell={props.heat.cells[card]}
              badges={model.badges[card] ?? []}
              rowsText={rows && formatCounted(rows)}
              stack={stack}
              stackText={stack && stackSentence(flat, stack, tree.members.get(card) ?? [])}
              hidden={hidden}
              hiddenHeat={props.heat.below.get(card)}
              expanded={hidden > 0 ? false : (tree.end[card] ?? 0) > card + 1 ? true : undefined}
              selected={card === props.selected}
              found={props.found.has(card)}
              onPick={props.onPick}
              onFold={props.onFold}
            />
          )
        })}
      </div>
    </div>
  )
}
