/**
 * The first clause of a plan difference in words that names a difference: "`o` is now read by a full scan instead of
 * `o_date`". Clauses are parted by `; ` outside of names.
 */
export function firstClause(text: string): string {
  const clauses: string[] = []
  let inName = false
  let from = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '`') inName = !inName
    if (!inName && text.startsWith('; ', at)) {
      clauses.push(text.slice(from, at))
      from = at + 2
    }
  }
  clauses.push(text.slice(from).replace(/\.$/, ''))
  const told = clauses.find((clause) => !/^same join order$/i.test(clause)) ?? ''
  return told.charAt(0).toUpperCase() + told.slice(1)
}
