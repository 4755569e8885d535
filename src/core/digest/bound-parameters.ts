import { loggedParameters } from '../paste/parameters'
import { tokenize } from '../sql/tokenizer'
import { TokenKind } from '../sql/tokens'

/** How the text of PostgreSQL's `DETAIL:  parameters: …` is written where it stands. */
export const DetailForm = { none: 0, stderr: 1, csv: 2, json: 3 } as const

/**
 * A statement with the values that its log told beside it instead of `$1`, `$2` …; undefined when they do not fit.
 * @param detail `parameters: $1 = '5', $2 = NULL, $3 = 'it''s'`; PostgreSQL 18 writes `Parameters`
 */
export function withParameters(sql: string, detail: string, form: number): string | undefined {
  const values = parametersOf(plainDetail(detail, form))
  if (values === undefined) return undefined
  const tokens = tokenize(sql, 'postgres')
  let out = ''
  let bound = 0
  for (let i = 0; i < tokens.count; i++) {
    const piece = tokens.textOf(i)
    const value = tokens.kind(i) === TokenKind.placeholder ? values.get(piece) : undefined
    if (value !== undefined) bound++
    out += value ?? piece
  }
  return bound === 0 ? undefined : out
}

/** Further lines of a message begin with a tab in stderr; csv doubles quotes, JSON escapes them. */
function plainDetail(detail: string, form: number): string {
  if (form === DetailForm.csv) return detail.replace(/""/g, '"')
  if (form !== DetailForm.json) return detail.replace(/\n\t/g, '\n')
  try {
    const text: unknown = JSON.parse(`"${detail}"`)
    return typeof text === 'string' ? text : ''
  } catch {
    return '' // a damaged line has no parameters
  }
}

function parametersOf(text: string): ReadonlyMap<string, string> | undefined {
  const head = /^\s*[pP]arameters: /.exec(text)
  if (head === null) return undefined
  return new Map(
    loggedParameters(text.slice(head[0].length)).map(({ name, value }) => [
      `$${name}`,
      value === undefined ? 'NULL' : `'${value.replaceAll("'", "''")}'`,
    ]),
  )
}
