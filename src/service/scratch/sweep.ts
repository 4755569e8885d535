import { faultOf } from '../../core/errors'
import { readScratchName } from '../../core/scratch/name'
import type { Session } from '../../engines/engine'
import { engineOf } from './engine-of'
import type { ScratchLedger } from './ledger'
import { serverDigits } from './make-scratch'

/**
 * Scratch schemas of ours that nobody in this process uses, by one reading statement. Whether another process of ours
 * does is not known yet.
 */
export async function leftScratch(
  session: Session,
  ledger: ScratchLedger,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const found = await engineOf(session).found(session, signal)
  return found.filter((schema) => {
    const name = readScratchName(schema)
    if (!name || ledger.isLive(schema)) return false
    return name.owner === ledger.owner || ledger.find(schema) !== undefined
  })
}

/** What became of schemas that were left. */
export interface Swept {
  /** A lock was taken: by an owner who lives, or by a statement that the server still runs for a dead one. */
  readonly waiting: boolean
  /** What could not be removed, in words. */
  readonly problems: readonly string[]
}

/** As `sweepOnce`. @returns what could not be removed, in words */
export async function sweepScratch(
  session: Session,
  ledger: ScratchLedger,
  signal: AbortSignal,
): Promise<readonly string[]> {
  return (await sweepOnce(session, ledger, signal)).problems
}

/**
 * Removes the scratch schemas of ours whose owner is gone: they are in our ledger or bear our mark, were made on this
 * very server, and the lock that dies with its owner's connection is free.
 */
export async function sweepOnce(session: Session, ledger: ScratchLedger, signal: AbortSignal): Promise<Swept> {
  const schemas = await leftScratch(session, ledger, signal)
  let waiting = false
  if (schemas.length === 0) return { waiting, problems: [] }
  const engine = engineOf(session)
  const here = serverDigits(await engine.serverMark(session, signal))
  const problems: string[] = []
  for (const schema of schemas) {
    // One that replication brought here is removed where it was made.
    if (readScratchName(schema)?.server !== here) continue
    if (!(await engine.lock(session, schema, signal))) {
      waiting = true
      continue
    }
    try {
      await engine.drop(session, schema, ledger.find(schema)?.logged ?? true, signal)
      ledger.forget(schema)
    } catch (thrown) {
      problems.push(`The schema ${schema} of an earlier run is still there: ${faultOf(thrown).message}`)
    } finally {
      await engine.unlock(session, schema, signal)
    }
  }
  return { waiting, problems }
}
