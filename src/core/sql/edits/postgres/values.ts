import { exhausted } from '../../../errors'
import { placeholderName } from '../../placeholder-name'
import { TokenKind } from '../../tokens'
import { refuse } from '../editable'
import type { EditOutcome, PostgresEditContext, SqlEdit } from '../model'
import { namedValue, type PlaceholderValues, unusedNotes } from '../placeholder-values'
import type { TypedValue } from '../typed-value'
import { editingPostgres, replacement } from './editable'

/** Puts literals in the place of `$1`, `?`, `%s` and `:name`. One without a value is refused; values too many are noted. */
export function bindPostgresValues(sql: string, context: PostgresEditContext, values: PlaceholderValues): EditOutcome {
  return editingPostgres(sql, context, (statement) => {
    const { code } = statement
    const edits: SqlEdit[] = []
    const used = new Set<string>()
    let position = 0
    for (let at = 0; at < code.length; at++) {
      if (code.kind(at) !== TokenKind.placeholder) continue
      const span = { start: code.start(at), end: code.end(at) }
      const name = placeholderName(code.text(at))
      const value = name === undefined ? values.positional?.[position++] : namedValue(values, name)
      if (value === undefined) {
        const shown = name === undefined ? `placeholder ${position}` : code.text(at)
        throw refuse(`There is no value for ${shown}.`, { span })
      }
      if (name !== undefined) used.add(name)
      edits.push(replacement(statement, span, postgresLiteral(value)))
    }
    return { edits, notes: unusedNotes(values, used, position) }
  })
}

const number = /^([-+]?)((\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?)$/i
const temporal: Readonly<Record<'date' | 'time' | 'datetime', { readonly word: string; readonly form: RegExp }>> = {
  date: { word: 'DATE', form: /^\d{4}-\d{2}-\d{2}$/ },
  time: { word: 'TIME', form: /^\d{1,2}:\d{2}:\d{2}(\.\d{1,6})?$/ },
  datetime: { word: 'TIMESTAMP', form: /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}:\d{2}(\.\d{1,6})?$/ },
}

/** The value as a literal of PostgreSQL. Throws when it is not of its kind. */
export function postgresLiteral(value: TypedValue): string {
  switch (value.kind) {
    case 'null':
      return 'NULL'
    case 'boolean':
      return value.value ? 'TRUE' : 'FALSE'
    case 'number': {
      const read = number.exec(String(value.value))
      if (read === null) throw refuse(`This is not a number: ${value.value}`)
      // `-5::text` is -(5::text).
      return read[1] === '-' ? `(-${read[2]})` : (read[2] ?? '')
    }
    case 'text':
      return quotePostgresText(value.value)
    case 'date':
    case 'time':
    case 'datetime': {
      const { word, form } = temporal[value.kind]
      if (!form.test(value.value)) throw refuse(`This is not a ${value.kind}: ${value.value}`)
      return `${word} '${value.value}'`
    }
    case 'binary':
      if (!/^([0-9a-f]{2})*$/i.test(value.hex)) throw refuse('Bytes need two hexadecimal digits each.')
      return `'\\x${value.hex}'::bytea`
    default:
      return exhausted(value)
  }
}

/** A text literal for standard_conforming_strings = on, the default since PostgreSQL 9.1. */
export function quotePostgresText(value: string): string {
  if (value.includes('\0')) throw refuse('PostgreSQL keeps no NUL in a text.')
  return `'${value.replaceAll("'", "''")}'`
}
