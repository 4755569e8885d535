import { isWordPart, isWordStart } from './characters'

/**
 * Each function takes the place where its piece begins and gives the place after it. A piece that never ends gives
 * `text.length + 1`, so that the caller can tell it from one that ends with the text.
 */

const backslash = 92

/** A quoted piece whose opening quote stands at `at`; a doubled quote is one quote, `\` hides the next if asked. */
export function scanQuoted(text: string, at: number, backslashEscapes: boolean): number {
  const quote = text.charCodeAt(at)
  const length = text.length
  let i = at + 1
  while (i < length) {
    const code = text.charCodeAt(i)
    if (code === quote) {
      if (text.charCodeAt(i + 1) !== quote) return i + 1
      i += 2
    } else if (backslashEscapes && code === backslash) {
      i += 2
    } else {
      i++
    }
  }
  return length + 1
}

/** A block comment whose `/*` stands at `at`. PostgreSQL's nest, MySQL's do not. */
export function scanBlockComment(text: string, at: number, nested: boolean): number {
  if (!nested) {
    const close = text.indexOf('*/', at + 2)
    return close === -1 ? text.length + 1 : close + 2
  }
  let depth = 1
  let i = at + 2
  while (i < text.length) {
    const code = text.charCodeAt(i)
    const next = text.charCodeAt(i + 1)
    if (code === 42 && next === 47) {
      depth--
      i += 2
      if (depth === 0) return i
    } else if (code === 47 && next === 42) {
      depth++
      i += 2
    } else {
      i++
    }
  }
  return text.length + 1
}

/** The end of the line that `at` is in, before its line end. A lone `\r` ends a line where `atReturn` says so. */
export function scanLine(text: string, at: number, atReturn = false): number {
  const feed = text.indexOf('\n', at)
  const end = feed === -1 ? text.length : feed
  if (!atReturn) return feed > at && text.charCodeAt(feed - 1) === 13 ? feed - 1 : end
  for (let i = at; i < end; i++) if (text.charCodeAt(i) === 13) return i
  return end
}

/** `$tag$ … $tag$` whose first `$` stands at `at`; undefined when that is no opening tag. */
export function scanDollarQuoted(text: string, at: number): number | undefined {
  let i = at + 1
  if (text.charCodeAt(i) !== 36) {
    if (!isWordStart(text.charCodeAt(i))) return undefined
    while (i < text.length && isWordPart(text.charCodeAt(i)) && text.charCodeAt(i) !== 36) i++
    if (text.charCodeAt(i) !== 36) return undefined
  }
  const tag = text.slice(at, i + 1)
  const close = text.indexOf(tag, i + 1)
  return close === -1 ? text.length + 1 : close + tag.length
}
