import { z } from 'zod'
import { textSpanSchema } from './text-span'

/**
 * Every way in which a call can fail. All codes of the product stand here; each front adds its own advice.
 * The number is the exit code of the command line (contract: 2 the call is wrong, 3 server, file or text refused,
 * 4 stopped).
 */
export const faultExitCodes = {
  'bad-request': 2,
  'unknown-method': 2,
  'unknown-connection': 2,
  'unknown-sample': 2,
  'unknown-field': 2,
  'not-one-statement': 2,
  'empty-statement': 2,
  'statement-too-large': 2,
  'needs-consent': 2,
  'not-allowed': 3,
  'production-refused': 3,
  'cannot-connect': 3,
  'unknown-host': 3,
  'access-denied': 3,
  'tls-refused': 3,
  'lost-connection': 3,
  'unknown-database': 3,
  'unknown-table': 3,
  'unknown-column': 3,
  'syntax-error': 3,
  'missing-privilege': 3,
  'server-error': 3,
  'read-only': 3,
  'lock-wait': 3,
  'disk-full': 3,
  'unreadable-plan': 3,
  'unreadable-text': 3,
  'file-unreadable': 3,
  unsupported: 3,
  'sandbox-unavailable': 3,
  'sandbox-failed': 3,
  'store-failed': 3,
  'timed-out': 4,
  cancelled: 4,
  internal: 3,
} as const
export type FaultCode = keyof typeof faultExitCodes
export const faultCodeSchema = z.enum(Object.keys(faultExitCodes) as [FaultCode, ...FaultCode[]])

/** What a server answered, verbatim. */
export const serverErrorSchema = z
  .object({ errno: z.union([z.number(), z.string()]), sqlState: z.string().optional(), message: z.string() })
  .readonly()
export type ServerError = z.infer<typeof serverErrorSchema>

/** What the person must see before something is sent that could hurt. */
export const consentCardSchema = z
  .object({
    title: z.string(),
    /** The exact statements that will be sent, in order. */
    sends: z.array(z.string()).readonly(),
    locks: z.string(),
    rows: z.string().optional(),
    timeLimit: z.string(),
    worstCase: z.string(),
  })
  .readonly()
export type ConsentCard = z.infer<typeof consentCardSchema>

/** An error as plain data: what crosses processes, what `--json` prints. */
export const faultSchema = z
  .object({
    code: faultCodeSchema,
    message: z.string(),
    hint: z.string().optional(),
    server: serverErrorSchema.optional(),
    /** Place in the text that was sent (SQL, plan or file), where one is known. */
    span: textSpanSchema.optional(),
    line: z.int().optional(),
    column: z.int().optional(),
    /** With `needs-consent`: the card to show. */
    card: consentCardSchema.optional(),
  })
  .readonly()
export type Fault = z.infer<typeof faultSchema>

/** The one error class. Everything else is turned into one at the edge where it happens. */
export class SargableError extends Error {
  override readonly name = 'SargableError'
  readonly fault: Fault

  constructor(fault: Fault) {
    super(fault.message)
    this.fault = fault
  }
}

/** Makes the error to throw; reads as `throw fault('syntax-error', '…', { hint: '…' })`. */
export function fault(code: FaultCode, message: string, more: Omit<Fault, 'code' | 'message'> = {}): SargableError {
  return new SargableError({ code, message, ...more })
}

/** Any thrown value as a fault. Unknown ones become `internal`, with their message kept. */
export function faultOf(thrown: unknown): Fault {
  if (thrown instanceof SargableError) return thrown.fault
  if (thrown instanceof Error) {
    if (thrown.name === 'AbortError') return { code: 'cancelled', message: 'Stopped.' }
    return { code: 'internal', message: thrown.message || thrown.name }
  }
  return { code: 'internal', message: String(thrown) }
}

/** Makes the compiler prove that a closed union was handled whole. */
export function exhausted(value: never): never {
  throw fault('internal', `Unhandled case ${JSON.stringify(value)}`)
}
