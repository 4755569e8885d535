import type { Database } from 'node-sqlite3-wasm'
import { type EngineIdentity, engineSchema } from '../core/engine'
import { type ExperimentDocument, experimentDocumentSchema } from '../core/experiment/model'

/** Old experiments go when there are more than this; one is 50 to 500 kB. */
const keptExperiments = 200

/** An experiment as a list shows it. */
export interface ExperimentEntry {
  readonly id: string
  /** ISO 8601, UTC. */
  readonly at: string
  readonly connectionName: string
  readonly engine: EngineIdentity
  readonly verdict: string
  readonly variants: number
}

/** The latest experiments, newest first, without their samples. */
export function listExperiments(store: Database, limit: number): readonly ExperimentEntry[] {
  return store
    .all(
      'SELECT id, at, connection_name, engine, verdict, variants FROM experiment ORDER BY at DESC, id DESC LIMIT ?',
      [limit],
    )
    .map((row) => ({
      id: String(row['id']),
      at: String(row['at']),
      connectionName: String(row['connection_name']),
      engine: engineSchema.parse(JSON.parse(String(row['engine']))),
      verdict: String(row['verdict']),
      variants: Number(row['variants']),
    }))
}

/** One experiment whole; undefined when it was removed or this version cannot read it. */
export function getExperiment(store: Database, id: string): ExperimentDocument | undefined {
  const row = store.get('SELECT document FROM experiment WHERE id = ?', [id])
  if (!row) return undefined
  const document = experimentDocumentSchema.safeParse(JSON.parse(String(row['document'])))
  return document.success ? document.data : undefined
}

/** Keeps an experiment, and lets the oldest go. */
export function addExperiment(store: Database, connectionName: string, document: ExperimentDocument): void {
  store.run(
    'INSERT OR REPLACE INTO experiment (id, at, connection_name, engine, verdict, variants, document) VALUES (?, ?, ?, ?, ?, ?, ?)',
    [
      document.id,
      document.startedAt,
      connectionName,
      JSON.stringify(document.engine),
      document.verdict.text,
      document.spec.variants.length,
      JSON.stringify(document),
    ],
  )
  store.run('DELETE FROM experiment WHERE id NOT IN (SELECT id FROM experiment ORDER BY at DESC, id DESC LIMIT ?)', [
    keptExperiments,
  ])
}

export function removeExperiment(store: Database, id: string): void {
  store.run('DELETE FROM experiment WHERE id = ?', [id])
}
