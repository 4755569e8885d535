import type { TextSpan } from '../text-span'

/** The server quotes at most this many bytes of what follows the place (sql/parse_error in both vendors' sources). */
const nearLimit = 80

/**
 * Where in `sent` a syntax error lies, from the server's words "… near 'TEXT' at line N". TEXT is what follows the
 * place, cut after 80 bytes; an empty TEXT means the end. Undefined when the words do not fit the statement.
 */
export function syntaxErrorSpan(message: string, sent: string): TextSpan | undefined {
  const found = /near '([\s\S]*)' at line (\d+)$/.exec(message)
  if (!found) return undefined
  const near = found[1] ?? ''
  const line = Number(found[2])
  if (near === '') return { start: sent.length, end: sent.length }
  const start = placeOf(near, line, sent)
  if (start === undefined) return undefined
  return { start, end: start + (/^[\w$]+|^(['"`])(?:(?!\1)[\s\S])*\1?/.exec(near)?.[0].length ?? 1) }
}

function placeOf(near: string, line: number, sent: string): number | undefined {
  // Uncut text reaches to the end of the statement, and there is only one such place.
  if (near.length < nearLimit && sent.endsWith(near)) return sent.length - near.length
  // Cut text may occur several times: the nearest one at or before the line that the lexer had reached.
  let best: number | undefined
  let at = sent.indexOf(near)
  let lineOfAt = 1
  let counted = 0
  while (at !== -1) {
    for (let next = sent.indexOf('\n', counted); next !== -1 && next < at; next = sent.indexOf('\n', counted)) {
      lineOfAt++
      counted = next + 1
    }
    if (lineOfAt > line) break
    best = at
    if (lineOfAt === line) break
    at = sent.indexOf(near, at + 1)
  }
  return best ?? (sent.indexOf(near) === -1 ? undefined : sent.indexOf(near))
}

/**
 * Where the name stands that an "unknown table" or "unknown column" error speaks of, if it occurs exactly once in the
 * statement: a name that occurs twice would be a guess.
 */
export function unknownNameSpan(message: string, sent: string): TextSpan | undefined {
  const quoted = /'([^']+)'/.exec(message)?.[1]
  if (quoted === undefined) return undefined
  // The server adds the database or alias; the statement need not.
  for (const name of [quoted, quoted.slice(quoted.lastIndexOf('.') + 1)]) {
    const pattern = new RegExp(`(?<![\\w$])${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w$])`, 'gi')
    const places = [...sent.matchAll(pattern)].map((match) => match.index)
    const [only] = places
    if (only !== undefined && places.length === 1) return { start: only, end: only + name.length }
  }
  return undefined
}
