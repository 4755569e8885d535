import type { Dialect } from '../engine'
import { classifyStatement } from '../sql/classify'
import { guessDialect } from '../sql/guess-dialect'
import { SignificantTokens } from '../sql/significant-tokens'
import { splitStatements } from '../sql/statements'
import { tableReferences } from '../sql/table-references'
import { tokenize } from '../sql/tokenizer'
import type { TextSpan } from '../text-span'
import { continuationPrompt } from './frames'
import type { PastePart } from './model'
import { textFacts } from './piece-facts'

/**
 * The statements of a stretch of the text, each as one part of kind `sql` or `ddl`; what does not begin like one is
 * `unknown`. Facts: statementKind, tables (how many it names), readOnly, and `statement` when continuation prompts
 * of a client had to be taken out of its text (only looked for when a prompt stood before it: `prompted`).
 */
export function statementParts(
  text: string,
  span: TextSpan,
  dialect: Dialect | undefined,
  prompted = false,
): PastePart[] {
  const raw = text.slice(span.start, Math.min(span.end, span.start + maxLength))
  const piece = prompted ? blankPrompts(raw) : raw
  const shown = dialect ?? guessDialect(piece)
  const tokens = tokenize(piece, shown ?? 'mysql')
  const ranges = splitStatements(tokens)
  const isCut = span.start + raw.length < span.end
  const parts = ranges.slice(0, maxStatements).map((range, index): PastePart => {
    const code = new SignificantTokens(tokens, range.from, range.to)
    const found = classifyStatement(tokens, range)
    const goesOn = isCut && index === ranges.length - 1
    const placed = { start: span.start + range.span.start, end: goesOn ? span.end : span.start + range.span.end }
    const common = { ...(shown === undefined ? {} : { dialect: shown }), span: placed }
    if (!beginsStatement(code, found.verb))
      return { kind: 'unknown', span: placed, facts: textFacts(text.slice(placed.start, placed.end)) }
    const tables = tableReferences(code).length
    if (isDdl(found.verb, code)) return { ...common, kind: 'ddl', facts: { statementKind: 'other', tables } }
    // Nothing is said of what was not read.
    if (goesOn) return { ...common, kind: 'sql', facts: { statementKind: found.kind, readOnly: 'unknown' } }
    const clean = piece.slice(range.span.start, range.span.end).replace(/ +\n/g, '\n')
    const changed = piece.slice(range.span.start, range.span.end) !== text.slice(placed.start, placed.end)
    return {
      ...common,
      kind: 'sql',
      facts: {
        statementKind: found.kind,
        tables,
        readOnly: found.readOnly,
        ...(found.alreadyExplain ? { explain: true } : {}),
        ...(changed ? { statement: clean } : {}),
      },
    }
  })
  const beyond = ranges[maxStatements]
  if (beyond) parts.push({ kind: 'unknown', span: { start: span.start + beyond.span.start, end: span.end }, facts: {} })
  return parts
}

/**
 * So much of a stretch is read, in UTF-16 code units. What begins in it and goes on behind it is one part, whatever
 * follows: the longest statements are INSERTs of many rows.
 */
const maxLength = 1_000_000
/** So many statements of a stretch are told apart; the rest of it is one part more. */
const maxStatements = 10_000

/** Continuation prompts become blanks of the same length, so that places stay. */
function blankPrompts(piece: string): string {
  return piece
    .split('\n')
    .map((line, index) => {
      const found = index === 0 ? null : continuationPrompt.exec(line)
      return found === null ? line : ' '.repeat(found[0].length) + line.slice(found[0].length)
    })
    .join('\n')
}

const verbs: ReadonlySet<string> = new Set(
  (
    'ALTER ANALYZE BEGIN CALL CHECK CHECKSUM CLUSTER COMMENT COMMIT COPY CREATE DEALLOCATE DECLARE DELETE DESC DESCRIBE DO ' +
    'DROP EXECUTE EXPLAIN FETCH FLUSH GRANT HANDLER INSERT KILL LOAD LOCK MERGE OPTIMIZE PREPARE REFRESH REINDEX RENAME ' +
    'REPAIR REPLACE RESET REVOKE ROLLBACK SAVEPOINT SELECT SET SHOW START TABLE TRUNCATE UNLOCK UPDATE USE VACUUM VALUES WITH'
  ).split(' '),
)

/** Does the text begin with a verb of SQL? `Index` or `The` do not, and WITH only in front of another one. */
function beginsStatement(code: SignificantTokens, verb: string): boolean {
  const first = code.word(0)
  return verbs.has(verb) ? verb !== 'WITH' : first !== 'WITH' && verbs.has(first)
}

/** CREATE or ALTER of what a schema consists of; routines and accounts are plain statements. */
function isDdl(verb: string, code: SignificantTokens): boolean {
  if (verb === 'DROP' || verb === 'COMMENT') return true
  if (verb !== 'CREATE' && verb !== 'ALTER') return false
  for (let at = 1; at < 8; at++) {
    const word = code.word(at)
    if (['TABLE', 'INDEX', 'VIEW', 'SEQUENCE', 'TYPE', 'SCHEMA', 'DATABASE', 'STATISTICS', 'DOMAIN'].includes(word))
      return true
    if (['FUNCTION', 'PROCEDURE', 'TRIGGER', 'EVENT', 'USER', 'ROLE'].includes(word)) return false
  }
  return false
}
