import { type Theme, themeAtom } from '../atoms'
import { keptThemeAtom } from '../session'
import { store } from '../store'

const prefersLight = window.matchMedia('(prefers-color-scheme: light)')

/** The theme that is drawn now. */
export function drawnTheme(): 'dark' | 'light' {
  return document.documentElement.dataset['theme'] === 'light' ? 'light' : 'dark'
}

const listeners = new Set<() => void>()

/** Tells when the drawn theme changed; returns the listener's removal. */
export function onThemeDrawn(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function draw(): void {
  const theme = store.get(themeAtom)
  const drawn = theme === 'system' ? (prefersLight.matches ? 'light' : 'dark') : theme
  document.documentElement.dataset['theme'] = drawn
  for (const listener of listeners) listener()
}

/** Chooses a theme and remembers it. */
export function chooseTheme(theme: Theme): void {
  store.set(keptThemeAtom, theme)
  store.set(themeAtom, theme)
  draw()
}

/** Draws the remembered theme and follows the system's. Called once, before the first paint. */
export function startTheme(): void {
  store.set(themeAtom, store.get(keptThemeAtom))
  draw()
  prefersLight.addEventListener('change', draw)
}
