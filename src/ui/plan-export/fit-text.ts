import type { TextFont, TextRuler } from './surface'

/** Fewer letters than this say nothing. */
const leastLetters = 3

/** The words, cut with an ellipsis to fit into the room; undefined when not even three letters do. */
export function fitText(words: string, roomPx: number, font: TextFont, ruler: TextRuler): string | undefined {
  if (roomPx <= 0) return undefined
  // No letter of ours is narrower than a fifth of its size: measuring longer ones is for nothing.
  const longest = Math.ceil(roomPx / (font.sizePx / 5))
  const letters = [...words.slice(0, 2 * longest + 2)]
  if (letters.length <= longest && ruler(words, font) <= roomPx) return words
  const cut = (length: number) => `${letters.slice(0, length).join('').trimEnd()}…`
  let low = 0
  let high = Math.min(letters.length - 1, longest)
  while (low < high) {
    const between = (low + high + 1) >> 1
    if (ruler(cut(between), font) <= roomPx) low = between
    else high = between - 1
  }
  return low < leastLetters ? undefined : cut(low)
}
