import { memo } from 'react'
import type { NodeBadge } from '../plan/badges'
import { nodeSentence } from '../plan/node-text'
import type { FlameBox } from './flame-view'
import { type FlameFacts, flameReasons, wholeText } from './flame-words'

/** Id of a node's element in the page; the tree names its active item by it. */
export function flameItemId(at: number): string {
  return `flame-node-${at}`
}

interface FlameItemProps extends FlameBox {
  readonly at: number
  readonly facts: FlameFacts
  readonly badges: readonly NodeBadge[] | undefined
  readonly level: number
  readonly place: number
  readonly siblings: number
  readonly selected: boolean
}

/** One node for screen readers, where the canvas draws it; the tree takes keys and the pointer for all of them. */
export const FlameItem = memo(function FlameItem(props: FlameItemProps) {
  const { at, facts } = props
  const node = facts.flat.nodes[at]
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the tree holds the focus and names its active item
    <div
      id={flameItemId(at)}
      role="treeitem"
      aria-level={props.level}
      aria-posinset={props.place}
      aria-setsize={props.siblings}
      aria-selected={props.selected}
      className="flame-item"
      style={{ left: props.x, top: props.y, width: Math.max(1, props.width), height: props.height }}
    >
      <span className="unseen">
        {node &&
          [
            nodeSentence(node, facts.metrics[at], props.badges),
            `${wholeText(facts, at)} with all below`,
            ...flameReasons(facts, at),
          ].join(', ')}
      </span>
    </div>
  )
})
