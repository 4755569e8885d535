/** PostgreSQL prints the operators behind LIKE; the text_pattern_ops ones compare as the plain ones do. */
export const renamedOperators: Readonly<Record<string, string>> = {
  '!=': '<>',
  '~~': 'like',
  '~~*': 'ilike',
  '!~~': 'not like',
  '!~~*': 'not ilike',
  '~<~': '<',
  '~<=~': '<=',
  '~>~': '>',
  '~>=~': '>=',
  rlike: 'regexp',
  'not rlike': 'not regexp',
  is: '<=>',
}
/** `a > b` is `b < a`. */
export const turned: Readonly<Record<string, string>> = { '>': '<', '>=': '<=' }
/** What NOT makes of a comparison. */
export const opposite: Readonly<Record<string, string>> = {
  '=': '<>',
  '<>': '=',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
  like: 'not like',
  'not like': 'like',
  ilike: 'not ilike',
  'not ilike': 'ilike',
  regexp: 'not regexp',
  'not regexp': 'regexp',
  '~': '!~',
  '!~': '~',
  '~*': '!~*',
  '!~*': '~*',
}
/** Sides may stand either way round. */
export const symmetric: ReadonlySet<string> = new Set(['=', '<>', '<=>'])

/** Marks around a condition or value that say how it is evaluated, not what it is. */
export const wrappers: ReadonlySet<string> = new Set([
  '<cache>',
  'trigcond',
  '<nop>',
  '<ref_null_helper>',
  '<materialize>',
])
/** Other names of the same functions. */
export const sameFunctions: Readonly<Record<string, string>> = {
  lcase: 'lower',
  ucase: 'upper',
  substr: 'substring',
  mid: 'substring',
  ceiling: 'ceil',
  power: 'pow',
  character_length: 'char_length',
  dayofmonth: 'day',
}
/** Functions that may be written without parentheses. */
export const bareFunctions =
  /^(?:current_date|current_time|current_timestamp|current_user|current_role|session_user|localtime|localtimestamp|utc_date|utc_time|utc_timestamp)$/i
