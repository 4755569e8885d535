import type { ErrorDocument } from '../core/contract'
import { type Fault, faultExitCodes } from '../core/errors'

/** The fault as the document that `--json` prints. */
export function errorDocument(fault: Fault): ErrorDocument {
  return { sargable: 1, kind: 'error', ...fault }
}

export function exitCodeOf(fault: Fault): number {
  return faultExitCodes[fault.code]
}

/** The fault for people: what happened, where, what the server said, what to do next. */
export function faultText(fault: Fault): string {
  const place =
    fault.line === undefined
      ? ''
      : ` (line ${fault.line}${fault.column === undefined ? '' : `, column ${fault.column}`})`
  const lines = [`${fault.message}${place}`]
  if (fault.server) {
    const { errno, sqlState, message } = fault.server
    lines.push(`  server: ${errno}${sqlState ? ` (${sqlState})` : ''} ${message}`)
  }
  if (fault.hint) lines.push(`  ${fault.hint}`)
  if (fault.card) {
    const { title, sends, locks, timeLimit, worstCase } = fault.card
    lines.push('', `  ${title}`, ...sends.map((statement) => `    sends  ${statement}`))
    lines.push(`    locks  ${locks}`, `    limit  ${timeLimit}`, `    worst  ${worstCase}`)
  }
  return `${lines.join('\n')}\n`
}
