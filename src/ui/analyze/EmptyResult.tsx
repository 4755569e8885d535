import { useAtomValue } from 'jotai'
import { Clock } from 'lucide-react'
import { Icon } from '../kit/icon'
import { Keys } from '../kit/keys'
import { RecentWork } from '../screens/RecentWork'
import { SampleCards } from '../screens/SampleCards'
import { connectionAtom } from '../state/atoms'

/** No plan yet: what to do, and something to look at meanwhile. */
export function EmptyResult() {
  const connection = useAtomValue(connectionAtom)
  return (
    <div className="empty-result scroll">
      <div className="verdict">
        <span className="ic warn">
          <Icon of={Clock} />
        </span>
        <div className="grow">
          <h1 className="say dim">
            {connection?.production ? 'No plan yet. Explain asks first on this server.' : 'No plan yet.'}
          </h1>
          <div className="sub">
            <span>
              Write or paste a statement, then <Keys keys="Mod+Enter" />. A pasted plan is drawn without a server.
            </span>
          </div>
        </div>
      </div>
      <div className="empty-more">
        <section>
          <h2>Worked cases</h2>
          <SampleCards most={3} />
        </section>
        <section>
          <h2>Recent</h2>
          <RecentWork most={6} />
        </section>
      </div>
    </div>
  )
}
