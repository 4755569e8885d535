import { walk } from '../syntax/walk'
import { TokenKind } from '../tokens'
import { type Editable, editing, refuse } from './editable'
import type { EditContext, EditOutcome, SqlEdit } from './model'
import { replacement } from './spacing'
import { literalOf, type TypedValue } from './typed-value'

/** Values of `?` in the order of the text, of `:name` and `$1` by name (without the sign). */
export interface PlaceholderValues {
  readonly positional?: readonly TypedValue[] | undefined
  readonly named?: Readonly<Record<string, TypedValue>> | undefined
}

/** Puts literals in the place of placeholders. One without a value is refused; values too many are noted. */
export function bindValues(sql: string, context: EditContext, values: PlaceholderValues): EditOutcome {
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
      const name = text === '?' ? undefined : text.slice(1)
      const value = name === undefined ? values.positional?.[position++] : namedValue(values, name)
      if (value === undefined) {
        throw refuse(`There is no value for ${name === undefined ? `placeholder ${position}` : text}.`, { span })
      }
      if (name !== undefined) used.add(name)
      const literal = counts.has(at) ? countLiteral(value) : literalOf(value, context.modes)
      edits.push(replacement(statement, span, literal))
    }
    const extra = (values.positional?.length ?? 0) - position
    const unused = Object.keys(values.named ?? {}).filter((name) => !used.has(name))
    const notes = [
      ...(extra > 0 ? [`${extra} of the values have no placeholder.`] : []),
      ...unused.map((name) => `The statement has no placeholder :${name}.`),
    ]
    return { edits, notes }
  })
}

/** Of `$1`, also the position; nothing that objects have by birth. */
function namedValue({ named, positional }: PlaceholderValues, name: string): TypedValue | undefined {
  if (named !== undefined && Object.hasOwn(named, name)) return named[name]
  return /^\d+$/.test(name) ? positional?.[Number(name) - 1] : undefined
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
