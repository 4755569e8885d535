import type { Index } from '../../catalog/model'
import type { AdviceFacts } from '../facts'
import { addIndexDdl, indexName, partText } from '../index-design/index-ddl'
import { judge } from '../index-design/judge'
import type { Advice } from '../model'
import { underLimit } from './advice-parts'
import { unhinted, withHints } from './index-hints'
import { orderedIndexes } from './index-order'
import type { LimitedRead } from './limited-read'
import { fenced } from './order-fence'
import { hasOrderingSwitch } from './ordering-switch'
import { topOfEach } from './top-of-each'
import { valueLists } from './written-or'

/**
 * The ways to have a limited read find its rows by their condition and sort them, the best first.
 * @param used the index that gives the order now
 * @param matched rows that meet the conditions
 */
export function searchedForms(
  read: LimitedRead,
  used: string,
  facts: AdviceFacts,
  matched: number,
  rowsBefore: number,
): readonly Advice[] {
  const index = searchedIndex(read, used)
  const numbered = (one: Advice): Advice => ({
    ...one,
    expected: { rowsBefore, rowsAfter: one.expected?.rowsAfter ?? matched, method: 'statistics' },
  })
  const advice = [...(index === undefined ? [] : byIndex(read, index, facts)), ...composite(read, facts)]
  return advice.map(numbered)
}

/** The index by which the conditions find the fewest entries. */
function searchedIndex({ table, demand, of, only }: LimitedRead, used: string): Index | undefined {
  const listed = new Set(valueLists(of, only.source.source).map(({ column }) => column.toLowerCase()))
  return table.indexes
    .filter(({ name, visible, where, method }) => {
      return name !== used && visible && where === undefined && (method ?? 'btree').toLowerCase() === 'btree'
    })
    .map((index) => ({ index, judged: judge(index, demand) }))
    .filter(
      // PostgreSQL puts the values of an OR together from one search for each.
      ({ index, judged }) =>
        judged.use.parts[0]?.narrows === 'seek' || listed.has((index.parts[0]?.column ?? '').toLowerCase()),
    )
    .sort((one, other) => one.judged.entries - other.judged.entries)[0]?.index
}

const notWhen: [string, ...string[]] = [
  'The condition is given a common value: then all its rows are read and sorted.',
  'The rows that match come to lie near the beginning of the order.',
]
const ages = 'It stays when the data changes: look at it again when the values are spread otherwise.'

function byIndex(read: LimitedRead, index: Index, { engine }: AdviceFacts): readonly Advice[] {
  const { of, only, access } = read
  const common = { ...underLimit(of), notWhen }
  const advice: Advice[] = []
  const alias = only.source.alias ?? only.table.name
  const forced = withHints(of, only, [{ action: 'FORCE', indexes: [index.name] }])
  if (forced !== undefined)
    advice.push({
      kind: 'force-index',
      title: `Find the rows of ${alias} by their condition: FORCE INDEX (${index.name})`,
      variant: { sql: forced, session: [], ddl: [] },
      ...common,
      tradeOffs: [ages],
    })
  const bare = of.dialect === 'postgres' ? undefined : unhinted(of, only)
  if (bare !== undefined) advice.push(...topOfEach(read, bare))
  const hidden = access.hints.length > 0 ? undefined : fenced(of)
  if (hidden !== undefined)
    advice.push({
      kind: 'rewrite',
      title: `Hide the order from the index: ${of.dialect === 'postgres' ? 'ORDER BY an expression' : 'ORDER BY … + 0'}`,
      variant: { sql: hidden, session: [], ddl: [] },
      ...common,
      tradeOffs: [ages, 'Whoever reads it must be told why the expression stands there.'],
    })
  if (access.hints.length === 0 && hasOrderingSwitch(engine))
    advice.push({
      kind: 'change-switch',
      title: 'Keep LIMIT from preferring an index with the order: prefer_ordering_index=off',
      variant: { sql: of.sql, session: [{ name: 'optimizer_switch', value: 'prefer_ordering_index=off' }], ddl: [] },
      ...common,
      preconditions: [
        ...common.preconditions,
        { text: 'The switch is on now.', status: 'unknown', how: 'SELECT @@optimizer_switch; on is the default.' },
      ],
      tradeOffs: ['It holds for all statements of the session.'],
    })
  return advice
}

/** Conditions that are equalities can stand before the order in one index: then the first rows are the ones. */
function composite({ demand, table, order, limit, of }: LimitedRead, { family }: AdviceFacts): readonly Advice[] {
  const equal = demand.columns.filter(({ role, prefixChars }) => role === 'equality' && prefixChars === undefined)
  const others = demand.columns.filter(({ column }) => !equal.some((one) => one.column === column))
  if (equal.length === 0 || others.length > 0) return []
  const names = new Set(equal.map(({ column }) => column))
  const isBackward = order.every(({ descending }) => descending)
  if (!isBackward && order.some(({ descending }) => descending)) return []
  const parts = [
    ...[...names].map((column) => ({ column, descending: false })),
    ...order.filter(({ column }) => !names.has(column)).map(({ column }) => ({ column, descending: false })),
  ].map((part) => ({ ...part, role: 'equality' as const, narrows: 'seek' as const }))
  // InnoDB keeps the primary key behind each index.
  const same = orderedIndexes(table, order, family, new Set([...names].map((column) => column.toLowerCase()))).some(
    (index) => [...names].every((_, at) => names.has(index.parts[at]?.column ?? '')),
  )
  if (same) return []
  const name = indexName({ table, parts })
  return [
    {
      kind: 'add-index',
      title: `Add an index on ${table.name} (${parts.map(partText).join(', ')}), which finds the rows in order`,
      variant: { sql: of.sql, session: [], ddl: [addIndexDdl({ table, parts, include: [] }, name, family)] },
      index: { table: table.name, name, parts: parts.map(partText) },
      ...underLimit(of),
      tradeOffs: ['One more index to keep on every INSERT and DELETE.'],
      notWhen: [`${table.name} is written far more often than this statement runs.`],
      expected: { rowsAfter: limit, method: 'structural' },
    },
  ]
}
