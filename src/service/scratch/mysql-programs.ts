import { quoteName, quoteText } from '../../core/dialects/mysql-family'
import { dialectOf } from '../../core/engine'
import { fault } from '../../core/errors'
import { foldName, namesInText, type QualifiedName, withoutSchemas } from '../../core/scratch/names-in-text'
import { SignificantTokens } from '../../core/sql/significant-tokens'
import { tokenize } from '../../core/sql/tokenizer'
import type { CopyOrder, ScratchPlace } from './place'

/** Names in a trigger or routine mean those of its own database: that of the copies must hold all of them. */

interface Trigger {
  readonly name: string
  readonly timing: string
  readonly event: string
  readonly table: string
  readonly schema: string
  readonly body: string
  readonly sqlMode: string
}

interface Routine {
  readonly type: 'FUNCTION' | 'PROCEDURE'
  readonly schema: string
  readonly name: string
  /** CREATE FUNCTION … without its definer. */
  readonly create: string
  readonly sqlMode: string
}

interface Programs {
  readonly triggers: readonly Trigger[]
  readonly routines: readonly Routine[]
}

/** Tables that triggers of the copies, the routines that they call and `texts` name, and that are not copied yet. */
export async function alsoNeeded(
  place: ScratchPlace,
  orders: readonly CopyOrder[],
  texts: readonly string[],
): Promise<readonly QualifiedName[]> {
  const { triggers, routines } = await programsOf(place, orders, texts)
  const bodies = [...triggers.map(({ body }) => body), ...routines.map(({ create }) => create)]
  if (bodies.length === 0) return []
  const here = new Set(orders.map(({ source }) => key(source.schema, source.name)))
  const found = new Map<string, QualifiedName>()
  const schemas = new Set(orders.map(({ source }) => source.schema))
  const names = bodies.flatMap((body) => namesInText(body, 'mysql'))
  for (const { qualifier } of names) {
    if (qualifier === undefined || [...schemas].some((schema) => schema.toLowerCase() === qualifier)) continue
    const other = (await place.session.names(undefined, place.signal)).schemas
    const real = other.find((schema) => schema.toLowerCase() === qualifier)
    if (real) schemas.add(real)
  }
  for (const schema of schemas) {
    for (const table of (await place.session.names(schema, place.signal)).tables) {
      const named = names.some(
        ({ name, qualifier }) =>
          name === table.name.toLowerCase() && (qualifier === undefined || qualifier === schema.toLowerCase()),
      )
      const at = key(schema, table.name)
      if (named && table.type === 'table' && !here.has(at)) found.set(at, { schema, name: table.name })
    }
  }
  return [...found.values()]
}

/** Makes the routines and triggers anew in the scratch schema, with our own account as their definer. */
export async function copyPrograms(
  place: ScratchPlace,
  orders: readonly CopyOrder[],
  texts: readonly string[],
): Promise<void> {
  const { session, signal, note } = place
  const { triggers, routines } = await programsOf(place, orders, texts)
  const dialect = dialectOf(session.identity.product)
  const copied = [
    ...orders.map(({ source }) => ({ schema: source.schema, name: source.name })),
    ...routines.map(({ schema, name }) => ({ schema, name })),
  ]
  const before = await modeOf(place)
  for (const { type, name, create, sqlMode } of routines) {
    await session.execute(`SET SESSION sql_mode = ${quoteText(sqlMode)}`, signal)
    await session.execute(withoutSchemas(create, dialect, copied), signal)
    note(`${type === 'FUNCTION' ? 'Function' : 'Procedure'} ${name} was copied too; it runs with your rights.`)
  }
  for (const { name, timing, event, table, body, sqlMode } of triggers) {
    await session.execute(`SET SESSION sql_mode = ${quoteText(sqlMode)}`, signal)
    const head = `CREATE TRIGGER ${quoteName(name)} ${timing} ${event} ON ${quoteName(table)} FOR EACH ROW`
    await session.execute(`${head} ${withoutSchemas(body, dialect, copied)}`, signal)
  }
  await session.execute(`SET SESSION sql_mode = ${quoteText(before)}`, signal)
}

