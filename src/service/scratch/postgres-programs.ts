import { quoteName } from '../../core/dialects/postgres'
import { fault } from '../../core/errors'
import { namesInText, type QualifiedName } from '../../core/scratch/names-in-text'
import type { CopyOrder, ScratchPlace } from './place'
import { quoteLiteral } from './postgres-text'

/** Functions stay where they are and are found by the search path; the tables that they name by it are the copies. */

interface Trigger {
  readonly name: string
  readonly quoted: string
  readonly definition: string
  readonly qualified: string
  readonly function: string
  readonly body: string
  readonly state: string
}

/** Tables that the functions of the copies' triggers name, and that are not copied yet. */
export async function alsoNeeded(place: ScratchPlace, orders: readonly CopyOrder[]): Promise<readonly QualifiedName[]> {
  const names = new Set<string>()
  for (const { table, source } of orders) {
    if (!table.triggers) continue
    for (const { body } of await triggersOf(place, source)) {
      for (const { name, qualifier } of namesInText(body, 'postgres')) if (qualifier === undefined) names.add(name)
    }
  }
  if (names.size === 0) return []
  const { rows } = await place.session.execute(
    `SELECT n.nspname, c.relname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE c.relname IN (${[...names].map(quoteLiteral).join(', ')}) AND c.relkind IN ('r', 'p')
        AND pg_table_is_visible(c.oid) AND n.nspname NOT IN ('pg_catalog', 'information_schema')`,
    place.signal,
  )
  const copied = new Set(orders.map(({ source }) => source.name))
  return rows.flatMap(([schema, name]) => (schema && name && !copied.has(name) ? [{ schema, name }] : []))
}

/** Makes the triggers of the originals on the copies. */
export async function copyPrograms(place: ScratchPlace, orders: readonly CopyOrder[]): Promise<void> {
  const { session, schema, signal, note } = place
  for (const { table, source } of orders) {
    if (!table.triggers) continue
    const copy = `${quoteName(schema)}.${quoteName(source.name)}`
    for (const trigger of await triggersOf(place, source)) {
      await session.execute(onCopy(trigger, copy), signal)
      if (trigger.state !== 'ENABLE') {
        await session.execute(`ALTER TABLE ${copy} ${trigger.state} TRIGGER ${quoteName(trigger.name)}`, signal)
      }
      note(
        `Trigger ${trigger.name} calls ${trigger.function}(), which stays where it is: tables that it names without schema are the copies, others are the real ones.`,
      )
    }
  }
}

async function triggersOf(
  { session, signal }: ScratchPlace,
  { schema, name }: QualifiedName,
): Promise<readonly Trigger[]> {
  const table = `${quoteName(schema)}.${quoteName(name)}`
  const { rows } = await session.execute(
    `SELECT t.tgname, quote_ident(t.tgname), pg_get_triggerdef(t.oid), format('%I.%I', n.nspname, c.relname),
      format('%I.%I', fn.nspname, p.proname), p.prosrc,
      CASE t.tgenabled WHEN 'D' THEN 'DISABLE' WHEN 'A' THEN 'ENABLE ALWAYS' WHEN 'R' THEN 'ENABLE REPLICA' ELSE 'ENABLE' END
      FROM pg_trigger t
      JOIN pg_class c ON c.oid = t.tgrelid
      JOIN pg_namespace n ON n.oid = c.relnamespace
      JOIN pg_proc p ON p.oid = t.tgfoid
      JOIN pg_namespace fn ON fn.oid = p.pronamespace
      WHERE t.tgrelid = ${quoteLiteral(table)}::regclass AND NOT t.tgisinternal ORDER BY t.tgname`,
    signal,
  )
  return rows.map(([trigger, quoted, definition, qualified, called, body, state]) => ({
    name: trigger ?? '',
    quoted: quoted ?? '',
    definition: definition ?? '',
    qualified: qualified ?? '',
    function: called ?? '',
    body: body ?? '',
    state: state ?? 'ENABLE',
  }))
}

/** `CREATE [CONSTRAINT] TRIGGER name … ON schema.table …` of pg_get_triggerdef(), for the copy. */
function onCopy({ quoted, definition, qualified }: Trigger, copy: string): string {
  const [head] = ['CREATE TRIGGER ', 'CREATE CONSTRAINT TRIGGER ']
    .map((create) => create + quoted)
    .filter((start) => definition.startsWith(`${start} `))
  const on = ` ON ${qualified} `
  const at = head === undefined ? -1 : definition.indexOf(on, head.length)
  if (at < 0) throw fault('unsupported', `The trigger ${quoted} has a definition that cannot be read: ${definition}`)
  return `${definition.slice(0, at)} ON ${copy} ${definition.slice(at + on.length)}`
}
