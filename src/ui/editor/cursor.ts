import { atom } from 'jotai'

/** Where the cursor is, 1-based, for the editor's foot line. */
export const cursorAtom = atom({ line: 1, column: 1 })

/** Height of the whole text in px, so that remarks can stand right below it; absent until the editor has loaded. */
export const contentHeightAtom = atom<number | undefined>(undefined)
