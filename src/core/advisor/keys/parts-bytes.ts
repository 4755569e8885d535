import type { Index, Table } from '../../catalog/model'
import { columnBytes, totalBytes } from '../../keyparts/column-bytes'

/** Bytes of the longest entry of an index; undefined where a type is not known. */
export function partsBytes({ parts }: Index, { columns }: Table): number | undefined {
  let sum = 0
  for (const { column, prefixChars } of parts) {
    const found = columns.find(({ name }) => name === column)
    const known = found && columnBytes(found, prefixChars)
    if (known === undefined) return undefined
    sum += totalBytes(known.bytes)
  }
  return sum
}
