/** SQL in its colours, for reading only. Words are coloured, nothing is parsed; the editor has the real thing. */

const keywords = new Set(
  `select from where and or not in like between is null join left right inner outer cross on using group by having order
   limit offset as distinct union all insert into values update set delete explain analyze format json table create alter
   add drop key index unique primary with case when then else end exists asc desc force use ignore verbose buffers
   settings costs timing summary begin commit rollback start transaction read only show warnings traditional tree
   straight_join database schema grant to`.split(/\s+/),
)

const pieces =
  /(--[^\n]*|#[^\n]*|\/\*[\s\S]*?\*\/)|('(?:[^'\\]|\\.|'')*'?)|(`[^`]*`|"[^"]*")|(\b\d+(?:\.\d+)?\b)|([A-Za-z_][\w$]*)/g

interface Piece {
  readonly at: number
  readonly text: string
  readonly look: 'c' | 's' | 'n' | 'k' | undefined
}

function cut(text: string): Piece[] {
  const found: Piece[] = []
  let end = 0
  for (const match of text.matchAll(pieces)) {
    if (match.index > end) found.push({ at: end, text: text.slice(end, match.index), look: undefined })
    const [all, comment, string, , number, word] = match
    const look = comment
      ? 'c'
      : string
        ? 's'
        : number
          ? 'n'
          : word && keywords.has(word.toLowerCase())
            ? 'k'
            : undefined
    found.push({ at: match.index, text: all, look })
    end = match.index + all.length
  }
  if (end < text.length) found.push({ at: end, text: text.slice(end), look: undefined })
  return found
}

/** Above this nobody reads colours, and thousands of spans cost. */
const longestColoured = 20_000

export function SqlText({ text }: { readonly text: string }) {
  if (text.length > longestColoured) return <pre className="sql">{text}</pre>
  return (
    <pre className="sql">
      <SqlSpans text={text} />
    </pre>
  )
}

/** The coloured pieces alone, for an element of class `sql` around them. */
export function SqlSpans({ text }: { readonly text: string }) {
  return cut(text).map((piece) => (
    <span key={piece.at} className={piece.look}>
      {piece.text}
    </span>
  ))
}
