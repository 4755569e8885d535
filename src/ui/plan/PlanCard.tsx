import { memo } from 'react'
import type { PlanNode } from '../../core/plan/model'
import { Badges } from './Badges'
import type { NodeBadge } from './badges'
import { type HeatCell, heatWords } from './heat'
import { nodeDetail, nodeTitle } from './node-text'

interface PlanCardProps {
  readonly at: number
  readonly node: PlanNode
  readonly sentence: string
  readonly level: number
  readonly place: number
  readonly siblings: number
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly cell: HeatCell | undefined
  readonly badges: readonly NodeBadge[]
  /** Second line where the node itself has none. */
  readonly rowsText: string | undefined
  readonly selected: boolean
  readonly found: boolean
  readonly onPick: (at: number) => void
}

/** Narrower cards have room for one badge. */
const narrowCardPx = 240

/** Id of a card in the page; the tree names its active item by it. */
export function cardId(at: number): string {
  return `plan-node-${at}`
}

/** One step of the plan: what it does, on what, and its heat. A tree item for screen readers. */
export const PlanCard = memo(function PlanCard(props: PlanCardProps) {
  const { at, node, cell, badges } = props
  const never = node.actual?.neverExecuted === true
  const classes = ['pn', props.selected ? 'sel' : '', props.found ? 'found' : '', never ? 'never' : '']
  const heat = cell && heatWords(cell)
  const title = nodeTitle(node)
  const detail = nodeDetail(node) ?? props.rowsText
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the tree holds the focus and names its active item
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles keys for all its items
    <div
      id={cardId(at)}
      role="treeitem"
      aria-level={props.level}
      aria-posinset={props.place}
      aria-setsize={props.siblings}
      aria-selected={props.selected}
      className={classes.filter(Boolean).join(' ')}
      style={{ left: props.left, top: props.top, width: props.width, height: props.height }}
      onClick={() => props.onPick(at)}
    >
      <span className="unseen">{props.sentence}</span>
      <div className="pn-body" aria-hidden="true">
        <div className="pn-title ell" dir="auto" title={title}>
          {title}
        </div>
        {detail !== undefined && (
          <div className="pn-detail ell" dir="auto" title={detail}>
            {detail}
          </div>
        )}
        {badges.length > 0 && (
          <div className="pn-badges">
            <Badges badges={badges} most={props.width < narrowCardPx ? 1 : 2} />
          </div>
        )}
      </div>
      <div
        aria-hidden="true"
        className={`pn-heat h${cell?.step ?? 0}`}
        title={heat?.exact ?? 'The plan has no such number for this step.'}
      >
        {cell && heat ? (
          <>
            <span className={cell.measured ? '' : 'est'}>{heat.text}</span>
            <small>{heat.detail}</small>
          </>
        ) : (
          <span>–</span>
        )}
      </div>
    </div>
  )
})
