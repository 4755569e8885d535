import type { Database } from 'node-sqlite3-wasm'
import { z } from 'zod'
import { productSchema } from '../core/engine'
import { comparisonSchema, experimentDocumentSchema, type Sample, sampleSchema } from '../core/experiment/model'

/** What is known of an experiment before its first pair: all but its samples and what follows from them. */
const journalHeadSchema = z.object({
  connectionName: z.string(),
  document: experimentDocumentSchema,
  servers: z
    .array(
      z
        .object({
          product: productSchema,
          cpu: z.object({ from: z.string(), wholeServer: z.boolean() }).readonly().optional(),
          serverWall: z.object({ from: z.string() }).readonly().optional(),
        })
        .readonly(),
    )
    .readonly(),
  sameness: z.record(
    z.string(),
    comparisonSchema.unwrap().pick({ sameResult: true, sameResultBecause: true, firstDifferences: true }).readonly(),
  ),
})
export type JournalHead = z.infer<typeof journalHeadSchema>

/** An experiment as far as it was written down while it ran. */
export interface Journal {
  readonly head: JournalHead
  readonly samples: readonly Sample[]
  /** Share of the runs at whose end other sessions ran statements. */
  readonly busy: number
}

/** A journal, and the process that writes it. */
export interface JournalOwner {
  readonly id: string
  readonly pid: number
  /** ISO 8601, UTC. */
  readonly touchedAt: string
}

/** Begins to write an experiment down. */
export function beginJournal(store: Database, { id, pid, touchedAt }: JournalOwner, head: JournalHead): void {
  store.run('INSERT OR REPLACE INTO experiment_journal (id, pid, touched_at, head) VALUES (?, ?, ?, ?)', [
    id,
    pid,
    touchedAt,
    JSON.stringify(head),
  ])
}

/** Adds samples of whole pairs, in one transaction. `number`: of the batch, from 0. */
export function addToJournal(
  store: Database,
  { id, touchedAt }: Omit<JournalOwner, 'pid'>,
  batch: { readonly number: number; readonly busy: number; readonly samples: readonly Sample[] },
): void {
  store.exec('BEGIN IMMEDIATE')
  try {
    store.run('INSERT OR REPLACE INTO experiment_journal_batch (id, number, busy, samples) VALUES (?, ?, ?, ?)', [
      id,
      batch.number,
      batch.busy,
      JSON.stringify(batch.samples),
    ])
    store.run('UPDATE experiment_journal SET touched_at = ? WHERE id = ?', [touchedAt, id])
    store.exec('COMMIT')
  } catch (thrown) {
    store.exec('ROLLBACK')
    throw thrown
  }
}

/** The journals that there are: of experiments that run, and of some that never ended. */
export function listJournals(store: Database): readonly JournalOwner[] {
  return store.all('SELECT id, pid, touched_at FROM experiment_journal ORDER BY touched_at').map((row) => ({
    id: String(row['id']),
    pid: Number(row['pid']),
    touchedAt: String(row['touched_at']),
  }))
}

/** A journal whole; undefined when another version of the product wrote it. */
export function readJournal(store: Database, id: string): Journal | undefined {
  const row = store.get('SELECT head FROM experiment_journal WHERE id = ?', [id])
  if (!row) return undefined
  const head = journalHeadSchema.safeParse(JSON.parse(String(row['head'])))
  const samples: Sample[] = []
  let busy = 0
  for (const batch of store.all('SELECT busy, samples FROM experiment_journal_batch WHERE id = ? ORDER BY number', [
    id,
  ])) {
    const read = z.array(sampleSchema).safeParse(JSON.parse(String(batch['samples'])))
    if (!read.success) return undefined
    samples.push(...read.data)
    busy = Number(batch['busy'])
  }
  return head.success ? { head: head.data, samples, busy } : undefined
}

export function removeJournal(store: Database, id: string): void {
  store.run('DELETE FROM experiment_journal_batch WHERE id = ?', [id])
  store.run('DELETE FROM experiment_journal WHERE id = ?', [id])
}
