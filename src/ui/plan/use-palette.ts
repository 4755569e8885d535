import { useSyncExternalStore } from 'react'
import type { Palette } from './draw-plan'

/** The canvas cannot read CSS variables itself: this reads them once per theme. */

let current: Palette | undefined
const listeners = new Set<() => void>()

function read(): Palette {
  const style = getComputedStyle(document.documentElement)
  const colour = (name: string) => style.getPropertyValue(name).trim()
  return {
    card: colour('--bg-2'),
    border: colour('--line-2'),
    edge: colour('--edge'),
    selected: colour('--accent'),
    found: colour('--warn'),
    heat: [0, 1, 2, 3, 4, 5, 6].map((step) => colour(`--h${step}`)),
  }
}

function changed(): void {
  current = undefined
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'class', 'style'] })
  const system = matchMedia('(prefers-color-scheme: dark)')
  system.addEventListener('change', changed)
  return () => {
    listeners.delete(listener)
    observer.disconnect()
    system.removeEventListener('change', changed)
  }
}

/** The theme's colours, new when the theme changes. */
export function usePalette(): Palette {
  return useSyncExternalStore(subscribe, () => {
    current ??= read()
    return current
  })
}
