import type { ColumnTarget, SortColumn } from '../../sql/meaning/model'
import { quoted, type Rewritable, tokenAt } from './rewritable'

const tailWords: ReadonlySet<string> = new Set(['ASC', 'DESC', 'NULLS', 'FIRST', 'LAST'])

/** `DESC NULLS LAST` behind an item of ORDER BY, with the blank before it; undefined for PostgreSQL's `USING >`. */
function tailOf(of: Rewritable, { span }: SortColumn): string | undefined {
  const { code } = of
  const first = tokenAt(of, span.start)
  let at = tokenAt(of, span.end) - 1
  if (code.word(at - 1) === 'USING' || code.word(at) === 'USING') return undefined
  const words: string[] = []
  while (at > first && tailWords.has(code.word(at))) words.unshift(code.text(at--))
  return words.map((word) => ` ${word}`).join('')
}

/** The block's ORDER BY in columns of its only table; undefined where an item is no column, or its order is a special one. */
export function orderByColumns(of: Rewritable, qualifier: string): string | undefined {
  return all(of.block.orderBy, (sort) => {
    const tail = tailOf(of, sort)
    return sort.column && tail !== undefined
      ? `${qualifier}.${quoted(sort.column.column, of.dialect)}${tail}`
      : undefined
  })
}

/** MySQL sorts these by their place in the type, and no longer when a UNION has made texts of them. */
const sortedByPlace = /^(?:enum|set)\b/i

/**
 * The block's ORDER BY in names of its output, as it can stand behind a UNION of the block with itself; undefined where
 * an item is not in the output, or its name is there twice.
 */
export function orderByOutput(of: Rewritable): string | undefined {
  const { block, dialect } = of
  const { output } = block
  if (output === undefined) return undefined
  return all(block.orderBy, (sort) => {
    const tail = tailOf(of, sort)
    const found =
      sort.item === undefined
        ? output.find(({ column }) => column && sort.column && isSame(column, sort.column))
        : output[sort.item]
    if (found === undefined || tail === undefined) return undefined
    const twins = output.filter(({ name }) => name.toLowerCase() === found.name.toLowerCase())
    if (twins.length > 1 || (dialect !== 'postgres' && sortedByPlace.test(found.type ?? ''))) return undefined
    // An expression without an alias has another name on each server.
    return found.name === '' || !(found.column || hasAlias(of, found.span))
      ? undefined
      : `${quoted(found.name, dialect)}${tail}`
  })
}

function hasAlias({ sql }: Rewritable, { start, end }: { readonly start: number; readonly end: number }): boolean {
  return /\sAS\s+\S+$/i.test(sql.slice(start, end))
}

function all(items: readonly SortColumn[], textOf: (sort: SortColumn) => string | undefined): string | undefined {
  const texts = items.map(textOf)
  return texts.every((text) => text !== undefined) ? texts.join(', ') : undefined
}

export function isSame(one: ColumnTarget, other: ColumnTarget): boolean {
  return (
    one.block === other.block && one.source === other.source && one.column.toLowerCase() === other.column.toLowerCase()
  )
}
