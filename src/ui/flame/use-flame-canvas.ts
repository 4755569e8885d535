import { type RefObject, useEffect, useRef, useState } from 'react'
import { usePalette } from '../plan/use-palette'
import { canvasRuler, canvasSurface } from '../plan-export/canvas-surface'
import { coloursOf, type PictureColours } from '../plan-export/colours'
import { lookingAt } from '../plan-export/looking-at'
import type { TextRuler } from '../plan-export/surface'
import { drawnTheme } from '../state/actions/theme'
import { drawFlame, type FlameScene } from './draw-flame'
import type { FlameScale } from './flame-view'

interface Painted {
  readonly scene: FlameScene
  readonly scale: FlameScale
  /** Of the whole plan's levels. */
  readonly levelCount: number
  readonly widthPx: number
  /** Of the pane. */
  readonly heightPx: number
  /** Of all rows. */
  readonly wholePx: number
}

/** So much above and below the pane is painted too, so that scrolling mostly moves what is there. */
const aroundPx = 240

/**
 * Paints the rows in view and some around them on a canvas that scrolls with the pane. `follow` paints again when the
 * pane has scrolled to where nothing is painted; both happen once per frame at most.
 */
export function useFlameCanvas(
  canvas: RefObject<HTMLCanvasElement | null>,
  scroller: RefObject<HTMLElement | null>,
  painted: Painted,
): { readonly follow: () => void } {
  const palette = usePalette()
  const [fontsReady, setFontsReady] = useState(false)
  const tools = useRef<{ palette: unknown; fonts: boolean; colours: PictureColours; ruler: TextRuler } | undefined>(
    undefined,
  )
  const latest = useRef(painted)
  const frame = useRef(0)
  /** What the canvas holds, from the first row on; undefined when it is to be painted anew. */
  const band = useRef<{ readonly from: number; readonly to: number } | undefined>(undefined)
  latest.current = painted

  const paintNow = () => {
    frame.current = 0
    const element = canvas.current
    const now = latest.current
    const context = element?.getContext('2d')
    if (!element || !context || now.widthPx <= 0) return
    const scrolled = scroller.current?.scrollTop ?? 0
    lookingAt.flame = { widthPx: now.widthPx, heightPx: now.heightPx, scrolledPx: scrolled }
    const held = band.current
    if (held && held.from <= scrolled && scrolled + now.heightPx <= held.to) return
    const heightPx = Math.min(now.wholePx, now.heightPx + 2 * aroundPx)
    const from = Math.max(0, Math.min(Math.floor(scrolled - aroundPx), now.wholePx - heightPx))
    band.current = { from, to: from + heightPx }
    element.style.transform = `translateY(${from}px)`
    element.style.height = `${heightPx}px`
    if (tools.current?.palette !== palette || tools.current.fonts !== fontsReady) {
      tools.current = {
        palette,
        fonts: fontsReady,
        colours: coloursOf(drawnTheme()),
        ruler: canvasRuler(globalThis.devicePixelRatio || 1),
      }
    }
    const { colours, ruler } = tools.current
    const ratio = globalThis.devicePixelRatio || 1
    const [width, height] = [Math.round(now.widthPx * ratio), Math.round(heightPx * ratio)]
    if (element.width !== width || element.height !== height) {
      element.width = width
      element.height = height
    }
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    context.clearRect(0, 0, now.widthPx, heightPx)
    context.translate(0, -from)
    const { topLevel, rowPx } = now.scale
    const rows = {
      from: topLevel + Math.floor(from / rowPx),
      to: Math.min(now.levelCount, topLevel + Math.ceil((from + heightPx) / rowPx)),
    }
    drawFlame({ surface: canvasSurface(context), colours, ruler, scale: now.scale }, now.scene, rows, true)
  }
  const follow = () => {
    if (frame.current === 0) frame.current = requestAnimationFrame(paintNow)
  }
  useEffect(() => {
    let here = true
    void document.fonts.ready.then(() => here && setFontsReady(true))
    return () => {
      here = false
      cancelAnimationFrame(frame.current)
      frame.current = 0
    }
  }, [])
  // Painting anew is cheap beside working out what changed.
  useEffect(() => {
    band.current = undefined
    follow()
  })
  return { follow }
}
