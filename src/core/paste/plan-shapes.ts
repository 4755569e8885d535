import type { Dialect } from '../engine'
import { planFormats } from '../plan/formats'
import type { PlanFormatId } from '../plan/model'

/** Characters of a piece that are looked at. */
const headLength = 64_000

/** Formats by signs of their own; for texts whose reader is not there yet the format is still told. */
const signs: readonly { readonly format: PlanFormatId; readonly pattern: RegExp }[] = [
  {
    format: 'mysql-json-v2',
    pattern: /^\s*\{[\s\S]{0,400}?"(?:query_plan|operation|query_type|json_schema_version)"\s*:/,
  },
  { format: 'postgres-xml', pattern: /<explain\b[^>]*>/ },
  { format: 'postgres-yaml', pattern: /^[ \t]*"?- Plan:/m },
  { format: 'postgres-text', pattern: /\(cost=\d+\.\d+\.\.\d+\.\d+ rows=\d+(?:\.\d+)? width=\d+\)|^ *QUERY PLAN *$/m },
  { format: 'postgres-text', pattern: /\(actual (?:time=[\d.]+ )?rows=\d+(?:\.\d+)? loops=\d+\)\s*$/m },
  { format: 'mysql-tree', pattern: /(?:^|[|\n"\t])[ \t]*-> [^\n]*\((?:cost=|actual time=|never executed)/ },
  { format: 'mysql-tree', pattern: /^\s*(?:EXPLAIN\s*\n)?-> / },
]

/** The format of a piece of text that may be a plan; undefined when it is none. */
export function planFormatOf(piece: string): PlanFormatId | undefined {
  const head = piece.slice(0, headLength)
  return (
    planFormats.find((format) => format.recognizes(head))?.id ?? signs.find((sign) => sign.pattern.test(head))?.format
  )
}

/** Is the piece an optimizer trace, whole or cut, bare or as a column of information_schema.OPTIMIZER_TRACE? */
export function looksLikeTrace(piece: string): boolean {
  const head = piece.slice(0, headLength)
  return /"(?:join_preparation|join_optimization|join_execution)"\s*:/.test(head) || /\{\s*"steps"\s*:\s*\[/.test(head)
}

/** The dialect whose servers print this format. */
export function dialectOfFormat(format: PlanFormatId): Dialect {
  if (format.startsWith('postgres')) return 'postgres'
  return format.startsWith('mariadb') ? 'mariadb' : 'mysql'
}
