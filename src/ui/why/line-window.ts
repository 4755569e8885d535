/** How many lines of one height map onto a body that a browser can scroll. */
export interface ScrollRange {
  readonly linePx: number
  readonly bodyPx: number
  readonly viewPx: number
  /** Pixels of all lines together ÷ pixels that are scrolled for them; 1 until the body would be too high. */
  readonly factor: number
}

const linePx = 18
/** Chromium lays out up to 2^25 px; a margin below that. */
const mostBodyPx = 30_000_000

export function scrollRange(count: number, viewPx: number, mostPx = mostBodyPx): ScrollRange {
  const wantedPx = count * linePx
  const bodyPx = Math.min(wantedPx, mostPx)
  const scrolled = bodyPx - viewPx
  return { linePx, bodyPx, viewPx, factor: wantedPx <= mostPx || scrolled <= 0 ? 1 : (wantedPx - viewPx) / scrolled }
}

/** The first line in view. */
export function firstLineAt(scrollTopPx: number, { factor }: ScrollRange): number {
  return Math.floor((scrollTopPx * factor) / linePx)
}

/** Where a line is drawn in the body, so that it is seen where it belongs at this scroll position. */
export function lineTopPx(line: number, scrollTopPx: number, { factor }: ScrollRange): number {
  return factor === 1 ? line * linePx : line * linePx - scrollTopPx * factor + scrollTopPx
}

/** The scroll position at which a line is seen: in the middle, or as near to the present one as it goes. */
export function scrollTopFor(
  line: number,
  scrollTopPx: number,
  { factor, viewPx }: ScrollRange,
  align: 'near' | 'middle',
): number {
  const at = line * linePx
  const from = scrollTopPx * factor
  const seen = at >= from && at + linePx <= from + viewPx
  if (seen) return scrollTopPx
  if (align === 'middle') return Math.max(0, (at - viewPx / 2) / factor)
  return at < from ? at / factor : Math.max(0, (at + linePx - viewPx) / factor)
}
