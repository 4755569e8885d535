/** How a trace names a table: MySQL `` `orders` `o` `` or `` `orders` ``, MariaDB the alias alone. */
export interface TracedName {
  /** What the statement calls it: the alias where there is one. */
  readonly shown: string
  /** The table's own name where it stands beside an alias or alone in quotes. */
  readonly name?: string | undefined
  /** Index hints behind the name, as MySQL prints them: ``FORCE INDEX (`col1`)``. */
  readonly hints?: string | undefined
}

/** A trace writes the same few names thousands of times. */
const seen = new Map<string, TracedName>()
const mostSeen = 10_000

const quotedName = /`((?:[^`]|``)*)`/y

/**
 * Reads a table's name as traces write it: `` `shop`.`orders` `o` USE INDEX (`ix`) ``. The table that collects a UNION
 * has no name: it is called `<union>`.
 */
export function tracedName(text: string): TracedName {
  const known = seen.get(text)
  if (known) return known
  const name = readName(text)
  if (seen.size >= mostSeen) seen.clear()
  seen.set(text, name)
  return name
}

function readName(text: string): TracedName {
  let at = text.search(/\S/)
  if (at === -1 || text[at] !== '`') {
    // A table function stands before its alias: "json_table(…) `jt`".
    const alias = /\) `((?:[^`]|``)*)`\s*$/.exec(text)?.[1]?.replaceAll('``', '`')
    return { shown: alias ?? (text.trim() === '' ? '<union>' : text.trim()) }
  }
  const names: string[] = []
  let dotted = false
  for (;;) {
    quotedName.lastIndex = at
    const found = quotedName.exec(text)
    if (!found) break
    if (dotted) names.pop()
    names.push((found[1] ?? '').replaceAll('``', '`'))
    at = quotedName.lastIndex
    dotted = text[at] === '.'
    at += dotted || text[at] === ' ' ? 1 : 0
  }
  const [name = '', alias] = names
  const shown = alias ?? name
  const hints = text.slice(at).trim()
  return {
    shown: shown === '' ? '<union>' : shown,
    ...(name !== '' && { name }),
    ...(/^(USE|FORCE|IGNORE) /.test(hints) && { hints }),
  }
}

/** Prefixes: MySQL lists them, MariaDB 11 writes `c,o`. */
export function tracedNames(text: string): string[] {
  return text === '' ? [] : text.split(',').map((each) => tracedName(each).shown)
}
