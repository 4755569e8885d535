import { memo } from 'react'
import type { NodeMetrics, PlanNode } from '../../core/plan/model'
import { Badges } from './Badges'
import type { NodeBadge } from './badges'
import { FoldMark } from './FoldMark'
import { type HeatCell, heatWords } from './heat'
import { nodeDetail, nodeSentence, nodeTitle } from './node-text'
import { type StackFacts, stackLines, stackWord } from './stack-facts'

interface PlanCardProps {
  /** Index of the node in the flat plan. */
  readonly at: number
  readonly node: PlanNode
  readonly metrics: NodeMetrics | undefined
  readonly level: number
  readonly place: number
  readonly siblings: number
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  /** Only name, detail and heat are drawn; `unseen`: nothing, the card is there for screen readers. */
  readonly detail: 'full' | 'slim' | 'unseen'
  readonly cell: HeatCell | undefined
  readonly badges: readonly NodeBadge[]
  /** Second line where the node itself has none. */
  readonly rowsText: string | undefined
  /** Present when the card stands for several alike siblings. */
  readonly stack: StackFacts | undefined
  /** The stack as a sentence. */
  readonly stackText: string | undefined
  /** Nodes folded below it, and their heat. */
  readonly hidden: number
  readonly hiddenHeat: HeatCell | undefined
  /** Undefined for leaves. */
  readonly expanded: boolean | undefined
  readonly selected: boolean
  readonly found: boolean
  readonly onPick: (at: number) => void
  readonly onFold: (at: number) => void
}

/** Narrower cards have room for one badge. */
const narrowCardPx = 240

/** Id of a card in the page; the tree names its active item by it. */
export function cardId(at: number): string {
  return `plan-node-${at}`
}

/** One step of the plan, or a stack of alike ones: what it does, on what, and its heat. A tree item for screen readers. */
export const PlanCard = memo(function PlanCard(props: PlanCardProps) {
  const { at, node, stack } = props
  const never = node.actual?.neverExecuted === true && !stack
  const classes = [
    'pn',
    props.detail === 'unseen' ? 'unseen-card' : props.detail,
    props.selected ? 'sel' : '',
    props.found ? 'found' : '',
    never ? 'never' : '',
    stack ? 'stack' : '',
  ]
  const folded = props.hidden > 0 && !stack ? `, ${props.hidden.toLocaleString('en-US')} nodes folded below` : ''
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
      aria-expanded={props.expanded}
      className={classes.filter(Boolean).join(' ')}
      style={{ left: props.left, top: props.top, width: props.width, height: props.height }}
      onClick={() => props.onPick(at)}
      onDoubleClick={() => props.onFold(at)}
    >
      <span className="unseen">{`${props.stackText ?? nodeSentence(node, props.metrics, props.badges)}${folded}`}</span>
      {props.detail === 'full' && <FullCard {...props} />}
      {props.detail === 'slim' && <SlimCard {...props} />}
    </div>
  )
})

function titleOf({ node, stack }: PlanCardProps): string {
  return stack ? `${nodeTitle(node)} ${stackWord(stack)}` : nodeTitle(node)
}

function detailOf({ node, stack, rowsText }: PlanCardProps): string | undefined {
  return stack?.tables ?? nodeDetail(node) ?? rowsText
}

function FullCard(props: PlanCardProps) {
  const { cell, badges, stack, stackText } = props
  const heat = cell && heatWords(cell)
  const detail = detailOf(props)
  return (
    <>
      <div className="pn-body" aria-hidden="true" title={stackText}>
        <div className="pn-title ell" dir="auto" title={stackText ?? titleOf(props)}>
          {titleOf(props)}
        </div>
        {detail !== undefined && (
          <div className="pn-detail ell" dir="auto" title={stackText ?? detail}>
            {detail}
          </div>
        )}
        {stack &&
          stackLines(stack).map((line) => (
            <div key={line} className={`pn-detail ell${line.startsWith('≈') ? ' est' : ''}`}>
              {line}
            </div>
          ))}
        {badges.length > 0 && (
          <div className="pn-badges">
            <Badges badges={badges} most={props.width < narrowCardPx ? 1 : 2} />
          </div>
        )}
        {props.expanded !== undefined && (
          <FoldMark
            hidden={stack ? 0 : props.hidden}
            heat={props.hiddenHeat}
            expanded={props.expanded}
            onPress={() => props.onFold(props.at)}
          />
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
          '–'
        )}
      </div>
    </>
  )
}

/** Few elements, as there are hundreds: the second line is an attribute that the style sheet draws. */
function SlimCard(props: PlanCardProps) {
  const { cell } = props
  const hidden = props.hidden > 0 && !props.stack ? ` +${props.hidden.toLocaleString('en-US')}` : ''
  return (
    <>
      <span className="pn-body" aria-hidden="true" dir="auto" data-detail={detailOf(props)}>
        {titleOf(props)}
        {hidden}
      </span>
      <span aria-hidden="true" className={`pn-heat h${cell?.step ?? 0}`}>
        {cell ? heatWords(cell).detail : '–'}
      </span>
    </>
  )
}
