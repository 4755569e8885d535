import { placeholderName } from '../placeholder-name'
import { walk } from '../syntax/walk'
import { TokenKind } from '../tokens'
import { type Editable, editing, refuse } from './editable'
import type { AnyEditContext, EditOutcome, SqlEdit } from './model'
import { namedValue, type PlaceholderValues, unusedNotes } from './placeholder-values'
import { bindPostgresValues } from './postgres/values'
import { replacement } from './spacing'
import { literalOf, type TypedValue } from './typed-value'

export type { PlaceholderValues } from './placeholder-values'

/** Puts literals in the place of placeholders. One without a value is refused; values too many are noted. */
export function bindValues(sql: string, context: AnyEditContext, values: PlaceholderValues): EditOutcome {
  if (context.dialect === 'postgres') return bindPostgresValues(sql, context, values)
  return editing(sql, context, (statement) => {
    const { code } = statement.tree
    const counts = countPlaces(statement)
    const edits: SqlEdit[] = []
    const used = new Set<string>()
    let position = 0
    for (let at = 0; at < code.length; at++) {
      if (code.kind(at) !== TokenKind.placeholder) continue
      const text = code.text(at)
      const span = { start: code.start(at), end: code.end(at) }
      const name = placeholderName(text)
      const value = name === undefined ? values.positional?.[position++] : namedValue(values, name)
      if (value === undefined) {
        throw refuse(`There is no value for ${name === undefined ? `placeholder ${position}` : text}.`, { span })
      }
      if (name !== undefined) used.add(name)
      const literal = counts.has(at) ? countLiteral(value) : literalOf(value, context.modes)
      edits.push(replacement(statement, span, literal))
    }
    return { edits, notes: unusedNotes(values, used, position) }
  })
}

/** LIMIT and OFFSET take whole numbers without quotes, and nothing else. */
function countPlaces({ tree }: Editable): ReadonlySet<number> {
  const places = new Set<number>()
  walk(tree.statement, (node) => {
    if (node.type !== 'limit') return undefined
    for (const value of [node.count, node.offset, node.rowsExamined]) {
      if (value?.type === 'placeholder') places.add(value.from)
    }
    return undefined
  })
  return places
}

function countLiteral(value: TypedValue): string {
  const text = value.kind === 'number' || value.kind === 'text' ? String(value.value) : ''
  if (/^\d+$/.test(text)) return text
  throw refuse('LIMIT takes whole numbers only.')
}
