/**
 * The end of the JSON value whose `{` or `[` stands at `at`, by counting brackets outside of strings; comments such as
 * MySQL's end markers are stepped over. `complete` is false when the text ends first (a trace that was cut).
 */
export function jsonExtent(text: string, at: number): { readonly end: number; readonly complete: boolean } {
  let depth = 0
  let i = at
  while (i < text.length) {
    const code = text.charCodeAt(i)
    if (code === 34) {
      i = stringEnd(text, i)
      continue
    }
    if (code === 47 && text.charCodeAt(i + 1) === 42) {
      const close = text.indexOf('*/', i + 2)
      i = close === -1 ? text.length : close + 2
      continue
    }
    if (code === 123 || code === 91) depth++
    else if (code === 125 || code === 93) {
      depth--
      if (depth === 0) return { end: afterEndMarker(text, i + 1), complete: true }
    }
    i++
  }
  return { end: text.length, complete: false }
}

function stringEnd(text: string, at: number): number {
  let i = at + 1
  while (i < text.length) {
    const code = text.charCodeAt(i)
    if (code === 34) return i + 1
    i += code === 92 ? 2 : 1
  }
  return text.length
}

function afterEndMarker(text: string, at: number): number {
  const marker = /^ \/\* \w+ \*\//.exec(text.slice(at, at + 80))
  return marker === null ? at : at + marker[0].length
}
