import type { Palette } from '../plan/draw-plan'

/** Everything that a picture is coloured with, in one theme. */
export interface PictureColours extends Palette {
  readonly ground: string
  readonly grid: string
  readonly ink: string
  readonly ink2: string
  readonly ink3: string
  readonly good: string
  readonly bad: string
  readonly warn: string
  readonly badGround: string
  readonly warnGround: string
  readonly hatch: string
  /** Text on each step of the heat. */
  readonly heatInk: readonly string[]
}

/** The colours of a theme by the page's own style sheet, also of the one that is not shown. */
export function coloursOf(theme: 'dark' | 'light'): PictureColours {
  const probe = document.createElement('div')
  probe.dataset['theme'] = theme
  probe.hidden = true
  document.body.append(probe)
  const style = getComputedStyle(probe)
  const colour = (name: string) => style.getPropertyValue(name).trim()
  const steps = [0, 1, 2, 3, 4, 5, 6]
  const colours = {
    card: colour('--bg-2'),
    border: colour('--line-2'),
    edge: colour('--edge'),
    selected: colour('--accent'),
    found: colour('--warn'),
    heat: steps.map((step) => colour(`--h${step}`)),
    heatInk: steps.map((step) => colour(`--h${step}-ink`)),
    ground: colour('--bg-1'),
    grid: colour('--line'),
    ink: colour('--ink'),
    ink2: colour('--ink-2'),
    ink3: colour('--ink-3'),
    good: colour('--good'),
    bad: colour('--bad'),
    warn: colour('--warn'),
    badGround: colour('--bad-weak'),
    warnGround: colour('--warn-weak'),
    hatch: colour('--ink-3'),
  }
  probe.remove()
  return colours
}
