import type { Database } from 'node-sqlite3-wasm'
import type { ConnectionTarget } from '../../core/connection/model'
import { SargableError } from '../../core/errors'
import { addSwitch, listSwitches, removeSwitch } from '../../history/server-switches'
import type { ServiceContext } from '../context'
import { isAlive } from '../process-alive'
import type { BenchOrder } from './bench'
import { serverPlace } from './one-by-one'

/**
 * Writes down what an experiment switches on for a whole server, before it does, so that it is put back also when this
 * process ends before the experiment.
 * @param switchesOn undefined where nothing is switched on
 */
export function switching(
  store: () => Database,
  target: ConnectionTarget,
  switchesOn: string | undefined,
): BenchOrder['switching'] {
  if (switchesOn === undefined) return undefined
  const one = { place: serverPlace(target), putBack: switchesOn.replace("'YES'", "'NO'") }
  return {
    begin: () => tolerant(() => addSwitch(store(), { ...one, pid: process.pid, switchedAt: new Date().toISOString() })),
    end: () => tolerant(() => removeSwitch(store(), one)),
  }
}

/**
 * Puts back what an earlier process of ours left switched on at a connection's server. Nothing is sent where nothing was
 * left, and what fails is tried again with the next connection.
 */
export async function putBackSwitches(
  { connections, store }: ServiceContext,
  connectionId: string,
  signal: AbortSignal,
): Promise<void> {
  const { target } = connections.orderOf(connectionId)
  if (target.via !== 'network' || target.production) return
  const left: ReturnType<typeof listSwitches>[number][] = []
  tolerant(() =>
    left.push(...listSwitches(store(), serverPlace(target)).filter(({ pid, switchedAt }) => !isAlive(pid, switchedAt))),
  )
  for (const one of left) {
    try {
      const beside = await connections.openBeside(connectionId, signal)
      try {
        await beside.session.execute(one.putBack, signal)
      } finally {
        await beside.close()
      }
      tolerant(() => removeSwitch(store(), one))
    } catch (thrown) {
      if (!(thrown instanceof SargableError)) throw thrown // refused or gone: the next connection tries again
    }
  }
}

/** Work goes on without a store. */
function tolerant(work: () => unknown): void {
  try {
    work()
  } catch (thrown) {
    const ofStore = thrown instanceof SargableError || (thrown instanceof Error && thrown.name === 'SQLite3Error')
    if (!ofStore) throw thrown
  }
}
