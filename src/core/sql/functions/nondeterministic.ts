import type { Dialect } from '../../engine'
import { SignificantTokens } from '../significant-tokens'
import { tokenize } from '../tokenizer'
import { TokenKind } from '../tokens'

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}

/** Another value in the next run; upper case. The date of the day (CURDATE) is not among them: runs are seconds apart. */
const mysqlChanging = words(`
NOW SYSDATE CURTIME CURRENT_TIME CURRENT_TIMESTAMP LOCALTIME LOCALTIMESTAMP UTC_TIME UTC_TIMESTAMP
RAND UUID UUID_V4 UUID_V7 UUID_SHORT SYS_GUID RANDOM_BYTES`)

const postgresChanging = words(`
NOW TRANSACTION_TIMESTAMP STATEMENT_TIMESTAMP CLOCK_TIMESTAMP TIMEOFDAY CURRENT_TIME CURRENT_TIMESTAMP LOCALTIME
LOCALTIMESTAMP RANDOM RANDOM_NORMAL GEN_RANDOM_UUID UUID_GENERATE_V1 UUID_GENERATE_V4 UUIDV4 UUIDV7 TXID_CURRENT
PG_CURRENT_XACT_ID ARRAY_SHUFFLE ARRAY_SAMPLE`)

/** Keywords of the standard that need no parentheses. */
const withoutParentheses = words('CURRENT_TIME CURRENT_TIMESTAMP LOCALTIME LOCALTIMESTAMP UTC_TIME UTC_TIMESTAMP')

/** Aggregates whose value depends on the order of their rows. */
const ordered = words(
  'GROUP_CONCAT JSON_ARRAYAGG STRING_AGG ARRAY_AGG JSON_AGG JSON_AGG_STRICT JSONB_AGG JSONB_AGG_STRICT XMLAGG',
)

export interface Nondeterminism {
  /** Calls and words, as written, that give another value in the next run. */
  readonly changing: readonly string[]
  /** Aggregates without an ORDER BY of their own whose value depends on the order of their rows. */
  readonly ordered: readonly string[]
}

/** What in a statement may give other values in its next run, by its words alone. */
export function nondeterminismOf(sql: string, dialect: Dialect): Nondeterminism {
  const tokens = tokenize(sql, dialect)
  const code = new SignificantTokens(tokens)
  const names = dialect === 'postgres' ? postgresChanging : mysqlChanging
  const changing = new Set<string>()
  const unordered = new Set<string>()
  for (let at = 0; at < code.length; at++) {
    if (code.isOperator(at, ':=')) changing.add('an assignment to a user variable')
    const word = code.word(at)
    // After a dot it is a column, or a function of somebody's own.
    if (word === '' || code.kind(at - 1) === TokenKind.dot) continue
    const call = code.kind(at + 1) === TokenKind.openParen
    if (names.has(word) && (call || withoutParentheses.has(word)) && code.kind(at + 1) !== TokenKind.dot) {
      changing.add(call ? `${word}()` : word)
    }
    // Without an argument it is the time of the call.
    if (word === 'UNIX_TIMESTAMP' && call && code.kind(at + 2) === TokenKind.closeParen) changing.add(`${word}()`)
    if (word === 'TABLESAMPLE' && dialect === 'postgres') changing.add(word)
    if (ordered.has(word) && call && !hasOrder(code, at + 1)) unordered.add(word)
  }
  return { changing: [...changing], ordered: [...unordered] }
}

function hasOrder(code: SignificantTokens, open: number): boolean {
  const close = code.closing(open)
  for (let at = open + 1; at < close; at++) if (code.word(at) === 'ORDER') return true
  return false
}
