import type { Index, Table } from '../../catalog/model'
import type { AdviceFacts } from '../facts'
import { addIndexDdl, dropIndexDdl, indexName, partText } from '../index-design/index-ddl'
import type { DesignedPart } from '../index-design/model'
import type { Advice } from '../model'

/** The index with another prefix in one of its parts; undefined holds the whole column. */
export interface PrefixChange {
  readonly table: Table
  readonly index: Index
  /** Which part, from 0. */
  readonly at: number
  readonly chars: number | undefined
}

/** What is said of it besides. */
type Words = Pick<Advice, 'kind' | 'title' | 'tradeOffs' | 'notWhen' | 'expected'> &
  Partial<Pick<Advice, 'equivalence' | 'preconditions'>> & {
    /** The statement that goes with it, where that changes too. */
    readonly sql?: string
  }

/** The advice to make the index anew so, and to drop the one that it stands for. */
export function prefixAdvice(change: PrefixChange, { sql = undefined, ...words }: Words, facts: AdviceFacts): Advice {
  const { table, index } = change
  const parts = partsWith(change)
  const name = indexName({ table, parts })
  return {
    equivalence: 'identical',
    preconditions: [],
    ...words,
    variant: {
      sql: sql ?? facts.sql,
      session: [],
      ddl: [addIndexDdl({ table, parts, include: [] }, name, facts.family), dropIndexDdl(table, index, facts.family)],
    },
    index: { table: table.name, name, parts: parts.map(partText) },
  }
}

function partsWith({ index, at, chars }: PrefixChange): readonly DesignedPart[] {
  return index.parts.map(({ column = '', prefixChars, descending }, place) => {
    const length = place === at ? chars : prefixChars
    return {
      column,
      descending,
      role: 'unused',
      narrows: 'none',
      ...(length !== undefined && { prefixChars: length }),
    }
  })
}

/** It keeps no rule and holds plain columns: another one can stand for it. */
export function isReplaceable(index: Index, { foreignKeys, indexes }: Table): boolean {
  if (index.unique || !index.visible || index.where !== undefined || (index.method ?? 'btree') !== 'btree') return false
  if (index.parts.some(({ column }) => column === undefined)) return false
  const begins = (one: Index, key: readonly string[]) => key.every((column, at) => one.parts[at]?.column === column)
  return !foreignKeys.some(
    ({ columns }) => begins(index, columns) && !indexes.some((other) => other !== index && begins(other, columns)),
  )
}
