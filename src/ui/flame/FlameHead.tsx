import { useAtomValue, useSetAtom } from 'jotai'
import { ChevronRight, Maximize } from 'lucide-react'
import { memo } from 'react'
import { Button } from '../kit/button'
import { Icon } from '../kit/icon'
import { Segments } from '../kit/segments'
import { nodeTitle } from '../plan/node-text'
import { flameMetricAtom, offeredFlameMetricsAtom } from './atoms'
import type { FlameMetric } from './flame-values'
import { type FlameFacts, flameMetricTitles } from './flame-words'

/** Crumbs that are shown; the ones between are left out. */
const mostCrumbs = 4

interface FlameHeadProps {
  readonly facts: FlameFacts
  readonly path: readonly number[]
  readonly onZoom: (path: readonly number[]) => void
}

/** What the widths tell, and where one has zoomed to. */
export function FlameHead({ facts, path, onZoom }: FlameHeadProps) {
  const first = Math.max(0, path.length - mostCrumbs)
  return (
    <div className="plan-subhead flame-head">
      <span className="nowrap" aria-hidden="true">
        Width by
      </span>
      <WidthBy metric={facts.values.metric} />
      {path.length > 0 && (
        <nav className="plan-path" aria-label="Zoomed into">
          <button type="button" onClick={() => onZoom([])}>
            Whole plan
          </button>
          {first > 0 && <span>… </span>}
          {path.slice(first).map((at, place) => {
            const node = facts.flat.nodes[at]
            const last = first + place === path.length - 1
            return (
              <span key={at} className="row">
                <Icon of={ChevronRight} size={12} />
                <button
                  type="button"
                  className={`ell${last ? ' on' : ''}`}
                  aria-current={last ? 'true' : undefined}
                  onClick={() => onZoom(path.slice(0, first + place + 1))}
                >
                  {node ? nodeTitle(node) : ''}
                </button>
              </span>
            )
          })}
        </nav>
      )}
      <span className="grow" />
      <span hidden={path.length === 0}>
        <WholePlan onZoom={onZoom} />
      </span>
    </div>
  )
}

/** Alone, so that zooming leaves it as it is. */
const WidthBy = memo(function WidthBy({ metric }: { readonly metric: FlameMetric }) {
  const offered = useAtomValue(offeredFlameMetricsAtom)
  const setMetric = useSetAtom(flameMetricAtom)
  return (
    <Segments
      label="Width by"
      options={offered.map((id) => ({ id, title: flameMetricTitles[id] }))}
      selected={metric}
      onSelect={setMetric}
    />
  )
})

const WholePlan = memo(function WholePlan({ onZoom }: Pick<FlameHeadProps, 'onZoom'>) {
  return (
    <Button
      look="ghost"
      small
      icon={Maximize}
      keys="f"
      tip="Show the whole plan; Escape goes one step back"
      onPress={() => onZoom([])}
    >
      Whole plan
    </Button>
  )
})
