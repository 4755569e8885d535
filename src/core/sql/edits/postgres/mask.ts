import { placeholderName } from '../../placeholder-name'
import { isTrivia, TokenKind } from '../../tokens'
import { refuse } from '../editable'
import type { MaskStyle } from '../mask'
import type { EditOutcome, PostgresEditContext, SqlEdit } from '../model'
import { editingPostgres, type PostgresEditable, replacement } from './editable'
import type { LiteralPlace } from './outline'

/**
 * Masks every literal value of a PostgreSQL statement: by `$n`, numbered on from those that are there (by the driver's
 * own `?` or `%s` where it has such), or by dummies of the same kind. NULL, TRUE and FALSE stay, and what is structure.
 */
export function maskPostgresLiterals(sql: string, context: PostgresEditContext, style: MaskStyle): EditOutcome {
  return editingPostgres(sql, context, (statement) => {
    const { outline, text } = statement
    if (outline.kind === 'other') throw refuse('Literals are masked in SELECT, INSERT, UPDATE, DELETE and MERGE only.')
    const next = placeholders(statement)
    const edits: SqlEdit[] = []
    for (const literal of outline.literals) {
      if (literal.structure) continue
      const isBare = style === 'placeholder' && !literal.literalOnly
      const masked = isBare ? next() : dummyOf(literal, text.slice(literal.span.start, literal.span.end))
      edits.push(replacement(statement, literal.span, masked))
    }
    const notes: string[] = []
    if (outline.literals.some(({ structure }) => structure)) {
      notes.push('Positions, keys of JSON operators, precisions and window frames are kept: they are structure.')
    }
    if (hasComments(statement)) notes.push('Comments are kept as they are.')
    return { edits, notes }
  })
}

/** Gives one placeholder after another, in the way of the statement. */
function placeholders({ code }: PostgresEditable): () => string {
  let last = 0
  let driver: string | undefined
  for (let at = 0; at < code.length; at++) {
    if (code.kind(at) !== TokenKind.placeholder) continue
    const name = placeholderName(code.text(at))
    if (name === undefined) driver ??= code.text(at)
    else if (/^\d+$/.test(name)) last = Math.max(last, Number(name))
  }
  return () => driver ?? `$${++last}`
}

function hasComments({ code }: PostgresEditable): boolean {
  const { tokens } = code
  for (let i = 0; i < tokens.count; i++) {
    const kind = tokens.kind(i)
    if (isTrivia(kind) && (kind === TokenKind.lineComment || kind === TokenKind.blockComment)) return true
  }
  return false
}

function dummyOf({ type }: LiteralPlace, text: string): string {
  if (type === 'bits') return /^x/i.test(text) ? "X'0'" : "B'0'"
  if (type === 'number') return /^[-+]?\d+$/.test(text) ? '1' : /e/i.test(text) ? '1e0' : '1.5'
  return stringDummy(text)
}

/** What a text looks like, and a dummy that reads in the same way where the server turns it into another type. */
const forms: readonly (readonly [RegExp, string])[] = [
  [/^\d{4}-\d{1,2}-\d{1,2}$/, '2000-01-01'],
  [/^\d{4}-\d{1,2}-\d{1,2}[ T]\d{1,2}:\d{2}/, '2000-01-01 00:00:00'],
  [/^\d{1,2}:\d{2}(:\d{2})?/, '00:00:00'],
  [/^[-+]?\d+$/, '1'],
  [/^[-+]?\d*\.\d+$/, '1.5'],
  [/^[-+]?\d+ *(microsecond|millisecond|sec|min|hour|day|week|mon|year)/i, '1 day'],
  [/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i, '00000000-0000-0000-0000-000000000000'],
  [/^(t|true|f|false|yes|no|on|off)$/i, 't'],
  [/^\s*\{.*\}\s*$/s, '{}'],
  [/^(\[.*\)|\(.*\])$/s, 'empty'],
  [/^\(\(.*\)\)$/s, '((0,0),(0,0))'],
  [/^\(.*\)$/s, '(0,0)'],
  [/^\s*\[.*\]\s*$/s, '[]'],
  [/^\$/, '$'],
]

function stringDummy(text: string): string {
  const body = text.slice(text.indexOf("'") + 1, -1)
  const form = text.startsWith('$') ? undefined : forms.find(([pattern]) => pattern.test(body))
  return `'${form?.[1] ?? 'x'}'`
}
