/** Places of a searched word in a long text, line by line. Case does not matter. */

/** More hits than this are not counted: nobody walks them. */
const mostHits = 10_000

/**
 * Lines that contain what was typed, ascending.
 * @param lower the text in small letters, made once for a text of megabytes
 * @param startOf a line's first offset; of the line after the last the end of the text
 */
export function linesWith(
  text: string,
  lower: string,
  typed: string,
  lineCount: number,
  startOf: (line: number) => number,
): readonly number[] {
  const wanted = typed.trim().toLowerCase()
  if (wanted === '') return []
  // Some capital letters grow when they are made small: then places in the two texts differ, and lines are read one by one.
  const exact = lower.length === text.length
  const found: number[] = []
  if (!exact) {
    for (let line = 0; line < lineCount && found.length < mostHits; line++) {
      if (
        text
          .slice(startOf(line), startOf(line + 1))
          .toLowerCase()
          .includes(wanted)
      )
        found.push(line)
    }
    return found
  }
  let line = 0
  for (let at = lower.indexOf(wanted); at !== -1 && found.length < mostHits; ) {
    while (line + 1 < lineCount && startOf(line + 1) <= at) line++
    found.push(line)
    at = line + 1 < lineCount ? lower.indexOf(wanted, Math.max(at + 1, startOf(line + 1))) : -1
  }
  return found
}

/** A line's words cut where the searched word stands in them. */
export function cutAtHits(
  words: string,
  typed: string | undefined,
): readonly { readonly text: string; readonly hit: boolean }[] {
  const wanted = typed?.trim().toLowerCase() ?? ''
  const lower = words.toLowerCase()
  if (wanted === '' || lower.length !== words.length) return [{ text: words, hit: false }]
  const pieces: { text: string; hit: boolean }[] = []
  let from = 0
  for (let at = lower.indexOf(wanted); at !== -1; at = lower.indexOf(wanted, from)) {
    if (at > from) pieces.push({ text: words.slice(from, at), hit: false })
    pieces.push({ text: words.slice(at, at + wanted.length), hit: true })
    from = at + wanted.length
  }
  if (from < words.length || pieces.length === 0) pieces.push({ text: words.slice(from), hit: false })
  return pieces
}
