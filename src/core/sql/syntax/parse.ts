import type { Dialect } from '../../engine'
import { SignificantTokens } from '../significant-tokens'
import { type StatementRange, splitStatements } from '../statements'
import { type TokenizerOptions, tokenize } from '../tokenizer'
import { TokenKind, type TokenList } from '../tokens'
import type { SyntaxTree } from './model'
import { Reader } from './reader'
import { statement } from './statements'

/** The dialects whose grammar this is. */
export type SyntaxDialect = Exclude<Dialect, 'postgres'>

/** The trees of all statements of a text. Spans are places in `text`. */
export function parseSql(text: string, dialect: SyntaxDialect, options: TokenizerOptions = {}): SyntaxTree[] {
  const tokens = tokenize(text, dialect, options)
  return splitStatements(tokens).map((range) => parseStatement(tokens, range))
}

/**
 * The tree of one statement of a MySQL or MariaDB token list. Takes what any supported version takes; never throws,
 * in time proportional to the length. What is not understood becomes opaque nodes, the first such place `error`.
 * Executable comments (`/*! …`) are read as SQL; where that gives an error and some server would skip
 * them, as comments.
 */
export function parseStatement(tokens: TokenList, range: StatementRange): SyntaxTree {
  const tree = parseTokens(new SignificantTokens(tokens, range.from, range.to))
  if (tree.error === undefined || !maySkipExecutable(tokens, range)) return tree
  const without = parseTokens(new SignificantTokens(tokens, range.from, range.to, true))
  return without.error === undefined ? without : tree
}

/** A quote or comment that does not end, a character without meaning: an error where it begins. */
function failAtBrokenTokens(r: Reader): void {
  const { code } = r
  const first = code.start(0)
  const end = code.tokens.end(code.index(code.length - 1))
  for (const { message, span } of code.tokens.notes) {
    if (span.start < first || span.start > end) continue
    let at = code.length
    while (at > 0 && code.start(at - 1) >= span.start) at--
    r.fail(message, at)
    return
  }
}

/** Is there an executable comment that some server we know does not run, by its version number or mark? */
function maySkipExecutable(tokens: TokenList, range: StatementRange): boolean {
  for (let i = range.from; i < range.to; i++) {
    if (tokens.kind(i) !== TokenKind.executableOpen) continue
    const version = Number(tokens.textOf(i).replaceAll(/\D/g, ''))
    if (version > oldestVersion) return true
  }
  return false
}

/** MySQL 5.6.0. A comment without a version, or for this one or older, runs on all servers. */
const oldestVersion = 50600

function parseTokens(code: SignificantTokens): SyntaxTree {
  const r = new Reader(code)
  const found = statement(r)
  failAtBrokenTokens(r)
  if (r.atEnd) return { code, statement: found, error: r.error, notes: r.notes }
  r.fail('The statement should end here.')
  const rest = r.opaqueTo(code.length, 'The statement should end here.')
  const opaque = [...(found.opaque ?? []), rest]
  const whole = { ...found, to: code.length, span: r.spanOf(found.from, code.length), opaque }
  return { code, statement: whole, error: r.error, notes: r.notes }
}
