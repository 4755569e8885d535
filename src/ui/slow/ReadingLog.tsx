import { useAtomValue } from 'jotai'
import { Square } from 'lucide-react'
import { formatBytes, formatCount, formatTime } from '../../core/figures'
import { Button } from '../kit/button'
import { useElapsed } from '../kit/elapsed'
import { Progress } from '../kit/progress'
import { type Reading, readingAtom } from './open-logs'

/** A log that is being read: how far, how fast, and a stop. */
export function ReadingLog() {
  const reading = useAtomValue(readingAtom)
  return reading ? <Shown reading={reading} /> : null
}

function Shown({ reading }: { readonly reading: Reading }) {
  const elapsedMs = useElapsed(reading.startedAt)
  const { readBytes, totalBytes, events, done, total, text } = reading.progress ?? {}
  const seconds = (reading.progress?.ms ?? elapsedMs) / 1000
  const fraction = done !== undefined && total ? done / total : undefined
  return (
    <section className="slow-reading" aria-label="Reading">
      <div className="row">
        <b className="ell">
          {readBytes === undefined ? (text ?? `Reading ${reading.name}`) : `Reading ${reading.name}`}
        </b>
        <span className="grow" />
        <Button icon={Square} keys="Escape" showKeys onPress={reading.stop}>
          Stop
        </Button>
      </div>
      <Progress label={`Reading ${reading.name}`} fraction={fraction} />
      <div className="row dim small num">
        {readBytes !== undefined && (
          <>
            <span>
              {formatBytes(readBytes)}
              {totalBytes !== undefined && ` of ${formatBytes(totalBytes)}`}
            </span>
            {seconds > 0 && <span>{formatBytes(readBytes / seconds)}/s</span>}
            <span>{formatCount(events ?? 0)} entries</span>
          </>
        )}
        <span className="grow" />
        <span>{formatTime(elapsedMs)}</span>
      </div>
    </section>
  )
}
