import { atom } from 'jotai'
import { keptAtom } from '../state/keep'

/** State of saving and copying. */

export const pictureThemes = ['shown', 'light', 'dark'] as const
export type PictureTheme = (typeof pictureThemes)[number]

/** Colours of pictures that are kept: as shown, or always those for paper or for screens. */
export const pictureThemeAtom = keptAtom<PictureTheme>(
  'picture-theme',
  (stored) => pictureThemes.find((theme) => theme === stored),
  'shown',
)

/** A picture is being drawn. */
export const drawingPictureAtom = atom(false)
