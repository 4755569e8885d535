import type { Plan } from '../plan/model'
import type { TextSpan } from '../text-span'
import { type AccessContext, conditionsOf } from './access-context'
import { conversionBetween } from './conversion'
import { impossibleConditions } from './impossible-range'
import { accessContexts, type KeyUseInput } from './key-use'
import type { ReasonEvidence } from './model'
import { conditionText } from './predicate-text'
import { reason } from './reasons'

/**
 * A condition that only looks right, whether or not an index is there for it. unsearchable: no index on the column could
 * serve it, because its values would have to be converted. impossible: it holds for no value.
 */
export interface ConditionFault {
  readonly kind: 'unsearchable' | 'impossible'
  readonly planIndex: number
  readonly nodeId: string
  readonly table: string
  readonly column: string
  /** The condition, short. */
  readonly condition: string
  /** The whole of it. */
  readonly text: string
  /** In one short sentence, for a verdict. */
  readonly short: string
  readonly evidence: readonly ReasonEvidence[]
  /** Its places in the statement, where it was read there. */
  readonly sqlSpans: readonly TextSpan[]
}

/** What is wrong with the conditions of a plan's accesses, from their texts and the catalog's types alone. */
export function conditionFaultsOf(plan: Plan, planIndex: number, input: KeyUseInput): readonly ConditionFault[] {
  return accessContexts(plan, planIndex, input).flatMap((context) => [...impossible(context), ...unsearchable(context)])
}

function impossible(context: AccessContext): readonly ConditionFault[] {
  return impossibleConditions(context).map(({ column, predicates }) => {
    const condition = conditionText(predicates) ?? ''
    return {
      ...placeOf(context, column.name),
      kind: 'impossible',
      condition,
      text: `No row of \`${context.alias}\` can pass: \`${condition}\` holds for no value.`,
      short: `No row of \`${context.alias}\` can pass: \`${condition}\` holds for no value.`,
      evidence: [
        { from: sourceOf(context), text: condition },
        { from: 'catalog', text: `${column.name} ${column.type}` },
      ],
      sqlSpans: spansOf(context, predicates),
    }
  })
}

/** MySQL and MariaDB convert in silence; PostgreSQL refuses such a comparison, or shows the cast in its plan. */
function unsearchable(context: AccessContext): readonly ConditionFault[] {
  if (context.family !== 'mysql') return []
  const said = new Set<string>()
  return conditionsOf(context).flatMap((predicate): readonly ConditionFault[] => {
    const name = predicate.column !== undefined && context.owns(predicate.column) ? predicate.column.name : undefined
    const column = context.table.columns.find((one) => one.name.toLowerCase() === name?.toLowerCase())
    if (column === undefined || predicate.negated || predicate.fromOr) return []
    const conversion = conversionBetween(column, predicate, context)
    if (conversion?.kind !== 'number' && conversion?.kind !== 'time') return []
    const condition = conditionText([predicate]) ?? ''
    if (said.has(condition)) return []
    said.add(condition)
    const { text } = reason('implicit-conversion', { part: column.name, condition, conversion })
    return [
      {
        ...placeOf(context, column.name),
        kind: 'unsearchable',
        condition,
        text: `${text} No index on \`${column.name}\` could serve it${conversion.kind === 'number' ? ', and a text that begins with no digit counts as 0' : ''}.`,
        short: `\`${condition}\` compares text with a ${conversion.kind === 'number' ? 'number' : 'date or time'}: no index on \`${column.name}\` could serve it.`,
        evidence: [
          { from: sourceOf(context), text: condition },
          { from: 'catalog', text: `${column.name} ${column.type}` },
        ],
        sqlSpans: spansOf(context, [predicate]),
      },
    ]
  })
}

function placeOf({ planIndex, node, alias }: AccessContext, column: string) {
  return { planIndex, nodeId: node.id, table: alias, column }
}

function sourceOf({ scope }: AccessContext): 'statement' | 'plan' {
  return scope === undefined ? 'plan' : 'statement'
}

function spansOf({ scope }: AccessContext, predicates: readonly { readonly span: TextSpan }[]): readonly TextSpan[] {
  return scope === undefined ? [] : predicates.map(({ span }) => span)
}
