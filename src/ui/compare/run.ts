import { dialectOf } from '../../core/engine'
import type { Comparison, Sample } from '../../core/experiment/model'
import { formatTime } from '../../core/figures'
import type { Progress } from '../../service/api'
import { mayAskValues } from '../editor/may-ask-values'
import { refreshHistory } from '../state/actions/history'
import { beginWork } from '../state/actions/work'
import { connectionAtom, lostConnectionAtom } from '../state/atoms'
import { attempt } from '../state/service'
import { dialogAtom, happenedAtom } from '../state/session'
import { store } from '../state/store'
import { changeExperimentAtom, type Experiment, editedAtom, experimentAtom, type Run } from './experiments'
import { orderOf, orderProblem, specOf } from './order'

/** Why the experiment in front cannot run now; undefined where it can. */
export function runBlocked(): string | undefined {
  const experiment = store.get(experimentAtom)
  if (!experiment) return 'Open an experiment first.'
  const connection = store.get(connectionAtom)
  if (!connection) return 'An experiment needs a server. Open a connection first.'
  if (connection.production)
    return 'An experiment runs statements, and this is a production server. Use a replica or the sandbox.'
  if (experiment.run.state === 'running') return 'It runs now.'
  return orderProblem(experiment.draft)
}

/** Runs the experiment in front. A run that is refused or stopped leaves what was there before, and what came. */
export async function runExperiment(consent = false): Promise<void> {
  const experiment = store.get(experimentAtom)
  const connection = store.get(connectionAtom)
  const blocked = runBlocked()
  if (!experiment || !connection || blocked !== undefined) {
    store.set(happenedAtom, { text: blocked ?? 'Nothing can run.', good: false })
    return
  }
  const { id, draft } = experiment
  const values = await valuesOf(experiment)
  if (values === 'missing') return
  const dialect = dialectOf(connection.engine.product)
  const spec = specOf(draft, connection.engine, dialect)
  const ranIds = draft.variants.map((one) => one.id)
  const change = (run: Run) => store.set(changeExperimentAtom, id, (known) => ({ ...known, run, ranIds }), false)
  const goBack = () =>
    store.set(
      changeExperimentAtom,
      id,
      (known) => ({ ...known, run: experiment.run, ranIds: experiment.ranIds, changed: experiment.changed }),
      false,
    )
  store.set(changeExperimentAtom, id, (known) => ({ ...known, changed: false }), false)
  const startedAt = Date.now()
  const work = beginWork('Running the experiment')
  const live = new Live((progress, samples, comparisons) =>
    change({ state: 'running', startedAt, progress, spec, samples, comparisons }),
  )
  live.draw()
  store.set(editedAtom, new Set<string>())
  const outcome = await attempt(
    'experiment.run',
    { ...orderOf(draft, connection.connectionId, dialect), ...(values && { values }), consent },
    {
      signal: work.signal,
      onEvent: (event) => {
        work.onEvent(event)
        live.take(event)
      },
    },
  )
  work.end()
  live.end()
  if (outcome.ok) {
    change({ state: 'done', document: outcome.reply })
    const { samples, stoppedBecause } = outcome.reply
    const took = formatTime(Date.now() - startedAt)
    store.set(happenedAtom, {
      text: `${samples.length.toLocaleString('en-US')} runs in ${took}${stoppedBecause === 'stopped' ? ', then stopped' : ''}`,
      good: stoppedBecause !== 'failed',
    })
    void refreshHistory()
    return
  }
  const { fault } = outcome
  const { samples, comparisons } = live
  if (fault.code === 'needs-consent' && fault.card) {
    goBack()
    store.set(dialogAtom, {
      kind: 'consent',
      card: fault.card,
      production: connection.production,
      send: () => void runExperiment(true),
    })
    return
  }
  if (fault.code === 'cancelled' && samples.length === 0) {
    goBack()
    store.set(happenedAtom, { text: 'Stopped, on the server too', good: true })
    return
  }
  if (fault.code === 'lost-connection' || fault.code === 'unknown-connection')
    store.set(lostConnectionAtom, fault.server?.message ?? fault.message)
  change({ state: 'refused', fault, spec, samples, comparisons })
  store.set(happenedAtom, { text: `Refused${fault.server ? `, ${fault.server.errno}` : ''}`, good: false })
}

/** Values for placeholders; `missing` where some are still to be typed, which is told. */
async function valuesOf({ draft }: Experiment) {
  const asking = draft.variants.find(({ sql }) => mayAskValues.test(sql))
  if (!asking) return undefined
  const { valuesFor } = await import('../editor/asked-values')
  for (const { sql } of draft.variants) {
    if (!mayAskValues.test(sql)) continue
    const { missing, values } = await valuesFor(sql)
    if (missing.length > 0) {
      const names = missing.map(({ written }) => written).join(', ')
      store.set(happenedAtom, { text: `The statements ask for values: ${names}`, good: false })
      document.querySelector<HTMLInputElement>('.compare-values input[data-empty="true"]')?.focus()
      return 'missing' as const
    }
    if (values) return { positional: [...(values.positional ?? [])], named: { ...(values.named ?? {}) } }
  }
  return undefined
}

type Draw = (progress: Progress, samples: readonly Sample[], comparisons: readonly Comparison[]) => void

/** Times are summed up anew for each drawing, so that they are not drawn more often than an eye can follow. */
const drawnEveryMs = 200

/** What comes while it runs, however fast it comes. */
class Live {
  samples: readonly Sample[] = []
  comparisons: readonly Comparison[] = []
  readonly #draw: Draw
  #progress: Progress = { text: 'Running the experiment' }
  #new: Sample[] = []
  #timer: number | undefined
  #ended = false

  constructor(draw: Draw) {
    this.#draw = draw
  }

  take(event: Progress & { readonly sample?: Sample; readonly comparisons?: readonly Comparison[] }): void {
    const { text, done, total, sample, comparisons } = event
    this.#progress = { text, ...(done !== undefined && { done }), ...(total !== undefined && { total }) }
    if (sample) this.#new.push(sample)
    if (comparisons) this.comparisons = comparisons
    this.#timer ??= window.setTimeout(() => this.draw(), drawnEveryMs)
  }

  draw(): void {
    this.#timer = undefined
    if (this.#ended) return
    this.#gather()
    this.#draw(this.#progress, this.samples, this.comparisons)
  }

  end(): void {
    this.#ended = true
    window.clearTimeout(this.#timer)
    this.#gather()
  }

  #gather(): void {
    if (this.#new.length > 0) this.samples = [...this.samples, ...this.#new]
    this.#new = []
  }
}
