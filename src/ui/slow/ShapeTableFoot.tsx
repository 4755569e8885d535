import { useEffect, useState } from 'react'
import type { HeldDigest } from '../../core/digest/view/model'
import { formatCount } from '../../core/figures'
import { Keys } from '../kit/keys'
import { EstimateLine } from './EstimateLine'
import { evidenceOf } from './evidence'
import { type LogState, showMuted } from './look'

/** The picked row rests so long before its evidence is asked for. */
const restMs = 150

interface ShapeTableFootProps {
  readonly held: HeldDigest
  readonly state: LogState
  /** How many of the rows that are here are muted. */
  readonly muted: number
  readonly isEstimated: boolean
}

/** How many shapes of how many, what speaks for the picked one's kind, and the keys. */
export function ShapeTableFoot({ held, state, muted, isEstimated }: ShapeTableFootProps) {
  const { digestId } = held
  const { view, rows, picked } = state
  const shape = rows.get(picked)
  const evidence = useEvidence(digestId, shape && shape.kinds.length > 0 ? shape.digest : undefined)
  if (!view) return null
  const { shapes, shapesTotal } = view
  return (
    <div className="slow-foot">
      <span className="nowrap">
        {shapes === shapesTotal
          ? `${formatCount(shapes)} ${shapes === 1 ? 'shape' : 'shapes'}`
          : `${formatCount(shapes)} of ${formatCount(shapesTotal)} shapes`}
      </span>
      {muted > 0 && (
        <span className="nowrap">
          {formatCount(muted)} muted:{' '}
          <button type="button" className="link" onClick={() => showMuted(digestId, !state.showMuted)}>
            {state.showMuted ? 'hide' : 'show'}
          </button>
        </span>
      )}
      {isEstimated && view.estimated ? (
        <EstimateLine held={held} because={view.estimated.because} />
      ) : (
        <>
          <span className="ell grow" title={evidence}>
            {evidence?.split('\n')[0]}
          </span>
          <span className="faint nowrap slow-precision">Percentiles within 1 %; counts and sums exact</span>
        </>
      )}
      <span className="nowrap slow-keys">
        <Keys keys="Enter" /> open <Keys keys="Mod+Enter" /> analyze <Keys keys="r" /> reviewed <Keys keys="m" /> mute
      </span>
    </div>
  )
}

function useEvidence(digestId: string, shape: string | undefined): string | undefined {
  const [known, setKnown] = useState<{ readonly shape: string; readonly text: string | undefined } | undefined>(
    undefined,
  )
  useEffect(() => {
    if (shape === undefined) return
    let live = true
    const timer = window.setTimeout(() => {
      void evidenceOf(digestId, shape).then((text) => {
        if (live) setKnown({ shape, text })
      })
    }, restMs)
    return () => {
      live = false
      window.clearTimeout(timer)
    }
  }, [digestId, shape])
  return known?.shape === shape ? known?.text : undefined
}
