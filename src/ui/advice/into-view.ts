/** Brings what has just come to the beginning of its pane; as a `ref` of its element. */
export function intoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}
