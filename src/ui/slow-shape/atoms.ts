import { atom } from 'jotai'
import type { HeldShape } from '../../core/digest/view/model'

/** The shape whose page is in front, for the status bar. */
export const shownShapeAtom = atom<HeldShape | undefined>(undefined)
