import { atom } from 'jotai'

/** Where the cursor is, 1-based, for the editor's foot line. */
export const cursorAtom = atom({ line: 1, column: 1 })
