import { useAtomValue } from 'jotai'
import { FlaskConical } from 'lucide-react'
import { keysOf } from '../commands/list'
import { Button } from '../kit/button'
import { shownBlocked } from '../state/actions/shown-analysis'
import { showAdvice, tryAdvice } from './actions'
import { adviceCardsAtom } from './cards'

/** The one thing to do first, beside the verdict. */
export function TryTheFix() {
  const cards = useAtomValue(adviceCardsAtom)
  const first = cards?.standing[0]
  if (first === undefined) return null
  return (
    <Button
      look="primary"
      icon={FlaskConical}
      keys={keysOf('advice.try')}
      showKeys
      tip={first.advice.title.replace(/`/g, '')}
      blockedBecause={shownBlocked()}
      onPress={() => {
        showAdvice()
        void tryAdvice(first.advice)
      }}
    >
      Try the fix
    </Button>
  )
}
