import { exhausted } from '../../errors'
import type { ExpressionNode, LiteralNode, SyntaxNode } from '../syntax/model'
import { walk } from '../syntax/walk'
import { isLiteral, TokenKind } from '../tokens'
import { type Editable, editing, innermost, refuse, textOf } from './editable'
import type { AnyEditContext, EditOutcome, SqlEdit } from './model'
import { maskPostgresLiterals } from './postgres/mask'
import { hasComments, replacement } from './spacing'

/** `placeholder` writes `?`; `dummy` a value of the same type that says nothing about the one masked, its length included. */
export type MaskStyle = 'placeholder' | 'dummy'

/**
 * Masks every literal value. NULL, TRUE and FALSE stay, and what is structure rather than data: positions in ORDER BY
 * and GROUP BY, JSON paths, window frames, names. Where the grammar takes only literals, `placeholder` writes a dummy too.
 */
export function maskLiterals(sql: string, context: AnyEditContext, style: MaskStyle): EditOutcome {
  if (context.dialect === 'postgres') return maskPostgresLiterals(sql, context, style)
  return editing(sql, context, (statement) => {
    if (innermost(statement.tree.statement).type === 'other') {
      throw refuse('Literals are masked in SELECT, INSERT, REPLACE, UPDATE and DELETE only.')
    }
    const edits: SqlEdit[] = []
    const { kept, literalOnly } = placesOf(statement)
    walk(statement.tree.statement, (node) => {
      if (kept.has(node)) return false
      if (node.type === 'odbc' && isTemporalOdbc(statement, node.inner)) {
        edits.push(replacement(statement, node.span, style === 'placeholder' ? '?' : "'2000-01-01'"))
        return false
      }
      if (node.type === 'opaque') edits.push(...maskTokens(statement, node, style))
      if (node.type !== 'literal' || node.literal === 'null' || node.literal === 'boolean') return undefined
      const bare = style === 'placeholder' && !literalOnly.has(node)
      edits.push(replacement(statement, node.span, bare ? '?' : dummyOf(statement, node)))
      return undefined
    })
    const notes: string[] = []
    if (kept.size > 0) notes.push('JSON paths, positions, window frames and settings are kept: they are structure.')
    if (hasComments(statement)) notes.push('Comments are kept as they are.')
    if (keepsTexts(statement, edits, kept)) notes.push('Texts that are names are kept: aliases, character sets, files.')
    return { edits, notes }
  })
}

/** Of what is not understood, every token that could be a value. */
function maskTokens({ tree: { code } }: Editable, { from, to }: SyntaxNode, style: MaskStyle): SqlEdit[] {
  const edits: SqlEdit[] = []
  for (let at = from; at < to; at++) {
    const kind = code.kind(at)
    if (!isLiteral(kind) || kind === TokenKind.placeholder) continue
    const dummy = kind === TokenKind.number ? '1' : "'x'"
    edits.push({ span: { start: code.start(at), end: code.end(at) }, text: style === 'placeholder' ? '?' : dummy })
  }
  return edits
}

/** Is there a quoted text that neither an edit covers nor a node that is kept on purpose? */
function keepsTexts({ tree: { code } }: Editable, edits: readonly SqlEdit[], kept: ReadonlySet<SyntaxNode>): boolean {
  const covered = [...edits.map(({ span }) => span), ...[...kept].map(({ span }) => span)]
  covered.sort((a, b) => a.start - b.start)
  let next = 0
  let end = 0
  for (let at = 0; at < code.length; at++) {
    const start = code.start(at)
    for (let span = covered[next]; span !== undefined && span.start <= start; span = covered[++next]) {
      end = Math.max(end, span.end)
    }
    if (start >= end && code.kind(at) === TokenKind.string) return true
  }
  return false
}

interface Places {
  /** Structure, not data. */
  readonly kept: ReadonlySet<SyntaxNode>
  /** Data, where no placeholder can stand. */
  readonly literalOnly: ReadonlySet<SyntaxNode>
}

function placesOf({ tree }: Editable): Places {
  const kept = new Set<SyntaxNode>()
  const literalOnly = new Set<SyntaxNode>()
  const keep = (node: SyntaxNode | undefined) => node?.type === 'literal' && kept.add(node)
  walk(tree.statement, (node) => {
    switch (node.type) {
      case 'order-item':
        keep(node.expression)
        break
      case 'binary':
        if (node.operator === '->' || node.operator === '->>') keep(node.right)
        break
      case 'json-table':
        keep(node.path)
        break
      case 'json-column':
        keep(node.path)
        for (const value of node.defaults) literalOnly.add(value)
        break
      case 'call':
        if (node.separator !== undefined) literalOnly.add(node.separator)
        if (literalArguments.has(node.name)) for (const value of node.args) keep(value)
        if (node.name === 'SETVAL') for (const value of node.args) literalOnly.add(value)
        break
      case 'frame-bound':
        keep(node.value)
        break
      case 'cast':
        if (node.dataType !== undefined) kept.add(node.dataType)
        break
      case 'procedure':
        kept.add(node)
        break
      case 'set-statement':
        for (const assignment of node.assignments) kept.add(assignment)
        break
      case 'table':
        if (node.sample !== undefined) kept.add(node.sample)
        break
      default:
    }
    return undefined
  })
  return { kept, literalOnly }
}

/** Functions whose numbers are part of the type: digits of a second, the size of a window. */
const literalArguments: ReadonlySet<string> = new Set(
  (
    'CURRENT_TIMESTAMP CURRENT_TIME LOCALTIME LOCALTIMESTAMP NOW SYSDATE UTC_TIME UTC_TIMESTAMP CURTIME NTILE NTH_VALUE ' +
    'LAG LEAD JSON_VALUE WEIGHT_STRING'
  ).split(' '),
)

function isTemporalOdbc({ tree }: Editable, inner: ExpressionNode): boolean {
  return inner.type === 'literal' && /^(D|T|TS)$/.test(tree.code.word(inner.from - 1))
}

function dummyOf(statement: Editable, node: LiteralNode): string {
  const text = textOf(statement, node)
  switch (node.literal) {
    case 'string':
      return stringDummy(text)
    case 'number':
      return /^\d+$/.test(text) ? '1' : /e/i.test(text) ? '1e0' : '1.5'
    case 'binary':
      return "X'00'"
    case 'temporal': {
      const word = /^[a-z]+/i.exec(text)?.[0] ?? 'DATE'
      return `${word} ${temporalDummies[word.toUpperCase()] ?? temporalDummies['DATE']}`
    }
    case 'null':
    case 'boolean':
      return text
    default:
      return exhausted(node.literal)
  }
}

const temporalDummies: Readonly<Record<string, string>> = {
  DATE: "'2000-01-01'",
  TIME: "'00:00:00'",
  TIMESTAMP: "'2000-01-01 00:00:00'",
}

/** Texts that are dates stay dates, so that the dummy compares as the value did. */
function stringDummy(text: string): string {
  const body = text.slice(text.search(/['"]/) + 1, -1)
  if (/^\d{4}-\d{1,2}-\d{1,2}$/.test(body)) return "'2000-01-01'"
  if (/^\d{4}-\d{1,2}-\d{1,2}[ T]\d{1,2}:\d{2}/.test(body)) return "'2000-01-01 00:00:00'"
  if (/^\d{1,3}:\d{2}:\d{2}/.test(body)) return "'00:00:00'"
  return "'x'"
}
