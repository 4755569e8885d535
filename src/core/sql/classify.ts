import type { Dialect } from '../engine'
import type { TextSpan } from '../text-span'
import { classifyOther } from './classify-other'
import { inspectReading, type ReadingFacts } from './inspect-reading'
import { lexicalDoubt } from './lexical-doubt'
import { mainVerb } from './main-verb'
import type { ReadOnly, StatementKind } from './model'
import { readDottedName } from './names'
import { SignificantTokens } from './significant-tokens'
import { type StatementRange, splitStatements } from './statements'
import { type TokenizerOptions, tokenize } from './tokenizer'
import { TokenKind, type TokenList } from './tokens'
import { unwrap, type Wrapper } from './wrappers'

/** What kind of statement a text is and what it may do: the first wall before anything is sent to a server. */
export interface StatementClass {
  readonly kind: StatementKind
  /** The statement's own first word in upper case, behind EXPLAIN, WITH and SET STATEMENT. */
  readonly verb: string
  readonly readOnly: ReadOnly
  /** Row locks that it takes: a read-only transaction refuses `update`, and PostgreSQL `share` too. */
  readonly locks: 'none' | 'share' | 'update'
  /**
   * How it can be explained: `select` inside the read-only fence (with locks, only outside of it), `dml` in a
   * read-write transaction that is rolled back, `none` not at all or not safely.
   */
  readonly explainForm: 'select' | 'dml' | 'none'
  /** Is it an EXPLAIN (or DESCRIBE, ANALYZE) of a statement already? */
  readonly alreadyExplain: boolean
  /** Does that EXPLAIN run the statement (EXPLAIN ANALYZE, MariaDB's ANALYZE)? */
  readonly explainRuns: boolean
  /** Why `readOnly` is what it is, in words for the person. */
  readonly reason: string
  /** Where the statement stands in the text: without the delimiter and the comments around it. Send this. */
  readonly span?: TextSpan
}

/**
 * Classifies a text that should hold exactly one statement. Any doubt makes it less than `readOnly: 'yes'`; a text
 * with no or several statements is `no`.
 */
export function classify(text: string, dialect: Dialect, options: TokenizerOptions = {}): StatementClass {
  const tokens = tokenize(text, dialect, options)
  const ranges = splitStatements(tokens)
  const [range] = ranges
  if (range === undefined) return refused('There is no statement in this text.')
  if (ranges.length > 1) return refused(`There are ${ranges.length} statements in this text; one is wanted.`)
  const found = classifyStatement(tokens, range)
  const [note] = tokens.notes
  const known = note === undefined ? found : worse(found, { ...found, readOnly: 'unknown', reason: note.message })
  return { ...known, span: range.span }
}

/**
 * Classifies one statement of a token list. Where it has executable comments (`/*! …`), some servers run their
 * content and others do not: the worse of the two counts.
 */
export function classifyStatement(tokens: TokenList, range: StatementRange): StatementClass {
  const whole = classifyCode(new SignificantTokens(tokens, range.from, range.to))
  const doubt = lexicalDoubt(tokens, range)
  const known = doubt === undefined ? whole : worse(whole, { ...whole, readOnly: 'unknown', reason: doubt })
  for (let i = range.from; i < range.to; i++) {
    if (tokens.kind(i) !== TokenKind.executableOpen) continue
    const without = new SignificantTokens(tokens, range.from, range.to, true)
    return without.length === 0 ? known : worse(known, classifyCode(without))
  }
  return known
}

function classifyCode(code: SignificantTokens): StatementClass {
  const wrapper = unwrap(code)
  const { verb, at } = mainVerb(code, wrapper.at)
  const facts = inspectReading(code)
  if (facts.hasSeparator && verb !== 'CREATE' && verb !== 'BEGIN') return refused('There is more than one statement.')
  switch (verb) {
    case 'SELECT':
    case 'TABLE':
    case 'VALUES':
      return classifyReading(code, verb, wrapper, facts)
    case 'INSERT':
    case 'UPDATE':
    case 'DELETE':
    case 'REPLACE':
    case 'MERGE':
      return classifyWriting(code, verb, wrapper, facts)
    default: {
      if (wrapper.explains) {
        return { ...base(verb, wrapper), ...describesOnly(code, wrapper), locks: 'none', explainForm: 'none' }
      }
      const other = classifyOther(code, at, facts)
      return { ...base(verb, wrapper), ...other, locks: 'none', explainForm: 'none' }
    }
  }
}

