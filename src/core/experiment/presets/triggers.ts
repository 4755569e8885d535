import { quoteName as quoteMysql } from '../../dialects/mysql-family'
import { quoteName as quotePostgres } from '../../dialects/postgres'
import { type Dialect, dialectOf } from '../../engine'
import { withoutDeadBranches } from '../../sql/routines/dead-branches'
import { inlineCalls } from '../../sql/routines/inline-call'
import { variantLetter } from '../variant-setting'
import {
  inWords,
  mostVariants,
  type Offered,
  type Preset,
  type PresetFacts,
  type TriggerEvent,
  type TriggerFact,
  unavailable,
  variantOf,
} from './facts'
import { calling, callsOf, type FunctionCopy, liveCopy } from './function-copies'
import type { ProposedVariant } from './model'

/** What the triggers of a written table cost: on copies without them, with empty ones, with each by itself. */
export const triggers: Preset = {
  id: 'triggers',
  title: 'Cost of triggers',
  about: 'Finds out what each trigger of the written table adds to every row, and how much of that is the call alone.',
  offer(facts) {
    const { statement, engine, missing } = facts
    const events = eventsOf(statement.kind, facts.sql)
    if (events.length === 0) return unavailable('Only INSERT, UPDATE, DELETE and REPLACE fire triggers.')
    const firing = facts.triggers.filter((trigger) => trigger.events.some((event) => events.includes(event)))
    if (firing.length === 0) {
      const tables = [...new Set(statement.tables.map(({ name }) => name))]
      return unavailable(`${inWords(tables)} has no trigger that this statement fires.`, missing)
    }
    if (firing.some(({ timing }) => timing === 'INSTEAD OF'))
      return unavailable('The statement writes to a view, whose triggers do the work themselves.')
    const dialect = dialectOf(engine.product)
    return dialect === 'postgres' ? offerPostgres(facts, firing, events) : offerMysql(facts, firing, dialect)
  },
}

function eventsOf(kind: string, sql: string): readonly TriggerEvent[] {
  if (kind === 'update') return ['UPDATE']
  if (kind === 'delete') return ['DELETE']
  if (kind === 'replace') return ['INSERT', 'DELETE']
  if (kind !== 'insert') return []
  return /\bON\s+(?:DUPLICATE\s+KEY|CONFLICT)\b/i.test(sql) ? ['INSERT', 'UPDATE'] : ['INSERT']
}

type Change = ProposedVariant['ddl'][number]

/** Changes of the copy, after all its triggers went. */
interface Draft {
  readonly label: string
  readonly changes: readonly Change[]
}

function offerMysql(facts: PresetFacts, firing: readonly TriggerFact[], dialect: Dialect): Offered {
  const cautions: string[] = []
  const create = (trigger: TriggerFact, body = trigger.body ?? '', name = trigger.name): Change => ({
    apply: `CREATE TRIGGER ${quoteMysql(name)} ${trigger.timing} ${trigger.events[0] ?? ''} ON ${quoteMysql(trigger.table)} FOR EACH ROW ${body}`,
    undo: `DROP TRIGGER ${quoteMysql(name)}`,
  })
  const places = firing.filter((trigger, at) => firing.findIndex((other) => samePlace(other, trigger)) === at)
  const drafts: Draft[] = [
    { label: 'No trigger', changes: [] },
    {
      label: places.length === 1 ? 'An empty trigger' : `${places.length} empty triggers`,
      changes: places.map((trigger) => create(trigger, 'BEGIN END')),
    },
    ...firing.map((trigger) => ({ label: `${trigger.name}`, changes: [create(trigger)] })),
  ]
  if (firing.length > 1) drafts.push({ label: 'All triggers', changes: firing.map((trigger) => create(trigger)) })
  for (const trigger of firing) {
    const inlined = inlinedBody(facts, trigger, dialect, cautions)
    if (inlined)
      drafts.push({
        label: `${trigger.name} with ${inWords(inlined.names)} written into it`,
        changes: [create(trigger, inlined.body)],
      })
    const live = liveBody(facts, trigger, dialect)
    if (live)
      drafts.push({
        label: `${trigger.name} without dead branches`,
        changes: [...live.copies.map(({ ddl }) => ddl), create(trigger, live.body)],
      })
  }
  const drops = facts.triggers.map((trigger) => ({
    apply: `DROP TRIGGER IF EXISTS ${quoteMysql(trigger.name)}`,
    undo: trigger.definition,
  }))
  return offered(facts, drafts, drops, cautions)
}

function samePlace(a: TriggerFact, b: TriggerFact): boolean {
  return a.table === b.table && a.timing === b.timing && a.events.join() === b.events.join() && a.each === b.each
}

