/** One value of `DETAIL: parameters:`; `value` is absent for NULL. */
export interface LoggedParameter {
  /** The number behind `$`. */
  readonly name: string
  readonly value?: string
}

/**
 * The values that PostgreSQL logs beside a statement with placeholders: `$1 = '7', $2 = NULL, $3 = 'it''s'`. Reading
 * stops where the list was cut (log_parameter_max_length writes `...` behind such a value, which is left out).
 */
export function loggedParameters(text: string): LoggedParameter[] {
  const found: LoggedParameter[] = []
  const one = /\s*\$(\d+) = (?:NULL|'((?:[^']|'')*)'(\.\.\.)?)(?:,|\s*$)/y
  for (let match = one.exec(text); match !== null; match = one.exec(text)) {
    const [all, name = '', value, cut] = match
    // The server puts the dots inside of the quotes.
    const isCut = cut !== undefined || value?.endsWith('...') === true
    if (!isCut) found.push(value === undefined ? { name } : { name, value: value.replaceAll("''", "'") })
    if (!all.trimEnd().endsWith(',')) break
  }
  return found
}
