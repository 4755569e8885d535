import { fault } from '../../core/errors'
import { getExperiment, listExperiments, removeExperiment } from '../../history/experiments'
import type { ServiceContext } from '../context'
import { OneByOne } from '../experiment/one-by-one'
import { startExperiment } from '../experiment/start'
import type { Area } from './area'

const listedExperiments = 100

export function experimentMethods(context: ServiceContext): Area<'experiment'> {
  const { store } = context
  const oneByOne = new OneByOne()
  return {
    'experiment.run': (request, { signal, progress }) => startExperiment(context, oneByOne, request, signal, progress),
    'experiment.presets': async () => [],
    'experiment.report': async ({ id, format }) => {
      const found = getExperiment(store(), id)
      if (!found) throw fault('store-failed', 'This experiment is no longer in the history.')
      if (format !== 'json') throw fault('not-allowed', 'Experiments are reported as JSON only.')
      return { text: `${JSON.stringify(found, null, 2)}\n`, fileName: `experiment-${id}.json` }
    },
    'experiment.list': async ({ limit }) => listExperiments(store(), limit ?? listedExperiments),
    'experiment.get': async ({ id }) => {
      const found = getExperiment(store(), id)
      if (!found) {
        throw fault('store-failed', 'This experiment is no longer in the history, or another version wrote it.')
      }
      return found
    },
    'experiment.remove': async ({ id }) => {
      removeExperiment(store(), id)
      return null
    },
  }
}
