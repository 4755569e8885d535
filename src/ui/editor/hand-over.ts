import type { TextSpan } from '../../core/text-span'

/** Where the person was typing in the plain text box when the editor came to take its place. */
let left: TextSpan | undefined

/** The plain box had the focus and goes away. */
export function leaveSelection(selection: TextSpan): void {
  left = selection
}

/** The selection to go on with; only once. */
export function takeSelection(): TextSpan | undefined {
  const taken = left
  left = undefined
  return taken
}
