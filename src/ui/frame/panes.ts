/** Moves the focus to the next pane (or the one before), in reading order. Panes carry `data-pane`. */
export function cyclePanes(step: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')].filter((pane) => pane.offsetParent !== null)
  if (panes.length === 0) return
  const at = panes.findIndex((pane) => pane.contains(document.activeElement))
  const next = panes[at === -1 ? 0 : (at + step + panes.length) % panes.length]
  if (!next) return
  const inside = next.querySelector<HTMLElement>(
    '[data-pane-focus], .monaco-editor textarea, .monaco-editor [contenteditable], [role="tree"], [role="treegrid"], [role="tab"][aria-selected="true"], button, [tabindex="0"]',
  )
  ;(inside ?? next).focus()
}
