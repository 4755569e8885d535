import { randomUUID } from 'node:crypto'
import { parseConnectionUrl } from '../../core/connection/url'
import { listProfiles, removeProfile, saveProfile, touchProfile } from '../../history/profiles'
import type { ServiceContext } from '../context'
import { putBackSwitches } from '../experiment/server-switches'
import type { Area } from './area'

export function connectionMethods(context: ServiceContext): Area<'connections'> {
  const { connections, store } = context
  return {
    'connections.list': async () => listProfiles(store()),
    'connections.save': async ({ id, ...rest }) => {
      const profile = { id: id ?? randomUUID(), ...rest }
      saveProfile(store(), profile)
      return profile
    },
    'connections.remove': async ({ id }) => {
      removeProfile(store(), id)
      return null
    },
    'connections.parseUrl': async ({ url }) => parseConnectionUrl(url),
    'connections.test': (order, { signal, progress }) => connections.test(order, signal, progress),
    'connections.open': async ({ profileId, ...order }, { signal, progress }) => {
      const opened = await connections.open(order, signal, progress)
      await putBackSwitches(context, opened.connectionId, signal)
      if (profileId) touchProfile(store(), profileId, new Date().toISOString())
      return opened
    },
    'connections.close': async ({ connectionId }) => {
      await connections.close(connectionId)
      return null
    },
    'connections.use': ({ connectionId, database }, { signal }) => connections.use(connectionId, database, signal),
  }
}
