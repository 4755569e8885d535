// biome-ignore-all lint/a11y/useFocusableInteractive: the tree holds the focus and names its active item
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the tree handles keys for all its items
import { useAtom, useAtomValue } from 'jotai'
import { X } from 'lucide-react'
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import { figure } from '../../core/figures'
import { Icon } from '../kit/icon'
import { Select } from '../kit/select'
import { useSize } from '../plan/use-size'
import { selectionAtom, shownPlanAtom } from '../state/atoms'
import { selectionOfStep } from './link'
import { type OrderLayout, orderBox, orderLayout, type PlacedOrder } from './order-layout'
import type { OrderNode } from './order-tree'
import { orderSentence, underBox } from './order-words'
import { isAt } from './placed'
import { askTrace, type OpenReading } from './readings'

/** Boxes this far outside of what is seen are drawn too. */
const marginPx = 200
const highestPx = 380

/** Join orders tried, as a drawn tree of beginnings: the taken one strong, those given up dashed, with by what. */
export function JoinOrders({ reading }: { readonly reading: OpenReading }) {
  const { trees } = reading.overview
  const [chosen, setChosen] = useState<string | undefined>(undefined)
  const [selection, select] = useAtom(selectionAtom)
  const shown = useAtomValue(shownPlanAtom)
  const [added, setAdded] = useState<ReadonlyMap<string, readonly OrderNode[]>>(new Map())
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set<string>())
  const [active, setActive] = useState<number | undefined>(undefined)
  const scroller = useRef<HTMLDivElement>(null)
  const view = useSize(scroller)
  const [scroll, setScroll] = useState({ left: 0, top: 0 })
  const own = useId()

  const tree = trees.find((one) => one.key === chosen) ?? trees[0]
  const layout = useMemo(() => {
    if (!tree) return undefined
    const nodes = withAdded(tree.nodes, (id) => added.get(`${tree.key} ${id}`))
    return orderLayout(
      withoutFolded(nodes, (id) => folded.has(`${tree.key} ${id}`)),
      view.width,
    )
  }, [tree, added, folded, view.width])
  if (!tree || !layout) return null

  const { placed, boxPx } = layout
  const seen = placed.filter(
    ({ y, x }) =>
      y + orderBox.height >= scroll.top - marginPx &&
      y <= scroll.top + Math.max(view.height, highestPx) + marginPx &&
      x + boxPx >= scroll.left - marginPx &&
      x <= scroll.left + Math.max(view.width, 600) + marginPx,
  )
  const unfold = async ({ node }: PlacedOrder) => {
    const key = `${tree.key} ${node.id}`
    if (folded.has(key)) {
      const next = new Set(folded)
      next.delete(key)
      setFolded(next)
      return
    }
    const children = await askTrace(reading, 'children', { tree: tree.key, id: node.id })
    setAdded((now) => new Map(now).set(key, children))
  }
  const fold = ({ node }: PlacedOrder) => setFolded(new Set(folded).add(`${tree.key} ${node.id}`))
  const pick = (at: number) => {
    const one = placed[at]
    if (!one) return
    setActive(at)
    select(
      selectionOfStep(shown, selection.planIndex, {
        span: one.node.span,
        table: one.node.order.at(-1),
        selectId: tree.selectId,
      }),
    )
    const pane = scroller.current
    if (!pane) return
    if (one.y < pane.scrollTop) pane.scrollTop = one.y - 8
    else if (one.y + orderBox.height > pane.scrollTop + pane.clientHeight)
      pane.scrollTop = one.y + orderBox.height + 8 - pane.clientHeight
    if (one.x < pane.scrollLeft) pane.scrollLeft = one.x - 8
    else if (one.x + boxPx > pane.scrollLeft + pane.clientWidth) pane.scrollLeft = one.x + boxPx + 8 - pane.clientWidth
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const at = active ?? -1
    const one = placed[at]
    if (event.key === 'ArrowDown') pick(Math.min(placed.length - 1, at + 1))
    else if (event.key === 'ArrowUp') pick(Math.max(0, at - 1))
    else if (event.key === 'Home') pick(0)
    else if (event.key === 'End') pick(placed.length - 1)
    else if (event.key === 'ArrowLeft' && one) pick(Math.max(0, one.parent))
    else if (event.key === 'ArrowRight' && one) {
      if (one.hidden > 0) void unfold(one)
      else if (placed[at + 1]?.parent === at) pick(at + 1)
    } else if (event.key === ' ' && one) {
      if (one.hidden > 0) void unfold(one)
      else if (one.node.children > 0) fold(one)
    } else return
    event.preventDefault()
  }
  const facts = [
    `${tree.complete.toLocaleString('en-US')} whole`,
    `${tree.pruned.toLocaleString('en-US')} given up`,
    tree.total > tree.nodes.length
      ? `${tree.nodes.length} of ${tree.total.toLocaleString('en-US')} beginnings drawn`
      : '',
  ]
  return (
    <section aria-label="Join orders tried" className="why-orders">
      <div className="why-h">
        <h2>Join orders tried</h2>
        {trees.length > 1 ? (
          <Select
            label="Join search"
            look="quiet"
            options={trees.map(({ key, title }) => ({ id: key, title }))}
            selected={tree.key}
            onSelect={(key) => {
              setChosen(key)
              setActive(undefined)
            }}
          />
        ) : null}
        <span className="faint ell">{facts.filter(Boolean).join(' · ')}</span>
        <span className="grow" />
        <Legend />
      </div>
      <div
        ref={scroller}
        role="tree"
        aria-label={`Beginnings of join orders of ${tree.title}`}
        aria-activedescendant={
          active !== undefined && seen.some((one) => one === placed[active]) ? `${own}-${active}` : undefined
        }
        tabIndex={0}
        className="why-tree"
        style={{ height: Math.min(highestPx, layout.heightPx + 8) }}
        onKeyDown={onKeyDown}
        onScroll={({ currentTarget }) => setScroll({ left: currentTarget.scrollLeft, top: currentTarget.scrollTop })}
      >
        <div role="presentation" className="why-tree-body" style={{ width: layout.widthPx, height: layout.heightPx }}>
          <svg width={layout.widthPx} height={layout.heightPx} aria-hidden="true">
            {seen.map((one) => (
              <path key={one.node.id} className={edgeLook(one.node)} d={edgeTo(one, layout)} />
            ))}
          </svg>
          <div className="why-start" style={{ top: layout.startY - 14 }} aria-hidden="true">
            start
          </div>
          {seen.map((one) => {
            const at = placed.indexOf(one)
            return (
              <OrderBox
                key={one.node.id}
                id={`${own}-${at}`}
                one={one}
                boxPx={boxPx}
                level={one.node.order.length}
                picked={isAt(one.node.span, selection.traceSpan)}
                atCursor={at === active}
                onPick={() => pick(at)}
                onUnfold={() => void unfold(one)}
              />
            )
          })}
        </div>
      </div>
    </section>
  )
}

