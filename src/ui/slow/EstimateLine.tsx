import { useAtomValue } from 'jotai'
import { Square } from 'lucide-react'
import type { HeldDigest } from '../../core/digest/view/model'
import { Button } from '../kit/button'
import { Progress } from '../kit/progress'
import { exactReadingAtom } from './exact'
import { canReadAgain } from './open-logs'

/** That figures are estimates, why, and what is done about it: one line. */
export function EstimateLine({ held, because }: { readonly held: HeldDigest; readonly because: string }) {
  const reading = useAtomValue(exactReadingAtom)
  const own = reading?.digestId === held.digestId ? reading : undefined
  const next = canReadAgain(held) ? 'Exact ones are read in a moment.' : 'The source cannot be read again.'
  return (
    <div className="slow-estimate grow" role="status" aria-label="Estimates">
      <span className="ell" title={because}>
        <span className="est">≈ marks estimates.</span> {own ? `${own.text} …` : next}{' '}
        <span className="faint">{because}</span>
      </span>
      {own && (
        <>
          <span className="slow-estimate-bar">
            <Progress label={own.text} fraction={own.fraction} />
          </span>
          <Button small icon={Square} onPress={own.stop}>
            Stop
          </Button>
        </>
      )}
    </div>
  )
}
