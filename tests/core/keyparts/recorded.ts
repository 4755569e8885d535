import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Catalog } from '../../../src/core/catalog/model'
import type { EngineIdentity } from '../../../src/core/engine'
import type { KeyPartUse, KeyUse } from '../../../src/core/keyparts/model'
import { mariadbJson } from '../../../src/core/plan/formats/mariadb-json'
import { mysqlJsonV1 } from '../../../src/core/plan/formats/mysql-json-v1'
import { postgresJson } from '../../../src/core/plan/formats/postgres-json'
import type { Plan } from '../../../src/core/plan/model'
import { catalogOf } from './ddl'
import { postgresCatalogs } from './postgres-catalogs'

const folder = join(import.meta.dirname, '../../../fixtures/keylen')

const recordSchema = z.object({
  case: z.string(),
  server: z.string(),
  version: z.string(),
  format: z.enum(['mysql-json-v1', 'mariadb-json', 'postgres-json']),
  schema: z.string(),
  sql: z.string(),
  text: z.string(),
  warnings: z.array(z.string()).optional(),
})
export type RecordedPlan = z.infer<typeof recordSchema>

const schemas = z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(join(folder, 'schemas.json'), 'utf8')))

/** Plans as real servers printed them. */
export const recordedPlans: readonly RecordedPlan[] = readFileSync(join(folder, 'plans.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => recordSchema.parse(JSON.parse(line)))

/** All servers' records of one case. */
export function recordsOf(name: string, ...servers: readonly string[]): readonly RecordedPlan[] {
  const found = recordedPlans.filter(
    (record) => record.case === name && (servers.length === 0 || servers.includes(record.server)),
  )
  if (found.length === 0) throw new Error(`no recorded plan ${name}`)
  return found
}

const formats = { 'mysql-json-v1': mysqlJsonV1, 'mariadb-json': mariadbJson, 'postgres-json': postgresJson }

export function engineOf(record: RecordedPlan): EngineIdentity {
  const [major = 0, minor = 0, patch = 0] = record.version.split('.').map(Number)
  const product = record.server.startsWith('pg') ? 'postgres' : record.server.startsWith('maria') ? 'mariadb' : 'mysql'
  const family = product === 'postgres' ? 'postgres' : 'mysql'
  return { family, product, version: { major, minor, patch }, versionText: record.version }
}

export function planOf(record: RecordedPlan): Plan {
  return formats[record.format].parse(record.text, { sql: record.sql, engine: engineOf(record) })
}

export function catalogFor(record: RecordedPlan): Catalog {
  const postgres = postgresCatalogs[record.schema]
  if (postgres !== undefined) return postgres
  const ddl = schemas[record.schema]
  if (ddl === undefined) throw new Error(`no schema ${record.schema}`)
  return catalogOf(ddl)
}

/**
 * One index as one line: `t_msg* 4: t2send range seek "> 1234" | msg_type(5) unused previous-part-is-range`.
 * The star marks the chosen one; `4≠7` a key_len that the parts do not add up to; `+` an appended part.
 */
export function lineOf(use: KeyUse): string {
  const length =
    use.keyLengthBytes === undefined
      ? ''
      : ` ${use.keyLengthBytes}${use.agrees === false ? `≠${use.computedBytes ?? '?'}` : ''}`
  return `${use.table}.${use.index}${use.chosen ? '*' : ''}${length}: ${use.parts.map(partText).join(' | ')}`
}

function partText(part: KeyPartUse): string {
  const name = part.column ?? `(${part.expression ?? ''})`
  return [
    `${part.appended ? '+' : part.included ? '&' : ''}${name}${part.prefixChars === undefined ? '' : `(${part.prefixChars})`}`,
    part.role,
    ...(part.narrows === 'none' ? [] : [part.narrows]),
    ...(part.comparedWith === undefined ? [] : [`"${part.comparedWith}"`]),
    ...(part.reason === undefined ? [] : [part.reason.code]),
  ].join(' ')
}
