import type { ServerClock, SessionSetting } from '../engine'
import { isAnswer } from './faults'
import type { FencedRun } from './fenced-run'

/** Settings, local to the transaction, that make the server tell its times as notices; none where it may not. */
export interface ClockSettings {
  readonly settings: readonly SessionSetting[]
  readonly clock?: ServerClock
  /** Without a clock of the server, short statements are repeated inside of it. */
  readonly repeats: boolean
  readonly cautions: readonly string[]
}

/**
 * log_statement_stats covers the planning too, log_executor_stats only the execution. Both write to the server's log as
 * well, unless this account may also raise log_min_messages.
 */
export async function clockSettings(run: FencedRun, embedded: boolean): Promise<ClockSettings> {
  if (embedded) return { settings: [], repeats: false, cautions: [] }
  const may = async (name: string, value: string) => {
    // A savepoint: a refusal would end the transaction.
    await run.send('SAVEPOINT sargable_try')
    try {
      await run.send('SELECT set_config($1, $2, true)', [name, value])
      return true
    } catch (error) {
      if (!isAnswer(error)) throw error
      await run.send('ROLLBACK TO SAVEPOINT sargable_try')
      return false
    }
  }
  const whole = await may('log_statement_stats', 'on')
  if (!whole && !(await may('log_executor_stats', 'on'))) {
    return {
      settings: [],
      repeats: true,
      cautions: [
        'This account may not set log_statement_stats or log_executor_stats: the server tells neither CPU time nor its own elapsed time.',
      ],
    }
  }
  const quiet = await may('log_min_messages', 'fatal')
  const name = whole ? 'log_statement_stats' : 'log_executor_stats'
  return {
    settings: [
      ...(quiet ? [{ name: 'log_min_messages', value: 'fatal' }] : []),
      { name: 'client_min_messages', value: 'log' },
      { name, value: 'on' },
    ],
    clock: { from: whole ? 'log_statement_stats' : 'log_executor_stats, without the planning', wholeServer: false },
    repeats: false,
    cautions: quiet
      ? []
      : [`Each run writes ${whole ? 'three entries' : 'an entry'} of ${name} into the server's log.`],
  }
}
