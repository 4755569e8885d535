import type { Table } from '../../catalog/model'
import { orderOf } from '../../experiment/result-order'
import type { AdviceFacts } from '../facts'
import { addIndexDdl, indexName, partText } from '../index-design/index-ddl'
import type { Advice } from '../model'
import { pipesMeanOr, underLimit } from './advice-parts'
import { joinedColumns } from './joined-columns'
import type { SearchedArm } from './or-arms'
import { onlyTable, type Rewritable } from './rewritable'
import { asUnionOfKeys } from './union-of-keys'
import { asUnionOfArms, type UnionOfArms } from './unions'
import type { WrittenOr } from './written-or'

type Ddl = Advice['variant']['ddl'][number]

interface NewIndex {
  readonly ddl: Ddl
  readonly index: NonNullable<Advice['index']>
}

/**
 * The OR as a UNION of its arms, with the indexes that an arm, or the join from it, still needs; then those indexes
 * alone, where the server can merge them by itself.
 */
export function unionAdvice(
  of: Rewritable,
  or: WrittenOr,
  arms: readonly SearchedArm[],
  facts: AdviceFacts,
  rows: { readonly before: number; readonly after: number },
): readonly Advice[] {
  const union = asUnionOfArms(of, or)
  const keys = union === undefined ? unionOfKeys(of, or) : undefined
  const added = newIndexes(of, arms, facts)
  const sources = new Set(arms.map(({ source }) => source.source))
  if (added === undefined) return []
  const expected = { rowsBefore: rows.before, rowsAfter: rows.after, method: 'statistics' } as const
  const only = added.length === 1 ? added[0]?.index : undefined
  const writes = added.map(
    ({ index }) => `The index on ${index.table} (${index.parts.join(', ')}) is kept on every write.`,
  )
  const names = added.map(({ index }) => `${index.table} (${index.parts.join(', ')})`).join(', ')
  const advice: Advice[] = []
  if (union !== undefined)
    advice.push({
      kind: 'rewrite',
      title: `Write the OR as ${or.arms.length} SELECTs put together by ${union.by === 'distinct' ? 'UNION' : 'UNION ALL'}${added.length > 0 ? `, with an index on ${names}` : ''}`,
      variant: { sql: union.sql, session: [], ddl: added.map(({ ddl }) => ddl) },
      ...(only && { index: only }),
      ...equivalenceOf(of, union),
      tradeOffs: [
        'The text says everything once for each side: a change has to be made in each.',
        ...(union.by === 'distinct'
          ? ['UNION puts all rows into a temporary table to find those that are there twice.']
          : []),
        ...writes,
      ],
      notWhen: ['Each side meets many rows.', 'The server merges indexes for this OR already.'],
      expected,
    })
  if (keys !== undefined)
    advice.push({
      kind: 'rewrite',
      title: `Pick the keys by ${or.arms.length} SELECTs put together by UNION, and join the rows to them${added.length > 0 ? `, with an index on ${names}` : ''}`,
      variant: { sql: keys, session: [], ddl: added.map(({ ddl }) => ddl) },
      ...(only && { index: only }),
      ...keysEquivalence(of),
      tradeOffs: ['The keys are put into a temporary table, and each row is looked up by its key.', ...writes],
      notWhen: ['Each side meets many rows.', 'The server merges indexes for this OR already.'],
      expected,
    })
  if (added.length > 0 && sources.size === 1)
    advice.push({
      kind: 'add-index',
      title: `Add an index on ${names}, so that the server can merge the indexes of both sides`,
      variant: { sql: of.sql, session: [], ddl: added.map(({ ddl }) => ddl) },
      ...(only && { index: only }),
      equivalence: 'same-set',
      preconditions: [],
      tradeOffs: ['Whether it merges them is the server’s choice, by its estimates.', ...writes],
      notWhen: ['Each side meets many rows.'],
      expected,
    })
  return advice
}

function unionOfKeys(of: Rewritable, or: WrittenOr): string | undefined {
  const only = onlyTable(of)
  return only && asUnionOfKeys(of, only, or)
}

function keysEquivalence(of: Rewritable): Pick<Advice, 'equivalence' | 'preconditions'> {
  const more: Advice['preconditions'] = [
    { text: 'Each row is picked once.', status: 'holds', how: 'UNION leaves each value of the primary key once.' },
    ...pipesMeanOr(of),
  ]
  if (of.block.limit) return underLimit(of, more)
  return orderedAs(of, more)
}

/** Without LIMIT the rows are the same; their order is where ORDER BY decides it. */
function orderedAs(
  { block, meaning, catalog, sql }: Rewritable,
  preconditions: Advice['preconditions'],
): Pick<Advice, 'equivalence' | 'preconditions'> {
  const isSure = preconditions.every(({ status }) => status === 'holds')
  const ordered = orderOf(block, meaning, catalog, sql) === 'total'
  return { equivalence: !isSure ? 'under-stated-facts' : ordered ? 'identical' : 'same-set', preconditions }
}

/** Indexes for arms that have none, and for the way from an arm to the other table; undefined where there is no way. */
function newIndexes(
  of: Rewritable,
  arms: readonly SearchedArm[],
  { family }: AdviceFacts,
): readonly NewIndex[] | undefined {
  const found = new Map<string, NewIndex>()
  const add = (table: Table, columns: readonly string[]) => {
    const parts = columns.map((column) => ({
      column,
      descending: false,
      role: 'equality' as const,
      narrows: 'seek' as const,
    }))
    const name = indexName({ table, parts })
    found.set(`${table.schema}.${table.name} ${columns.join()}`, {
      ddl: addIndexDdl({ table, parts, include: [] }, name, family),
      index: { table: table.name, name, parts: parts.map(partText) },
    })
  }
  for (const { index, table, columns } of arms) {
    if (index === undefined) add(table, [...new Set(columns.map(({ column }) => column))])
  }
  if (of.block.sources.length === 2) {
    for (const { source } of arms) {
      const ways = joinedColumns(of, source)
      if (ways.length === 0) return undefined
      const [way] = ways
      if (way && !ways.some(({ isIndexed }) => isIndexed)) add(way.table, [way.column])
    }
  }
  return [...found.values()]
}

function equivalenceOf(of: Rewritable, { by }: UnionOfArms): Pick<Advice, 'equivalence' | 'preconditions'> {
  const { block } = of
  const rows: Advice['preconditions'][number] = block.distinct
    ? { text: 'Rows that are alike are shown once.', status: 'holds', how: 'SELECT DISTINCT shows them once already.' }
    : by === 'distinct'
      ? {
          text: 'No two rows are alike, so that UNION takes out only rows that several sides found.',
          status: 'holds',
          how: 'The select list has a unique key of every table.',
        }
      : {
          text: 'A row that several sides find is shown once.',
          status: 'holds',
          how: 'Later sides leave out what an earlier one finds; IS NOT TRUE takes NULL for not met.',
        }
  const more = [rows, ...pipesMeanOr(of)]
  return block.limit ? underLimit(of, more) : orderedAs(of, more)
}
