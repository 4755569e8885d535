import type { TextSpan } from '../../core/text-span'

/** What actions may ask of the editor in front. Offsets are UTF-16 code units of its text. */
export interface EditorHandle {
  /** The marked text, when it is more than blanks. */
  selection(): TextSpan | undefined
  cursor(): number
  /** Replaces the whole text so that undo brings it back. */
  replaceAll(text: string): void
  focus(): void
  reveal(span: TextSpan): void
}

let current: EditorHandle | undefined

/** The editor tells when it comes and goes. */
export function offerEditor(handle: EditorHandle | undefined): void {
  current = handle
}

/** The editor, once it has loaded. */
export function editorHandle(): EditorHandle | undefined {
  return current
}
