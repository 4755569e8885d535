import type { Dialect } from '../../core/engine'
import { splitStatements } from '../../core/sql/statements'
import { tokenize } from '../../core/sql/tokenizer'
import type { DraftVariant, TableChange } from './draft'

export interface TypedSettings {
  readonly settings: readonly { readonly name: string; readonly value: string }[]
  /** What is wrong, in words, with the line that it stands in. */
  readonly problem?: string
}

/** Reads settings, one `name = value` a line; a leading SET [SESSION] and a semicolon at the end are no harm. */
export function readSettings(text: string): TypedSettings {
  const settings: { name: string; value: string }[] = []
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const found =
      /^\s*(?:SET\s+(?:SESSION\s+)?)?(?:@@(?:session\.)?)?([A-Za-z_][\w.]*)\s*(?::?=)([\s\S]*?);?\s*$/i.exec(line)
    const [, name, value] = found ?? []
    if (name === undefined || value === undefined || value.trim() === '')
      return { settings, problem: `Line ${at + 1} is not “name = value”: ${line.trim()}` }
    settings.push({ name, value: withoutQuotes(value.trim()) })
  }
  return { settings }
}

/** `'mrr=on'` as it is written in SET is the value mrr=on. */
function withoutQuotes(value: string): string {
  return /^'([^']*)'$/.exec(value)?.[1] ?? value
}

/** The statements of a text, without their semicolons. */
export function readStatementsOf(text: string, dialect: Dialect): readonly string[] {
  return splitStatements(tokenize(text, dialect))
    .map(({ span }) => text.slice(span.start, span.end).trim().replace(/;$/, '').trim())
    .filter((statement) => statement !== '')
}

/** Changes of tables with what undoes each: those that were given, else told from the text, else undone by nothing. */
export function readChanges(
  { ddl, given }: Pick<DraftVariant, 'ddl' | 'given'>,
  dialect: Dialect,
): readonly TableChange[] {
  if (given && ddl === given.text) return given.changes
  return readStatementsOf(ddl, dialect).map((apply) => ({ apply, undo: undoOf(apply, dialect) }))
}

const name = '(`[^`]+`|"[^"]+"|[\\w$.]+)'
const added = new RegExp(`^ALTER\\s+TABLE\\s+${name}\\s+ADD\\s+(?:UNIQUE\\s+)?(?:KEY|INDEX)\\s+${name}\\s*\\(`, 'i')
const created = new RegExp(
  `^CREATE\\s+(?:UNIQUE\\s+)?INDEX\\s+(?:CONCURRENTLY\\s+)?(?:IF\\s+NOT\\s+EXISTS\\s+)?${name}\\s+ON\\s+(?:ONLY\\s+)?${name}`,
  'i',
)

/** A copy in scratch goes as a whole, so that a change without an undo leaves nothing behind either. */
function undoOf(apply: string, dialect: Dialect): string {
  const [, table, index] = added.exec(apply) ?? []
  if (table !== undefined && index !== undefined) return `ALTER TABLE ${table} DROP INDEX ${index}`
  const [, made, on] = created.exec(apply) ?? []
  if (made === undefined || on === undefined) return ''
  return dialect === 'postgres' ? `DROP INDEX ${made}` : `DROP INDEX ${made} ON ${on}`
}
