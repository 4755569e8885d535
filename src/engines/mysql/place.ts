import { syntaxErrorSpan, unknownNameSpan } from '../../core/dialects/mysql-error-place'
import { type FaultCode, SargableError } from '../../core/errors'
import { lineAndColumn } from '../../core/text-span'
import type { Admitted } from './admit'

const unknownNames: ReadonlySet<FaultCode> = new Set(['unknown-database', 'unknown-table', 'unknown-column'])

/**
 * The same error with its place in the text that the person wrote. The server counts in what was sent: `prefix`, then
 * the statement without what stood around it.
 */
export function placeInStatement(error: SargableError, prefix: string, statement: Admitted): SargableError {
  const { fault } = error
  if (fault.span || !fault.server) return error
  const find =
    fault.code === 'syntax-error' ? syntaxErrorSpan : unknownNames.has(fault.code) ? unknownNameSpan : undefined
  const found = find?.(fault.server.message, prefix + statement.sql)
  if (!found || found.start < prefix.length) return error
  const toText = (offset: number) => offset - prefix.length + statement.offset
  const span = { start: toText(found.start), end: Math.min(toText(found.end), statement.text.length) }
  return new SargableError({ ...fault, span, ...lineAndColumn(statement.text, span.start) })
}
