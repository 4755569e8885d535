import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef } from 'react'
import { lookingAt } from '../plan-export/looking-at'
import { shownPlanAtom } from '../state/atoms'
import {
  alikeAtom,
  badgesAtom,
  cardTreeAtom,
  directionAtom,
  flatMetricsAtom,
  flatPlanAtom,
  foldAtom,
  foundAtom,
  heatAtom,
  hottestAtom,
  openingFoldAtom,
  revealAtom,
  selectAtom,
  selectedAtom,
} from './atoms'
import { cardHeat } from './card-heat'
import { DiagramBar } from './DiagramBar'
import { diagramAction } from './diagram-keys'
import type { Camera } from './draw-plan'
import { EdgeLabel } from './EdgeLabel'
import { FoldNote } from './FoldNote'
import { focusInspector } from './focus-inspector'
import { hasCard, hiddenCount, toggled, wholePlan } from './folding'
import { Minimap, type MinimapHandle } from './Minimap'
import { nodeTitle } from './node-text'
import { PlanTree } from './PlanTree'
import { paintDiagram, type View } from './paint-diagram'
import { diagramModel } from './plan-model'
import { SideRemark } from './SideRemark'
import { useDiagramCamera } from './use-diagram-camera'
import { usePalette } from './use-palette'
import { useSize } from './use-size'

/** Height of the note about what is folded, with the room above it. */
const foldNotePx = 28

