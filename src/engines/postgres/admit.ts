import { fault } from '../../core/errors'
import { classifyStatement } from '../../core/sql/classify'
import type { ReadOnly } from '../../core/sql/model'
import { SignificantTokens } from '../../core/sql/significant-tokens'
import { splitStatements } from '../../core/sql/statements'
import { tokenize } from '../../core/sql/tokenizer'
import { TokenKind, type TokenList } from '../../core/sql/tokens'
import { unwrap } from '../../core/sql/wrappers'

/** A statement that may be explained: exactly one, of a known kind. */
export interface Admitted {
  /** What the person wrote. */
  readonly text: string
  /** The statement in it, without `;`, EXPLAIN, and what stands around. */
  readonly sql: string
  /** Where `sql` starts in `text`. */
  readonly offset: number
  readonly form: 'select' | 'dml'
  /** It locks rows (FOR UPDATE, FOR SHARE). */
  readonly locks: boolean
  readonly readOnly: ReadOnly
  /** The highest n of its `$n`; 0 when it has none. */
  readonly parameters: number
}

/** PostgreSQL takes 1 GB; above this nobody wrote it, and the driver would copy it several times. */
const maxCharacters = 64 * 1024 * 1024

/**
 * Looks at a text before anything is sent.
 * @throws SargableError `empty-statement`, `not-one-statement`, `statement-too-large`, `bad-request` (characters that
 * PostgreSQL cannot take), `unsupported`, and on a production connection `production-refused` for all but plain reading.
 */
export function admit(text: string, production: boolean): Admitted {
  checkCharacters(text)
  const tokens = tokenize(text, 'postgres')
  const ranges = splitStatements(tokens)
  const [range, second] = ranges
  if (!range) {
    throw fault('empty-statement', 'There is no statement to explain.', { hint: 'Write a SELECT, UPDATE or DELETE.' })
  }
  if (second) {
    throw fault('not-one-statement', `There are ${ranges.length} statements; one at a time is explained.`, {
      hint: 'Select the one to run.',
      span: second.span,
    })
  }
  const found = classifyStatement(tokens, range)
  if (found.explainForm === 'none') {
    throw fault('unsupported', `${found.verb || 'This'} has no plan. ${found.reason}`.trim(), {
      hint: 'Plans exist for SELECT, VALUES, INSERT, UPDATE, DELETE and MERGE.',
      span: range.span,
    })
  }
  const locks = found.locks !== 'none'
  if (production && (found.explainForm !== 'select' || locks)) {
    throw fault(
      'production-refused',
      'On a production connection only SELECT statements without locks are explained.',
      { hint: 'Explain the SELECT that finds the same rows, or use another server.' },
    )
  }
  const code = new SignificantTokens(tokens, range.from, range.to)
  const offset = found.alreadyExplain ? code.start(unwrap(code).at) : range.span.start
  return {
    text,
    sql: text.slice(offset, range.span.end),
    offset,
    form: found.explainForm,
    locks,
    readOnly: found.readOnly,
    parameters: highestParameter(tokens, range.from, range.to),
  }
}

/** NUL would end the statement on the wire, and half a surrogate pair would reach the server as another character. */
function checkCharacters(text: string): void {
  if (text.length > maxCharacters) {
    throw fault('statement-too-large', `The text has ${text.length.toLocaleString('en')} characters.`, {
      hint: `Up to ${maxCharacters.toLocaleString('en')} are taken.`,
    })
  }
  const bad = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.exec(text)
  if (!bad) return
  const what = bad[0] === '\0' ? 'a NUL character' : 'half of a character (a lone surrogate)'
  throw fault('bad-request', `The text holds ${what}, which PostgreSQL cannot take.`, {
    hint: 'Remove it; the place is marked.',
    span: { start: bad.index, end: bad.index + 1 },
  })
}

function highestParameter(tokens: TokenList, from: number, to: number): number {
  let highest = 0
  for (let i = from; i < to; i++) {
    if (tokens.kind(i) !== TokenKind.placeholder) continue
    const number = /^\$(\d{1,5})$/.exec(tokens.text.slice(tokens.start(i), tokens.start(i + 1)))?.[1]
    highest = Math.max(highest, Number(number ?? 0))
  }
  return highest
}
