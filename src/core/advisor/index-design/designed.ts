import type { Index, Table } from '../../catalog/model'
import type { Family } from '../../engine'
import type { AccessContext } from '../../keyparts/access-context'
import { totalBytes } from '../../keyparts/column-bytes'
import type { KeyUse } from '../../keyparts/model'
import { otherMysqlUse } from '../../keyparts/mysql-use'
import { otherPostgresUse } from '../../keyparts/postgres-use'
import { partsOfIndex } from './index-read'
import type { DesignedPart } from './model'

/** What the key-part engine says of an index that may not be there yet. */
export function judgedUse(index: Index, context: AccessContext): KeyUse {
  return context.family === 'mysql' ? otherMysqlUse(context, index) : otherPostgresUse(context, index)
}

/** The parts of an index with what they will do. */
export function designedParts(index: Index, context: AccessContext): readonly DesignedPart[] {
  const use = judgedUse(index, context)
  return index.parts.map((part, at): DesignedPart => {
    const { role = 'unused', narrows = 'none' } = use.parts[at] ?? {}
    const { column, expression, prefixChars, opclass, descending } = part
    return {
      column: column ?? expression ?? '',
      descending,
      role,
      narrows,
      ...(expression !== undefined && { expression }),
      ...(prefixChars !== undefined && { prefixChars }),
      ...(opclass !== undefined && { opclass }),
    }
  })
}

/** Bytes of an entry's parts, where all of their types tell. */
export function bytesOf(index: Index, table: Table, family: Family): number | undefined {
  let sum = 0
  for (const { bytes } of partsOfIndex(table, index, family)) {
    if (bytes === undefined) return undefined
    sum += totalBytes(bytes.bytes)
  }
  return sum
}
