/** The members of `enum('a','b')` and `set(…)`, as the catalog prints the type; none for other types. */
export function enumMembers(type: string): readonly string[] {
  const list = /^(?:enum|set)\s*\((.*)\)$/is.exec(type.trim())?.[1]
  if (list === undefined) return []
  return [...list.matchAll(/'((?:[^']|'')*)'/g)].map((match) => (match[1] ?? '').replaceAll("''", "'"))
}
