import { useAtomValue } from 'jotai'
import { Clock, Square } from 'lucide-react'
import { formatTime } from '../../core/figures'
import type { Progress as ProgressEvent } from '../../service/api'
import { Button } from '../kit/button'
import { useElapsed } from '../kit/elapsed'
import { Icon } from '../kit/icon'
import { Progress } from '../kit/progress'
import { SqlText } from '../kit/sql-text'
import { stopWork } from '../state/actions/work'
import { connectionAtom } from '../state/atoms'

interface WaitingResultProps {
  readonly asked: string
  readonly startedAt: number
  readonly progress: ProgressEvent
}

/** What is being done at the server, for how long, and how to stop it. */
export function WaitingResult({ asked, startedAt, progress }: WaitingResultProps) {
  const elapsedMs = useElapsed(startedAt)
  const connection = useAtomValue(connectionAtom)
  const fraction = progress.done !== undefined && progress.total ? progress.done / progress.total : undefined
  return (
    <div className="waiting">
      <div className="verdict">
        <span className="ic acc">
          <Icon of={Clock} />
        </span>
        <div className="grow">
          <h1 className="say dim">
            <span>{progress.text} …</span> <span className="num elapsed">{formatTime(elapsedMs)}</span>
          </h1>
          <div className="sub">
            <span>{connection ? `at ${connection.name}` : ''}</span>
            <span>Stopping ends the statement on the server, too.</span>
          </div>
        </div>
        <Button icon={Square} keys="Escape" showKeys onPress={() => void stopWork()}>
          Stop
        </Button>
      </div>
      <div className="waiting-bar">
        <Progress label={progress.text} fraction={fraction} />
      </div>
      <div className="waiting-sql">
        <div className="ddl">
          <SqlText text={asked.length > 2000 ? `${asked.slice(0, 2000)}…` : asked} />
        </div>
      </div>
    </div>
  )
}
