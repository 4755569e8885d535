/** Id of the node inspector in the page. */
export const inspectorId = 'node-inspector'

/** Moves the keyboard to the node inspector; nothing happens while it is folded away. */
export function focusInspector(): void {
  document.getElementById(inspectorId)?.focus()
}
