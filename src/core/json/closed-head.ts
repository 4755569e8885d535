const quote = 34
const backslash = 92
const openArray = 91
const closeArray = 93
const openObject = 123
const closeObject = 125

/**
 * The beginning of a JSON document as a document of its own: up to the last object or array that ends within so many
 * code units, with all that is open there closed. '' where none ends in there. Says nothing about what is no JSON.
 */
export function closedHead(text: string, most: number): string {
  /** What closes the objects and arrays that are open, outermost first. */
  const closers: string[] = []
  let end = 0
  let closing = ''
  const to = Math.min(most, text.length)
  for (let at = 0; at < to; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfText(text, at, to)
    else if (code === openObject) closers.push('}')
    else if (code === openArray) closers.push(']')
    else if (code === closeObject || code === closeArray) {
      closers.pop()
      end = at + 1
      closing = closers.join('')
    }
  }
  return text.slice(0, end) + [...closing].reverse().join('')
}

/** The closing quote of the text that begins at `start`, or `to`. */
function endOfText(text: string, start: number, to: number): number {
  for (let at = start + 1; at < to; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) return at
    if (code === backslash) at++
  }
  return to
}
