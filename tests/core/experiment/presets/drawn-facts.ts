import { analyze } from '../../../../src/core/analysis/analyze'
import type { ExplainOutput } from '../../../../src/core/analysis/model'
import { dialectOf, type EngineIdentity } from '../../../../src/core/engine'
import type { PresetFacts, RoutineFact, TriggerFact } from '../../../../src/core/experiment/presets/facts'
import { offersOf, presets } from '../../../../src/core/experiment/presets/index'
import type { PresetId, PresetOffer } from '../../../../src/core/experiment/presets/model'
import { readSchema } from '../../../../src/core/sql/ddl/read-schema'
import type { AnyEditContext } from '../../../../src/core/sql/edits/model'
import { readSql } from '../../../../src/core/sql/read'
import { functionHead, triggerHead } from '../../../../src/core/sql/routines/heads'
import { loadPostgresGrammar, loadPostgresReader } from '../../../../src/pg-syntax/index'

export const mysql56: EngineIdentity = {
  family: 'mysql',
  product: 'mysql',
  version: { major: 5, minor: 6, patch: 24 },
  versionText: '5.6.24',
}
export const mariadb: EngineIdentity = {
  family: 'mysql',
  product: 'mariadb',
  version: { major: 10, minor: 11, patch: 19 },
  versionText: '10.11.19-MariaDB',
}
export const postgres15: EngineIdentity = {
  family: 'postgres',
  product: 'postgres',
  version: { major: 15, minor: 18, patch: 0 },
  versionText: '15.18',
}

/** What a drawn server says of a statement. */
export interface Drawing {
  readonly engine?: EngineIdentity
  readonly sql: string
  /** CREATE TABLE text. */
  readonly schema?: string
  /** Rows of MySQL's EXPLAIN: table, type, key, key_len, ref, rows, Extra. */
  readonly explain?: readonly (readonly [string, string, string | null, string | null, string | null, string, string])[]
  /** PostgreSQL's EXPLAIN. */
  readonly plan?: string
  readonly switches?: Readonly<Record<string, string>>
  readonly variables?: Readonly<Record<string, string>>
  /** CREATE TRIGGER statements of MySQL. */
  readonly triggers?: readonly string[]
  /** CREATE FUNCTION statements of MySQL. */
  readonly functions?: readonly string[]
  readonly more?: Partial<PresetFacts>
}

const columns = ['id', 'select_type', 'table', 'type', 'possible_keys', 'key', 'key_len', 'ref', 'rows', 'Extra']

export async function drawnFacts(drawing: Drawing): Promise<PresetFacts> {
  const { engine = mysql56, sql, schema = '', more } = drawing
  const dialect = dialectOf(engine.product)
  const { catalog } = readSchema(schema, dialect, { schema: dialect === 'postgres' ? 'public' : 'shop' })
  const document =
    dialect === 'postgres' ? readSql(sql, dialect, {}, { postgres: await loadPostgresReader() }) : readSql(sql, dialect)
  const [statement] = document.statements
  if (statement === undefined) throw new Error('No statement is drawn.')
  const context = { version: engine.version, catalog, schema: dialect === 'postgres' ? 'public' : 'shop' }
  const edits: AnyEditContext =
    dialect === 'postgres' ? { ...context, dialect, grammar: await loadPostgresGrammar() } : { ...context, dialect }
  const explain = outputsOf(drawing)
  const { plans, keyUse } =
    explain.length === 0
      ? { plans: [], keyUse: [] }
      : analyze({ engine, capabilities: [], sql, explain, catalog, statement, cautions: [] })
  return {
    engine,
    sql,
    statement,
    edits,
    catalog,
    plan: plans[0],
    keyUse,
    variables: new Map(Object.entries(drawing.variables ?? {})),
    switches: new Map(Object.entries(drawing.switches ?? {})),
    triggers: (drawing.triggers ?? []).map(triggerOf),
    routines: (drawing.functions ?? []).map(functionOf),
    missing: [],
    ...more,
  }
}

function outputsOf({ sql, explain, plan }: Drawing): readonly ExplainOutput[] {
  if (plan !== undefined)
    return [{ format: 'postgres-text', statement: `EXPLAIN ${sql}`, measured: false, text: plan, warnings: [] }]
  if (explain === undefined) return []
  const rows = explain.map(([table, type, key, length, ref, count, extra]) => [
    '1',
    'SIMPLE',
    table,
    type,
    key,
    key,
    length,
    ref,
    count,
    extra,
  ])
  return [{ format: 'mysql-table', statement: `EXPLAIN ${sql}`, measured: false, columns, rows, warnings: [] }]
}

function triggerOf(definition: string): TriggerFact {
  const head = triggerHead(definition, 'mysql')
  const found = /TRIGGER (\w+) (BEFORE|AFTER) (INSERT|UPDATE|DELETE) ON (\w+)/.exec(definition)
  const [, name = '', timing, event, table = ''] = found ?? []
  if (head === undefined || (timing !== 'BEFORE' && timing !== 'AFTER')) throw new Error('No trigger is drawn.')
  if (event !== 'INSERT' && event !== 'UPDATE' && event !== 'DELETE') throw new Error('No event is drawn.')
  const body = definition.slice(head.body.start, head.body.end)
  return { name, table, timing, events: [event], each: 'row', definition, body }
}

function functionOf(definition: string): RoutineFact {
  const head = functionHead(definition, 'mysql')
  if (head === undefined) throw new Error('No function is drawn.')
  return {
    schema: 'shop',
    name: definition.slice(head.name.start, head.name.end).replaceAll('`', ''),
    definition,
    returns: head.returns,
    parameters: head.parameters,
    language: 'sql',
    body: definition.slice(head.body.start, head.body.end),
    writes: /MODIFIES SQL DATA/.test(definition),
    immutable: false,
  }
}

/** What one preset makes of it. */
export async function offerOf(id: PresetId, drawing: Drawing): Promise<PresetOffer> {
  const [offer] = offersOf(await drawnFacts(drawing), id)
  if (offer === undefined) throw new Error(`There is no preset ${id} among ${presets.length}.`)
  return offer
}
