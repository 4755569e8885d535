import { quoteName, quoteText } from '../../core/dialects/mysql-family'
import { dialectOf } from '../../core/engine'
import type { RoutineFact, TriggerEvent, TriggerFact } from '../../core/experiment/presets/facts'
import { functionHead, triggerHead } from '../../core/sql/routines/heads'
import type { Programs, ProgramsOrder } from './preset-facts'

/** Functions that call functions that call functions: as deep as anybody reads. */
const deepest = 5

/** Triggers of the written tables and stored functions, by their own CREATE statements. */
export async function readMysqlPrograms(order: ProgramsOrder): Promise<Programs> {
  const { statement, called } = order
  const triggers = statement.kind === 'select' ? [] : await readTriggers(order)
  const routines = await readRoutines(order, called([statement.text, ...triggers.map(({ body }) => body)].join('\n')))
  return { triggers, routines }
}

async function readTriggers({
  session,
  statement,
  signal,
  miss,
}: ProgramsOrder): Promise<(TriggerFact & { readonly body: string })[]> {
  const dialect = dialectOf(session.identity.product)
  const found: (TriggerFact & { readonly body: string })[] = []
  for (const table of statement.tables) {
    const schema = table.schema === undefined ? 'DATABASE()' : quoteText(table.schema)
    const { rows } = await session.read(
      `SELECT TRIGGER_SCHEMA, TRIGGER_NAME, ACTION_TIMING, EVENT_MANIPULATION, EVENT_OBJECT_TABLE FROM information_schema.TRIGGERS
        WHERE EVENT_OBJECT_SCHEMA = ${schema} AND EVENT_OBJECT_TABLE = ${quoteText(table.name)} ORDER BY ACTION_TIMING DESC, ACTION_ORDER, TRIGGER_NAME`,
      signal,
    )
    for (const [owner, name, timing, event, on] of rows) {
      if (owner == null || name == null || on == null || !isTiming(timing) || !isEvent(event)) continue
      if (found.some((other) => other.name === name && other.table === on)) continue
      const shown = await session.read(`SHOW CREATE TRIGGER ${quoteName(owner)}.${quoteName(name)}`, signal)
      const definition = shown.rows[0]?.[shown.columns.indexOf('SQL Original Statement')]
      const head = definition == null ? undefined : triggerHead(definition, dialect)
      if (definition == null || head === undefined) {
        miss(`The text of the trigger ${name} is not to be had; GRANT TRIGGER on its table shows it.`)
        continue
      }
      found.push({
        name,
        table: on,
        timing,
        events: [event],
        each: 'row',
        definition,
        body: definition.slice(head.body.start, head.body.end),
      })
    }
  }
  return found
}

async function readRoutines(order: ProgramsOrder, first: readonly string[]): Promise<readonly RoutineFact[]> {
  const { session, called, signal, miss } = order
  const dialect = dialectOf(session.identity.product)
  const found: RoutineFact[] = []
  const asked = new Set<string>()
  let names = first
  for (let depth = 0; depth < deepest; depth++) {
    const fresh = names.filter((name) => !asked.has(name.toLowerCase()))
    if (fresh.length === 0) break
    for (const name of fresh) asked.add(name.toLowerCase())
    const { rows } = await session.read(
      `SELECT ROUTINE_SCHEMA, ROUTINE_NAME, SQL_DATA_ACCESS FROM information_schema.ROUTINES
        WHERE ROUTINE_TYPE = 'FUNCTION' AND ROUTINE_SCHEMA = DATABASE() AND ROUTINE_NAME IN (${fresh.map((name) => quoteText(name)).join(', ')})`,
      signal,
    )
    const texts: string[] = []
    for (const [schema, name, access] of rows) {
      if (schema == null || name == null) continue
      const shown = await session.read(`SHOW CREATE FUNCTION ${quoteName(schema)}.${quoteName(name)}`, signal)
      const definition = shown.rows[0]?.[shown.columns.indexOf('Create Function')]
      const head = definition == null ? undefined : functionHead(definition, dialect)
      if (definition == null || head === undefined) {
        miss(`The text of the function ${name} is not shown to you.`)
        continue
      }
      const body = definition.slice(head.body.start, head.body.end)
      texts.push(body)
      found.push({
        schema,
        name,
        definition,
        returns: head.returns,
        parameters: head.parameters,
        language: 'sql',
        body,
        writes: access === 'MODIFIES SQL DATA',
        immutable: false,
      })
    }
    names = called(texts.join('\n'))
  }
  return found
}

function isTiming(text: string | null | undefined): text is 'BEFORE' | 'AFTER' {
  return text === 'BEFORE' || text === 'AFTER'
}

function isEvent(text: string | null | undefined): text is TriggerEvent {
  return text === 'INSERT' || text === 'UPDATE' || text === 'DELETE'
}
