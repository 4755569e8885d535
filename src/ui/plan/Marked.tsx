import { cutAtHits } from './text-search'

/** Words with what is searched for marked in them. */
export function Marked({ words, typed }: { readonly words: string; readonly typed: string | undefined }) {
  if (typed === undefined || typed.trim() === '') return words
  return cutAtHits(words, typed).map((piece, at) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one line never move
    piece.hit ? <mark key={at}>{piece.text}</mark> : piece.text,
  )
}