async function programsOf(
  place: ScratchPlace,
  orders: readonly CopyOrder[],
  texts: readonly string[],
): Promise<Programs> {
  const triggers: Trigger[] = []
  for (const { table, source } of orders) if (table.triggers) triggers.push(...(await triggersOf(place, source)))
  // A statement without tables calls functions, too.
  const home = place.home === undefined ? [] : [place.home]
  const schemas = new Set([...orders.map(({ source }) => source.schema), ...home])
  return { triggers, routines: await routinesOf(place, schemas, [...texts, ...triggers.map(({ body }) => body)]) }
}

async function triggersOf({ session, signal }: ScratchPlace, source: QualifiedName): Promise<readonly Trigger[]> {
  const { product, version } = session.identity
  const ordered = product === 'mariadb' ? version.major >= 10 : version.major > 5 || version.minor >= 7
  const { rows } = await session.execute(
    `SELECT TRIGGER_NAME, ACTION_TIMING, EVENT_MANIPULATION, ACTION_STATEMENT, SQL_MODE FROM information_schema.TRIGGERS
      WHERE EVENT_OBJECT_SCHEMA = ${quoteText(source.schema)} AND EVENT_OBJECT_TABLE = ${quoteText(source.name)}
      ORDER BY ${ordered ? 'ACTION_ORDER' : 'TRIGGER_NAME'}`,
    signal,
  )
  return rows.map(([name, timing, event, body, sqlMode]) => ({
    name: name ?? '',
    timing: timing ?? '',
    event: event ?? '',
    table: source.name,
    schema: source.schema,
    body: body ?? '',
    sqlMode: sqlMode ?? '',
  }))
}

/** The routines that the texts call, and those that these call in turn. */
async function routinesOf(
  { session, signal }: ScratchPlace,
  schemas: ReadonlySet<string>,
  texts: readonly string[],
): Promise<readonly Routine[]> {
  if (texts.length === 0 || schemas.size === 0) return []
  const list = [...schemas].map((schema) => quoteText(schema)).join(', ')
  const { rows } = await session.execute(
    `SELECT ROUTINE_SCHEMA, ROUTINE_NAME, ROUTINE_TYPE FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA IN (${list}) AND ROUTINE_TYPE IN ('FUNCTION', 'PROCEDURE')`,
    signal,
  )
  const found = new Map<string, Routine>()
  const waiting = [...texts]
  for (let text = waiting.pop(); text !== undefined; text = waiting.pop()) {
    const called = namesInText(text, 'mysql').filter((name) => name.called)
    for (const [schema, name, type] of rows) {
      if (schema == null || name == null || (type !== 'FUNCTION' && type !== 'PROCEDURE')) continue
      if (!called.some((one) => one.name === foldName(name, 'mysql') && mayBe(one.qualifier, schema))) continue
      if (found.has(`${type} ${name}`)) continue
      const shown = await session.execute(`SHOW CREATE ${type} ${quoteName(schema)}.${quoteName(name)}`, signal)
      const [, sqlMode, create] = shown.rows[0] ?? []
      if (create == null) {
        throw fault('missing-privilege', `The text of ${type.toLowerCase()} ${schema}.${name} is not shown to you.`, {
          hint: `It is called on the tables that are copied, so it must be copied too: GRANT SHOW_ROUTINE ON *.* (MySQL 8.0.20), GRANT SELECT ON mysql.proc or mysql.* (before, MariaDB), or ask its definer.`,
        })
      }
      found.set(`${type} ${name}`, { type, schema, name, create: withoutDefiner(create), sqlMode: sqlMode ?? '' })
      waiting.push(create)
    }
  }
  return [...found.values()]
}

function mayBe(qualifier: string | undefined, schema: string): boolean {
  return qualifier === undefined || qualifier === schema.toLowerCase()
}

/** `CREATE DEFINER=… FUNCTION f` is `CREATE FUNCTION f`: another account may not be named without special rights. */
function withoutDefiner(create: string): string {
  const code = new SignificantTokens(tokenize(create, 'mysql'))
  for (let at = 1; at < code.length; at++) {
    if (['AGGREGATE', 'FUNCTION', 'PROCEDURE'].includes(code.word(at))) return `CREATE ${create.slice(code.start(at))}`
  }
  return create
}

async function modeOf({ session, signal }: ScratchPlace): Promise<string> {
  return (await session.execute('SELECT @@SESSION.sql_mode', signal)).rows[0]?.[0] ?? ''
}

function key(schema: string, name: string): string {
  return JSON.stringify([schema, name])
}
