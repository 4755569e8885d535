import type { AccessDesign } from './designs-for'
import type { DesignedPart, IndexDesign } from './model'

/** An index that no B-tree over the whole table would be, put together by a rule that knows when it serves. */
export function specialDesign(
  { demand: { table } }: AccessDesign,
  parts: readonly DesignedPart[],
  more: Pick<IndexDesign, 'expectedRows' | 'assumed' | 'saves'> &
    Partial<Pick<IndexDesign, 'method' | 'where' | 'include'>>,
): IndexDesign {
  return {
    table,
    parts,
    include: [],
    relation: { kind: 'new' },
    replaces: [],
    givesOrder: false,
    covers: false,
    bytesPerEntry: undefined,
    after: [],
    changesJoinOrder: false,
    companions: [],
    ...more,
  }
}
