import type { TextSpan } from '../../text-span'
import type {
  Clause,
  ClauseConditions,
  ColumnReference,
  Meaning,
  OutputColumn,
  QueryBlock,
  SortColumn,
  Source,
  SourceColumn,
} from './model'

/** A source while its block is read. */
export interface DraftSource {
  readonly block: DraftBlock
  readonly number: number
  readonly kind: Source['kind']
  readonly span: TextSpan
  readonly name?: string | undefined
  readonly alias?: string | undefined
  readonly schema?: string | undefined
  readonly table?: string | undefined
  readonly from?: DraftBlock | undefined
  readonly recursive: boolean
  readonly lateral: boolean
  readonly columns: readonly SourceColumn[] | undefined
  optional: boolean
  written: boolean
  selectsAll: boolean
  readonly needs: Map<Clause, Set<string>>
}

/** A block while it is read. */
export interface DraftBlock {
  readonly number: number
  readonly kind: QueryBlock['kind']
  readonly role: QueryBlock['role']
  readonly span: TextSpan
  readonly outer?: DraftBlock | undefined
  readonly members: DraftBlock[]
  readonly correlatedTo: Set<DraftBlock>
  readonly sources: DraftSource[]
  readonly references: ColumnReference[]
  readonly conditions: ClauseConditions[]
  output: readonly OutputColumn[] | undefined
  /** The select list, as far as it is known: what aliases and positions mean. */
  items: readonly DraftItem[]
  /** Places in `items` by the key of the name: the first of each name, and those that are other columns than it. */
  readonly itemsByName: Map<string, readonly number[]>
  readonly orderBy: SortColumn[]
  readonly groupBy: SortColumn[]
  limit: QueryBlock['limit']
  distinct: boolean
  aggregates: boolean
  windows: boolean
  readonly stars: { readonly span: TextSpan; readonly sources: readonly number[] }[]
}

/** A column that a block gives, with the columns that are mentioned in it. */
export interface DraftItem {
  readonly column: OutputColumn
  readonly references: readonly ColumnReference[]
}

export function newBlock(
  number: number,
  kind: QueryBlock['kind'],
  role: QueryBlock['role'],
  span: TextSpan,
  outer: DraftBlock | undefined,
): DraftBlock {
  return {
    number,
    kind,
    role,
    span,
    outer,
    members: [],
    correlatedTo: new Set(),
    sources: [],
    references: [],
    conditions: [],
    output: undefined,
    items: [],
    itemsByName: new Map(),
    orderBy: [],
    groupBy: [],
    limit: undefined,
    distinct: false,
    aggregates: false,
    windows: false,
    stars: [],
  }
}

type NewSource = Pick<DraftSource, 'kind' | 'span' | 'columns'> &
  Partial<Pick<DraftSource, 'name' | 'alias' | 'schema' | 'table' | 'from' | 'recursive' | 'lateral'>>

/** Puts a source at the end of a block's. */
export function addSource(block: DraftBlock, given: NewSource): DraftSource {
  const source: DraftSource = {
    recursive: false,
    lateral: false,
    ...given,
    block,
    number: block.sources.length,
    optional: false,
    written: false,
    selectsAll: false,
    needs: new Map(),
  }
  block.sources.push(source)
  return source
}

/** Notes that a clause of the source's block needs one of its columns. */
export function needColumn(source: DraftSource, clause: Clause, column: string): void {
  const known = source.needs.get(clause)
  if (known === undefined) source.needs.set(clause, new Set([column]))
  else known.add(column)
}

export function finished(drafts: readonly DraftBlock[]): Meaning {
  return { blocks: drafts.map(finishedBlock) }
}

function finishedBlock(draft: DraftBlock): QueryBlock {
  const {
    number,
    outer,
    members,
    correlatedTo,
    sources,
    references,
    conditions,
    items: _i,
    itemsByName: _n,
    ...rest
  } = draft
  return {
    block: number,
    ...rest,
    outer: outer?.number,
    members: members.map((member) => member.number),
    correlatedTo: [...correlatedTo].map((block) => block.number).sort((a, b) => a - b),
    sources: sources.map(finishedSource),
    references: [...references].sort((a, b) => a.span.start - b.span.start),
    conditions: [...conditions].sort((a, b) => a.span.start - b.span.start),
  }
}

function finishedSource({ block: _block, number, from, needs, ...rest }: DraftSource): Source {
  const lists = [...needs].map(([clause, columns]) => [clause, [...columns]] as const)
  return { source: number, ...rest, from: from?.number, needs: Object.fromEntries(lists) }
}
