import { dialectOf } from '../../core/engine'
import { fault } from '../../core/errors'
import { classifyStatement } from '../../core/sql/classify'
import type { ReadOnly } from '../../core/sql/model'
import { SignificantTokens } from '../../core/sql/significant-tokens'
import { splitStatements } from '../../core/sql/statements'
import { tokenize } from '../../core/sql/tokenizer'
import { TokenKind } from '../../core/sql/tokens'
import { unwrap } from '../../core/sql/wrappers'
import { lineAndColumn } from '../../core/text-span'
import type { ServerProfile } from './set-up'

/** A statement that may be explained: exactly one, of a known kind. */
export interface Admitted {
  /** What the person wrote. */
  readonly text: string
  /** The statement in it, without delimiter, EXPLAIN, and what stands around. */
  readonly sql: string
  /** Where `sql` starts in `text`. */
  readonly offset: number
  /** MariaDB's `SET STATEMENT … FOR `, which must stand before EXPLAIN; else empty. */
  readonly lead: string
  readonly form: 'select' | 'dml'
  /** It locks rows (FOR UPDATE, LOCK IN SHARE MODE). */
  readonly locks: boolean
  readonly readOnly: ReadOnly
}

/** What the server needs of a packet besides the statement: command byte, EXPLAIN prefix. */
const packetRoomBytes = 1024

/**
 * Looks at a text before anything is sent.
 * @throws SargableError `empty-statement`, `not-one-statement`, `statement-too-large`, `unsupported`, `bad-request` for
 * placeholders without values, and on a production connection `production-refused` for everything but a plain SELECT.
 */
export function admit(text: string, profile: ServerProfile, production: boolean): Admitted {
  const sqlMode = profile.facts.variables.get('sql_mode') ?? ''
  const tokens = tokenize(text, dialectOf(profile.identity.product), {
    ansiQuotes: sqlMode.includes('ANSI_QUOTES'),
    noBackslashEscapes: !profile.backslashEscapes,
  })
  const ranges = splitStatements(tokens)
  const [range] = ranges
  if (!range) {
    throw fault('empty-statement', 'There is no statement to explain.', { hint: 'Write a SELECT, UPDATE or DELETE.' })
  }
  if (ranges.length > 1) {
    throw fault('not-one-statement', `There are ${ranges.length} statements; one at a time is explained.`, {
      hint: 'Select the one to run.',
      ...(ranges[1] && { span: ranges[1].span }),
    })
  }
  const found = classifyStatement(tokens, range)
  if (found.explainForm === 'none') {
    throw fault(
      'unsupported',
      `${found.alreadyExplain || !found.verb ? 'This statement' : found.verb} has no plan. ${found.reason}`,
      {
        hint: 'Plans exist for SELECT, INSERT, UPDATE, DELETE and REPLACE.',
        span: range.span,
      },
    )
  }
  const locks = found.locks !== 'none'
  if (production && (found.explainForm !== 'select' || locks)) {
    throw fault(
      'production-refused',
      'On a production connection only SELECT statements without locks are explained.',
      {
        hint: 'Explain the SELECT that finds the same rows, or use another server.',
      },
    )
  }
  const code = new SignificantTokens(tokens, range.from, range.to)
  refusePlaceholders(code)
  const offset = found.alreadyExplain || code.word(0) === 'SET' ? startOf(code, unwrap(code).at) : range.span.start
  const sql = text.slice(offset, range.span.end)
  const bytes = Buffer.byteLength(sql)
  if (bytes > profile.maxStatementBytes - packetRoomBytes) {
    throw fault(
      'statement-too-large',
      `The statement has ${bytes.toLocaleString('en')} bytes; this server takes ${profile.maxStatementBytes.toLocaleString('en')}.`,
      { hint: 'Raise max_allowed_packet on the server, or shorten long IN lists.' },
    )
  }
  return {
    text,
    sql,
    offset,
    lead: code.word(0) === 'SET' ? text.slice(range.span.start, endOfSetStatement(code)) : '',
    form: found.explainForm,
    locks,
    readOnly: found.readOnly,
  }
}

function refusePlaceholders(code: SignificantTokens): void {
  for (let at = 0; at < code.length; at++) {
    if (code.kind(at) !== TokenKind.placeholder) continue
    const start = startOf(code, at)
    throw fault('bad-request', `The statement has a placeholder (${code.text(at)}) without a value.`, {
      hint: 'Write values in the places of the placeholders.',
      span: { start, end: start + code.text(at).length },
      ...lineAndColumn(code.tokens.text, start),
    })
  }
}

function startOf(code: SignificantTokens, at: number): number {
  return code.tokens.start(code.index(at))
}

/** The place after the FOR of `SET STATEMENT a = 1, b = (…) FOR`. */
function endOfSetStatement(code: SignificantTokens): number {
  for (let at = 2; at < code.length; at++) {
    if (code.kind(at) === TokenKind.openParen) at = code.closing(at)
    else if (code.word(at) === 'FOR') return startOf(code, at + 1)
  }
  return startOf(code, 0)
}
