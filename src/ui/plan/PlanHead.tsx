import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { useRef } from 'react'
import type { Plan } from '../../core/plan/model'
import { Keys } from '../kit/keys'
import { Select } from '../kit/select'
import { ExportMenu } from '../plan-export/ExportMenu'
import { CoverageBadge } from '../plan-facts/CoverageBadge'
import {
  type HeatMetric,
  heatMetricAtom,
  type PlanView,
  planViewAtom,
  planViews,
  selectionAtom,
  shownPlanIndexAtom,
} from '../state/atoms'
import { flatPlanAtom, heatAtom, plansAtom, problemStopsAtom } from './atoms'
import { legendOf } from './heat'
import { useSize } from './use-size'

const viewTitles: Record<PlanView, string> = {
  diagram: 'Diagram',
  flame: 'Flame',
  table: 'Table',
  text: 'Text',
  json: 'JSON',
}
const metricTitles: Record<HeatMetric, string> = {
  time: 'time',
  rows: 'rows',
  cost: 'cost',
  'estimate-error': 'estimate error',
}

/** Widths of the pane from which legend and key hints have room. */
const roomForLegendPx = 760
const roomForKeysPx = 940

/** Views, heat, coverage, and the plan where there are several. */
export function PlanHead() {
  const plans = useAtomValue(plansAtom)
  const flat = useAtomValue(flatPlanAtom)
  const heat = useAtomValue(heatAtom)
  const stops = useAtomValue(problemStopsAtom)
  const setMetric = useSetAtom(heatMetricAtom)
  const planIndex = useAtomValue(shownPlanIndexAtom)
  const select = useSetAtom(selectionAtom)
  const [view, setView] = useAtom(planViewAtom)
  const head = useRef<HTMLDivElement>(null)
  const { width } = useSize(head)
  const plan = plans[planIndex]
  const legend = legendOf(heat.metric)
  const heated = view === 'diagram' || view === 'flame' || view === 'table'
  return (
    <div className="plan-head" ref={head}>
      <div className="plan-tabs" role="tablist" aria-label="Views of the plan">
        {planViews.map((id, at) => (
          <button
            key={id}
            type="button"
            role="tab"
            className="tab"
            aria-selected={view === id}
            aria-controls="plan-view"
            tabIndex={view === id ? 0 : -1}
            data-selected={view === id ? '' : undefined}
            title={`Alt+${at + 1}`}
            onClick={() => setView(id)}
            onKeyDown={(event) => {
              const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
              const next = planViews[(at + step + planViews.length) % planViews.length]
              if (step === 0 || next === undefined) return
              event.preventDefault()
              setView(next)
              const tabs = event.currentTarget.parentElement?.children
              const tab = tabs?.[planViews.indexOf(next)]
              if (tab instanceof HTMLElement) tab.focus()
            }}
          >
            {viewTitles[id]}
            {width >= roomForKeysPx && <Keys keys={`Alt+${at + 1}`} />}
          </button>
        ))}
      </div>
      <div className="plan-head-end">
        {plan && <CoverageBadge plan={plan} />}
        {stops.length > 0 && width >= roomForKeysPx && (
          <span className="plan-stops" title="Next problem: e, previous: Shift+e">
            {stops.length.toLocaleString('en-US')} to look at <Keys keys="e" />
          </span>
        )}
        {heated && heat.offered.length > 0 && (
          <>
            {width >= roomForLegendPx && (
              <span className="legend" aria-hidden="true">
                {legend.low}
                <span className="ramp">
                  {[0, 1, 2, 3, 4, 5, 6].map((step) => (
                    <i key={step} className={`h${step}`} />
                  ))}
                </span>
                {legend.high}
              </span>
            )}
            <Select
              label="Heat"
              look="quiet"
              prefix="Heat:"
              options={heat.offered.map((id) => ({ id, title: metricTitles[id] }))}
              selected={heat.metric}
              onSelect={setMetric}
            />
          </>
        )}
        {plans.length > 1 && (
          <Select
            label="Plan"
            look="quiet"
            options={plans.map((one, at) => ({ id: String(at), title: planTitle(one) }))}
            selected={String(planIndex)}
            onSelect={(id) => select({ planIndex: Number(id) })}
          />
        )}
        {plans.length <= 1 && flat && width >= roomForLegendPx && (
          <span className="faint small nowrap">
            {flat.nodes.length.toLocaleString('en-US')} {flat.nodes.length === 1 ? 'node' : 'nodes'}
          </span>
        )}
      </div>
      <ExportMenu />
    </div>
  )
}

const formatTitles: Record<Plan['source']['format'], string> = {
  'mysql-table': 'EXPLAIN',
  'mysql-json-v1': 'JSON',
  'mysql-json-v2': 'JSON v2',
  'mysql-tree': 'TREE',
  'mariadb-table': 'EXPLAIN',
  'mariadb-json': 'JSON',
  'postgres-text': 'text',
  'postgres-json': 'JSON',
  'postgres-yaml': 'YAML',
  'postgres-xml': 'XML',
}

function planTitle({ source }: Plan): string {
  return `${formatTitles[source.format]}${source.measured ? ', measured' : ''}`
}
