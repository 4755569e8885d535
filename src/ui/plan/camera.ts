import { type Box, type DiagramGeometry, fitScale } from './diagram-geometry'
import type { Camera } from './draw-plan'
import type { ViewWindow } from './in-view'

export interface PaneSize {
  readonly width: number
  readonly height: number
}

/** Room round the diagram when it is fitted. */
const marginPx = 16
/** Room kept free at the bottom for the bar with zoom and path. */
const barPx = 44
/** Below this scale labels cannot be read well: a plan that fits only smaller opens at what matters instead. */
export const readableScale = 0.7
/** Scale at which such a plan opens. */
const openingScale = 0.9

function room(pane: PaneSize): PaneSize {
  return { width: Math.max(80, pane.width - 2 * marginPx), height: Math.max(80, pane.height - marginPx - barPx) }
}

/** The whole diagram in the pane, at most at its own size; small ones stand at the top. `extraWidth`: room for remarks. */
export function fitted(diagram: DiagramGeometry, extraWidth: number, pane: PaneSize): Camera {
  const width = diagram.width + extraWidth
  const scale = fitScale({ width, height: diagram.height }, room(pane))
  const down = diagram.direction === 'down'
  return {
    scale,
    x: Math.max(marginPx, (pane.width - width * scale) / 2),
    y: down ? marginPx : Math.max(marginPx, (pane.height - barPx - diagram.height * scale) / 2),
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
    y: (pane.height - barPx) / 2 - (box.y + box.height / 2) * scale,
  }
}

/** Where a plan opens: whole when it can be read so, else at the box that matters most. */
export function opening(diagram: DiagramGeometry, extraWidth: number, focus: Box, pane: PaneSize): Camera {
  const whole = fitted(diagram, extraWidth, pane)
  if (whole.scale >= readableScale) return whole
  const near = centred(focus, openingScale, pane)
  return {
    scale: near.scale,
    x: kept(near.x, diagram.width * near.scale, pane.width),
    y: kept(near.y, diagram.height * near.scale, pane.height - barPx),
  }
}

/** An offset that shows no empty pane beyond the diagram's border; what fits whole stands in the middle. */
function kept(offset: number, lengthPx: number, roomPx: number): number {
  if (lengthPx + 2 * marginPx <= roomPx) return (roomPx - lengthPx) / 2
  return Math.min(marginPx, Math.max(roomPx - marginPx - lengthPx, offset))
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
  const shiftY = top < marginPx ? marginPx - top : bottom > lowest ? lowest - bottom : 0
  return shiftX === 0 && shiftY === 0 ? camera : { ...camera, x: camera.x + shiftX, y: camera.y + shiftY }
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
