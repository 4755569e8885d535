import type { CaretInCode } from './caret'
import type { CompletionRequest, Proposal } from './model'
import { nameText } from './name-text'
import type { ScopeSource } from './scope-model'
import { type SourceColumns, same } from './source-columns'

/** Columns of these names mean something else in every table. */
const tooCommon =
  /^(?:id|name|title|type|status|state|comment|note|description|created(?:_at|_on)?|updated(?:_at|_on)?|deleted(?:_at|_on)?|version|pos(?:ition)?)$/i

/** Conditions that join the last source with those before it: by foreign keys, then by names. */
export function proposeJoins(
  caret: CaretInCode,
  { dialect }: CompletionRequest,
  columns: SourceColumns,
): readonly Proposal[] {
  const { block } = caret.place
  const right = caret.place.source
  if (right === undefined) return []
  const written = caret.code.tokens.text.toLowerCase().replace(/\s+/g, ' ')
  const name = (source: ScopeSource, column: string) => `${nameText(source.name, dialect)}.${nameText(column, dialect)}`
  const found: Proposal[] = []
  const add = (text: string, detail: string, rank: number) => {
    if (!written.includes(text.toLowerCase()) && !found.some((one) => one.insert === text))
      found.push({ label: text, insert: text, kind: 'join', detail, rank })
  }
  const lefts = block.sources.filter((source) => source !== right)
  for (const left of lefts) {
    for (const [from, to] of [
      [right, left],
      [left, right],
    ] as const) {
      const [table, other] = [columns.tableOf(from), columns.tableOf(to)]
      for (const key of table?.foreignKeys ?? []) {
        if (other === undefined || !same(key.toTable.split('.').pop() ?? '', other.name)) continue
        const pairs = key.columns.map(
          (column, at) => `${name(from, column)} = ${name(to, key.toColumns[at] ?? column)}`,
        )
        add(pairs.join(' AND '), `foreign key ${key.name}`, 0)
      }
    }
  }
  for (const left of lefts) {
    const [mine, theirs] = [columns.of(right, block), columns.of(left, block)]
    for (const column of mine) {
      const shared = theirs.find((other) => same(other.name, column.name))
      if (shared !== undefined && !tooCommon.test(column.name))
        add(`${name(right, column.name)} = ${name(left, shared.name)}`, 'same name', 2)
    }
    // orders.customer_id = customers.id
    for (const [from, to] of [
      [right, left],
      [left, right],
    ] as const) {
      if (to.table === undefined) continue
      const singular = to.table.replace(/ies$/i, 'y').replace(/s$/i, '')
      const id = columns.of(to, block).find((column) => same(column.name, 'id'))
      const reference = columns
        .of(from, block)
        .find((column) => [`${singular}_id`, `${to.table}_id`, `${singular}id`].some((one) => same(one, column.name)))
      if (id !== undefined && reference !== undefined)
        add(`${name(from, reference.name)} = ${name(to, id.name)}`, 'by its name', 1)
    }
  }
  return found
}
