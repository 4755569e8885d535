import type { FlameLayout } from './flame-layout'

/** Each node's 1-based place among its siblings in the icicle, and how many there are; roots are siblings too. */
export function familyPlaces(
  layout: Pick<FlameLayout, 'firstChild' | 'nextSibling' | 'levels' | 'levelFrom'>,
  parent: Int32Array,
): { readonly place: Int32Array; readonly count: Int32Array } {
  const place = new Int32Array(parent.length).fill(1)
  const count = new Int32Array(parent.length).fill(1)
  const number = (first: number) => {
    let size = 0
    for (let at = first; at !== -1; at = layout.nextSibling[at] ?? -1) {
      size++
      place[at] = size
    }
    for (let at = first; at !== -1; at = layout.nextSibling[at] ?? -1) count[at] = size
  }
  if (parent.length > 0) number(layout.levels[0] ?? 0)
  for (let at = 0; at < parent.length; at++) {
    const first = layout.firstChild[at] ?? -1
    if (first !== -1) number(first)
  }
  return { place, count }
}
