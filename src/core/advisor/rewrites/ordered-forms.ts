import type { Index } from '../../catalog/model'
import type { EngineIdentity } from '../../engine'
import type { Advice } from '../model'
import { pipesMeanOr, underLimit } from './advice-parts'
import { asDeferredJoin } from './deferred-join'
import { asInSubquery } from './in-subquery'
import { unhinted, withHints } from './index-hints'
import type { LimitedRead } from './limited-read'
import { unfenced } from './order-fence'
import { hasOrderingSwitch } from './ordering-switch'
import { quoted } from './rewritable'
import { topOfEach } from './top-of-each'

/** The ways to have a limited read follow the order of an index, the best first. */
export function orderedForms(read: LimitedRead, index: Index, engine: EngineIdentity | undefined): readonly Advice[] {
  return read.isFenced ? unfencing(read, index) : [...forcing(read, index, engine), ...rewriting(read, index)]
}

const notWhen: [string, ...string[]] = [
  'The condition is given a rare value, or one that only the far end of the order has: then nearly all rows are read.',
]

function unfencing({ of }: LimitedRead, index: Index): readonly Advice[] {
  const found = unfenced(of)
  if (found === undefined) return []
  return [
    {
      kind: 'rewrite',
      title: `Sort by ${found.columns.join(', ')} itself, so that \`${index.name}\` can give the order`,
      variant: { sql: found.sql, session: [], ddl: [] },
      ...underLimit(of, []),
      tradeOffs: [
        'The server is free to read in order again: the expression may have been written to keep it from that.',
      ],
      notWhen,
    },
  ]
}

/** MySQL and MariaDB: the plan by hint. */
function forcing(read: LimitedRead, index: Index, engine: EngineIdentity | undefined): readonly Advice[] {
  const { of, only, access } = read
  if (of.dialect === 'postgres') return []
  const alias = only.source.alias ?? only.table.name
  const used = access.access.indexes.map(({ name }) => name)
  const forced = withHints(of, only, [{ action: 'FORCE', indexes: [index.name] }])
  const hasHints = access.hints.length > 0
  const without = hasHints ? withHints(of, only, []) : undefined
  const ignoring =
    hasHints || used.length === 0 ? undefined : withHints(of, only, [{ action: 'IGNORE', indexes: used }])
  const common = { ...underLimit(of, []), notWhen }
  const hintCost = 'A hint stays when the data changes: look at it again when the values are spread otherwise.'
  const advice: Advice[] = []
  if (forced !== undefined)
    advice.push({
      kind: 'force-index',
      title: `Read ${alias} in the order of \`${index.name}\`: FORCE INDEX (${index.name})`,
      variant: { sql: forced, session: [], ddl: [] },
      ...common,
      tradeOffs: [hintCost],
    })
  if (without !== undefined)
    advice.push({
      kind: 'force-index',
      title: `Take the index hint of ${alias} away, so that the server chooses`,
      variant: { sql: without, session: [], ddl: [] },
      ...common,
      tradeOffs: ['The server chooses by its statistics, which may change.'],
    })
  if (ignoring !== undefined)
    advice.push({
      kind: 'force-index',
      title: `Keep ${alias} from being read by ${used.map((name) => `\`${name}\``).join(', ')}: IGNORE INDEX`,
      variant: { sql: ignoring, session: [], ddl: [] },
      ...common,
      tradeOffs: [hintCost, 'The server may choose to read the whole table instead.'],
    })
  if (!hasHints && hasOrderingSwitch(engine))
    advice.push({
      kind: 'change-switch',
      title: 'Let LIMIT prefer an index with the order: prefer_ordering_index=on',
      variant: { sql: of.sql, session: [{ name: 'optimizer_switch', value: 'prefer_ordering_index=on' }], ddl: [] },
      ...common,
      preconditions: [
        ...common.preconditions,
        { text: 'The switch is off now.', status: 'unknown', how: 'SELECT @@optimizer_switch; on is the default.' },
      ],
      tradeOffs: ['It holds for all statements of the session.'],
    })
  return advice
}

/** The plan by another way of saying the same. */
function rewriting(read: LimitedRead, index: Index): readonly Advice[] {
  const { only, limit, table } = read
  if (read.of.dialect === 'postgres') return []
  const bare = unhinted(read.of, only)
  if (!bare) return []
  const own = { ...only, source: bare.block.sources[0] ?? only.source }
  const equal = underLimit(bare, pipesMeanOr(bare))
  const key = (table.primaryKey ?? []).join(', ')
  const advice: Advice[] = []
  const inside = asInSubquery(bare, own)
  if (inside !== undefined)
    advice.push({
      kind: 'rewrite',
      title: `Pick the rows by ${key} IN (SELECT …), so that the outer read can follow the order`,
      variant: { sql: inside, session: [], ddl: [] },
      ...equal,
      tradeOffs: ['Each row that is read is looked up once more by its key.'],
      notWhen,
    })
  const hint = `FORCE INDEX (${quoted(index.name, bare.dialect)})`
  const deferred = asDeferredJoin(bare, own, { hint })
  if (deferred !== undefined)
    advice.push({
      kind: 'rewrite',
      title: `Pick the ${limit} keys first and join the rows to them`,
      variant: { sql: deferred, session: [], ddl: [] },
      ...equal,
      tradeOffs: ['The text is longer, and the picked rows are sorted once more.'],
      notWhen,
    })
  advice.push(...topOfEach(read, bare))
  return advice
}
