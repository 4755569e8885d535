import { useAtomValue, useSetAtom } from 'jotai'
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { shownPlanAtom } from '../state/atoms'
import { badgesAtom, flatMetricsAtom, flatPlanAtom, foundAtom, heatAtom, selectAtom, selectedAtom } from './atoms'
import { fitted, leastScale, opening, revealing } from './camera'
import { formatCounted } from './counted-text'
import { DiagramBar } from './DiagramBar'
import { boxOf, neighbour } from './diagram-geometry'
import type { Camera } from './draw-plan'
import { EdgeLabel } from './EdgeLabel'
import { focusInspector } from './focus-inspector'
import { nodeSentence, nodeTitle } from './node-text'
import { cardId, PlanCard } from './PlanCard'
import { paintDiagram, type View, viewOf } from './paint-diagram'
import { diagramModel } from './plan-model'
import { SideRemark } from './SideRemark'
import { usePalette } from './use-palette'
import { usePanZoom } from './use-pan-zoom'
import { useSize } from './use-size'

/** Room that remarks beside the cards take, when there are any. */
const remarkWidth = 270

/** The plan as a tree of cards: pan, zoom, heat, remarks. Walked as a tree by arrow keys and screen readers. */
export function PlanDiagram() {
  const shown = useAtomValue(shownPlanAtom)
  const flat = useAtomValue(flatPlanAtom)
  const badges = useAtomValue(badgesAtom)
  const metrics = useAtomValue(flatMetricsAtom)
  const heat = useAtomValue(heatAtom)
  const found = useAtomValue(foundAtom)
  const selected = useAtomValue(selectedAtom)
  const select = useSetAtom(selectAtom)
  const palette = usePalette()

  const pane = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const labelLayer = useRef<HTMLDivElement>(null)
  const cardLayer = useRef<HTMLDivElement>(null)
  const zoomText = useRef<HTMLSpanElement>(null)
  const camera = useRef<Camera | undefined>(undefined)
  const size = useSize(pane)
  const [view, setView] = useState<View>({ cards: [], labels: false, originX: 0, originY: 0 })

  const model = useMemo(
    () => shown && flat && diagramModel(flat, badges, metrics, shown.catalog),
    [shown, flat, badges, metrics],
  )
  const extraWidth = model && model.remarks.size > 0 ? remarkWidth : 0
  const foundSet = useMemo(() => new Set(found), [found])

  const paint = useCallback(
    (next: Camera) => {
      camera.current = next
      if (!model || size.width === 0 || !canvas.current) return
      const drawn = viewOf(model, next, size)
      paintDiagram(canvas.current, model, next, size, {
        palette,
        cells: heat.cells,
        selected,
        found: foundSet,
        blocks: drawn.blocks,
      })
      const { originX, originY } = drawn.view
      const transform = `translate(${next.x + originX * next.scale}px, ${next.y + originY * next.scale}px) scale(${next.scale})`
      for (const layer of [labelLayer.current, cardLayer.current]) if (layer) layer.style.transform = transform
      if (zoomText.current) zoomText.current.textContent = `${Math.max(1, Math.round(next.scale * 100))} %`
      setView((before) => (sameView(before, drawn.view) ? before : drawn.view))
    },
    [model, size, palette, heat.cells, selected, foundSet],
  )
  const panZoom = usePanZoom(
    pane,
    {
      leastScale: model ? leastScale(model.diagram, size) : 0.1,
      width: model?.diagram.width ?? 0,
      height: model?.diagram.height ?? 0,
    },
    paint,
  )

  // A new plan opens whole, or where it matters most; the same plan keeps its place while the pane changes its size.
  const opened = useRef<typeof model>(undefined)
  useEffect(() => {
    if (!model || size.width === 0) return
    if (opened.current !== model) {
      opened.current = model
      const hottest = heat.cells.reduce(
        (best, cell, at) => ((cell?.weight ?? 0) > (heat.cells[best]?.weight ?? 0) ? at : best),
        0,
      )
      const focus = boxOf(model.diagram, model.flat, selected ?? hottest)
      panZoom.current?.moveTo(opening(model.diagram, extraWidth, focus, size))
    } else if (camera.current) paint(camera.current)
  }, [model, size, extraWidth, heat.cells, selected, paint, panZoom])

  // What is selected elsewhere (a finding, the table, a key) comes into view here.
  const revealed = useRef<number | undefined>(undefined)
  useEffect(() => {
    if (!model || selected === undefined || !camera.current || revealed.current === selected) return
    revealed.current = selected
    const next = revealing(camera.current, boxOf(model.diagram, model.flat, selected), size)
    if (next !== camera.current) panZoom.current?.moveTo(next)
  }, [model, selected, size, panZoom])

  if (!shown || !flat || !model) return null
  const { diagram } = model
  const active = selected ?? 0
  const showWhole = () => panZoom.current?.moveTo(fitted(diagram, extraWidth, size))

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const target = keyTarget(event.key)
    if (target === undefined) {
      if (event.key === 'Enter') focusInspector()
      else if (event.key === 'f') showWhole()
      else if (event.key === '+' || event.key === '=') panZoom.current?.zoomBy(1.25)
      else if (event.key === '-') panZoom.current?.zoomBy(1 / 1.25)
      else return
    } else if (target !== 'none') select(target)
    event.preventDefault()
  }
  const keyTarget = (key: string): number | 'none' | undefined => {
    if (key === 'Home') return 0
    if (key === 'End') return flat.nodes.length - 1
    if (key === 'ArrowUp' || key === 'ArrowDown' || key === 'ArrowLeft' || key === 'ArrowRight') {
      // The first arrow selects where we are, so that one sees what the next ones walk from.
      return selected === undefined ? 0 : (neighbour(diagram, flat, active, key) ?? 'none')
    }
    return undefined
  }

  const cards = view.cards.includes(active) ? view.cards : [...view.cards, active]
  return (
    <div className="plan-diagram">
      <div ref={pane} className="plan-canvas">
        <canvas ref={canvas} />
        <div ref={labelLayer} className="plan-layer" aria-hidden="true">
          {view.labels &&
            view.cards.map((at) => (
              <EdgeLabel key={at} model={model} child={at} originX={view.originX} originY={view.originY} />
            ))}
          {view.labels &&
            view.cards.map((at) => (
              <SideRemark key={at} model={model} at={at} originX={view.originX} originY={view.originY} />
            ))}
        </div>
        <div
          className="plan-tree"
          role="tree"
          tabIndex={0}
          aria-label={`Plan, ${flat.nodes.length} ${flat.nodes.length === 1 ? 'node' : 'nodes'}`}
          aria-activedescendant={cardId(active)}
          onKeyDown={onKeyDown}
        >
          <div ref={cardLayer} className="plan-layer" role="presentation">
            {cards.map((at) => {
              const node = flat.nodes[at]
              if (!node) return null
              const box = boxOf(diagram, flat, at)
              const rows = model.rows[at]
              return (
                <PlanCard
                  key={at}
                  at={at}
                  node={node}
                  sentence={nodeSentence(node, metrics[at], model.badges[at])}
                  level={(flat.depth[at] ?? 0) + 1}
                  place={model.siblings.place[at] ?? 1}
                  siblings={model.siblings.count[at] ?? 1}
                  left={box.x - view.originX}
                  top={box.y - view.originY}
                  width={box.width}
                  height={box.height}
                  cell={heat.cells[at]}
                  badges={model.badges[at] ?? []}
                  rowsText={rows && formatCounted(rows)}
                  selected={at === selected}
                  found={foundSet.has(at)}
                  onPick={select}
                />
              )
            })}
          </div>
        </div>
      </div>
      <DiagramBar
        flat={flat}
        selected={selected}
        zoomText={zoomText}
        onPick={select}
        onZoom={(factor) => panZoom.current?.zoomBy(factor)}
        onFit={showWhole}
      />
      <span className="unseen" role="status">
        {selected === undefined ? '' : nodeTitle(flat.nodes[selected] ?? shown.plan.root)}
      </span>
    </div>
  )
}

function sameView(a: View, b: View): boolean {
  return (
    a.labels === b.labels &&
    a.originX === b.originX &&
    a.originY === b.originY &&
    a.cards.length === b.cards.length &&
    a.cards.every((at, place) => at === b.cards[place])
  )
}
