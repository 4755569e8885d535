import { codePieces } from './verdict'

/** A sentence with `names` in code style. */
export function CodeText({ text }: { readonly text: string }) {
  return codePieces(text).map(({ key, text: piece, code }) =>
    code ? <code key={key}>{piece}</code> : <span key={key}>{piece}</span>,
  )
}
