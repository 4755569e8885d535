import { atom } from 'jotai'
import type { Plan } from '../../core/plan/model'
import { flatMetricsAtom, flatPlanAtom } from '../plan/atoms'
import { shownPlanAtom } from '../state/atoms'
import { layoutFlame } from './flame-layout'
import { type FlameMetric, flameValues, offeredFlameMetrics } from './flame-values'
import type { FlameFacts } from './flame-words'

/** State of the icicle and what it derives from the shown plan. */

/** What the widths are asked to tell; a plan without such numbers shows another. */
export const flameMetricAtom = atom<FlameMetric>('time')

/** Metrics that the shown plan has numbers for. */
export const offeredFlameMetricsAtom = atom((get): readonly FlameMetric[] => {
  const flat = get(flatPlanAtom)
  return flat ? offeredFlameMetrics(flat, get(flatMetricsAtom)) : []
})

/** The icicle of the shown plan; undefined where it has no numbers at all. */
export const flameAtom = atom((get): FlameFacts | undefined => {
  const flat = get(flatPlanAtom)
  const offered = get(offeredFlameMetricsAtom)
  const wanted = get(flameMetricAtom)
  const metric = offered.includes(wanted) ? wanted : offered[0]
  if (!flat || metric === undefined) return undefined
  const metrics = get(flatMetricsAtom)
  const values = flameValues(metric, flat, metrics)
  return { flat, metrics, values, layout: layoutFlame(values) }
})

const zoomedAtom = atom<{ readonly plan: Plan | undefined; readonly path: readonly number[] }>({
  plan: undefined,
  path: [],
})
const wholePlan: readonly number[] = []

/** The node under the pointer; read by what shows it alone, so that moving the pointer renders nothing else. */
export const hoveredAtom = atom<number | undefined>(undefined)

/** Nodes that were zoomed into, one in the other; empty for the whole plan. Another plan is shown whole. */
export const flameZoomAtom = atom(
  (get) => {
    const { plan, path } = get(zoomedAtom)
    return plan === get(shownPlanAtom)?.plan ? path : wholePlan
  },
  (get, set, path: readonly number[]) => set(zoomedAtom, { plan: get(shownPlanAtom)?.plan, path }),
)
