/** The words of MySQL's and MariaDB's tabular EXPLAIN: what stands in `Extra` and in `select_type`. */

/** Messages that stand in `Extra` of a row without a table: nothing is read, and why. */
const messages = [
  'No tables used',
  'Impossible WHERE',
  'Impossible WHERE noticed after reading const tables',
  'Impossible HAVING',
  'Impossible HAVING noticed after reading const tables',
  'Impossible ON condition',
  'no matching row in const table',
  'no matching row in UPDATE const table',
  'no matching row in DELETE const table',
  'const row not found',
  'unique row not found',
  'Const row not found',
  'Unique row not found',
  'Select tables optimized away',
  'No matching min/max row',
  'No matching rows after partition pruning',
  'Not optimized, outer query is empty',
  "Plan isn't ready yet",
  'Deleting all rows',
  'Zero limit',
  'LIMIT is zero',
  'Storage engine handles GROUP BY',
]

const phrases = [
  'Using where',
  'Using index',
  'Using index condition',
  'Using index for group-by',
  'Using index for group-by (scanning)',
  'Using index for skip scan',
  'Using temporary',
  'Using filesort',
  'Using MRR',
  'Using rowid filter',
  'Using buffer',
  'Using join cache',
  'Rowid-ordered scan',
  'Key-ordered scan',
  'Key-ordered Rowid-ordered scan',
  'Backward index scan',
  'Distinct',
  'Not exists',
  'LooseScan',
  'FirstMatch',
  'Start temporary',
  'End temporary',
  'Materialize',
  'Scan',
  'Full scan on NULL key',
  'Recursive',
  'Rematerialize',
  'Table function: json_table',
  'Using secondary engine',
  'Scanned all databases',
  'Open_frm_only',
  'Open_full_table',
  'Open_trigger_only',
  'Skip_open_table',
  'unique row not found',
]

const known: ReadonlySet<string> = new Set([...messages, ...phrases])

/** Phrases with something variable in them. */
const patterns: readonly RegExp[] = [
  /^Using join buffer \([^()]*(?:\([^()]*\))?[^()]*\)$/,
  /^Using (?:sort_union|union|sort_intersect|intersect)\(.*\)$/,
  /^FirstMatch\(.*\)$/,
  /^LooseScan\(.*\)$/,
  /^Range checked for each record \(.*\)$/,
  /^Using index condition\(.*\)$/,
  /^Using where with pushed condition/,
  /^Using pushed condition \(.*\)$/,
  /^Child of '.*' in pushed join@\d+$/,
  /^Parent of \d+ pushed join@\d+$/,
  /^Ft_hints:/,
  /^Rematerialize \(.*\)$/,
  /^Scanned \d+ databases?/,
  /^Using secondary engine /,
  /^Table function: /,
]

/** The phrases of an `Extra` cell; `; ` inside brackets does not part them. */
export function extraPhrases(extra: string): string[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at < extra.length; at++) {
    const letter = extra[at]
    if (letter === '(') depth++
    else if (letter === ')') depth--
    else if (letter === ';' && depth <= 0) {
      parts.push(extra.slice(from, at).trim())
      from = at + 1
    }
  }
  parts.push(extra.slice(from).trim())
  return parts.filter((part) => part !== '')
}

export function isKnownPhrase(phrase: string): boolean {
  return known.has(phrase) || patterns.some((pattern) => pattern.test(phrase))
}

export const selectTypes: ReadonlySet<string> = new Set([
  'SIMPLE',
  'PRIMARY',
  'SUBQUERY',
  'DEPENDENT SUBQUERY',
  'UNCACHEABLE SUBQUERY',
  'MATERIALIZED',
  'DERIVED',
  'DEPENDENT DERIVED',
  'LATERAL DERIVED',
  'UNCACHEABLE DERIVED',
  'UNION',
  'DEPENDENT UNION',
  'UNCACHEABLE UNION',
  'RECURSIVE UNION',
  'UNION RESULT',
  'EXCEPT',
  'DEPENDENT EXCEPT',
  'EXCEPT RESULT',
  'INTERSECT',
  'DEPENDENT INTERSECT',
  'INTERSECT RESULT',
  'UNIT RESULT',
  'RESULT',
  'INSERT',
  'REPLACE',
  'UPDATE',
  'DELETE',
  'NONE',
  'PUSHED SELECT',
  'PUSHED DERIVED',
  'PUSHED UNION',
  'PUSHED UNIT',
  'PUSHED EXCEPT',
  'PUSHED INTERSECT',
])

/** A part of a set operation; its head is the select before it. */
export function isUnionPart(selectType: string): boolean {
  return /\b(?:UNION|EXCEPT|INTERSECT)$/.test(selectType)
}
