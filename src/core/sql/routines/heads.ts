import type { Dialect } from '../../engine'
import type { TextSpan } from '../../text-span'
import { unquoteName } from '../names'
import { SignificantTokens } from '../significant-tokens'
import { tokenize } from '../tokenizer'
import { TokenKind } from '../tokens'

/** What stands before the body of MySQL's and MariaDB's CREATE FUNCTION. Spans are places in the definition. */
export interface FunctionHead {
  readonly name: TextSpan
  /** With its blank before it. */
  readonly definer?: TextSpan
  readonly parameters: readonly { readonly name: string; readonly type: string }[]
  /** Text after RETURNS. */
  readonly returns: string
  readonly body: TextSpan
}

/** The head of a trigger. `table` is the name as written, with its schema. */
export interface TriggerHead {
  readonly name: TextSpan
  readonly definer?: TextSpan
  readonly table: TextSpan
  /** FOLLOWS or PRECEDES and the other trigger. */
  readonly order?: TextSpan
  readonly body: TextSpan
}

/** Reads what SHOW CREATE FUNCTION prints. Undefined for what it does not know. */
export function functionHead(definition: string, dialect: Dialect): FunctionHead | undefined {
  const code = new SignificantTokens(tokenize(definition, dialect))
  const start = headStart(code, 'FUNCTION')
  if (start === undefined) return undefined
  const { at, name, definer } = start
  if (code.kind(at) !== TokenKind.openParen) return undefined
  const close = code.closing(at)
  const parameters = parametersOf(code, at + 1, close)
  if (code.word(close + 1) !== 'RETURNS') return undefined
  const afterType = typeEnd(code, close + 2)
  const body = characteristicsEnd(code, afterType)
  if (body >= code.length) return undefined
  return {
    name,
    ...(definer && { definer }),
    parameters,
    returns: definition.slice(code.start(close + 2), code.end(afterType - 1)),
    body: { start: code.start(body), end: code.end(code.length - 1) },
  }
}

/** Reads what SHOW CREATE TRIGGER prints as the original statement. */
export function triggerHead(definition: string, dialect: Dialect): TriggerHead | undefined {
  const code = new SignificantTokens(tokenize(definition, dialect))
  const start = headStart(code, 'TRIGGER')
  if (start === undefined) return undefined
  let { at } = start
  while (at < code.length && code.word(at) !== 'ON') at++
  const tableFrom = at + 1
  at = tableFrom
  while (at < code.length && code.word(at) !== 'FOR') at++
  if (code.word(at + 1) !== 'EACH' || code.word(at + 2) !== 'ROW') return undefined
  const table = { start: code.start(tableFrom), end: code.end(at - 1) }
  at += 3
  const isOrdered = (code.word(at) === 'FOLLOWS' || code.word(at) === 'PRECEDES') && code.isName(at + 1)
  const order = isOrdered ? { start: code.start(at), end: code.end(at + 1) } : undefined
  if (isOrdered) at += 2
  if (at >= code.length) return undefined
  return {
    name: start.name,
    ...(start.definer && { definer: start.definer }),
    table,
    ...(order && { order }),
    body: { start: code.start(at), end: code.end(code.length - 1) },
  }
}

function headStart(code: SignificantTokens, kind: 'FUNCTION' | 'TRIGGER') {
  if (code.word(0) !== 'CREATE') return undefined
  let at = 1
  let definer: TextSpan | undefined
  while (at < code.length && code.word(at) !== kind) {
    if (code.word(at) === 'DEFINER') {
      const from = at
      // DEFINER = name@host, CURRENT_USER or CURRENT_USER()
      while (at < code.length && !afterDefiner.has(code.word(at))) at++
      definer = { start: code.start(from), end: code.start(at) }
    } else at++
  }
  at++
  if (code.word(at) === 'IF' && code.word(at + 1) === 'NOT') at += 3
  const from = at
  if (!code.isName(at)) return undefined
  at++
  while (code.kind(at) === TokenKind.dot && code.isName(at + 1)) at += 2
  return { at, name: { start: code.start(from), end: code.end(at - 1) }, definer }
}

const afterDefiner: ReadonlySet<string> = new Set(['FUNCTION', 'TRIGGER', 'AGGREGATE'])

function parametersOf(code: SignificantTokens, from: number, close: number): { name: string; type: string }[] {
  const found: { name: string; type: string }[] = []
  for (let at = from; at < close; ) {
    let end = at
    while (end < close && code.kind(end) !== TokenKind.comma)
      end = code.kind(end) === TokenKind.openParen ? code.closing(end) + 1 : end + 1
    if (code.word(at) === 'IN') at++
    const text = code.tokens.text.slice(code.start(at + 1), code.end(end - 1))
    found.push({ name: unquoteName(code.text(at)), type: text })
    at = end + 1
  }
  return found
}

const typeWords: ReadonlySet<string> = new Set(
  'UNSIGNED SIGNED ZEROFILL CHARSET CHARACTER SET COLLATE BINARY ASCII UNICODE VARYING PRECISION'.split(' '),
)
const takesName: ReadonlySet<string> = new Set(['CHARSET', 'SET', 'COLLATE'])

function typeEnd(code: SignificantTokens, from: number): number {
  let at = from + 1
  for (;;) {
    if (code.kind(at) === TokenKind.openParen) at = code.closing(at) + 1
    else if (typeWords.has(code.word(at))) at += takesName.has(code.word(at)) ? 2 : 1
    else return at
  }
}

/** COMMENT, LANGUAGE SQL, [NOT] DETERMINISTIC, CONTAINS/NO/READS/MODIFIES SQL [DATA], SQL SECURITY … */
function characteristicsEnd(code: SignificantTokens, from: number): number {
  let at = from
  for (;;) {
    const word = code.word(at)
    const next = code.word(at + 1)
    if (word === 'COMMENT' || word === 'LANGUAGE') at += 2
    else if (word === 'DETERMINISTIC') at += 1
    else if (word === 'NOT' && next === 'DETERMINISTIC') at += 2
    else if ((word === 'CONTAINS' || word === 'NO') && next === 'SQL') at += 2
    else if ((word === 'READS' || word === 'MODIFIES') && next === 'SQL') at += 3
    else if (word === 'SQL' && next === 'SECURITY') at += 3
    else return at
  }
}