/** The plan as a tree of cards: pan, zoom, fold, heat, remarks. Walked as a tree by arrow keys and screen readers. */
export function PlanDiagram() {
  const shown = useAtomValue(shownPlanAtom)
  const flat = useAtomValue(flatPlanAtom)
  const badges = useAtomValue(badgesAtom)
  const metrics = useAtomValue(flatMetricsAtom)
  const heat = useAtomValue(heatAtom)
  const hot = useAtomValue(hottestAtom)
  const found = useAtomValue(foundAtom)
  const alike = useAtomValue(alikeAtom)
  const tree = useAtomValue(cardTreeAtom)
  const direction = useAtomValue(directionAtom)
  const openingFold = useAtomValue(openingFoldAtom)
  const [fold, setFold] = useAtom(foldAtom)
  const selected = useAtomValue(selectedAtom)
  const select = useSetAtom(selectAtom)
  const reveal = useSetAtom(revealAtom)
  const palette = usePalette()

  const pane = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const labelLayer = useRef<HTMLDivElement>(null)
  const cardLayer = useRef<HTMLDivElement>(null)
  const zoomText = useRef<HTMLSpanElement>(null)
  const map = useRef<MinimapHandle>(null)
  const { width, height } = useSize(pane)

  const model = useMemo(
    () => shown && flat && tree && diagramModel(flat, tree, badges, metrics, shown.catalog, direction),
    [shown, flat, tree, badges, metrics, direction],
  )
  const warmth = useMemo(
    () => (flat && tree ? cardHeat(flat, tree, heat.cells) : { cells: [], below: new Map() }),
    [flat, tree, heat.cells],
  )
  const foundCards = useMemo(() => new Set(found.map((at) => tree?.cardOf[at] ?? 0)), [found, tree])
  const opensFolded = openingFold.collapsed.size > 0 || alike.groups.length > 0
  const noteHeight = opensFolded ? foldNotePx : 0
  const size = useMemo(() => ({ width, height, noteHeight }), [width, height, noteHeight])
  const selectedCard = selected === undefined ? undefined : tree?.cardOf[selected]

  const draw = useCallback(
    (camera: Camera, view: View, blocks: Parameters<typeof paintDiagram>[4]['blocks']) => {
      if (!model || !canvas.current) return
      lookingAt.diagram = { camera, pane: size }
      paintDiagram(canvas.current, model, camera, size, {
        palette,
        cells: warmth.cells,
        selected: selectedCard,
        found: foundCards,
        blocks,
      })
      const { originX, originY } = view
      const transform = `translate(${camera.x + originX * camera.scale}px, ${camera.y + originY * camera.scale}px) scale(${camera.scale})`
      for (const layer of [labelLayer.current, cardLayer.current]) if (layer) layer.style.transform = transform
      if (zoomText.current) zoomText.current.textContent = zoomWords(camera.scale)
      map.current?.follow(camera)
    },
    [model, size, palette, warmth.cells, selectedCard, foundCards],
  )
  const looking = useDiagramCamera({ pane, size, model, selected, hottest: hot, draw })

  // What is selected by search, by "next problem" or elsewhere gets a card, once; folding it away later is allowed.
  const reached = useRef<number | undefined>(undefined)
  useEffect(() => {
    if (!tree || selected === reached.current) return
    reached.current = selected
    if (selected !== undefined && !hasCard(tree, selected)) reveal(selected)
  }, [tree, selected, reveal])

  const toggle = useCallback(
    (at: number) => {
      const card = tree?.cardOf[at]
      const next = flat && tree && card !== undefined && toggled(flat, tree, fold, card)
      if (!next) return
      looking.hold(at)
      setFold(next)
      if (tree.hidden[card] === 0) select(at)
    },
    [flat, tree, fold, setFold, select, looking.hold],
  )

  if (!shown || !flat || !tree || !model) return null
  const hidden = hiddenCount(tree)
  const showAll = () => setFold(hidden > 0 ? wholePlan(alike) : openingFold)

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const action = diagramAction(event.key, tree, model.diagram, selectedCard)
    if (!action) return
    event.preventDefault()
    switch (action.act) {
      case 'go':
        return select(tree.node[action.card] ?? 0)
      case 'fold':
      case 'unfold':
        return toggle(tree.node[action.card] ?? 0)
      case 'zoom':
        return looking.zoomBy(action.factor)
      case 'inspect':
        return focusInspector()
      case 'fit':
        return looking.fit()
      case 'own-size':
        return looking.ownSize()
      case 'all':
        return showAll()
      case 'stay':
        return
    }
  }

  const { view } = looking
  return (
    <div className="plan-diagram">
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the tree inside handles keys */}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: far away the canvas draws the cards, and a click finds them */}
      <div
        ref={pane}
        className="plan-canvas"
        onClick={(event) => {
          const place = event.currentTarget.getBoundingClientRect()
          const at = looking.nodeAt(event.clientX - place.left, event.clientY - place.top)
          if (at !== undefined) select(at)
        }}
      >
        <canvas ref={canvas} />
        <div ref={labelLayer} className="plan-layer" aria-hidden="true">
          {view.labels &&
            view.cards.map((card) => (
              <EdgeLabel key={card} model={model} child={card} originX={view.originX} originY={view.originY} />
            ))}
          {view.labels &&
            view.cards.map((card) => (
              <SideRemark key={card} model={model} at={card} originX={view.originX} originY={view.originY} />
            ))}
        </div>
        <PlanTree
          model={model}
          metrics={metrics}
          heat={warmth}
          view={view}
          layer={cardLayer}
          active={selectedCard ?? 0}
          selected={selectedCard}
          found={foundCards}
          onPick={select}
          onFold={toggle}
          onKeyDown={onKeyDown}
        />
      </div>
      <FoldNote hidden={hidden} nodes={flat.nodes.length} foldable={opensFolded} onAll={showAll} />
      <Minimap
        model={model}
        cells={warmth.cells}
        palette={palette}
        pane={size}
        handle={map}
        onMove={looking.centreAt}
      />
      <DiagramBar
        flat={flat}
        selected={selected}
        zoomText={zoomText}
        onPick={select}
        onZoom={looking.zoomBy}
        onFit={looking.fit}
      />
      <span className="unseen" role="status">
        {selected === undefined ? '' : nodeTitle(flat.nodes[selected] ?? shown.plan.root)}
      </span>
    </div>
  )
}

/** `90 %`, `1.2 %`: far away whole percents say nothing. */
function zoomWords(scale: number): string {
  const percent = scale * 100
  return `${percent >= 10 ? Math.round(percent) : percent.toFixed(1)} %`
}
