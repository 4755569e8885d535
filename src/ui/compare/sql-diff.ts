import { diffArrays } from 'diff'

/** A piece of two statements: in both, only in the baseline, or only in the variant. */
export interface DiffPiece {
  readonly kind: 'same' | 'gone' | 'new'
  readonly text: string
}

/** Words on both sides together; a longer difference is told as replaced whole, because its cost grows with their product. */
const mostEdits = 2000

/**
 * Two statements word by word. Quoted texts and names are one word, so that a difference never begins inside of them;
 * blanks count, so that the variant can be read as it stands.
 */
export function sqlDiff(baseline: string, variant: string): readonly DiffPiece[] {
  if (baseline === variant) return [{ kind: 'same', text: variant }]
  const changes = diffArrays([...wordsOf(baseline)], [...wordsOf(variant)], { maxEditLength: mostEdits })
  if (changes === undefined)
    return [
      { kind: 'gone', text: baseline },
      { kind: 'new', text: variant },
    ]
  return changes.map(({ value, added, removed }) => ({
    kind: added ? 'new' : removed ? 'gone' : 'same',
    text: value.join(''),
  }))
}

function wordsOf(text: string): readonly string[] {
  return text.match(/`[^`]*`|"[^"]*"|'(?:[^'\\]|\\.|'')*'|[\p{L}\p{N}_$.]+|\s+|[^\s]/gu) ?? []
}
