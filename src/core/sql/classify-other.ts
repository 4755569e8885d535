import type { ReadingFacts } from './inspect-reading'
import type { ReadOnly } from './model'
import type { SignificantTokens } from './significant-tokens'
import { TokenKind } from './tokens'

/** Whether a statement that is neither a query nor row DML only reads, by its first word. */
export function classifyOther(
  code: SignificantTokens,
  at: number,
  facts: ReadingFacts,
): { readonly readOnly: ReadOnly; readonly reason: string } {
  const verb = code.word(at)
  if (reading.has(verb)) {
    const call = facts.writingCall ?? facts.unknownCall
    if (call !== undefined) return { readOnly: 'unknown', reason: `It calls ${call}.` }
    return { readOnly: 'yes', reason: 'It only shows what the server knows.' }
  }
  if (verb === 'SET') return setting(code, at)
  if (verb === 'COPY') return copying(code, facts)
  if (transaction.has(verb)) return { readOnly: 'no', reason: `${verb} ends or changes the transaction.` }
  if (writing.has(verb)) return { readOnly: 'no', reason: `${verb} changes the server or what it stores.` }
  if (verb === '') return { readOnly: 'no', reason: 'It does not begin with a word of SQL.' }
  return { readOnly: 'unknown', reason: `What ${verb} does is not known here.` }
}

const reading: ReadonlySet<string> = new Set(['SHOW', 'HELP'])

const transaction: ReadonlySet<string> = new Set(
  'ABORT BEGIN COMMIT END RELEASE ROLLBACK SAVEPOINT START XA'.split(' '),
)

const writing: ReadonlySet<string> = new Set(
  (
    'ALTER ANALYZE BACKUP BINLOG CACHE CHANGE CHECK CHECKPOINT CLONE CLUSTER COMMENT CREATE DISCARD DROP FLUSH GRANT ' +
    'IMPORT INSTALL KILL LISTEN LOAD LOCK MERGE NOTIFY OPTIMIZE PURGE REASSIGN REFRESH REINDEX RENAME REPAIR RESET ' +
    'RESTART REVOKE SECURITY SHUTDOWN STOP TRUNCATE UNINSTALL UNLISTEN UNLOCK VACUUM'
  ).split(' '),
)

/** SET of a session variable stays in the session; of a global one, a password or the transaction it does not. */
function setting(code: SignificantTokens, at: number): { readonly readOnly: ReadOnly; readonly reason: string } {
  for (let i = at + 1; i < code.length; i++) {
    const word = code.word(i)
    const global =
      (code.kind(i) === TokenKind.systemVariable && /^@@(global|persist)/i.test(code.text(i))) ||
      word === 'GLOBAL' ||
      word === 'PERSIST' ||
      word === 'PERSIST_ONLY'
    if (global) return { readOnly: 'no', reason: 'SET changes a variable of the whole server.' }
    if (word === 'PASSWORD' || word === 'TRANSACTION' || word === 'CHARACTERISTICS') {
      return { readOnly: 'no', reason: `SET ${word} changes more than a variable of this session.` }
    }
  }
  return { readOnly: 'unknown', reason: 'SET changes this session.' }
}

/** Only COPY … TO STDOUT reads; to a file or a program it writes on the server, FROM writes rows. */
function copying(
  code: SignificantTokens,
  facts: ReadingFacts,
): { readonly readOnly: ReadOnly; readonly reason: string } {
  for (let i = 1; i < code.length; i++) {
    if (code.kind(i) === TokenKind.openParen) i = code.closing(i)
    else if (code.word(i) === 'TO' && code.word(i + 1) === 'STDOUT' && !facts.modifies) {
      return { readOnly: 'unknown', reason: 'COPY … TO STDOUT reads, but gives no result set.' }
    }
  }
  return { readOnly: 'no', reason: 'COPY writes rows, a file on the server, or to a program.' }
}
