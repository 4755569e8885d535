import { formatBytes, formatCount } from '../../figures'
import type { AdviceFacts } from '../facts'
import type { Advice, Evidence, Finding } from '../model'
import type { AccessDesign } from './designs-for'
import { changeIndexesDdl, indexName, partText } from './index-ddl'
import type { IndexDesign } from './model'

/** Entries of a B-tree page are not packed; and InnoDB and PostgreSQL keep a few bytes beside each. */
const bytesBesides = 12
const fill = 0.7
/** A table of this size takes long to be read for a new index. */
const largeTableBytes = 1024 ** 3
/** A finding whose advice saves less than this of the statement's work is no problem of the statement. */
const leastOfProblem = 0.3

/** A design as something to try. */
export function indexAdvice(design: IndexDesign, { now, demand }: AccessDesign, facts: AdviceFacts): Advice {
  const { relation, replaces, companions } = design
  const all = [design, ...companions]
  const names: string[] = []
  for (const one of all) names.push(indexName(one, names))
  const name = names[0] ?? ''
  const added = all.map((one, at) => ({ design: one, name: names[at] ?? '' }))
  const dropped = [...new Set(all.flatMap((one) => one.replaces))]
  return {
    kind: relation.kind === 'new' ? 'add-index' : relation.kind === 'extends' ? 'extend-index' : 'reorder-index',
    title: titleOf(design),
    variant: { sql: facts.sql, session: [], ddl: changeIndexesDdl(added, dropped, facts.family) },
    index: indexOf(design, name),
    equivalence: demand.orderIs === 'ORDER BY' ? 'identical' : 'same-set',
    preconditions: [],
    tradeOffs: [
      `${sizeWords(all)}${writeWords(all)}`,
      ...changedWords(design, demand.changes),
      ...dropped.map(({ name: gone }) => `\`${gone}\` is a left part of it and is dropped with it.`),
      ...(relation.kind === 'reorders' && replaces.length === 0
        ? [`\`${relation.index.name}\` stays: other statements may need its order. Drop it when none does.`]
        : []),
      ...buildWords(design, facts),
    ],
    notWhen: notWhen(design),
    expected: {
      rowsBefore: Math.round(now.entries),
      rowsAfter: Math.round(design.expectedRows),
      method: design.assumed ? 'structural' : 'statistics',
    },
  }
}

function indexOf({ table, parts, include, method, where }: IndexDesign, name: string): NonNullable<Advice['index']> {
  return {
    table: table.name,
    name,
    parts: parts.map(partText),
    ...(include.length > 0 && { include: [...include] }),
    ...(method !== undefined && { method }),
    ...(where !== undefined && { where }),
  }
}

function titleOf({
  table,
  parts,
  include,
  method,
  where,
  relation,
  covers,
  givesOrder,
  companions,
}: IndexDesign): string {
  const list = `(${parts.map(partText).join(', ')})`
  const besides = [
    include.length > 0 ? ` including ${include.join(', ')}` : '',
    where === undefined ? '' : ` where ${where}`,
  ].join('')
  const kind = method === undefined ? 'an' : `a ${method.toUpperCase()}`
  const others = companions.map((one) => `(${one.parts.map(partText).join(', ')})`)
  const title =
    others.length > 0
      ? `Add indexes on ${table.name} ${[list, ...others].join(' and ')}, one for each side of OR`
      : relation.kind === 'new'
        ? `Add ${kind} index on ${table.name} ${list}${besides}`
        : relation.kind === 'extends'
          ? `Extend \`${relation.index.name}\` to ${table.name} ${list}${besides}`
          : `Put the parts of \`${relation.index.name}\` in this order: ${table.name} ${list}${besides}`
  const does = [
    givesOrder ? 'gives the rows in order' : undefined,
    covers ? 'holds all that is needed of the table' : undefined,
  ].filter((words) => words !== undefined)
  return does.length === 0 ? title : `${title}, which ${does.join(' and ')}`
}

