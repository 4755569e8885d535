import { formatBytes, formatCount } from '../../figures'
import type { AdviceFacts } from '../facts'
import type { Advice, Evidence, Finding } from '../model'
import type { AccessDesign } from './designs-for'
import { addIndexDdl, dropIndexDdl, indexName, partText } from './index-ddl'
import type { IndexDesign } from './model'

/** Entries of a B-tree page are not packed; and InnoDB and PostgreSQL keep a few bytes beside each. */
const bytesBesides = 12
const fill = 0.7

/** A design as something to try. */
export function indexAdvice(design: IndexDesign, { now, demand }: AccessDesign, facts: AdviceFacts): Advice {
  const { table, parts, include, relation, replaces, covers, givesOrder } = design
  const name = indexName(design)
  const list = `(${parts.map(partText).join(', ')})`
  const ddl = [
    addIndexDdl(design, name, facts.family),
    ...replaces.map((index) => dropIndexDdl(table, index, facts.family)),
  ]
  const does = [
    givesOrder ? 'gives the rows in order' : undefined,
    covers ? 'holds all that is needed of the table' : undefined,
  ].filter((words) => words !== undefined)
  const title =
    relation.kind === 'new'
      ? `Add an index on ${table.name} ${list}`
      : relation.kind === 'extends'
        ? `Extend \`${relation.index.name}\` to ${table.name} ${list}`
        : `Put the parts of \`${relation.index.name}\` in this order: ${table.name} ${list}`
  return {
    kind: relation.kind === 'new' ? 'add-index' : relation.kind === 'extends' ? 'extend-index' : 'reorder-index',
    title: does.length === 0 ? title : `${title}, which ${does.join(' and ')}`,
    variant: { sql: facts.sql, session: [], ddl },
    index: {
      table: table.name,
      name,
      parts: parts.map(partText),
      ...(include.length > 0 && { include: [...include] }),
    },
    equivalence: demand.orderIs === 'ORDER BY' ? 'identical' : 'same-set',
    preconditions: [],
    tradeOffs: [
      `${sizeWords(design)}One more index to keep on every INSERT, DELETE, and UPDATE of ${parts.map(({ column }) => column).join(', ')}.`,
      ...replaces.map((index) => `\`${index.name}\` is a left part of it and is dropped with it.`),
      ...(relation.kind === 'reorders'
        ? [`\`${relation.index.name}\` stays: other statements may need its order. Drop it when none does.`]
        : []),
    ],
    notWhen: notWhen(design),
    expected: {
      rowsBefore: Math.round(now.entries),
      rowsAfter: Math.round(design.expectedRows),
      method: design.assumed ? 'structural' : 'statistics',
    },
  }
}

function sizeWords({ table, bytesPerEntry }: IndexDesign): string {
  if (bytesPerEntry === undefined || table.rows === undefined) return ''
  return `At most ${formatBytes(((bytesPerEntry + bytesBesides) * table.rows) / fill)}. `
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
  const saved = design && found.now.work > 0 ? 1 - design.expectedRows / Math.max(found.now.entries, 1) : undefined
  return {
    rule,
    ...words,
    nodes: [found.access.node.id],
    evidence: [...evidence, demandEvidence(found)],
    confidence: design === undefined || design.assumed ? 'structural' : 'estimated',
    ...(saved !== undefined && { savableFraction: Math.max(0, Math.min(1, saved)) }),
    advice: found.designs.slice(0, 1).map((one) => indexAdvice(one, found, facts)),
  }
}

function demandEvidence({ demand, now }: AccessDesign): Evidence {
  const conditions = [...new Set(demand.columns.map(({ column, comparedWith }) => `${column} ${comparedWith}`))]
  const order = demand.order.map(({ column, descending }) => `${column}${descending ? ' DESC' : ''}`)
  return {
    kind: 'statistic',
    text: [
      `${demand.table.name}: ${conditions.join(' AND ') || 'no condition'}`,
      ...(demand.orderIs ? [`${demand.orderIs} ${order.join(', ')}`] : []),
      `about ${formatCount(Math.round(now.entries))} rows are read ${now.index ? `by \`${now.index.name}\`` : 'by a scan'}`,
    ].join('; '),
    value: Math.round(now.entries),
    unit: 'rows',
    nodeId: demand.context.node.id,
  }
}
