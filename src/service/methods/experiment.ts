import { connectionText } from '../../core/connection/url'
import { dialectOf } from '../../core/engine'
import { fault, faultOf } from '../../core/errors'
import type { ExperimentDocument, ExperimentSpec, NamedVariant } from '../../core/experiment/model'
import { variantLetter } from '../../core/experiment/variant-setting'
import { classify } from '../../core/sql/classify'
import type { Session } from '../../engines/engine'
import { addExperiment, getExperiment, listExperiments, removeExperiment } from '../../history/experiments'
import type { Request } from '../api'
import { checkExperimentConsent } from '../consent'
import type { ServiceContext } from '../context'
import { OneByOne } from '../experiment/one-by-one'
import { runExperiment } from '../experiment/run'
import type { Area } from './area'

type RunRequest = Request<'experiment.run'>

const listedExperiments = 100
const defaults = {
  warmupRounds: 2,
  minPairs: 10,
  maxPairs: 80,
  budgetMs: 30_000,
  runTimeoutMs: 10_000,
  threshold: 0.05,
} as const

export function experimentMethods(context: ServiceContext): Area<'experiment'> {
  const { connections, store } = context
  const oneByOne = new OneByOne()
  return {
    'experiment.run': async (request, { signal, progress }) => {
      const { connectionId } = request
      const { target } = connections.orderOf(connectionId)
      const spec = await connections.withSession(connectionId, signal, async (session) => {
        const made = specOf(request, session)
        askFirst(session, made, request, target.production ?? false)
        return made
      })
      const document = await oneByOne.take(
        connectionText(target),
        signal,
        () => progress({ text: 'Waiting for another experiment on this server' }),
        () =>
          runExperiment(
            {
              spec,
              switchOnCpuClock: request.cpuClock ?? false,
              open: (its) => connections.openBeside(connectionId, its),
            },
            signal,
            progress,
          ),
      )
      return remember(context, connectionId, document)
    },
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

/** @throws SargableError `bad-request` for two variants of one name, or fewer pairs at most than at least */
function specOf(request: RunRequest, { identity }: Session): ExperimentSpec {
  const variants = request.variants.map(
    ({ name, sql, session }, place): NamedVariant => ({
      name: name ?? variantLetter(place),
      sql,
      session: session ?? [],
      ddl: [],
      engine: identity,
    }),
  )
  const names = variants.map(({ name }) => name)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw fault('bad-request', `Two variants are called "${twice}".`)
  const minPairs = request.minPairs ?? Math.min(defaults.minPairs, request.maxPairs ?? defaults.minPairs)
  const maxPairs = request.maxPairs ?? Math.max(defaults.maxPairs, minPairs)
  if (maxPairs < minPairs) throw fault('bad-request', `At most ${maxPairs} pairs cannot be at least ${minPairs}.`)
  return {
    variants,
    warmupRounds: request.warmupRounds ?? defaults.warmupRounds,
    minPairs,
    maxPairs,
    budgetMs: request.budgetMs ?? defaults.budgetMs,
    seed: request.seed ?? Date.now() % 0x7fffffff,
    threshold: request.threshold ?? defaults.threshold,
    runTimeoutMs: request.runTimeoutMs ?? defaults.runTimeoutMs,
  }
}

function askFirst(session: Session, spec: ExperimentSpec, request: RunRequest, production: boolean): void {
  const dialect = dialectOf(session.identity.product)
  // The remedy of the missing clock is the statement that switches it on, where that is all it takes.
  const clock = session.capabilities.find(({ name }) => name === 'cpu-time')
  const switchesOn =
    request.cpuClock && !clock?.available && clock?.remedy?.startsWith('UPDATE ') ? clock.remedy : undefined
  checkExperimentConsent(session, {
    variants: spec.variants.map(({ name, sql, session: settings }) => ({
      name,
      sql,
      session: settings,
      statement: classify(sql, dialect),
    })),
    production,
    consent: request.consent ?? false,
    runTimeoutMs: spec.runTimeoutMs,
    budgetMs: spec.budgetMs,
    maxPairs: spec.maxPairs,
    switchesOn,
  })
}

/** An experiment that cannot be kept is still a result; the document says so. */
function remember(context: ServiceContext, connectionId: string, document: ExperimentDocument): ExperimentDocument {
  try {
    addExperiment(context.store(), context.connections.nameOf(connectionId), document)
    return document
  } catch (thrown) {
    const words = `This experiment is not in the history: ${faultOf(thrown).message}`
    return { ...document, cautions: [...document.cautions, words] }
  }
}
