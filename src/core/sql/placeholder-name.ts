/** The name or number of a placeholder token (`:name`, `$1`, `%(name)s`); undefined for `?` and `%s`, told by their place. */
export function placeholderName(text: string): string | undefined {
  if (text === '?' || text === '%s') return undefined
  return text.startsWith('%(') ? text.slice(2, -2) : text.slice(1)
}
