import { useAtom, useAtomValue } from 'jotai'
import { lazy, Suspense } from 'react'
import { mayAskValues } from '../editor/may-ask-values'
import { Segments } from '../kit/segments'
import { Circumstances } from './Circumstances'
import { DifferingRows } from './DifferingRows'
import { ExperimentVerdict } from './ExperimentVerdict'
import type { Experiment } from './experiments'
import { MatrixView } from './MatrixView'
import { PairPanel } from './PairPanel'
import { ProtocolBar } from './ProtocolBar'
import { RunsPanel } from './RunsPanel'
import { StepsView } from './StepsView'
import { shownRunAtom } from './shown'
import { VariantGrid } from './VariantGrid'
import { type RunView, runViewAtom, runViewsAtom } from './views'

/** Loaded when a statement first holds something like a placeholder. */
const VariantValues = lazy(() => import('./VariantValues'))

const titles: Readonly<Record<RunView, string>> = { columns: 'Side by side', matrix: 'Matrix', steps: 'What each adds' }

/** One experiment: the verdict, the protocol, then all that proves it. */
export function ExperimentView({ experiment }: { readonly experiment: Experiment }) {
  const run = useAtomValue(shownRunAtom)
  const views = useAtomValue(runViewsAtom)
  const [view, show] = useAtom(runViewAtom)
  const asks = experiment.draft.variants.some(({ sql }) => mayAskValues.test(sql))
  return (
    <div className="experiment">
      <ExperimentVerdict experiment={experiment} />
      <ProtocolBar experiment={experiment} />
      <div className="experiment-body">
        {asks && (
          <Suspense>
            <VariantValues experiment={experiment} />
          </Suspense>
        )}
        {run && views.length > 1 && (
          <div className="row experiment-views">
            <Segments
              label="Seen as"
              options={views.map((id) => ({ id, title: titles[id] }))}
              selected={view}
              onSelect={show}
            />
          </div>
        )}
        {run && view === 'matrix' && <MatrixView run={run} />}
        {run && view === 'steps' && <StepsView run={run} />}
        {(!run || view === 'columns') && <VariantGrid experiment={experiment} />}
        {run && <DifferingRows run={run} />}
        {run && <RunsPanel run={run} />}
        {run?.document && <PairPanel />}
        {run?.document && <Circumstances document={run.document} />}
      </div>
    </div>
  )
}
