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
  /** The largest pane that there can be: the canvas is made for it once, as making one takes longer than painting. */
  readonly most: { readonly width: number; readonly height: number }
}

/** So much above and below the pane is painted too, so that scrolling mostly moves what is there. */
const aroundPx = 240

/**
 * Paints the rows in view and some around them on a canvas that scrolls with the pane, on a sheet that shows of it what
 * is painted. `follow` paints again when the pane has scrolled to where nothing is painted; both happen once per frame
 * at most.
 * @param scrolledPx how far the pane is scrolled: reading it off the pane would lay the page out anew
 */
export function useFlameCanvas(
  canvas: RefObject<HTMLCanvasElement | null>,
  scrolledPx: RefObject<number>,
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
    const scrolled = scrolledPx.current
    lookingAt.flame = { widthPx: now.widthPx, heightPx: now.heightPx, scrolledPx: scrolled }
    const held = band.current
    if (held && held.from <= scrolled && scrolled + now.heightPx <= held.to) return
    const heightPx = Math.min(now.wholePx, now.heightPx + 2 * aroundPx)
    const from = Math.max(0, Math.min(Math.floor(scrolled - aroundPx), now.wholePx - heightPx))
    band.current = { from, to: from + heightPx }
    const sheet = element.parentElement
    if (sheet) {
      sheet.style.transform = `translateY(${from}px)`
      sheet.style.height = `${heightPx}px`
    }
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
    const [mostWidth, mostHeight] = [now.most.width, now.most.height + 2 * aroundPx]
    const [width, height] = [Math.round(mostWidth * ratio), Math.round(mostHeight * ratio)]
    if (element.width !== width || element.height !== height) {
      element.width = width
      element.height = height
      element.style.width = `${mostWidth}px`
      element.style.height = `${mostHeight}px`
    }
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    context.clearRect(0, 0, mostWidth, heightPx)
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
  const { scene, scale, levelCount, widthPx, heightPx, wholePx, most } = painted
  // biome-ignore lint/correctness/useExhaustiveDependencies: painted anew when anything of the picture is another
  useEffect(() => {
    band.current = undefined
    follow()
  }, [scene, scale, levelCount, widthPx, heightPx, wholePx, most.width, most.height, palette, fontsReady])
  return { follow }
}
