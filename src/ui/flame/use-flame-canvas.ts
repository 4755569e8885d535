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
  readonly heightPx: number
}

/** Paints the rows in view on a canvas that stands still while the pane scrolls; `paint` does it again, once per frame. */
export function useFlameCanvas(
  canvas: RefObject<HTMLCanvasElement | null>,
  scroller: RefObject<HTMLElement | null>,
  painted: Painted,
): { readonly paint: () => void } {
  const palette = usePalette()
  const [fontsReady, setFontsReady] = useState(false)
  const tools = useRef<{ palette: unknown; fonts: boolean; colours: PictureColours; ruler: TextRuler } | undefined>(
    undefined,
  )
  const latest = useRef(painted)
  const frame = useRef(0)
  latest.current = painted

  const paintNow = () => {
    frame.current = 0
    const element = canvas.current
    const now = latest.current
    const context = element?.getContext('2d')
    if (!element || !context || now.widthPx <= 0) return
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
    const [width, height] = [Math.round(now.widthPx * ratio), Math.round(now.heightPx * ratio)]
    if (element.width !== width || element.height !== height) {
      element.width = width
      element.height = height
    }
    const scrolled = scroller.current?.scrollTop ?? 0
    lookingAt.flame = { widthPx: now.widthPx, heightPx: now.heightPx, scrolledPx: scrolled }
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    context.clearRect(0, 0, now.widthPx, now.heightPx)
    context.translate(0, -scrolled)
    const { topLevel, rowPx } = now.scale
    const rows = {
      from: topLevel + Math.max(0, Math.floor(scrolled / rowPx)),
      to: Math.min(now.levelCount, topLevel + Math.ceil((scrolled + now.heightPx) / rowPx)),
    }
    drawFlame({ surface: canvasSurface(context), colours, ruler, scale: now.scale }, now.scene, rows, true)
  }
  const paint = () => {
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
  useEffect(paint)
  return { paint }
}
