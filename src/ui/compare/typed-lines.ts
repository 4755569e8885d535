import { splitStatements } from '../../core/sql/statements'
import { tokenize } from '../../core/sql/tokenizer'

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

export function settingsText(settings: readonly { readonly name: string; readonly value: string }[]): string {
  return settings.map(({ name, value }) => `${name} = ${value}`).join('\n')
}

/** The statements of a text, without their semicolons. */
export function readStatementsOf(text: string, dialect: Parameters<typeof tokenize>[1]): readonly string[] {
  return splitStatements(tokenize(text, dialect))
    .map(({ span }) => text.slice(span.start, span.end).trim().replace(/;$/, '').trim())
    .filter((statement) => statement !== '')
}

/** Index changes with what undoes each: what a preset said, else what can be told from the text, else nothing. */
export function readChanges(
  text: string,
  undo: Readonly<Record<string, string>>,
  dialect: Parameters<typeof tokenize>[1],
): readonly { readonly apply: string; readonly undo: string }[] {
  return readStatementsOf(text, dialect).map((apply) => ({ apply, undo: undo[apply] ?? undoOf(apply, dialect) }))
}

const name = '(`[^`]+`|"[^"]+"|[\\w$.]+)'
const added = new RegExp(`^ALTER\\s+TABLE\\s+${name}\\s+ADD\\s+(?:UNIQUE\\s+)?(?:KEY|INDEX)\\s+${name}\\s*\\(`, 'i')
const created = new RegExp(
  `^CREATE\\s+(?:UNIQUE\\s+)?INDEX\\s+(?:CONCURRENTLY\\s+)?(?:IF\\s+NOT\\s+EXISTS\\s+)?${name}\\s+ON\\s+(?:ONLY\\s+)?${name}`,
  'i',
)

/** A copy in scratch goes as a whole, so that a change without an undo leaves nothing behind either. */
function undoOf(apply: string, dialect: Parameters<typeof tokenize>[1]): string {
  const [, table, index] = added.exec(apply) ?? []
  if (table !== undefined && index !== undefined) return `ALTER TABLE ${table} DROP INDEX ${index}`
  const [, made, on] = created.exec(apply) ?? []
  if (made === undefined || on === undefined) return ''
  return dialect === 'postgres' ? `DROP INDEX ${made}` : `DROP INDEX ${made} ON ${on}`
}
