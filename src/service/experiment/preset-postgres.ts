import type { RoutineFact, TriggerEvent, TriggerFact } from '../../core/experiment/presets/facts'
import type { Programs, ProgramsOrder } from './preset-facts'

/** Between the pieces of a list in one value; stands in no name. */
const separator = '\u001f'

/** Triggers of the written tables and functions outside of the catalog, as pg_get_triggerdef and pg_get_functiondef say. */
export async function readPostgresPrograms(order: ProgramsOrder): Promise<Programs> {
  const { statement, called } = order
  const triggers = statement.kind === 'select' ? [] : await readTriggers(order)
  const names = [...called(statement.text), ...triggers.flatMap(({ calls }) => (calls === undefined ? [] : [calls]))]
  return { triggers, routines: await readFunctions(order, names) }
}

/** Bits of pg_trigger.tgtype (catalog/pg_trigger.h). */
const bits = { row: 1, before: 2, insert: 4, delete: 8, update: 16, instead: 64 } as const

async function readTriggers({ session, statement, signal }: ProgramsOrder): Promise<readonly TriggerFact[]> {
  const found: TriggerFact[] = []
  for (const { schema, name } of statement.tables) {
    const written = [...(schema === undefined ? [] : [schema]), name].map(quoted).join('.')
    const { rows } = await session.read(
      `SELECT t.tgname, c.relname, t.tgtype, pg_get_triggerdef(t.oid), p.proname
         FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid
        WHERE NOT t.tgisinternal AND t.tgenabled IN ('O', 'A') AND t.tgrelid = to_regclass(${literal(written)})
        ORDER BY t.tgtype & ${bits.before} DESC, t.tgname`,
      signal,
    )
    for (const [trigger, table, type, definition, calls] of rows) {
      if (trigger == null || table == null || definition == null || calls == null) continue
      const flags = Number(type)
      const events: TriggerEvent[] = [
        ...(flags & bits.insert ? ['INSERT' as const] : []),
        ...(flags & bits.update ? ['UPDATE' as const] : []),
        ...(flags & bits.delete ? ['DELETE' as const] : []),
      ]
      found.push({
        name: trigger,
        table,
        timing: flags & bits.instead ? 'INSTEAD OF' : flags & bits.before ? 'BEFORE' : 'AFTER',
        events,
        each: flags & bits.row ? 'row' : 'statement',
        definition,
        calls,
      })
    }
  }
  return found
}

async function readFunctions({ session, signal }: ProgramsOrder, names: readonly string[]): Promise<RoutineFact[]> {
  if (names.length === 0) return []
  const list = [...new Set(names.flatMap((name) => [name, name.toLowerCase()]))].map(literal).join(', ')
  const pieces = `chr(${separator.charCodeAt(0)})`
  const { rows } = await session.read(
    `SELECT n.nspname, p.proname, pg_get_functiondef(p.oid), pg_get_function_result(p.oid), l.lanname, p.prosrc, p.provolatile,
            (SELECT string_agg(coalesce(p.proargnames[u.place], ''), ${pieces} ORDER BY u.place)
               FROM unnest(p.proargtypes::oid[]) WITH ORDINALITY u(type, place)),
            (SELECT string_agg(format_type(u.type, NULL), ${pieces} ORDER BY u.place)
               FROM unnest(p.proargtypes::oid[]) WITH ORDINALITY u(type, place))
       FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace JOIN pg_language l ON l.oid = p.prolang
      WHERE p.prokind = 'f' AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND l.lanname NOT IN ('c', 'internal')
        AND p.proname IN (${list}) AND pg_function_is_visible(p.oid)`,
    signal,
  )
  return rows.flatMap(([schema, name, definition, returns, language, body, volatility, argNames, argTypes]) => {
    if (schema == null || name == null || definition == null || returns == null || language == null || body == null)
      return []
    const types = argTypes == null ? [] : argTypes.split(separator)
    const named = argNames == null ? [] : argNames.split(separator)
    return {
      schema,
      name,
      definition,
      returns,
      parameters: types.map((type, at) => ({ name: named[at] ?? '', type })),
      language,
      body,
      writes: false,
      immutable: volatility === 'i',
    }
  })
}

function quoted(name: string): string {
  return `"${name.replace(/"/g, '""')}"`
}

function literal(text: string): string {
  return `'${text.replace(/'/g, "''")}'`
}
