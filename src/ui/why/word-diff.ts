/** A piece of two texts: in both, only before, or only after. */
export interface DiffWord {
  readonly kind: 'same' | 'gone' | 'new'
  readonly text: string
}

/** Above so many words on either side the middle is told as replaced whole: the table of the comparison grows with their product. */
const mostWords = 600

/**
 * Two texts word by word: the longest common subsequence of words and marks between what they begin and end with alike
 * (Hunt and Szymanski's problem, by the textbook table).
 */
export function wordDiff(before: string, after: string): readonly DiffWord[] {
  const a = wordsOf(before)
  const b = wordsOf(after)
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  const middle = between(a.slice(start, a.length - end), b.slice(start, b.length - end))
  const pieces: DiffWord[] = []
  const add = (kind: DiffWord['kind'], text: string) => {
    if (text === '') return
    const last = pieces[pieces.length - 1]
    if (last?.kind === kind) pieces[pieces.length - 1] = { kind, text: last.text + text }
    else pieces.push({ kind, text })
  }
  add('same', a.slice(0, start).join(''))
  for (const { kind, text } of middle) add(kind, text)
  add('same', a.slice(a.length - end).join(''))
  return pieces
}

/** Names and numbers whole, every other character alone; blanks stay with nobody. */
function wordsOf(text: string): readonly string[] {
  return text.match(/`[^`]*`|'[^']*'|[\p{L}\p{N}_.]+|\s+|[^\s]/gu) ?? []
}

function between(a: readonly string[], b: readonly string[]): readonly DiffWord[] {
  if (a.length === 0 || b.length === 0 || a.length > mostWords || b.length > mostWords)
    return [
      { kind: 'gone', text: a.join('') },
      { kind: 'new', text: b.join('') },
    ]
  const width = b.length + 1
  const longest = new Uint16Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      longest[i * width + j] =
        a[i] === b[j]
          ? (longest[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(longest[(i + 1) * width + j] ?? 0, longest[i * width + j + 1] ?? 0)
  const pieces: DiffWord[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      pieces.push({ kind: 'same', text: a[i] ?? '' })
      i++
      j++
    } else if (
      j >= b.length ||
      (i < a.length && (longest[(i + 1) * width + j] ?? 0) >= (longest[i * width + j + 1] ?? 0))
    )
      pieces.push({ kind: 'gone', text: a[i++] ?? '' })
    else pieces.push({ kind: 'new', text: b[j++] ?? '' })
  }
  return pieces
}
