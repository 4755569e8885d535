import { diffArrays } from 'diff'

/** A piece of two statements: in both, only in the baseline, or only in the variant. */
export interface DiffPiece {
  readonly kind: 'same' | 'gone' | 'new'
  readonly text: string
}

export interface SqlDifference {
  /** So little is left of the baseline that the pieces would only confuse; they are the variant alone then. */
  readonly rewritten: boolean
  readonly pieces: readonly DiffPiece[]
}

/** Words on both sides together; the cost of a longer difference grows with their product. */
const mostEdits = 2000
/** So few words in common between two differences are chance. */
const fewestCommonWords = 3
/** Below this share of the variant's words in common it was written anew. */
const leastCommon = 0.5

/**
 * Two statements word by word. Quoted texts and names are one word, so that a difference never begins inside of them;
 * the blanks are the variant's. Few words in common between two differences belong to the difference, so that it reads
 * as one change and not as confetti.
 */
export function sqlDiff(baseline: string, variant: string): SqlDifference {
  const whole: SqlDifference = { rewritten: false, pieces: [{ kind: 'same', text: variant }] }
  if (baseline === variant) return whole
  const [before, after] = [wordsOf(baseline), wordsOf(variant)]
  const changes = diffArrays([...before], [...after], {
    maxEditLength: mostEdits,
    comparator: (one, other) => one === other || (isBlank(one) && isBlank(other)),
  })
  if (changes === undefined) return { ...whole, rewritten: true }
  const pieces = withoutChance(
    changes.map(({ value, added, removed }) => ({ kind: added ? 'new' : removed ? 'gone' : 'same', words: value })),
  )
  const common = count(pieces.filter(({ kind }) => kind === 'same').flatMap(({ words }) => words))
  if (common < count(after) * leastCommon) return { ...whole, rewritten: true }
  return { rewritten: false, pieces: pieces.map(({ kind, words }) => ({ kind, text: words.join('') })) }
}

interface Words {
  readonly kind: DiffPiece['kind']
  readonly words: readonly string[]
}

/** Takes chance agreement between two differences into them, what is gone before what is new. */
function withoutChance(pieces: readonly Words[]): readonly Words[] {
  const result: Words[] = []
  let gone: string[] = []
  let fresh: string[] = []
  const close = () => {
    if (gone.length > 0) result.push({ kind: 'gone', words: gone })
    if (fresh.length > 0) result.push({ kind: 'new', words: fresh })
    gone = []
    fresh = []
  }
  for (const [at, { kind, words }] of pieces.entries()) {
    const between = at > 0 && at < pieces.length - 1 && gone.length > 0 && fresh.length > 0
    if (kind === 'gone') gone.push(...words)
    else if (kind === 'new') fresh.push(...words)
    else if (between && count(words) < fewestCommonWords) {
      gone.push(...words)
      fresh.push(...words)
    } else {
      close()
      result.push({ kind, words })
    }
  }
  close()
  return result
}

function count(words: readonly string[]): number {
  return words.filter((word) => !isBlank(word)).length
}

function isBlank(word: string): boolean {
  return /^\s+$/.test(word)
}

function wordsOf(text: string): readonly string[] {
  return text.match(/`[^`]*`|"[^"]*"|'(?:[^'\\]|\\.|'')*'|[\p{L}\p{N}_$.]+|\s+|[^\s]/gu) ?? []
}
