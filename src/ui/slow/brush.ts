/** A window of a time chart in whole buckets: `first` is in, `end` is out, `first < end`. */
export interface BucketWindow {
  readonly first: number
  readonly end: number
}

/** What the pointer has taken hold of. */
export type Grip =
  | { readonly of: 'new'; readonly at: number }
  | { readonly of: 'move'; readonly at: number; readonly from: BucketWindow }
  | { readonly of: 'first' | 'end'; readonly from: BucketWindow }

/** How near to an edge, in pixels, the pointer takes that edge. */
const edgePx = 6

/** The place in buckets, with fractions, of a pixel of the chart. */
export function bucketAt(x: number, width: number, buckets: number): number {
  return width <= 0 ? 0 : Math.max(0, Math.min(buckets, (x / width) * buckets))
}

/** What a press at a pixel takes hold of. */
export function gripAt(x: number, width: number, buckets: number, window: BucketWindow | undefined): Grip {
  const at = bucketAt(x, width, buckets)
  if (window === undefined) return { of: 'new', at }
  const px = (bucket: number) => (bucket / buckets) * width
  const [toFirst, toEnd] = [Math.abs(x - px(window.first)), Math.abs(x - px(window.end))]
  if (Math.min(toFirst, toEnd) <= edgePx) return { of: toFirst < toEnd ? 'first' : 'end', from: window }
  return at > window.first && at < window.end ? { of: 'move', at, from: window } : { of: 'new', at }
}

/** The window while the pointer is at another pixel; undefined for a press that did not go on to another bucket. */
export function dragged(grip: Grip, x: number, width: number, buckets: number): BucketWindow | undefined {
  const at = bucketAt(x, width, buckets)
  switch (grip.of) {
    case 'new': {
      // A press alone is no window.
      if (Math.abs(at - grip.at) * (width / Math.max(1, buckets)) < 3) return undefined
      const first = Math.floor(Math.min(at, grip.at))
      return { first: Math.min(first, buckets - 1), end: Math.max(first + 1, Math.ceil(Math.max(at, grip.at))) }
    }
    case 'move':
      return moved(grip.from, Math.round(at - grip.at), buckets)
    case 'first':
    case 'end':
      return resized(grip.from, grip.of, Math.round(at) - grip.from[grip.of], buckets)
  }
}

/** The window so many buckets later, kept inside. */
export function moved({ first, end }: BucketWindow, by: number, buckets: number): BucketWindow {
  const step = Math.max(-first, Math.min(buckets - end, by))
  return { first: first + step, end: end + step }
}

/** The window with one edge so many buckets later; at least one bucket stays. */
export function resized(
  { first, end }: BucketWindow,
  edge: 'first' | 'end',
  by: number,
  buckets: number,
): BucketWindow {
  return edge === 'first'
    ? { first: Math.max(0, Math.min(end - 1, first + by)), end }
    : { first, end: Math.max(first + 1, Math.min(buckets, end + by)) }
}

/** Where the first window by keyboard stands: an eighth of the chart around its highest bar. */
export function firstWindow(values: readonly number[]): BucketWindow {
  const buckets = Math.max(1, values.length)
  let top = 0
  for (const [place, value] of values.entries()) if (value > (values[top] ?? 0)) top = place
  const size = Math.max(1, Math.round(buckets / 8))
  return moved({ first: 0, end: size }, top - Math.floor(size / 2), buckets)
}

/** The path of bars, one for each value above zero of the window, in pixels. `gap` is left free behind each. */
export function barsPath(
  values: readonly number[],
  box: { readonly width: number; readonly height: number; readonly most: number; readonly buckets: number },
  window: BucketWindow,
): string {
  const step = box.width / Math.max(1, box.buckets)
  const bar = Math.max(0.5, step - Math.min(1, step * 0.2))
  let path = ''
  for (let place = window.first; place < window.end; place++) {
    const value = values[place] ?? 0
    if (!(value > 0) || !(box.most > 0)) continue
    const height = Math.max(1, (value / box.most) * box.height)
    path += `M${(place * step).toFixed(2)} ${box.height}v${(-height).toFixed(2)}h${bar.toFixed(2)}V${box.height}z`
  }
  return path
}

/** A line through the values in a box, the largest at its top; empty where there is no value. */
export function sparkPath(values: readonly number[], width: number, height: number): string {
  const most = values.reduce((top, value) => Math.max(top, value), 0)
  if (!(most > 0)) return ''
  const step = values.length > 1 ? width / (values.length - 1) : width
  const y = (value: number) => (height - 1 - (value / most) * (height - 2)).toFixed(1)
  if (values.length === 1) return `M0 ${y(values[0] ?? 0)}H${width}`
  return values.map((value, place) => `${place === 0 ? 'M' : 'L'}${(place * step).toFixed(1)} ${y(value)}`).join('')
}
