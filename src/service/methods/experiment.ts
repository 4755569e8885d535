import { fault } from '../../core/errors'
import type { ExperimentDocument } from '../../core/experiment/model'
import { getExperiment, listExperiments, removeExperiment } from '../../history/experiments'
import type { ServiceContext } from '../context'
import { presetOffers } from '../experiment/presets'
import { reportFile } from '../experiment/report-file'
import { startExperiment } from '../experiment/start'
import type { Area } from './area'

const listedExperiments = 100

export function experimentMethods(context: ServiceContext): Area<'experiment'> {
  const { store, oneByOne } = context
  const found = (id: string): ExperimentDocument => {
    const experiment = getExperiment(store(), id)
    if (experiment) return experiment
    throw fault('store-failed', 'This experiment is no longer in the history, or another version wrote it.')
  }
  return {
    'experiment.run': (request, { signal, progress }) => startExperiment(context, oneByOne, request, signal, progress),
    'experiment.presets': (request, { signal }) => presetOffers(context.connections, request, signal),
    'experiment.report': async ({ id, format, maskLiterals }) => reportFile(found(id), format, maskLiterals ?? false),
    'experiment.list': async ({ limit }) => listExperiments(store(), limit ?? listedExperiments),
    'experiment.get': async ({ id }) => found(id),
    'experiment.remove': async ({ id }) => {
      removeExperiment(store(), id)
      return null
    },
  }
}