function classifyReading(code: SignificantTokens, verb: string, wrapper: Wrapper, facts: ReadingFacts): StatementClass {
  const explainForm = facts.writesFile ? 'none' : facts.modifies || facts.createsTable ? 'dml' : 'select'
  const { readOnly, reason } = readingVerdict(code.dialect, facts)
  return { ...base(verb, wrapper), kind: 'select', readOnly, reason, locks: facts.locks, explainForm }
}

function readingVerdict(dialect: Dialect, facts: ReadingFacts): { readOnly: ReadOnly; reason: string } {
  if (facts.modifies) return { readOnly: 'no', reason: 'It holds a WITH part that changes rows.' }
  if (facts.createsTable) return { readOnly: 'no', reason: 'SELECT … INTO creates a table.' }
  if (facts.writesFile) return { readOnly: 'no', reason: 'SELECT … INTO writes a file on the server.' }
  if (facts.writingCall !== undefined) return { readOnly: 'no', reason: `${facts.writingCall} changes something.` }
  if (facts.locks === 'update') return { readOnly: 'no', reason: 'It locks the rows that it reads for update.' }
  if (facts.locks === 'share') {
    return {
      readOnly: dialect === 'postgres' ? 'no' : 'unknown',
      reason: 'It takes shared locks on the rows that it reads.',
    }
  }
  if (facts.unknownCall !== undefined) {
    return {
      readOnly: 'unknown',
      reason: `It calls ${facts.unknownCall}, which is not a built-in function known to only read.`,
    }
  }
  if (facts.setsVariable) return { readOnly: 'unknown', reason: 'SELECT … INTO keeps its result in a variable.' }
  return { readOnly: 'yes', reason: 'It only reads.' }
}

function classifyWriting(code: SignificantTokens, verb: string, wrapper: Wrapper, facts: ReadingFacts): StatementClass {
  const kind = kindOf(verb)
  const common = { ...base(verb, wrapper), kind, locks: 'update', explainForm: 'dml' } as const
  if (!wrapper.explains || wrapper.runs) return { ...common, readOnly: 'no', reason: `${verb} changes rows.` }
  if (code.dialect !== 'postgres') {
    const reason = `EXPLAIN of ${verb} changes no rows, but a read-only transaction refuses it.`
    return { ...common, readOnly: 'unknown', reason }
  }
  const call = facts.writingCall ?? facts.unknownCall
  if (call !== undefined) {
    return { ...common, readOnly: 'unknown', reason: `Planning may run ${call}.` }
  }
  return { ...common, readOnly: 'yes', reason: `EXPLAIN without ANALYZE only plans the ${verb}.` }
}

/** DESCRIBE of a table, EXPLAIN FOR CONNECTION, EXPLAIN of a prepared or unknown statement. */
function describesOnly(code: SignificantTokens, wrapper: Wrapper): { readOnly: ReadOnly; reason: string } {
  if (wrapper.runs) return { readOnly: 'no', reason: 'It runs a statement that is not known here.' }
  const table = readDottedName(code, wrapper.at)
  // `DESCRIBE t`, `DESCRIBE t column`: nothing else can follow.
  const describes = code.word(wrapper.at) === 'FOR' || (table !== undefined && code.length <= table.end + 1)
  return describes && code.dialect !== 'postgres'
    ? { readOnly: 'yes', reason: 'It describes a table or another session’s statement.' }
    : { readOnly: 'unknown', reason: 'What it explains is not known here.' }
}

function kindOf(verb: string): StatementKind {
  if (verb === 'INSERT') return 'insert'
  if (verb === 'UPDATE') return 'update'
  if (verb === 'DELETE') return 'delete'
  return verb === 'REPLACE' ? 'replace' : 'other'
}

function base(verb: string, wrapper: Wrapper) {
  return { kind: 'other', verb, alreadyExplain: wrapper.explains, explainRuns: wrapper.runs } as const
}

function refused(reason: string): StatementClass {
  const wrapper: Wrapper = { at: 0, explains: false, runs: false }
  return { ...base('', wrapper), readOnly: 'no', locks: 'none', explainForm: 'none', reason }
}

const severity: Readonly<Record<ReadOnly, number>> = { yes: 0, unknown: 1, no: 2 }
const lockSeverity = { none: 0, share: 1, update: 2 } as const

function worse(a: StatementClass, b: StatementClass): StatementClass {
  const worst = severity[b.readOnly] > severity[a.readOnly] ? b : a
  return {
    ...a,
    readOnly: worst.readOnly,
    reason: worst.reason,
    locks: lockSeverity[b.locks] > lockSeverity[a.locks] ? b.locks : a.locks,
    explainForm: a.explainForm === b.explainForm && a.kind === b.kind ? a.explainForm : 'none',
    explainRuns: a.explainRuns || b.explainRuns,
  }
}
