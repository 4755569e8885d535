import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react'
import {
  fitted,
  fittedTo,
  keptInPlace,
  leastFitScale,
  leastScale,
  opening,
  type PaneSize,
  revealing,
  sameCamera,
} from './camera'
import { boxOf } from './diagram-geometry'
import type { Camera } from './draw-plan'
import { hasCard } from './folding'
import { cardAt, type View, viewOf } from './paint-diagram'
import type { DiagramModel } from './plan-model'
import { usePanZoom } from './use-pan-zoom'

/** Room that remarks beside the cards take, when there are any. */
const remarkWidth = 270
/** A click on the canvas takes the nearest card within so many pixels. */
const clickAroundPx = 6

interface CameraInput {
  readonly pane: RefObject<HTMLElement | null>
  readonly size: PaneSize
  readonly model: DiagramModel | undefined
  /** Nodes by their index in the flat plan. */
  readonly selected: number | undefined
  readonly hottest: number
  /** Draws what a camera shows; called for each frame in which it moved, and when anything drawn changes. */
  readonly draw: (camera: Camera, view: View, blocks: ReturnType<typeof viewOf>['blocks']) => void
}

/** Where the diagram is looked at from: opening, folding, revealing, fitting. The camera itself is no React state. */
export function useDiagramCamera({ pane, size, model, selected, hottest, draw }: CameraInput) {
  const camera = useRef<Camera | undefined>(undefined)
  const [view, setView] = useState<View>({ cards: [], detail: 'none', labels: false, originX: 0, originY: 0 })

  const paint = useCallback(
    (next: Camera) => {
      camera.current = next
      if (!model || size.width === 0) return
      const seen = viewOf(model, next, size)
      draw(next, seen.view, seen.blocks)
      setView((before) => (sameView(before, seen.view) ? before : seen.view))
    },
    [model, size, draw],
  )
  /** The person has looked elsewhere: from now on another size of the pane leaves the camera where it is. */
  const moved = useRef(false)
  const follow = (next: Camera, byPerson: boolean) => {
    if (byPerson) moved.current = true
    paint(next)
  }
  const panZoom = usePanZoom(
    pane,
    {
      leastScale: model ? leastScale(model.diagram, size) : 0.1,
      width: model?.diagram.width ?? 0,
      height: model?.diagram.height ?? 0,
    },
    follow,
  )
  /** Moves at once and not a frame later, so that cards never show at a place of another layout. */
  const moveTo = useCallback(
    (next: Camera) => {
      panZoom.current?.moveTo(next)
      paint(next)
    },
    [panZoom, paint],
  )

  // A new plan opens whole, or where it matters most; a fold keeps the card in place at which it happened; otherwise
  // (another size, another colour) the camera stays.
  const drawn = useRef<DiagramModel | undefined>(undefined)
  const revealed = useRef<number | undefined>(undefined)
  const held = useRef<number | undefined>(undefined)
  const extraWidth = model && model.remarks.size > 0 ? remarkWidth : 0
  const drawnSize = useRef(size)
  useLayoutEffect(() => {
    if (!model || size.width === 0) return
    const before = drawn.current
    drawn.current = model
    const resized = drawnSize.current.width !== size.width || drawnSize.current.height !== size.height
    drawnSize.current = size
    const now = camera.current
    if (!now || before?.flat !== model.flat || (resized && !moved.current)) {
      if (before?.flat !== model.flat) moved.current = false
      revealed.current = undefined
      const focus = model.tree.cardOf[selected ?? hottest] ?? 0
      return moveTo(opening(model.diagram, extraWidth, boxOf(model.diagram, model.tree, focus), size))
    }
    if (before === model) return paint(now)
    const anchor = held.current ?? inMiddle(before, now, size)
    held.current = undefined
    moveTo(keptInPlace(now, boxOfNode(before, anchor), boxOfNode(model, anchor)))
  }, [model, size, extraWidth, selected, hottest, paint, moveTo])

  // What is selected elsewhere (a finding, the table, a key) comes into view here, once it has a card.
  useLayoutEffect(() => {
    if (!model || selected === undefined || !camera.current || size.width === 0) return
    if (revealed.current === selected || !hasCard(model.tree, selected)) return
    revealed.current = selected
    const next = revealing(camera.current, boxOfNode(model, selected), size)
    if (next !== camera.current) moveTo(next)
  }, [model, selected, size, moveTo])

  /** The whole plan; one that is too wide to be read so first shows its hottest path, and the whole when asked again. */
  const fit = () => {
    if (!model) return
    moved.current = true
    const whole = fitted(model.diagram, extraWidth, size)
    if (whole.scale >= leastFitScale) return moveTo(whole)
    const path: number[] = []
    for (let card = model.tree.cardOf[hottest] ?? 0; card >= 0; card = model.tree.parent[card] ?? -1) path.unshift(card)
    const near = fittedTo(
      path.map((card) => boxOf(model.diagram, model.tree, card)),
      size,
    )
    moveTo(camera.current && sameCamera(camera.current, near) ? whole : near)
  }

  const hold = useCallback((at: number) => {
    held.current = at
  }, [])

  return {
    view,
    fit,
    zoomBy: (factor: number) => panZoom.current?.zoomBy(factor),
    /** Cards at the size they are designed for, the middle of the pane staying where it is. */
    ownSize: () => {
      const now = camera.current
      if (now) panZoom.current?.zoomBy(1 / now.scale)
    },
    /** Brings a point of the diagram into the middle. */
    centreAt: (x: number, y: number) => {
      const { scale } = camera.current ?? { scale: 1 }
      panZoom.current?.moveTo({ scale, x: size.width / 2 - x * scale, y: size.height / 2 - y * scale })
    },
    /** The next change of the fold keeps this node where it stands. */
    hold,
    /** The node at a point of the pane, where the canvas draws the cards. */
    nodeAt: (x: number, y: number): number | undefined => {
      if (!model || !camera.current || view.detail !== 'none') return undefined
      const card = cardAt(model, camera.current, x, y, clickAroundPx)
      return card === undefined ? undefined : model.tree.node[card]
    },
  }
}

function boxOfNode(model: DiagramModel, at: number) {
  return boxOf(model.diagram, model.tree, model.tree.cardOf[at] ?? 0)
}

/** The node that stands nearest to the middle of the pane. */
function inMiddle(model: DiagramModel, camera: Camera, size: PaneSize): number {
  const card = cardAt(model, camera, size.width / 2, size.height / 2, Math.max(size.width, size.height) / 2)
  return model.tree.node[card ?? 0] ?? 0
}

function sameView(a: View, b: View): boolean {
  return (
    a.labels === b.labels &&
    a.detail === b.detail &&
    a.originX === b.originX &&
    a.originY === b.originY &&
    a.cards.length === b.cards.length &&
    a.cards.every((at, place) => at === b.cards[place])
  )
}
