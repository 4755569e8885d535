import type { AccessMethod, Operator } from '../model'

/** What the steps of MySQL's executor are called in FORMAT=TREE and in `operation` of FORMAT=JSON, version 2. */
export interface OperationWords {
  /** The beginning of the phrase (sticky); what stands behind it are names, conditions and numbers. */
  readonly begins: RegExp
  readonly operator: Operator
  /** How many inputs the server prints below it, at least; subqueries do not count. */
  readonly inputs: number
}

/** Steps that read no table themselves. The first that matches counts. */
export const operationWords: readonly OperationWords[] = [
  { begins: /Filter(?=: )/y, operator: 'filter', inputs: 1 },
  { begins: /Nested loop (?:inner|left) join\b/y, operator: 'nested-loop', inputs: 2 },
  { begins: /Nested loop semijoin\b/y, operator: 'semi-join', inputs: 2 },
  { begins: /Nested loop antijoin\b/y, operator: 'anti-join', inputs: 2 },
  { begins: /(?:Inner|Left) hash join\b/y, operator: 'hash-join', inputs: 2 },
  { begins: /Hash (?:semijoin|antijoin)\b/y, operator: 'hash-join', inputs: 2 },
  {
    begins: /Batched key access (?:inner join|left join|semijoin|antijoin)\b/y,
    operator: 'batched-key-access',
    inputs: 2,
  },
  { begins: /Sort(?: row IDs)?(?: with duplicate removal)?(?=: )/y, operator: 'sort', inputs: 1 },
  { begins: /(?:Limit|Limit\/Offset|Offset)(?=: \d)/y, operator: 'limit', inputs: 1 },
  { begins: /Aggregate using temporary table\b/y, operator: 'aggregate', inputs: 1 },
  { begins: /(?:Group aggregate(?: with (?:rollup|cube))?|Aggregate)(?=: )/y, operator: 'aggregate', inputs: 1 },
  { begins: /Group(?= \((?:no aggregates|computed in earlier step))/y, operator: 'aggregate', inputs: 1 },
  { begins: /Window (?:multi-pass )?aggregate(?: with buffering)?(?=: )/y, operator: 'window', inputs: 1 },
  { begins: /Stream results\b/y, operator: 'result', inputs: 1 },
  {
    begins: /(?:Union|Union all|Intersect|Intersect all|Except|Except all) materialize\b/y,
    operator: 'union',
    inputs: 2,
  },
  // Further references to a recursive one are printed without inputs.
  { begins: /Materialize recursive CTE\b/y, operator: 'materialize', inputs: 0 },
  { begins: /Materialize (?:union )?CTE\b/y, operator: 'materialize', inputs: 1 },
  { begins: /Materialize table function\b/y, operator: 'materialize', inputs: 0 },
  { begins: /Materialize(?= with deduplication| \(|$)/y, operator: 'materialize', inputs: 1 },
  { begins: /Temporary table(?= with deduplication| \(|$)/y, operator: 'temporary-table', inputs: 1 },
  { begins: /Fill information schema table\b/y, operator: 'materialize', inputs: 0 },
  { begins: /Append$/y, operator: 'append', inputs: 1 },
  { begins: /Remove duplicate(?=\b.* rows using temporary table \(weedout\))/sy, operator: 'distinct', inputs: 1 },
  { begins: /Remove duplicates from .+?(?= (?:grouped|sorted) on )/y, operator: 'distinct', inputs: 1 },
  { begins: /Alternative plans for IN subquery(?=: )/y, operator: 'other', inputs: 2 },
  { begins: /Invalidate materialized tables\b/y, operator: 'other', inputs: 1 },
  { begins: /Rows fetched before execution\b/y, operator: 'result', inputs: 0 },
  { begins: /Zero rows(?= \()/y, operator: 'result', inputs: 0 },
  { begins: /Zero input rows(?= \()/y, operator: 'result', inputs: 0 },
  { begins: /<not executable by iterator executor>/y, operator: 'other', inputs: 0 },
  { begins: /Delete(?= from )/y, operator: 'delete', inputs: 1 },
  { begins: /Update(?= .*\((?:immediate|buffered)\))/sy, operator: 'update', inputs: 1 },
]

/** Steps that put the rows found by the range scans below them together: they are one access through many indexes. */
export const mergeWords = /^(?:Sort-deduplicate by row ID|(?:Intersect|Deduplicate) rows sorted by row ID)\b/

/** Steps that write into the one table that they name. */
export const insertWords = /^(Insert|Replace) into /

/** Reads of a table without an index. */
export const tableReads: readonly { readonly begins: RegExp; readonly method: AccessMethod }[] = [
  { begins: /^(Table scan) on /, method: 'full-scan' },
  { begins: /^(Sample scan) on /, method: 'full-scan' },
  { begins: /^(Constant row) from /, method: 'constant' },
  // The storage engine counts; nothing is said about how.
  { begins: /^(Count rows) in /, method: 'other' },
  { begins: /^(Scan new records) on /, method: 'full-scan' },
]

/** Reads through an index: kind of read, covering or not, and what is done with it. */
export const indexRead =
  /^((?:(Single-row|Multi-range|Full-text) )?(covering index|Covering index|index|Index) (lookup|scan|range scan|skip scan for grouping|skip scan for deduplication|skip scan|search|distance scan))( \(Multi-Range Read\))? on /

/** What is done with the index, as the third part of `indexRead` says it. docs/formats.md shows it. */
export const indexReadMethods: ReadonlyMap<string, AccessMethod> = new Map([
  ['scan', 'index-scan'],
  ['lookup', 'lookup'],
  ['range scan', 'range'],
  ['skip scan', 'skip-scan'],
  ['skip scan for grouping', 'loose-scan'],
  ['skip scan for deduplication', 'loose-scan'],
  ['search', 'fulltext'],
  ['distance scan', 'spatial'],
])

const labels = new Map<string, string>()
/** Some labels hold names of tables. */
const maxLabels = 1000

/** One string for all equal labels, of which there are some dozens: a piece of each line would keep the whole text. */
export function sameString(label: string): string {
  const known = labels.get(label)
  if (known !== undefined) return known
  if (labels.size < maxLabels) labels.set(label, label)
  return label
}

/** How many code units of a phrase a sticky pattern takes at its beginning; -1 where it does not fit. */
export function lengthOfWords(begins: RegExp, phrase: string): number {
  begins.lastIndex = 0
  return begins.test(phrase) ? begins.lastIndex : -1
}

/** Whether a phrase begins with words that are known. */
export function isKnownPhrase(phrase: string): boolean {
  return (
    [indexRead, insertWords, mergeWords, headingWords].some((begins) => begins.test(phrase)) ||
    tableReads.some(({ begins }) => begins.test(phrase)) ||
    operationWords.some(({ begins }) => lengthOfWords(begins, phrase) !== -1)
  )
}

/** Lines of the tree (JSON: `heading`) that say what the step below them is for. */
export const headingWords =
  /^(?:Hash|Batch input rows|Repeat until convergence|Disable deduplication|Clustered primary key \(scanned separately\)|Limit table size: \d+ (?:unique )?row\(s\)(?:, disable deduplication)?(?:, repeat until convergence)?|Disable deduplication, repeat until convergence|Select #\d+ \(subquery in .+\))$/

export const subqueryHeading =
  /^Select #(\d+) \(subquery in (condition|projection|extra conditions|pushed condition); (dependent|run only once|uncacheable)\)$/
