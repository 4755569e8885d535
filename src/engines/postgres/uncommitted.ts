import type { UncommittedRequest } from '../engine'
import { isAnswer } from './faults'
import type { FencedRun } from './fenced-run'
import { secondWallMs } from './set-up'
import { applyOwn } from './variant-settings'

/** Begins the transaction and makes the changes in it; who calls it ends the connection when one fails. */
export async function makeUncommitted(
  run: FencedRun,
  { changes, lockTimeoutMs, timeoutMs }: UncommittedRequest,
): Promise<void> {
  await run.send('BEGIN READ WRITE')
  await applyOwn(run, [
    { name: 'lock_timeout', value: String(lockTimeoutMs) },
    { name: 'statement_timeout', value: String(timeoutMs + secondWallMs) },
  ])
  await watchClient(run)
  for (const sql of changes) await run.send(sql, [], { statement: sql, prefixLength: 0, text: sql, offset: 0 })
}

/**
 * A backend that runs a statement looks once a second whether its client is still there (14 and later, where the
 * system can tell): should this process be killed, the server ends the statement, and with it the transaction.
 */
async function watchClient(run: FencedRun): Promise<void> {
  await run.send('SAVEPOINT sargable_watch')
  try {
    await run.send(`SELECT set_config('client_connection_check_interval', '1000', true)`)
    await run.send('RELEASE SAVEPOINT sargable_watch')
  } catch (error) {
    if (!isAnswer(error)) throw error
    await run.send('ROLLBACK TO SAVEPOINT sargable_watch')
  }
}
