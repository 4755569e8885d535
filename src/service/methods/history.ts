import { fault } from '../../core/errors'
import { getRun, listRuns, removeRun } from '../../history/runs'
import type { ServiceContext } from '../context'
import type { Area } from './area'

const listedRuns = 100

export function historyMethods({ store }: ServiceContext): Area<'history'> {
  return {
    'history.list': async ({ limit }) => listRuns(store(), limit ?? listedRuns),
    'history.get': async ({ id }) => {
      const run = getRun(store(), id)
      if (!run) throw fault('store-failed', 'This run is no longer in the history, or an older version wrote it.')
      return run
    },
    'history.remove': async ({ id }) => {
      removeRun(store(), id)
      return null
    },
  }
}
