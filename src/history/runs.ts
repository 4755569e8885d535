import type { Database } from 'node-sqlite3-wasm'
import { z } from 'zod'
import { type Analysis, analysisSchema } from '../core/analysis/model'
import { engineSchema } from '../core/engine'

/** Old runs go when there are more than this; an analysis is 5 to 500 kB. */
const keptRuns = 500

export const runEntrySchema = z.object({
  id: z.string(),
  /** ISO 8601, UTC. */
  at: z.string(),
  connectionName: z.string(),
  engine: engineSchema.optional(),
  database: z.string().optional(),
  sql: z.string(),
  verdict: z.string(),
  measured: z.boolean(),
})
export type RunEntry = z.infer<typeof runEntrySchema>

const columns = 'id, at, connection_name, engine, database_name, sql, verdict, measured'

/** The latest runs, newest first, without their analyses. */
export function listRuns(store: Database, limit: number): readonly RunEntry[] {
  return store.all(`SELECT ${columns} FROM run ORDER BY at DESC, id DESC LIMIT ?`, [limit]).map(entryOf)
}

/** One run whole; undefined when it was removed or its analysis is of a form that this version cannot read. */
export function getRun(store: Database, id: string): { entry: RunEntry; analysis: Analysis } | undefined {
  const row = store.get(`SELECT ${columns}, analysis FROM run WHERE id = ?`, [id])
  if (!row) return undefined
  const analysis = analysisSchema.safeParse(JSON.parse(String(row['analysis'])))
  return analysis.success ? { entry: entryOf(row), analysis: analysis.data } : undefined
}

/** Keeps a run, and lets the oldest go. */
export function addRun(store: Database, entry: RunEntry, analysis: Analysis): void {
  store.run(`INSERT INTO run (${columns}, analysis) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`, [
    entry.id,
    entry.at,
    entry.connectionName,
    entry.engine ? JSON.stringify(entry.engine) : null,
    entry.database ?? null,
    entry.sql,
    entry.verdict,
    entry.measured ? 1 : 0,
    JSON.stringify(analysis),
  ])
  store.run('DELETE FROM run WHERE id NOT IN (SELECT id FROM run ORDER BY at DESC, id DESC LIMIT ?)', [keptRuns])
}

export function removeRun(store: Database, id: string): void {
  store.run('DELETE FROM run WHERE id = ?', [id])
}

function entryOf(row: Record<string, unknown>): RunEntry {
  const engine = row['engine']
  return runEntrySchema.parse({
    id: row['id'],
    at: row['at'],
    connectionName: row['connection_name'],
    engine: typeof engine === 'string' ? JSON.parse(engine) : undefined,
    database: row['database_name'] ?? undefined,
    sql: row['sql'],
    verdict: row['verdict'],
    measured: Boolean(row['measured']),
  })
}
