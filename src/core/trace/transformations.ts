import { asBoolean, asText, childrenOf, isObject, keyOf, memberOf, memberSpanOf, spanOf } from '../json/cursor'
import type { JsonAt, JsonTape } from '../json/tape'
import { booleanIn, known, type Place, type TraceDraft, textIn, textsIn } from './draft'
import type { TraceTransformation } from './model'
import { tracedName } from './table-name'

/** Condition by condition through the steps that rewrite it; a step that changed nothing was not applied. */
export function readConditionProcessing(draft: TraceDraft, at: JsonAt, place: Place): void {
  const { tape } = draft
  let before = textIn(tape, at, 'original_condition')
  const steps = memberOf(tape, at, 'steps')
  if (steps === -1) return
  for (const each of childrenOf(tape, steps)) {
    const name = textIn(tape, each, 'transformation')
    const after = textIn(tape, each, 'resulting_condition')
    if (name === undefined) continue
    add(draft, each, place, { name, before, after, applied: after !== undefined && after !== before })
    before = after ?? before
  }
}

/** `{"from": "IN (SELECT)", "to": "semijoin", "chosen": true}` and its like. */
export function readTransformation(draft: TraceDraft, at: JsonAt, place: Place): void {
  const { tape } = draft
  const from = textIn(tape, at, 'from')
  const to = textIn(tape, at, 'to')
  if (from === undefined || to === undefined) return
  const semiJoin = memberOf(tape, at, 'transformation_to_semi_join')
  add(draft, at, place, {
    name: `${from} to ${to}`,
    before: semiJoin === -1 ? undefined : textIn(tape, semiJoin, 'subquery_predicate'),
    after: semiJoin === -1 ? undefined : textIn(tape, semiJoin, 'semi-join condition'),
    applied: booleanIn(tape, at, 'chosen') ?? true,
    cause: textIn(tape, at, 'cause'),
  })
}

/** The nested joins of the statement made flat: what was done, and the query after it. */
export function readNestedJoins(draft: TraceDraft, at: JsonAt, place: Place, before: string | undefined): void {
  const { tape } = draft
  const done = textsIn(tape, at, 'transformations') ?? []
  const after = textIn(tape, at, 'expanded_query')
  add(draft, at, place, { name: done.join(', ') || 'nested joins', before, after, applied: done.length > 0 })
}

/** A derived table or view merged into the query around it, or materialized. */
export function readDerived(draft: TraceDraft, at: JsonAt, place: Place): void {
  const { tape } = draft
  const table = textIn(tape, at, 'table')
  const shown = table === undefined ? '' : ` ${tracedName(table).shown}`
  const what = keyOf(tape, at)
  // MySQL: "merged": true or "materialized": true. MariaDB: "algorithm": "merged".
  const algorithm = textIn(tape, at, 'algorithm')
  const merged = booleanIn(tape, at, 'merged') ?? algorithm === 'merged'
  add(draft, at, place, {
    name: `${what}${shown} ${merged ? 'merged' : 'materialized'}`,
    applied: merged,
    cause: textIn(tape, at, 'cause'),
  })
}

/** ORDER BY, GROUP BY and DISTINCT made shorter: 5.x `clause_processing`, 8.0+ `simplifying_order_by`. */
export function readClause(draft: TraceDraft, at: JsonAt, place: Place): void {
  const { tape } = draft
  const key = keyOf(tape, at)
  const before = textIn(tape, at, 'original_clause')
  const after = textIn(tape, at, 'resulting_clause')
  if (before === undefined) return
  const clause = textIn(tape, at, 'clause') ?? key.replace('simplifying_', '').replaceAll('_', ' ').toUpperCase()
  add(draft, at, place, { name: `simplify ${clause}`, before, after, applied: after !== undefined && after !== before })
}

/** A condition moved into a derived table. */
export function readPushdown(draft: TraceDraft, at: JsonAt, place: Place): void {
  const { tape } = draft
  add(draft, at, place, {
    name: 'condition pushdown to derived',
    before: textIn(tape, at, 'original_condition') ?? textIn(tape, at, 'condition_to_push'),
    after: textIn(tape, at, 'remaining_condition') ?? textIn(tape, at, 'condition_to_push'),
    applied: memberOf(tape, at, 'condition_to_push') !== -1,
  })
}

/** MariaDB: equalities replaced by their best member before conditions are attached. */
export function readBestEqual(draft: TraceDraft, at: JsonAt, place: Place): void {
  const after = textIn(draft.tape, at, 'resulting_condition')
  add(draft, at, place, { name: 'substitute_best_equal', after, applied: after !== undefined })
}

/** A condition on constant tables alone is worked out while planning; where it never holds, nothing is read. */
export function readConstantCondition(draft: TraceDraft, at: JsonAt, place: Place, around: JsonAt): void {
  const { tape } = draft
  const value = memberOf(tape, around, 'condition_value')
  const never = (value !== -1 && asBoolean(tape, value) === false) || textIn(tape, around, 'found') !== undefined
  draft.transformations.push(
    known({
      selectId: place.selectId,
      name: 'condition on constant tables',
      before: asText(tape, at),
      after: never ? 'never holds' : undefined,
      applied: never,
      cause: textIn(tape, around, 'cause') ?? textIn(tape, around, 'found'),
      span: spanOf(tape, around),
    }),
  )
}

/** Lists of tables that a transformation removed or moved: nothing was done when the list is empty. */
export function readTableList(draft: TraceDraft, at: JsonAt, place: Place): void {
  const { tape } = draft
  const tables = childrenOf(tape, at).flatMap((each) => asText(tape, each) ?? textIn(tape, each, 'table') ?? [])
  add(draft, at, place, {
    name: keyOf(tape, at),
    after: tables.length === 0 ? undefined : tables.map((each) => tracedName(each).shown).join(', '),
    applied: tables.length > 0,
  })
}

/** A step that is only named: it happened. */
export function readNamed(draft: TraceDraft, at: JsonAt, place: Place): void {
  const { tape } = draft
  add(draft, at, place, {
    name: keyOf(tape, at),
    after: asText(tape, at),
    applied: asBoolean(tape, at) ?? true,
    cause: isObject(tape, at) ? textIn(tape, at, 'cause') : undefined,
  })
}

/** The query block that the piece itself names, before the one that it stands in. */
export function selectIdOf(tape: JsonTape, at: JsonAt): number | undefined {
  const member = memberOf(tape, at, 'select#') === -1 ? memberOf(tape, at, 'select_id') : memberOf(tape, at, 'select#')
  if (member === -1) return undefined
  const id = Number(tape.text.slice(...spanPair(tape, member)))
  // The block that reads a UNION's result is called "fake".
  return Number.isFinite(id) ? id : 0
}

function spanPair(tape: JsonTape, at: JsonAt): [number, number] {
  const { start, end } = memberSpanOf(tape, at)
  const colon = tape.text.indexOf(':', start)
  return [colon + 1, end]
}

function add(
  draft: TraceDraft,
  at: JsonAt,
  place: Place,
  what: {
    readonly name: string
    readonly before?: string | undefined
    readonly after?: string | undefined
    readonly applied: boolean
    readonly cause?: string | undefined
  },
): void {
  const own = isObject(draft.tape, at) ? selectIdOf(draft.tape, at) : undefined
  const transformation: TraceTransformation = known({
    selectId: own ?? place.selectId,
    ...what,
    span: memberSpanOf(draft.tape, at),
  })
  draft.transformations.push(transformation)
}
