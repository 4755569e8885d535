import type { Dialect, Version } from '../../engine'
import { tokenize } from '../tokenizer'
import { TokenKind, type TokenList } from '../tokens'

/**
 * The tokens of a text as a server of this version sees them: executable comments for later versions are blanks, in
 * place, so that all offsets stay. MariaDB skips MySQL's of 5.7 and later (manual, "Comment Syntax").
 */
export function tokensForVersion(text: string, dialect: Dialect, version: Version, ansiQuotes: boolean): TokenList {
  const tokens = tokenize(text, dialect, { ansiQuotes })
  if (dialect === 'postgres') return tokens
  const ours = version.major * 10_000 + version.minor * 100 + version.patch
  const pieces: string[] = []
  let kept = 0
  for (let at = 0; at < tokens.count; at++) {
    if (tokens.kind(at) !== TokenKind.executableOpen || runs(tokens.textOf(at), dialect, ours)) continue
    const start = tokens.start(at)
    while (at < tokens.count && tokens.kind(at) !== TokenKind.executableClose) at++
    const end = tokens.end(at)
    pieces.push(text.slice(kept, start), ' '.repeat(end - start))
    kept = end
  }
  return kept === 0 ? tokens : tokenize(pieces.join('') + text.slice(kept), dialect, { ansiQuotes })
}

/** Takes the opening mark, `/*!50100` or `/*M!100100`, and the server's version in the same form. */
function runs(mark: string, dialect: Dialect, ours: number): boolean {
  const wanted = Number(/\d+$/.exec(mark)?.[0] ?? 0)
  if (dialect === 'mariadb' && !mark.startsWith('/*M') && wanted >= 50_700 && wanted <= 99_999) return false
  return wanted <= ours
}
