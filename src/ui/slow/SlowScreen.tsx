import { useAtomValue } from 'jotai'
import { ShapeView } from '../slow-shape/ShapeView'
import { TwoLogsView } from '../two-logs/TwoLogsView'
import { LogView } from './LogView'
import { slowTabAtom } from './tabs'

/** Slow queries: logs and servers' statistics as the few shapes that matter. */
export function SlowScreen() {
  const tab = useAtomValue(slowTabAtom)
  if (tab === undefined) return <div>Nothing is open.</div>
  switch (tab.kind) {
    case 'log':
      return <LogView held={tab.held} key={tab.id} />
    case 'shape':
      return <ShapeView digestId={tab.digestId} shape={tab.shape} key={tab.id} />
    case 'two':
      return <TwoLogsView a={tab.a} b={tab.b} key={tab.id} />
  }
}
