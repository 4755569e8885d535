import { useAtomValue } from 'jotai'
import { TwoPlans } from '../plan-diff/TwoPlans'
import { CompareTabs } from './CompareTabs'
import { ExperimentView } from './ExperimentView'
import { experimentAtom } from './experiments'

/** Two to eight ways to do the same, timed against each other; or two plans side by side, without a server. */
export function CompareScreen() {
  const experiment = useAtomValue(experimentAtom)
  return (
    <section className="compare" aria-label="Compare">
      <CompareTabs />
      {experiment ? <ExperimentView key={experiment.id} experiment={experiment} /> : <TwoPlans />}
    </section>
  )
}
