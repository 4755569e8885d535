import { fault } from '../../core/errors'
import type { SessionSetting } from '../engine'
import type { FencedRun } from './fenced-run'

/** What the measurement itself rests on. */
const ownNames =
  /^(?:log_|client_min_messages$|statement_timeout$|transaction_|default_transaction_|idle_|role$|session_authorization$)/

/** All by set_config, local to the transaction. @throws SargableError `bad-request` for what the measuring needs itself. */
export async function applySettings(run: FencedRun, settings: readonly SessionSetting[]): Promise<void> {
  for (const { name, value } of settings) {
    if (ownNames.test(name.toLowerCase())) {
      throw fault('bad-request', `"${name}" cannot be set for a variant: measuring uses it itself.`)
    }
    await run.send('SELECT set_config($1, $2, true)', [name, value])
  }
}

/** Settings of ours, in one call. */
export async function applyOwn(run: FencedRun, settings: readonly SessionSetting[]): Promise<void> {
  if (settings.length === 0) return
  const calls = settings.map((_setting, at) => `set_config($${at * 2 + 1}, $${at * 2 + 2}, true)`)
  await run.send(
    `SELECT ${calls.join(', ')}`,
    settings.flatMap(({ name, value }) => [name, value]),
  )
}

/** What these are now; names that the server does not know are left out. */
export async function readSettings(run: FencedRun, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const values = new Map<string, string>()
  for (const name of names) {
    const value = (await run.send('SELECT current_setting($1, true)', [name])).rows[0]?.[0]
    if (value != null) values.set(name, value)
  }
  return values
}
