import { atom } from 'jotai'
import type { ConnectionProfile } from '../../core/connection/model'
import { desktopBridge } from '../desktop-bridge'
import { tellFault } from '../state/actions/notices'
import { beginWork } from '../state/actions/work'
import { attempt } from '../state/service'
import { dialogAtom, happenedAtom } from '../state/session'
import { store } from '../state/store'
import { changeVariant } from './edit'

/** Connections that were opened for variants beside the one of the window, each with its saved profile. */
export const besideAtom = atom<ReadonlyMap<string, string>>(new Map<string, string>())

/** Makes a variant run on a saved connection; it is opened once and shared by all variants that run there. */
export async function runOn(variantId: string, profile: ConnectionProfile): Promise<void> {
  const beside = store.get(besideAtom)
  const known = [...beside].find(([, profileId]) => profileId === profile.id)?.[0]
  if (known !== undefined) {
    changeVariant(variantId, { on: { connectionId: known, name: profile.name } })
    return
  }
  const password = await desktopBridge()?.secrets.get(profile.id)
  const work = beginWork(`Connecting to ${profile.name}`)
  const outcome = await attempt(
    'connections.open',
    {
      target: profile.target,
      name: profile.name,
      profileId: profile.id,
      ...(password !== undefined && password !== '' && { password }),
    },
    { signal: work.signal, onEvent: work.onEvent },
  )
  work.end()
  if (!outcome.ok) {
    tellFault(outcome.fault, {
      title: 'Change the connection',
      run: () => store.set(dialogAtom, { kind: 'connect', profile }),
    })
    return
  }
  const { connectionId } = outcome.reply
  store.set(besideAtom, new Map([...store.get(besideAtom), [connectionId, profile.id]]))
  changeVariant(variantId, { on: { connectionId, name: profile.name } })
  store.set(happenedAtom, { text: `Connected to ${profile.name} as well`, good: true })
}