function Legend() {
  return (
    <span className="why-legend faint" aria-hidden="true">
      <i className="taken" /> taken <i /> costed <i className="pruned" /> given up
    </span>
  )
}

interface OrderBoxProps {
  readonly id: string
  readonly one: PlacedOrder
  readonly boxPx: number
  readonly level: number
  readonly picked: boolean
  readonly atCursor: boolean
  readonly onPick: () => void
  readonly onUnfold: () => void
}

function OrderBox({ id, one, boxPx, level, picked, atCursor, onPick, onUnfold }: OrderBoxProps) {
  const { node, hidden } = one
  const look = node.onPath ? 'taken' : node.prunedBy ? 'pruned' : ''
  const under = underBox(node)
  return (
    <div
      id={id}
      role="treeitem"
      aria-level={level}
      aria-selected={picked}
      aria-expanded={node.children === 0 ? undefined : hidden === 0}
      className={`why-box ${look} ${picked ? 'picked' : ''} ${atCursor ? 'at-cursor' : ''}`}
      style={{ left: one.x, top: one.y, width: boxPx, height: orderBox.height }}
      title={orderSentence(node)}
      onClick={onPick}
    >
      <span className="unseen">{orderSentence(node)}</span>
      <span className="row" aria-hidden="true">
        <b className="ell" dir="auto">
          {node.table}
        </b>
        {node.prunedBy && (
          <span className="bad">
            <Icon of={X} size={12} />
          </span>
        )}
        {node.chosen && <span className="acc tiny">taken</span>}
      </span>
      <span className="why-box-cost mono ell" aria-hidden="true">
        {node.cost === undefined ? (
          'no cost told'
        ) : (
          <span className="est">
            {node.prunedBy === undefined && '≈ '}
            {figure(node.cost + (node.complete ? (node.sortCost ?? 0) : 0), 'cost').text}
          </span>
        )}
        {under !== undefined && <span className="faint"> {under}</span>}
      </span>
      {hidden > 0 && (
        <button
          type="button"
          tabIndex={-1}
          className="why-unfold"
          aria-label={`Show ${hidden} more`}
          onClick={(event) => {
            event.stopPropagation()
            onUnfold()
          }}
        >
          +{hidden.toLocaleString('en-US')}
        </button>
      )}
    </div>
  )
}

function edgeLook(node: OrderNode): string {
  return node.onPath ? 'taken' : node.prunedBy ? 'pruned' : ''
}

function edgeTo(one: PlacedOrder, { placed, startY, boxPx }: OrderLayout): string {
  const parent = placed[one.parent]
  const fromX = parent ? parent.x + boxPx : orderBox.startPx - 20
  const fromY = parent ? parent.y + orderBox.height / 2 : startY
  const toY = one.y + orderBox.height / 2
  const middle = (fromX + one.x) / 2
  return `M${fromX} ${fromY}C${middle} ${fromY} ${middle} ${toY} ${one.x} ${toY}`
}

/** The nodes with those that were unfolded, each behind its parent. */
function withAdded(
  nodes: readonly OrderNode[],
  addedTo: (id: number) => readonly OrderNode[] | undefined,
): readonly OrderNode[] {
  const known = new Set(nodes.map((node) => node.id))
  const all: OrderNode[] = []
  const open = [...nodes].reverse()
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    all.push(node)
    const more = (addedTo(node.id) ?? []).filter((one) => !known.has(one.id))
    for (const one of more) known.add(one.id)
    open.push(...[...more].reverse())
  }
  return all
}

function withoutFolded(nodes: readonly OrderNode[], isFolded: (id: number) => boolean): readonly OrderNode[] {
  const gone = new Set<number>()
  return nodes.filter((node) => {
    const hidden = gone.has(node.parent) || isFolded(node.parent)
    if (hidden) gone.add(node.id)
    return !hidden
  })
}
