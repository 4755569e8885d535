import type { PaneSize } from '../plan/camera'
import type { Camera } from '../plan/draw-plan'

/**
 * What the person looks at now, told by the views whenever it moves: the camera is no React state, because moving it
 * must not render anything. Read when "what is in view" is saved.
 */
export interface LookingAt {
  diagram: { readonly camera: Camera; readonly pane: PaneSize } | undefined
  flame: { readonly widthPx: number; readonly heightPx: number; readonly scrolledPx: number } | undefined
}

export const lookingAt: LookingAt = { diagram: undefined, flame: undefined }
