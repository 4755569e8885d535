import type { Index, Table } from '../../catalog/model'
import type { AdviceFacts } from '../facts'
import { partsBytes } from './parts-bytes'

/** A wider index is read in a narrower one's place without anybody noticing, up to this. */
const muchWider = 2

/**
 * Does this statement need the index although another one serves the same searches? It names it in a hint, or reads it
 * from end to end where the other one is much wider.
 */
export function isNeededHere(index: Index, by: Index, table: Table, facts: AdviceFacts): boolean {
  const accesses = facts.accesses.filter((access) => access.table === table)
  const name = index.name.toLowerCase()
  if (accesses.some(({ hints }) => hints.some(({ kind, indexes }) => kind !== 'ignore' && indexes?.has(name))))
    return true
  const isScanned = accesses.some(
    ({ access }) => access.method === 'index-scan' && access.indexes.some((one) => one.name === index.name),
  )
  return isScanned && sizeOf(by, table) >= muchWider * sizeOf(index, table)
}

function sizeOf(index: Index, table: Table): number {
  return index.bytes ?? partsBytes(index, table) ?? index.parts.length
}
