import { faultCodeOf, hintOf, offsetOfPosition } from '../../core/dialects/postgres'
import { fault, SargableError, type ServerError } from '../../core/errors'
import { lineAndColumn, type TextSpan } from '../../core/text-span'
import { faultFromNetworkError, lostConnection } from '../shared/connect-faults'

/** A statement that was sent, and where the person's text stands in it. */
export interface Sent {
  readonly statement: string
  /** What we put before the person's statement. */
  readonly prefixLength: number
  /** The person's whole text. */
  readonly text: string
  /** Where the statement starts in it. */
  readonly offset: number
}

/** The fields of an ErrorResponse that we read; pg puts them on its error. */
interface ServerAnswer {
  readonly sqlState: string
  readonly message: string
  readonly hint?: string
  readonly position?: number
}

/** What the server answered, or undefined when the error is not its answer. */
function serverAnswer(thrown: unknown): ServerAnswer | undefined {
  if (!(thrown instanceof Error) || !('severity' in thrown) || !('code' in thrown)) return undefined
  const { code } = thrown
  if (typeof code !== 'string' || !/^[0-9A-Z]{5}$/.test(code)) return undefined
  const position = 'position' in thrown ? Number(thrown.position) : Number.NaN
  return {
    sqlState: code,
    message: thrown.message,
    ...('hint' in thrown && typeof thrown.hint === 'string' && { hint: thrown.hint }),
    ...(position > 0 && { position }),
  }
}

/**
 * Whatever pg or the socket threw, as our error. With `sent`, the place that the server names becomes a span in the
 * person's text.
 */
export function postgresFault(thrown: unknown, place: string, sent?: Sent): SargableError {
  if (thrown instanceof SargableError) return thrown
  const answer = serverAnswer(thrown)
  if (answer) return answered(answer, sent)
  const network = faultFromNetworkError(thrown, place)
  if (network) return network
  const said = thrown instanceof Error ? thrown.message : String(thrown)
  if (/does not support SSL|error establishing an SSL/i.test(said)) {
    return fault('tls-refused', `${place} does not take encrypted connections.`, {
      hint: 'Set TLS to "prefer" or "disable", or switch ssl on in the server.',
      server: { errno: 'TLS', message: said },
    })
  }
  if (/timeout expired/i.test(said)) {
    return fault('cannot-connect', `No answer from ${place} within the connect time limit.`, {
      hint: 'Check host and port; a firewall may drop the packets.',
      server: { errno: 'ETIMEDOUT', message: said },
    })
  }
  if (/password must be a (non-empty )?string/i.test(said)) {
    return fault('access-denied', `${place} asks for a password.`, { hint: 'Give one, or put it into ~/.pgpass.' })
  }
  if (/connection (terminated|ended)|not queryable|was closed|connection error/i.test(said)) {
    return lostConnection(place, said, 'ECONNRESET')
  }
  return fault('server-error', said || 'The driver failed without a word.', {
    server: { errno: 'driver', message: said },
  })
}

function answered(answer: ServerAnswer, sent: Sent | undefined): SargableError {
  const { sqlState, message } = answer
  const server: ServerError = { errno: sqlState, sqlState, message }
  const hint = answer.hint ?? hintOf(sqlState, message)
  const span = sent && answer.position !== undefined ? spanOf(sent, answer.position) : undefined
  return fault(faultCodeOf(sqlState, message), message, {
    ...(hint && { hint }),
    server,
    ...(sent && span && { span, ...lineAndColumn(sent.text, span.start) }),
  })
}

/** The word, quoted name or sign at the server's position; undefined when it lies in what we put before. */
function spanOf(sent: Sent, position: number): TextSpan | undefined {
  const inStatement = offsetOfPosition(sent.statement, position) - sent.prefixLength
  if (inStatement < 0) return undefined
  const start = Math.min(sent.offset + inStatement, sent.text.length)
  const word = /^(?:"(?:[^"]|"")*"|'(?:[^']|'')*'|[\p{L}\p{N}_$]+(?:\.[\p{L}_][\p{L}\p{N}_$]*)*)/u.exec(
    sent.text.slice(start),
  )
  return { start, end: Math.min(start + (word?.[0].length ?? 1), sent.text.length) }
}

/** An error that the server sent as its answer, after which the connection is still good. */
export function isAnswer(error: unknown): error is SargableError {
  return (
    error instanceof SargableError &&
    error.fault.server?.sqlState !== undefined &&
    error.fault.code !== 'lost-connection'
  )
}