function sizeWords(designs: readonly IndexDesign[]): string {
  let bytes = 0
  for (const { bytesPerEntry, table, where } of designs) {
    if (bytesPerEntry === undefined || table.rows === undefined || where !== undefined) return ''
    bytes += ((bytesPerEntry + bytesBesides) * table.rows) / fill
  }
  return `At most ${formatBytes(bytes)}. `
}

/** What a write keeps up to date. Replacing an index adds none. */
function writeWords(designs: readonly IndexDesign[]): string {
  const more = designs.length - designs.reduce((sum, { replaces }) => sum + replaces.length, 0)
  const columns = [
    ...new Set(designs.flatMap(({ parts, include }) => [...parts.map(({ column }) => column), ...include])),
  ]
  const kept = `on every INSERT, DELETE, and UPDATE of ${columns.join(', ')}`
  if (more <= 0) return `No more indexes than before to keep, but a longer one, ${kept}.`
  return more === 1 ? `One more index to keep ${kept}.` : `${more} more indexes to keep ${kept}.`
}

function changedWords({ parts }: IndexDesign, changes: ReadonlySet<string>): readonly string[] {
  const changed = parts.filter(({ column }) => changes.has(column.toLowerCase())).map(({ column }) => `\`${column}\``)
  if (changed.length === 0) return []
  return [`The statement itself changes ${changed.join(', ')}: each row that it finds moves in the index.`]
}

function buildWords({ table }: IndexDesign, { family }: AdviceFacts): readonly string[] {
  if (table.bytes === undefined || table.bytes < largeTableBytes) return []
  const how = family === 'postgres' ? ' CREATE INDEX CONCURRENTLY lets writers go on.' : ''
  return [`Building it reads ${formatBytes(table.bytes)}.${how}`]
}

function notWhen({ assumed, covers, table }: IndexDesign): [string, ...string[]] {
  const words = [
    ...(assumed ? ['Most rows meet the conditions: how selective they are was assumed, not counted.'] : []),
    ...(covers ? ['Columns that it only covers are updated often.'] : []),
  ]
  return [`${table.name} is written far more often than this statement runs.`, ...words]
}

/** The finding that a design stands for; each rule says its own title and words. */
export function indexFinding(
  rule: string,
  words: Pick<Finding, 'severity' | 'title' | 'explanation'>,
  found: AccessDesign,
  facts: AdviceFacts,
  evidence: readonly Evidence[],
): Finding {
  const [design] = found.designs
  // What rests on a rule of thumb may be wrong.
  const isProblem = design !== undefined && design.saves >= leastOfProblem && !design.assumed
  return {
    rule,
    ...words,
    severity: words.severity === 'problem' && !isProblem ? 'warning' : words.severity,
    nodes: [found.access.node.id],
    evidence: [...evidence, demandEvidence(found, design)],
    confidence: design === undefined || design.assumed ? 'structural' : 'estimated',
    ...(design !== undefined && { savableFraction: Math.max(0, Math.min(1, design.saves)) }),
    advice: found.designs.slice(0, 1).map((one) => indexAdvice(one, found, facts)),
  }
}

function demandEvidence({ demand, now }: AccessDesign, design: IndexDesign | undefined): Evidence {
  const conditions = [...new Set(demand.columns.map(({ column, comparedWith }) => `${column} ${comparedWith}`))]
  const order = demand.order.map(({ column, descending }) => `${column}${descending ? ' DESC' : ''}`)
  const after = design?.changesJoinOrder && design.after.length === 0 ? ['it can then be read first'] : []
  return {
    kind: 'statistic',
    text: [
      `${demand.table.name}: ${conditions.join(' AND ') || 'no condition'}`,
      ...(demand.orderIs ? [`${demand.orderIs} ${order.join(', ')}`] : []),
      `about ${formatCount(Math.round(now.entries))} rows are read ${now.index ? `by \`${now.index.name}\`` : 'by a scan'}`,
      ...after,
    ].join('; '),
    value: Math.round(now.entries),
    unit: 'rows',
    nodeId: demand.context.node.id,
  }
}
