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
}

/** `@also` of the case; MariaDB's ANALYZE as a table; every format of PostgreSQL. */
export function moreForms(engine: EngineIdentity, recorded: RecordedCase, reads: boolean): readonly RecorderForm[] {
  const forms: RecorderForm[] = recorded.also.map((options) => postgresForm(options, recorded.sql, !reads))
  if (engine.product === 'mariadb' && reads) {
    forms.push({ format: 'mariadb-table', sql: `ANALYZE ${recorded.sql}`, measured: true, writes: false })
  }
  if (engine.family === 'postgres') {
    forms.push(...postgresOptions(engine, reads).map((options) => postgresForm(options, recorded.sql, !reads)))
  }
  return forms
}

/**
 * The options of the product's own JSON plans in the other formats, so that these can be compared; and the shorter
 * forms that people run by hand. Runs of writing statements are recorded here only.
 */
function postgresOptions({ version }: EngineIdentity, reads: boolean): readonly string[] {
  const plain = `VERBOSE, SETTINGS${atLeast(version, 17) ? ', MEMORY' : ''}`
  const measured = `ANALYZE, BUFFERS, WAL, ${plain}${atLeast(version, 17) ? ', SERIALIZE TEXT' : ''}`
  return [
    ...['TEXT', 'YAML', 'XML'].map((format) => `${plain}, FORMAT ${format}`),
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
