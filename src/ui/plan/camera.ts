import { type Box, type DiagramGeometry, fitScale } from './diagram-geometry'
import type { Camera } from './draw-plan'
import type { ViewWindow } from './in-view'

export interface PaneSize {
  readonly width: number
  readonly height: number
  /** Pixels at the top that a note covers. */
  readonly noteHeight?: number
}

function topOf(pane: PaneSize): number {
  return marginPx + (pane.noteHeight ?? 0)
}

/** Room round the diagram when it is fitted. */
const marginPx = 16
/** Room kept free at the bottom for the bar with zoom and path. */
const barPx = 44
/** Below this scale labels cannot be read well: a plan that fits only smaller opens at what matters instead. */
export const readableScale = 0.7
/** Scale at which such a plan opens. */
const openingScale = 0.9
/** "Fit" shows a plan whole down to this scale; a wider one is first fitted to its hottest path. */
export const leastFitScale = 0.35

function room(pane: PaneSize): PaneSize {
  return { width: Math.max(80, pane.width - 2 * marginPx), height: Math.max(80, pane.height - topOf(pane) - barPx) }
}

/** The whole diagram in the pane, at most at its own size; small ones stand at the top. `extraWidth`: room for remarks. */
export function fitted(diagram: DiagramGeometry, extraWidth: number, pane: PaneSize): Camera {
  const width = diagram.width + extraWidth
  const scale = fitScale({ width, height: diagram.height }, room(pane))
  const down = diagram.direction === 'down'
  return {
    scale,
    x: Math.max(marginPx, (pane.width - width * scale) / 2),
    y: down ? topOf(pane) : Math.max(topOf(pane), (topOf(pane) + pane.height - barPx - diagram.height * scale) / 2),
  }
}

/** Least scale that zooming allows: the whole diagram, and a little less. */
export function leastScale(diagram: DiagramGeometry, pane: PaneSize): number {
  return Math.min(0.25, fitScale(diagram, room(pane)) * 0.8)
}

/** The middle of a box in the middle of the pane. */
export function centred(box: Box, scale: number, pane: PaneSize): Camera {
  return {
    scale,
    x: pane.width / 2 - (box.x + box.width / 2) * scale,
    y: (topOf(pane) + pane.height - barPx) / 2 - (box.y + box.height / 2) * scale,
  }
}

/** Where a plan opens: whole when it can be read so, else at the box that matters most. */
export function opening(diagram: DiagramGeometry, extraWidth: number, focus: Box, pane: PaneSize): Camera {
  const whole = fitted(diagram, extraWidth, pane)
  if (whole.scale >= readableScale) return whole
  const near = centred(focus, openingScale, pane)
  return {
    scale: near.scale,
    x: kept(near.x, diagram.width * near.scale, marginPx, pane.width - marginPx),
    y: kept(near.y, diagram.height * near.scale, topOf(pane), pane.height - barPx - marginPx),
  }
}

/** An offset that shows no empty pane beyond the diagram's border; what fits whole stands in the middle. */
function kept(offset: number, lengthPx: number, fromPx: number, toPx: number): number {
  if (lengthPx <= toPx - fromPx) return (fromPx + toPx - lengthPx) / 2
  return Math.min(fromPx, Math.max(toPx - lengthPx, offset))
}

/** The camera moved as little as needed to show a box; the same one when it is in view. Too far away, it comes near. */
export function revealing(camera: Camera, box: Box, pane: PaneSize): Camera {
  if (camera.scale < 0.4) return centred(box, openingScale, pane)
  const left = box.x * camera.scale + camera.x
  const top = box.y * camera.scale + camera.y
  const right = left + box.width * camera.scale
  const bottom = top + box.height * camera.scale
  const shiftX = left < marginPx ? marginPx - left : right > pane.width - marginPx ? pane.width - marginPx - right : 0
  const lowest = pane.height - barPx
  const shiftY = top < topOf(pane) ? topOf(pane) - top : bottom > lowest ? lowest - bottom : 0
  return shiftX === 0 && shiftY === 0 ? camera : { ...camera, x: camera.x + shiftX, y: camera.y + shiftY }
}

/** The camera under which a card stands where it stood before the layout changed. */
export function keptInPlace(camera: Camera, before: Box, after: Box): Camera {
  return {
    ...camera,
    x: camera.x + (before.x - after.x) * camera.scale,
    y: camera.y + (before.y - after.y) * camera.scale,
  }
}

/** Some boxes together, as large as can be read; where they do not fit so, the last of them in the middle. */
export function fittedTo(boxes: readonly Box[], pane: PaneSize): Camera {
  const last = boxes.at(-1)
  if (!last) return { scale: 1, x: 0, y: 0 }
  let [left, top, right, bottom] = [last.x, last.y, last.x + last.width, last.y + last.height]
  for (const box of boxes) {
    left = Math.min(left, box.x)
    top = Math.min(top, box.y)
    right = Math.max(right, box.x + box.width)
    bottom = Math.max(bottom, box.y + box.height)
  }
  const whole: Box = { x: left, y: top, width: right - left, height: bottom - top }
  const scale = fitScale(whole, room(pane))
  return scale >= leastFitScale ? centred(whole, scale, pane) : centred(last, openingScale, pane)
}

/** True when two cameras show the same to the eye. */
export function sameCamera(a: Camera, b: Camera): boolean {
  return Math.abs(a.x - b.x) < 1 && Math.abs(a.y - b.y) < 1 && Math.abs(a.scale / b.scale - 1) < 0.001
}

/** True when nothing of the diagram is outside of the pane. */
export function showsAll(camera: Camera, diagram: DiagramGeometry, pane: PaneSize): boolean {
  return (
    camera.x >= -1 &&
    camera.y >= -1 &&
    camera.x + diagram.width * camera.scale <= pane.width + 1 &&
    camera.y + diagram.height * camera.scale <= pane.height + 1
  )
}

/** The part of the layout that the pane shows, with some pixels around it. */
export function windowOf(
  camera: Camera,
  direction: DiagramGeometry['direction'],
  pane: PaneSize,
  aroundPx: number,
): ViewWindow {
  const around = aroundPx / camera.scale
  const x = { from: -camera.x / camera.scale - around, to: (pane.width - camera.x) / camera.scale + around }
  const y = { from: -camera.y / camera.scale - around, to: (pane.height - camera.y) / camera.scale + around }
  const [breadth, depth] = direction === 'down' ? [x, y] : [y, x]
  return { breadthFrom: breadth.from, breadthTo: breadth.to, depthFrom: depth.from, depthTo: depth.to }
}
