import { useAtomValue } from 'jotai'
import { ShapeView } from '../slow-shape/ShapeView'
import { TwoLogsView } from '../two-logs/TwoLogsView'
import { EmptySlow } from './EmptySlow'
import { LogView } from './LogView'
import { ReadingLog } from './ReadingLog'
import { SkippedDialog } from './SkippedDialog'
import { SlowTabs } from './SlowTabs'
import { slowTabAtom } from './tabs'

/** Slow queries: logs and servers' statistics as the few shapes that matter. */
export function SlowScreen() {
  const tab = useAtomValue(slowTabAtom)
  return (
    <section className="slow" aria-label="Slow queries">
      {tab && <SlowTabs />}
      <ReadingLog />
      <Front />
      <SkippedDialog />
    </section>
  )
}

function Front() {
  const tab = useAtomValue(slowTabAtom)
  if (tab === undefined) return <EmptySlow />
  switch (tab.kind) {
    case 'log':
      return <LogView held={tab.held} key={tab.id} />
    case 'shape':
      return <ShapeView digestId={tab.digestId} shape={tab.shape} key={tab.id} />
    case 'two':
      return <TwoLogsView a={tab.a} b={tab.b} key={tab.id} />
  }
}
