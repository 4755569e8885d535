import { z } from 'zod'
import { type CandidateIndex, candidatesOf } from './candidates'
import type { BenchDatabase } from './database'
import type { BenchSchema, BenchStatement, Reads } from './model'
import type { Place } from './place'

/** What a statement reads without another index, and with the best of all that the brute force built. */
export interface Best {
  readonly sql: string
  readonly before: Reads
  readonly after: Reads
  readonly index?: CandidateIndex
}

/** Nothing that a statement needs so long for is better than what is there. */
export const runTimeoutMs = 10_000

export const readsSchema = z
  .number()
  .nullish()
  .transform((reads) => reads ?? undefined)

/** Reads of the statement as it is, in the database without trials. */
export function readsAsIs(place: Place, { sql }: BenchStatement): Promise<Reads> {
  return place.remembered.get([...place.key, sql, 'as it is'], readsSchema, () =>
    place.databases.asIs.reads(sql, runTimeoutMs),
  )
}

/**
 * Builds every candidate once and runs all statements that it could serve while it is there.
 * @param tell called now and then with how many are done
 */
export async function bruteForce(
  place: Place,
  schema: BenchSchema,
  statements: readonly BenchStatement[],
  tell: (done: number, total: number) => void,
): Promise<ReadonlyMap<string, Best>> {
  const wanted = new Map<string, { readonly index: CandidateIndex; readonly statements: BenchStatement[] }>()
  const best = new Map<string, Best>()
  for (const statement of statements) {
    const before = await readsAsIs(place, statement)
    best.set(statement.name, { sql: statement.sql, before, after: before })
    for (const index of await candidatesOf(statement.sql, schema, place.family)) {
      const text = indexText(index)
      const known = wanted.get(text)
      if (known) known.statements.push(statement)
      else wanted.set(text, { index, statements: [statement] })
    }
  }
  let done = 0
  for (const [text, { index, statements: served }] of wanted) {
    const missing = served.filter(({ sql }) => !place.remembered.has([...place.key, sql, text]))
    await withIndex(place.databases.trial, missing.length > 0 ? index : undefined, async () => {
      for (const statement of served) {
        const reads = await place.remembered.get([...place.key, statement.sql, text], readsSchema, () =>
          place.databases.trial.reads(statement.sql, runTimeoutMs),
        )
        const known = best.get(statement.name)
        if (known && isLess(reads, known.after)) best.set(statement.name, { ...known, after: reads, index })
      }
    })
    tell(++done, wanted.size)
  }
  return best
}

export function indexText({ table, parts }: CandidateIndex): string {
  return `${table} (${parts.join(', ')})`
}

function isLess(reads: Reads, than: Reads): boolean {
  return reads !== undefined && (than === undefined || reads < than)
}

async function withIndex(
  trial: BenchDatabase,
  index: CandidateIndex | undefined,
  work: () => Promise<void>,
): Promise<void> {
  if (!index) return work()
  await trial.exec(`CREATE INDEX brute_force ON ${indexText(index)}`)
  try {
    await work()
  } finally {
    await trial.dropIndex(index.table, 'brute_force')
  }
}
