import { ChevronRight, Maximize, Minus, Plus } from 'lucide-react'
import type { RefObject } from 'react'
import { Button, IconButton } from '../kit/button'
import { Icon } from '../kit/icon'
import type { FlatPlan } from './flat-plan'
import { nodeTitle } from './node-text'

/** Steps of the path that are shown; the ones between are left out. */
const mostSteps = 4

interface DiagramBarProps {
  readonly flat: FlatPlan
  readonly selected: number | undefined
  /** Written by the camera itself, so that zooming renders nothing. */
  readonly zoomText: RefObject<HTMLSpanElement | null>
  readonly onPick: (at: number) => void
  readonly onZoom: (factor: number) => void
  readonly onFit: () => void
}

/** Path of the selected node, zoom, fit. */
export function DiagramBar(props: DiagramBarProps) {
  const { flat } = props
  const path: number[] = []
  for (let at = props.selected ?? -1; at >= 0; at = flat.parent[at] ?? -1) path.unshift(at)
  const steps = path.length > mostSteps ? path.slice(-mostSteps) : path
  return (
    <div className="plan-bar">
      {steps.length > 1 && (
        <nav className="plan-path" aria-label="Path of the selected node">
          {path.length > steps.length && <span>…</span>}
          {steps.map((at, place) => {
            const node = flat.nodes[at]
            return (
              <span key={at} className="row">
                {(place > 0 || path.length > steps.length) && <Icon of={ChevronRight} size={12} />}
                <button
                  type="button"
                  className={`ell${at === props.selected ? ' on' : ''}`}
                  onClick={() => props.onPick(at)}
                >
                  {node ? nodeTitle(node) : ''}
                </button>
              </span>
            )
          })}
        </nav>
      )}
      <IconButton icon={Minus} label="Zoom out" keys="-" small onPress={() => props.onZoom(1 / 1.25)} />
      <span className="plan-zoom num" ref={props.zoomText} />
      <IconButton icon={Plus} label="Zoom in" keys="+" small onPress={() => props.onZoom(1.25)} />
      <Button look="ghost" small icon={Maximize} keys="f" showKeys tip="Show the whole plan" onPress={props.onFit}>
        Fit
      </Button>
    </div>
  )
}
