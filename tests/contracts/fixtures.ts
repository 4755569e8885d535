import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { explainOutputSchema } from '../../src/core/analysis/model'
import type { EngineIdentity } from '../../src/core/engine'
import type { PlanContext } from '../../src/core/plan/format'
import type { PlanFormatId } from '../../src/core/plan/model'
import { planTextOf } from '../../src/core/plan/read'

/** Recorded answers of real servers: fixtures/<server>/<case>/{meta.json, explain.json, catalog.json}. */

const folder = join(import.meta.dirname, '..', '..', 'fixtures')

const metaSchema = z.object({ server: z.string(), versionText: z.string(), sql: z.string() })

/** One recorded plan text. */
export interface Recorded {
  /** `mysql80/join-three mysql-json-v1`, for messages. */
  readonly name: string
  readonly server: string
  readonly format: string
  /** The EXPLAIN that was sent. */
  readonly statement: string
  readonly text: string
  readonly measured: boolean
  readonly context: PlanContext
}

/** The servers whose answers must be there. */
export const servers = ['mysql56', 'mysql57', 'mysql80', 'mysql97', 'mariadb1011', 'mariadb114', 'pg15', 'pg18']

/** EXPLAIN PARTITIONS prints a table like the others. */
const readAs: Readonly<Record<string, PlanFormatId>> = {
  'mysql-partitions': 'mysql-table',
  'mariadb-partitions': 'mariadb-table',
}

/** Every recorded plan of every server, in the order of the folders. Throws when a server's folder is missing. */
export function recordedPlans(): Recorded[] {
  return servers.flatMap((server) =>
    readdirSync(join(folder, server))
      .sort()
      .flatMap((name) => recordedCase(server, name)),
  )
}

function recordedCase(server: string, name: string): Recorded[] {
  const at = join(folder, server, name)
  if (!existsSync(join(at, 'explain.json'))) return []
  const meta = metaSchema.parse(JSON.parse(readFileSync(join(at, 'meta.json'), 'utf8')))
  const outputs = z.array(explainOutputSchema).parse(JSON.parse(readFileSync(join(at, 'explain.json'), 'utf8')))
  return outputs.map((output) => ({
    name: `${server}/${name} ${output.statement.slice(0, 40)}`,
    server,
    format: readAs[output.format] ?? output.format,
    statement: output.statement,
    text: output.text ?? planTextOf(output.columns ?? [], output.rows ?? []),
    measured: output.measured,
    context: { sql: meta.sql, engine: engineOf(output.format, meta.versionText) },
  }))
}

function engineOf(format: string, versionText: string): EngineIdentity {
  const [major = 0, minor = 0, patch = 0] = (/\d+(?:\.\d+)*/.exec(versionText)?.[0] ?? '').split('.').map(Number)
  const version = { major, minor, patch }
  if (format.startsWith('mariadb')) return { family: 'mysql', product: 'mariadb', version, versionText }
  if (format.startsWith('mysql')) return { family: 'mysql', product: 'mysql', version, versionText }
  return { family: 'postgres', product: 'postgres', version, versionText }
}
