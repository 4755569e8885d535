import type { Predicate } from '../../keyparts/predicate'
import type { AdviceFacts } from '../facts'
import { type AccessDesign, designsFor } from '../index-design/designs-for'
import { indexAdvice } from '../index-design/index-advice'
import { partText } from '../index-design/index-ddl'
import type { Evidence, Finding } from '../model'

const unknownSelectivity = 'Most rows meet the conditions: how selective they are is not known.'

/**
 * The indexes that a statement's own conditions and order ask for and its tables do not have. Without a plan nobody
 * knows how much they save: the findings say so and promise no rows.
 * @param facts those of a supposed plan
 */
export function structuralFindings(facts: AdviceFacts): readonly Finding[] {
  return designsFor(facts).flatMap((found): readonly Finding[] => {
    const [design] = found.designs
    if (design === undefined) return []
    const { table } = found.demand
    const parts = `(${design.parts.map(partText).join(', ')})`
    const { expected: _, ...advice } = indexAdvice({ ...design, table: { ...table, rows: undefined } }, found, facts)
    return [
      {
        rule: ruleOf(found),
        severity: 'warning',
        title: `No index of ${table.name} serves ${design.givesOrder ? 'its conditions and its order' : 'its conditions'} as ${parts} would`,
        explanation: `${roles(found)} That follows from the statement and its tables alone: without a plan and the number of rows nobody knows what it saves.`,
        nodes: [],
        evidence: evidenceOf(found),
        confidence: 'structural',
        advice: [{ ...advice, notWhen: [unknownSelectivity, ...advice.notWhen] }],
      },
    ]
  })
}

/** The rule that would say it with a plan. */
function ruleOf({ demand, designs, access }: AccessDesign): string {
  const [design] = designs
  if (design?.givesOrder) return demand.limit === undefined ? 'index-for-order-by' : 'index-for-order-limit'
  if (design?.relation.kind !== 'new') return 'index-composite-order'
  const joins = access.sqlPredicates.some(({ references }) => references.length > 0)
  return joins ? 'missing-join-index' : 'index-missing-prefix'
}

/** "It is searched by status, then by a range of created_at, and gives the order." */
function roles({ designs: [design] }: AccessDesign): string {
  if (design === undefined) return ''
  const seeks = design.parts.filter(({ narrows }) => narrows === 'seek')
  const equal = seeks.filter(({ role }) => role !== 'range').map(({ column }) => `\`${column}\``)
  const ranges = seeks.filter(({ role }) => role === 'range').map(({ column }) => `\`${column}\``)
  const words = [
    ...(equal.length > 0 ? [`is searched by ${equal.join(' and ')}`] : []),
    ...(ranges.length > 0 ? [`${equal.length > 0 ? 'then' : 'is searched'} by a range of ${ranges.join(', ')}`] : []),
    ...(design.givesOrder ? ['gives the rows in order'] : []),
    ...(design.covers ? ['holds all that is needed of the table'] : []),
  ]
  const last = words.pop() ?? 'holds the columns'
  return `It ${words.length > 0 ? `${words.join(', ')} and ${last}` : last}.`
}

function evidenceOf({ demand, access }: AccessDesign): readonly Evidence[] {
  const own = (predicate: Predicate) => predicate.columns.some(access.owns)
  const conditions = access.sqlPredicates.filter(own).map(
    ({ text, span }): Evidence => ({
      kind: 'sql',
      text,
      sqlSpan: { start: span.start, end: span.end },
    }),
  )
  const indexes = demand.table.indexes.map(({ name, parts }): Evidence => {
    const names = parts.map(({ column, expression, prefixChars }) =>
      prefixChars === undefined ? (column ?? expression ?? '?') : `${column}(${prefixChars})`,
    )
    return { kind: 'index', text: `${demand.table.name}.${name} (${names.join(', ')})` }
  })
  const order: readonly Evidence[] =
    demand.orderIs === undefined
      ? []
      : [{ kind: 'sql', text: `${demand.orderIs} ${demand.order.map(({ column }) => column).join(', ')}` }]
  const all = [...conditions, ...order, ...indexes]
  return all.length > 0 ? all : [{ kind: 'index', text: `${demand.table.name} has no index` }]
}
