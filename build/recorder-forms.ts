import type { ExplainFormat } from '../src/core/analysis/model'
import { atLeast, type EngineIdentity } from '../src/core/engine'
import type { RecordedCase } from './recorder-cases'

/** An EXPLAIN that the product does not send, but people paste the answer of. */
export interface RecorderForm {
  readonly format: ExplainFormat
  readonly sql: string
  readonly measured: boolean
  /** It changes rows: run in a transaction that is rolled back. */
  readonly writes: boolean
  /** The server has the form, but not for every statement. */
  readonly mayBeRefused?: boolean
}

/** What another connection may ask about statement `id` while it runs. */
export function watchingForms({ product, version }: EngineIdentity, id: string): readonly RecorderForm[] {
  const form = (format: ExplainFormat, sql: string, measured = false) => ({ format, sql, measured, writes: false })
  if (product === 'mariadb') {
    const both = (word: string, measured: boolean) => [
      form('mariadb-table', `SHOW ${word} FOR ${id}`, measured),
      form('mariadb-json', `SHOW ${word} FORMAT=JSON FOR ${id}`, measured),
    ]
    return [...both('EXPLAIN', false), ...both('ANALYZE', true)]
  }
  if (product !== 'mysql' || !atLeast(version, 5, 7)) return []
  const isLong = atLeast(version, 8, 3)
  return [
    form('mysql-table', `EXPLAIN FORMAT=TRADITIONAL FOR CONNECTION ${id}`),
    form(isLong ? 'mysql-json-v2' : 'mysql-json-v1', `EXPLAIN FORMAT=JSON FOR CONNECTION ${id}`),
    ...(atLeast(version, 8) ? [form('mysql-tree', `EXPLAIN FORMAT=TREE FOR CONNECTION ${id}`)] : []),
  ]
}

/** What is known of a recorded statement. */
export interface Known {
  /** It changes nothing, so that the product runs it. */
  readonly reads: boolean
  /** The product itself asks for its plan. */
  readonly byProduct: boolean
}

/** `@also` of the case; runs of writing statements; MariaDB's ANALYZE as a table; every format of PostgreSQL. */
export function moreForms(engine: EngineIdentity, recorded: RecordedCase, known: Known): readonly RecorderForm[] {
  const { reads } = known
  const { sql } = recorded
  const forms: RecorderForm[] = recorded.also.map((options) => ({
    ...postgresForm(options, sql, !reads),
    mayBeRefused: true,
  }))
  const run = { measured: true, writes: !reads, mayBeRefused: !reads }
  if (engine.product === 'mariadb') {
    if (!reads) forms.push({ ...run, format: 'mariadb-json', sql: `ANALYZE FORMAT=JSON ${sql}` })
    forms.push({ ...run, format: 'mariadb-table', sql: `ANALYZE ${sql}` })
  }
  // The product asks for no executor tree of a change. EXPLAIN ANALYZE runs the reading part of INSERT … SELECT and of statements on several tables, and writes nothing.
  if (engine.product === 'mysql' && !reads && atLeast(engine.version, 8)) {
    const formats = atLeast(engine.version, 8, 3) ? (['TREE', 'JSON'] as const) : (['TREE'] as const)
    for (const word of formats) {
      const format = word === 'TREE' ? 'mysql-tree' : 'mysql-json-v2'
      forms.push({ ...run, format, sql: `EXPLAIN FORMAT=${word} ${sql}`, measured: false })
      forms.push({ ...run, format, sql: `EXPLAIN ANALYZE FORMAT=${word} ${sql}` })
    }
  }
  if (engine.family === 'postgres') {
    forms.push(...postgresOptions(engine, known).map((options) => postgresForm(options, recorded.sql, !reads)))
  }
  return forms
}

/**
 * The options of the product's own JSON plans in the other formats, so that these can be compared; and the shorter
 * forms that people run by hand. Runs of writing statements are recorded here only.
 */
function postgresOptions({ version }: EngineIdentity, { reads, byProduct }: Known): readonly string[] {
  const plain = `VERBOSE, SETTINGS${atLeast(version, 17) ? ', MEMORY' : ''}`
  const measured = `ANALYZE, BUFFERS, WAL, ${plain}${atLeast(version, 17) ? ', SERIALIZE TEXT' : ''}`
  return [
    ...[...(byProduct ? [] : ['JSON']), 'TEXT', 'YAML', 'XML'].map((format) => `${plain}, FORMAT ${format}`),
    ...(reads ? ['TEXT', 'YAML', 'XML'] : ['JSON', 'TEXT', 'YAML', 'XML']).map((each) => `${measured}, FORMAT ${each}`),
    'COSTS OFF, FORMAT TEXT',
    'ANALYZE, FORMAT TEXT',
    'ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF, BUFFERS OFF, FORMAT TEXT',
  ]
}

function postgresForm(options: string, sql: string, writes: boolean): RecorderForm {
  const [, word = 'TEXT'] = /\bFORMAT (\w+)/.exec(options) ?? []
  const measured = /\bANALYZE\b/.test(options)
  return {
    format: formats[word] ?? 'postgres-text',
    sql: `EXPLAIN (${options}) ${sql}`,
    measured,
    writes: measured && writes,
  }
}

const formats: Readonly<Record<string, ExplainFormat>> = {
  TEXT: 'postgres-text',
  JSON: 'postgres-json',
  YAML: 'postgres-yaml',
  XML: 'postgres-xml',
}
