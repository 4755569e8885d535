import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** Recorded traces: fixtures/<server>/<case>/{trace.json, trace-plan.json, trace-run.json}. */

const folder = join(import.meta.dirname, '..', '..', 'fixtures')

export const tracingServers = ['mysql56', 'mysql57', 'mysql80', 'mysql97', 'mariadb1011', 'mariadb114'] as const
export type TracingServer = (typeof tracingServers)[number]

const planSchema = z.object({
  statement: z.string(),
  columns: z.array(z.string()),
  rows: z.array(z.array(z.string().nullable())),
})

export interface RecordedTrace {
  /** `mysql97/join-three`, for messages; `mysql97/join-three run` for the trace of the run. */
  readonly name: string
  readonly server: TracingServer
  readonly case: string
  readonly text: string
  /** What EXPLAIN printed while this trace was kept: rows by column. */
  readonly plan?: readonly Readonly<Record<string, string | null>>[]
}

/** Every recorded trace of every server. Throws when a server's folder is missing. */
export function recordedTraces(): RecordedTrace[] {
  return tracingServers.flatMap((server) =>
    readdirSync(join(folder, server))
      .sort()
      .flatMap((name) => [explained(server, name), ran(server, name)].filter((one) => one !== undefined)),
  )
}

/** One of them by name. */
export function recordedTrace(server: TracingServer, name: string, which: 'explain' | 'run' = 'explain'): string {
  return readFileSync(join(folder, server, name, which === 'run' ? 'trace-run.json' : 'trace.json'), 'utf8')
}

function explained(server: TracingServer, name: string): RecordedTrace | undefined {
  const at = join(folder, server, name)
  if (!existsSync(join(at, 'trace.json'))) return undefined
  const { columns, rows } = planSchema.parse(JSON.parse(readFileSync(join(at, 'trace-plan.json'), 'utf8')))
  return {
    name: `${server}/${name}`,
    server,
    case: name,
    text: readFileSync(join(at, 'trace.json'), 'utf8'),
    plan: rows.map((row) => Object.fromEntries(columns.map((column, place) => [column, row[place] ?? null]))),
  }
}

function ran(server: TracingServer, name: string): RecordedTrace | undefined {
  const file = join(folder, server, name, 'trace-run.json')
  if (!existsSync(file)) return undefined
  return { name: `${server}/${name} run`, server, case: name, text: readFileSync(file, 'utf8') }
}
