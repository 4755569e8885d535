import { useSyncExternalStore } from 'react'

/** From this width on, editor and plan stand side by side. */
const wideWidth = window.matchMedia('(min-width: 1400px)')

/** True while the window is wide enough for the layout side by side. */
export function useWide(): boolean {
  return useSyncExternalStore(
    (changed) => {
      wideWidth.addEventListener('change', changed)
      return () => wideWidth.removeEventListener('change', changed)
    },
    () => wideWidth.matches,
  )
}
