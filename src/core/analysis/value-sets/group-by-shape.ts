import type { Fault } from '../../errors'
import { type InsightInput, insightOf } from '../../plan/insight/plan-insight'
import { tableRowsIn } from '../../plan/insight/table-rows'
import type { Plan } from '../../plan/model'
import { outline } from '../../plan/outline'
import type { Analysis } from '../model'
import type { UsedValue } from '../values-model'
import type { PlanShapeGroup, ValueSet, ValueSetOrigin, ValueSets } from './model'
import { planSummary } from './plan-summary'

/** A set of values and what the server made of it. */
export interface PlannedSet {
  readonly name: string
  readonly from: ValueSetOrigin
  readonly why?: string | undefined
  readonly values: readonly UsedValue[]
  readonly result: Pick<Analysis, 'plans' | 'metrics' | 'keyUse' | 'catalog'> | { readonly error: Fault }
}

/** The sets side by side, grouped by the shape of their plans. */
export function groupByShape(
  planned: readonly PlannedSet[],
  generic: Plan | undefined,
  cautions: readonly string[],
): ValueSets {
  const shapes = new Map<string, PlanShapeGroup>()
  const sets = planned.map(({ name, from, why, values, result }): ValueSet => {
    const about = { name, from, ...(why !== undefined && { why }), values }
    if ('error' in result) return { ...about, error: result.error }
    const [plan] = result.plans
    if (plan === undefined) return about
    const summary = planSummary(plan)
    const known = shapes.get(summary.shape)
    shapes.set(
      summary.shape,
      known
        ? { ...known, sets: [...known.sets, name] }
        : {
            ...summary,
            sets: [name],
            outline: outline(
              plan,
              result.keyUse.filter(({ planIndex }) => planIndex === 0),
            ),
          },
    )
    return {
      ...about,
      shape: summary.shape,
      ...figuresOf({ plan, metrics: result.metrics[0], tableRows: tableRowsIn(result.catalog) }),
    }
  })
  const [known] = planned.flatMap(({ result }) => ('error' in result ? [] : [result.catalog]))
  const genericPlan = generic && {
    ...planSummary(generic),
    ...figuresOf({ plan: generic, tableRows: known && tableRowsIn(known) }),
  }
  return {
    text: sentence(sets, shapes.size, genericPlan && !shapes.has(genericPlan.shape)),
    sets,
    shapes: [...shapes.values()],
    ...(genericPlan && { generic: genericOf(genericPlan) }),
    cautions,
  }
}

function genericOf({
  accesses: _,
  sorts: __,
  ...generic
}: ReturnType<typeof planSummary> & ReturnType<typeof figuresOf>): NonNullable<ValueSets['generic']> {
  return generic
}

function figuresOf(input: InsightInput): Pick<ValueSet, 'rowsRead' | 'rowsReturned' | 'cost'> {
  const { flow, totalRead } = insightOf(input)
  const returned = flow.stages.find(({ kind }) => kind === 'returned')?.rows?.rows
  const cost = input.plan.root.estimate.subtreeCost
  return {
    ...(totalRead !== undefined && { rowsRead: totalRead.rows }),
    ...(returned !== undefined && { rowsReturned: returned }),
    ...(cost !== undefined && { cost }),
  }
}

function sentence(sets: readonly ValueSet[], shapes: number, genericIsOther: boolean | undefined): string {
  const planned = sets.filter(({ shape }) => shape !== undefined).length
  const refused = sets.length - planned
  const of = planned === 1 ? 'one value set' : `${planned} value sets`
  const main =
    planned === 0
      ? 'No value set has a plan.'
      : shapes === 1
        ? planned === 1
          ? 'One value set, one plan.'
          : `One plan for all ${of}.`
        : `The plan changes with the values: ${shapes} plans for ${of}.`
  const rest =
    refused === 0 || planned === 0 ? '' : ` ${refused === 1 ? 'One set was' : `${refused} sets were`} refused.`
  return `${main}${rest}${genericIsOther ? ' The plan for unknown values is another one still.' : ''}`
}
