import { useAtomValue } from 'jotai'
import { Square } from 'lucide-react'
import { Button } from '../kit/button'
import { Progress } from '../kit/progress'
import { exactReadingAtom } from './exact'

interface EstimateLineProps {
  readonly digestId: string
  readonly because: string
  readonly canReadAgain: boolean
}

/** Which figures are estimates, why, and what is done about it: one line. */
export function EstimateLine({ digestId, because, canReadAgain }: EstimateLineProps) {
  const reading = useAtomValue(exactReadingAtom)
  const own = reading?.digestId === digestId ? reading : undefined
  return (
    <div className="slow-estimate" role="status" aria-label="Estimates">
      <span className="ell" title={because}>
        <span className="est">≈ marks estimates.</span> {because}
      </span>
      {own ? (
        <>
          <span className="nowrap">{own.text}</span>
          <span className="slow-estimate-bar">
            <Progress label={own.text} fraction={own.fraction} />
          </span>
          <Button small icon={Square} onPress={own.stop}>
            Stop
          </Button>
        </>
      ) : (
        <span className="nowrap">
          {canReadAgain ? 'The log is read again for exact figures when nothing changes.' : 'It cannot be read again.'}
        </span>
      )}
    </div>
  )
}
