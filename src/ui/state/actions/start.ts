import { faultOf } from '../../../core/errors'
import { desktopBridge } from '../../desktop-bridge'
import { sandboxesAtom, serviceOnlineAtom } from '../atoms'
import { attempt, reachService } from '../service'
import { noticeAtom, secretsAtom, versionAtom } from '../session'
import { store } from '../store'
import { refreshProfiles } from './connect'
import { refreshHistory } from './history'
import { tellFault } from './notices'
import { resumeConnection } from './resume'
import { refreshSamples } from './samples'

/** Reaches the service, for the first time or again, and reads what the screens show. */
export async function start(): Promise<void> {
  try {
    await reachService()
  } catch (thrown) {
    store.set(serviceOnlineAtom, false)
    return tellFault(faultOf(thrown))
  }
  if (store.get(noticeAtom)?.fault.code === 'lost-connection') store.set(noticeAtom, undefined)
  await Promise.all([readInfo(), refreshSamples(), refreshHistory(), refreshProfiles(), resumeConnection()])
}

async function readInfo(): Promise<void> {
  const outcome = await attempt('app.info', {})
  if (!outcome.ok) return tellFault(outcome.fault)
  store.set(sandboxesAtom, outcome.reply.sandboxes)
  store.set(versionAtom, outcome.reply.version)
  const bridge = desktopBridge()
  store.set(secretsAtom, bridge ? await bridge.secrets.backend() : 'memory')
}
