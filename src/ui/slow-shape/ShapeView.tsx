import { useSetAtom } from 'jotai'
import { AlertCircle } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { ShapeSample } from '../../core/digest/model'
import type { HeldShape } from '../../core/digest/view/model'
import type { Fault } from '../../core/errors'
import { Icon } from '../kit/icon'
import { attempt } from '../state/service'
import { analyzeSample } from './analyze'
import { shownShapeAtom } from './atoms'
import { toggleMark } from './marks'
import { ShapeHead, ShapeTiles } from './ShapeHead'
import { ShapeHistory } from './ShapeHistory'
import { ShapeMarks, ShapeShares } from './ShapeMarks'
import { ShapeEvidence, ShapeSamples } from './ShapeSamples'
import { ShapeStatement, useStatements } from './ShapeStatement'

type Loaded = { readonly shape: HeldShape } | { readonly fault: Fault } | undefined

/** One shape of a log: its figures, history, samples and plan, and the way to Analyze. */
export function ShapeView({ digestId, shape }: { readonly digestId: string; readonly shape: string }) {
  const [loaded, setLoaded] = useState<Loaded>(undefined)
  const show = useSetAtom(shownShapeAtom)
  useEffect(() => {
    let current = true
    setLoaded(undefined)
    void attempt('digest.shape', { digestId, shape }).then((outcome) => {
      if (!current) return
      setLoaded(outcome.ok ? { shape: outcome.reply } : { fault: outcome.fault })
      show(outcome.ok ? outcome.reply : undefined)
    })
    return () => {
      current = false
      show(undefined)
    }
  }, [digestId, shape, show])
  if (loaded === undefined) return <div className="shape-page pane" aria-busy="true" />
  if ('fault' in loaded)
    return (
      <div className="shape-page pane">
        <div className="verdict" role="alert">
          <span className="ic bad">
            <Icon of={AlertCircle} />
          </span>
          <div className="grow">
            <h1 className="say">{loaded.fault.message}</h1>
            <div className="sub">
              <span>{loaded.fault.hint ?? 'Open the log again: what was read of it is kept while the app runs.'}</span>
            </div>
          </div>
        </div>
      </div>
    )
  return <ShapePage shape={loaded.shape} />
}

function ShapePage({ shape }: { readonly shape: HeldShape }) {
  const [chosen, setChosen] = useState<ShapeSample | undefined>(undefined)
  const sample = chosen ?? shape.samples.find(({ why }) => why === 'slowest') ?? shape.samples[0]
  const statements = useStatements(shape, sample)
  const page = useRef<HTMLDivElement>(null)
  useEffect(() => page.current?.focus(), [])
  const onKey = (event: KeyboardEvent) => {
    const { target } = event
    const types = target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]') !== null
    if (types || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'a' && sample) void analyzeSample(shape, sample)
    else if (event.key === 'r') void toggleMark(shape.digest, 'reviewed')
    else if (event.key === 'm') void toggleMark(shape.digest, 'muted')
    else return
    event.preventDefault()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys for what the page's buttons do
    <div className="shape-page pane" ref={page} tabIndex={-1} onKeyDown={onKey}>
      <ShapeHead shape={shape} sample={sample} hasSelect={statements.select !== undefined} />
      <ShapeTiles shape={shape} />
      <div className="shape-columns">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
        <section className="shape-column scroll" tabIndex={0} aria-label="When and which calls">
          <ShapeHistory shape={shape} />
          <ShapeSamples shape={shape} chosen={sample} onChoose={setChosen} />
          <ShapeEvidence kinds={shape.kinds} />
        </section>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
        <section className="shape-column scroll" tabIndex={0} aria-label="Statement and marks">
          <ShapeStatement shape={shape} sample={sample} statements={statements} />
          <ShapeShares shape={shape} />
          <ShapeMarks digest={shape.digest} />
        </section>
      </div>
    </div>
  )
}
