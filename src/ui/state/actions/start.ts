import { faultOf } from '../../../core/errors'
import { desktopBridge } from '../../desktop-bridge'
import { connectionAtom, lostConnectionAtom, sandboxesAtom, serviceOnlineAtom } from '../atoms'
import { attempt, reachService } from '../service'
import { secretsAtom, versionAtom } from '../session'
import { store } from '../store'
import { refreshProfiles } from './connect'
import { refreshHistory } from './history'
import { tellFault } from './notices'
import { refreshSamples } from './samples'

/** Reaches the service and reads what the first screen shows. */
export async function start(): Promise<void> {
  try {
    await reachService()
  } catch (thrown) {
    store.set(serviceOnlineAtom, false)
    return tellFault(faultOf(thrown))
  }
  await Promise.all([readInfo(), refreshSamples(), refreshHistory(), refreshProfiles()])
}

async function readInfo(): Promise<void> {
  const outcome = await attempt('app.info', {})
  if (!outcome.ok) return tellFault(outcome.fault)
  store.set(sandboxesAtom, outcome.reply.sandboxes)
  store.set(versionAtom, outcome.reply.version)
  const bridge = desktopBridge()
  store.set(secretsAtom, bridge ? await bridge.secrets.backend() : 'memory')
}

/** Reaches the service again; connections of before are gone with it. */
export async function restart(): Promise<void> {
  const connection = store.get(connectionAtom)
  await start()
  if (connection && store.get(serviceOnlineAtom)) {
    store.set(connectionAtom, connection)
    store.set(lostConnectionAtom, 'The service was started anew.')
  }
}