/** The body with every function in it that can be written out; undefined where none can. */
function inlinedBody(
  { routines }: PresetFacts,
  trigger: TriggerFact,
  dialect: Dialect,
  cautions: string[],
): { readonly body: string; readonly names: readonly string[] } | undefined {
  let body = trigger.body ?? ''
  const names: string[] = []
  // Only what it calls itself: a function that these call in turn stays one.
  for (const routine of routines.filter((one) => callsOf(body, one, dialect).length > 0)) {
    const outcome = inlineCalls(body, routine, dialect)
    if (outcome.done) {
      body = outcome.body
      names.push(routine.name)
    } else cautions.push(`Not written into ${trigger.name}: ${outcome.because}`)
  }
  return names.length === 0 ? undefined : { body, names }
}

/** The body without its own dead branches, and calling copies of its functions without theirs. */
function liveBody(
  { routines }: PresetFacts,
  trigger: TriggerFact,
  dialect: Dialect,
): { readonly body: string; readonly copies: readonly FunctionCopy[] } | undefined {
  const own = withoutDeadBranches(trigger.body ?? '', dialect)
  let body = own?.body ?? trigger.body ?? ''
  const copies: FunctionCopy[] = []
  for (const routine of routines) {
    const copy = liveCopy(routine, dialect)
    const changed = copy && calling(body, copy, dialect)
    if (copy === undefined || changed === undefined) continue
    body = changed
    copies.push(copy)
  }
  return own === undefined && copies.length === 0 ? undefined : { body, copies }
}

const emptyFunction = 'sargable_empty'

function offerPostgres(facts: PresetFacts, firing: readonly TriggerFact[], events: readonly TriggerEvent[]): Offered {
  const drop = ({ name, table }: TriggerFact) =>
    `DROP TRIGGER IF EXISTS ${quotePostgres(name)} ON ${quotePostgres(table)}`
  const create = (trigger: TriggerFact): Change => ({ apply: trigger.definition, undo: drop(trigger) })
  const places = firing.filter((trigger, at) => firing.findIndex((other) => samePlace(other, trigger)) === at)
  const drafts: Draft[] = [
    { label: 'No trigger', changes: [] },
    {
      label: places.length === 1 ? 'An empty trigger' : `${places.length} empty triggers`,
      changes: [
        {
          apply: `CREATE FUNCTION ${emptyFunction}() RETURNS trigger LANGUAGE plpgsql AS '${emptyBody(places, events)}'`,
          undo: `DROP FUNCTION ${emptyFunction}()`,
        },
        ...places.map((trigger) => create({ ...trigger, definition: executing(trigger, emptyFunction) })),
      ],
    },
    ...firing.map((trigger) => ({ label: trigger.name, changes: [create(trigger)] })),
  ]
  if (firing.length > 1) drafts.push({ label: 'All triggers', changes: firing.map(create) })
  for (const trigger of firing) {
    const routine = facts.routines.find(({ name, parameters }) => name === trigger.calls && parameters.length === 0)
    const copy = routine && liveCopy(routine, 'postgres')
    if (copy)
      drafts.push({
        label: `${trigger.name} without dead branches`,
        changes: [copy.ddl, create({ ...trigger, definition: executing(trigger, copy.name) })],
      })
  }
  return offered(
    facts,
    drafts,
    facts.triggers.map((trigger) => ({ apply: drop(trigger), undo: trigger.definition })),
    [],
  )
}

/** A BEFORE trigger lets the row pass by returning it. */
function emptyBody(places: readonly TriggerFact[], events: readonly TriggerEvent[]): string {
  const isBefore = places.some(({ timing, each }) => timing === 'BEFORE' && each === 'row')
  return `BEGIN RETURN ${!isBefore ? 'NULL' : events.includes('DELETE') ? 'OLD' : 'NEW'}; END`
}

/** The trigger with another function, without the arguments that only its own knows. */
function executing({ definition }: TriggerFact, name: string): string {
  return definition.replace(
    /\bEXECUTE (FUNCTION|PROCEDURE) .*$/s,
    (_, word: string) => `EXECUTE ${word} ${quotePostgres(name)}()`,
  )
}

function offered(
  { sql, writtenRows }: PresetFacts,
  drafts: readonly Draft[],
  drops: readonly Change[],
  cautions: readonly string[],
): Offered {
  const kept = drafts.slice(0, mostVariants)
  const left = drafts.slice(mostVariants)
  return {
    available: true,
    variants: kept.map(({ label, changes }, place) =>
      variantOf(variantLetter(place), label, sql, { ddl: [...drops, ...changes] }),
    ),
    scratch: true,
    ...(writtenRows !== undefined && writtenRows > 0 && { perRun: { count: writtenRows, of: 'rows' as const } }),
    cautions: [
      ...(left.length > 0 ? [`Left out, for want of room: ${left.map(({ label }) => label).join('; ')}.`] : []),
      ...new Set(cautions),
      'Each variant runs on a copy of the tables, and every run is rolled back; foreign keys of the originals are not on the copies.',
    ],
  }
}
