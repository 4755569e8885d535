import { readTrialIndexName, trialPrefix } from '../../core/advisor/trial/trial-name'
import { faultOf } from '../../core/errors'
import type { Session } from '../../engines/engine'
import type { ScratchLedger } from '../scratch/ledger'
import { serverDigits } from '../scratch/make-scratch'
import { mysqlScratch } from '../scratch/mysql'
import type { Swept } from '../scratch/sweep'
import { dropTrialIndex, type TrialIndex } from './trial-indexes'

/** Does this server have indexes that only some sessions see? Only there ours are built on real tables. */
function buildsThem({ capabilities }: Session): boolean {
  return capabilities.some(({ name, available }) => name === 'invisible-index' && available)
}

/**
 * Names of indexes of ours that nobody in this process uses: found on the server by one reading statement, or only
 * written down, because the server may still be building one.
 */
export async function leftTrialIndexes(
  session: Session,
  ledger: ScratchLedger,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (!buildsThem(session)) return []
  const found = (await trialIndexesOn(session, signal)).map(({ name }) => name)
  return [...new Set([...found.filter((name) => isOurs(name, ledger)), ...ledger.left(trialPrefix)])]
}

/**
 * Removes indexes of ours whose owner is gone: invisible, with a whole name of ours, in our ledger or with our mark, made
 * on this very server, and with a free lock.
 */
export async function sweepTrialIndexes(session: Session, ledger: ScratchLedger, signal: AbortSignal): Promise<Swept> {
  const left = await leftTrialIndexes(session, ledger, signal)
  const problems: string[] = []
  let waiting = false
  if (left.length === 0) return { waiting, problems }
  const here = serverDigits(await mysqlScratch.serverMark(session, signal))
  for (const name of left) {
    if (readTrialIndexName(name)?.server !== here) continue
    if (!(await mysqlScratch.lock(session, name, signal))) {
      waiting = true
      continue
    }
    try {
      // Looked for again under the lock: a build that was going on has ended by now, one way or the other.
      const index = (await trialIndexesOn(session, signal)).find((one) => one.name === name)
      if (index) await dropTrialIndex(session, index, signal)
      ledger.forget(name)
    } catch (thrown) {
      waiting = faultOf(thrown).code === 'lock-wait'
      problems.push(`The invisible index ${name} of an earlier run is still there: ${faultOf(thrown).message}`)
    } finally {
      await mysqlScratch.unlock(session, name, signal)
    }
  }
  return { waiting, problems }
}

function isOurs(name: string, ledger: ScratchLedger): boolean {
  const read = readTrialIndexName(name)
  if (!read || ledger.isLive(name)) return false
  return read.owner === ledger.owner || ledger.find(name) !== undefined
}

async function trialIndexesOn(session: Session, signal: AbortSignal): Promise<readonly TrialIndex[]> {
  const pattern = `${trialPrefix.replace(/_/g, '|_')}%`
  const { rows } = await session.read(
    `SELECT TABLE_SCHEMA, TABLE_NAME, INDEX_NAME FROM information_schema.STATISTICS WHERE INDEX_NAME LIKE '${pattern}' ESCAPE '|' AND SEQ_IN_INDEX = 1 AND IS_VISIBLE = 'NO'`,
    signal,
  )
  return rows.map(([schema, table, name]) => ({ schema: schema ?? '', table: table ?? '', name: name ?? '' }))
}
