import { useAtomValue } from 'jotai'
import { Clock } from 'lucide-react'
import { logWords, mostlyWaited } from '../../core/digest/log-figures'
import { Icon } from '../kit/icon'
import { resultAtom } from '../state/atoms'
import { activeBufferAtom } from '../state/buffers'
import { CodeText } from './CodeText'

/** What the log says of the call that this tab's statement is from, beside what its plan says. */
export function FromLogLine() {
  const { fromLog, text } = useAtomValue(activeBufferAtom)
  const isSent = useAtomValue(resultAtom).state !== 'empty'
  if (fromLog === undefined) return null
  const { figures, sql, notes, held } = fromLog
  const words = logWords(figures)
  const isIt = text.trim() === sql.trim()
  return (
    <div className="from-log" role="note" aria-label="From the log">
      {words !== '' && (
        <p className="row">
          <Icon of={Clock} size={12} />
          <span title={figures.at}>
            {isIt ? 'The log says: ' : 'Of the statement that stood here first, the log says: '}
            <b>{words}</b>
            {mostlyWaited(figures) && '. That was waiting for locks, which no plan shows'}
          </span>
        </p>
      )}
      {(held === undefined || isSent ? notes : [...notes, held]).map((note) => (
        <p key={note} className="dim">
          <CodeText text={note} />
        </p>
      ))}
    </div>
  )
}
