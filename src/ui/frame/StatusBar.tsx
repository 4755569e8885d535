import { useAtomValue } from 'jotai'
import { AlertCircle, Check, Square } from 'lucide-react'
import { formatTime } from '../../core/figures'
import { runEndAtom } from '../compare/shown'
import { Button } from '../kit/button'
import { useElapsed } from '../kit/elapsed'
import { Icon } from '../kit/icon'
import { Keys } from '../kit/keys'
import { Progress } from '../kit/progress'
import { SlowStatus } from '../slow/SlowStatus'
import { ShapeStatus } from '../slow-shape/ShapeStatus'
import { stopWork } from '../state/actions/work'
import { connectionAtom, lostConnectionAtom, resultAtom, screenAtom, selectionAtom } from '../state/atoms'
import { type Activity, activityAtom, happenedAtom } from '../state/session'
import { selectionInWords, sentStatement, workInWords } from './status-words'

/** What runs (and how to stop it), what was sent last, what it gave, what is selected. */
export function StatusBar() {
  const activity = useAtomValue(activityAtom)
  const happened = useAtomValue(happenedAtom)
  const connection = useAtomValue(connectionAtom)
  const lost = useAtomValue(lostConnectionAtom)
  const result = useAtomValue(resultAtom)
  const selection = useAtomValue(selectionAtom)
  const screen = useAtomValue(screenAtom)
  // What belongs to Analyze is not told on Compare and on Slow queries.
  const onCompare = screen === 'compare'
  const onSlow = screen === 'slow'
  const ended = useAtomValue(runEndAtom)
  const sent = onCompare || onSlow ? undefined : sentStatement(result)
  const empty = result.state === 'empty' && !onSlow
  const chosen = empty || onCompare || onSlow ? undefined : selectionInWords(selection, result)
  return (
    <footer className="status">
      {activity ? (
        <Running activity={activity} />
      ) : lost !== undefined ? (
        <span className="row bad">
          <Icon of={AlertCircle} size={12} />
          Not connected
        </span>
      ) : (
        happened && (
          <span className="row ell" role="status">
            <span className={happened.good ? 'good' : 'bad'}>
              <Icon of={happened.good ? Check : AlertCircle} size={12} />
            </span>
            <span className="ell">{happened.text}</span>
          </span>
        )
      )}
      {!activity && !happened && lost === undefined && !onSlow && (
        <span>{connection ? 'Nothing sent yet' : 'Nothing is sent anywhere until you connect'}</span>
      )}
      <ShapeStatus />
      {sent && (
        <span className="ell sent">
          Last sent: <code>{sent}</code>
        </span>
      )}
      {onSlow ? <SlowStatus /> : <span className="grow" />}
      {(onCompare ? ended : onSlow ? [] : workInWords(result)).map((words) => (
        <span key={words}>{words}</span>
      ))}
      {chosen && <span className="ell chosen">Selection: {chosen}</span>}
      {empty && (
        <span className="row">
          Press <Keys keys="?" /> for all keys
        </span>
      )}
    </footer>
  )
}

function Running({ activity }: { readonly activity: Activity }) {
  const elapsedMs = useElapsed(activity.startedAt)
  return (
    <span className="row running" role="status">
      <span className="running-bar">
        <Progress label={activity.text} fraction={activity.fraction} />
      </span>
      <span className="ell">{activity.text}</span>
      <span className="num tiny">{formatTime(elapsedMs)}</span>
      <Button small icon={Square} keys="Escape" showKeys onPress={() => void stopWork()}>
        Stop
      </Button>
    </span>
  )
}
