import type { Fault, FaultCode } from '../../core/errors'

const heads: Partial<Record<FaultCode, string>> = {
  'syntax-error': 'a syntax error',
  'unknown-table': 'a table that it does not know',
  'unknown-column': 'a column that it does not know',
  'unknown-database': 'a database that it does not know',
  'missing-privilege': 'this login lacks a right',
  'access-denied': 'this login was refused',
  'read-only': 'it would write, and the session is read only',
  'lock-wait': 'it waited too long for a lock',
  'timed-out': 'it took longer than the limit',
  'server-error': 'an error',
}

/** One sentence: who refused, why in a few words, and on which line. */
export function refusalHead(fault: Fault, server: string): string {
  const line = fault.line === undefined ? '' : ` on line ${fault.line}`
  const head = heads[fault.code]
  return head === undefined || (!fault.server && fault.code !== 'timed-out')
    ? fault.message
    : `${server} refused the statement: ${head}${line}.`
}

/** The server's error as clients print it: "ERROR 1064 (42000)". */
export function serverCode(fault: Fault): string | undefined {
  if (!fault.server) return undefined
  const { errno, sqlState } = fault.server
  const state = sqlState === undefined || sqlState === String(errno) ? '' : ` (${sqlState})`
  return `ERROR ${errno}${state}`
}

/** Everything about the fault, for pasting elsewhere. */
export function refusalText(fault: Fault, asked: string): string {
  const code = serverCode(fault)
  return [
    code && fault.server ? `${code}: ${fault.server.message}` : fault.message,
    fault.hint,
    fault.line === undefined
      ? undefined
      : `Line ${fault.line}${fault.column === undefined ? '' : `, column ${fault.column}`}`,
    '',
    asked,
  ]
    .filter((line) => line !== undefined)
    .join('\n')
}
